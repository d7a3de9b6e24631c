// Tests of the statuses that the listener chooses.

import HTTPListener
import Testing

@Suite("Reasons at the door")
struct DoorReasonTests {
    @Test("Every reason has its status, or none where the connection is just closed")
    func statuses() {
        let statuses: [DoorReason: Int?] = [
            .tooManyConnections: nil, .tooManyConnectionsOfAddress: nil, .headTooSlow: nil, .bodyTooSlow: nil,
            .answerTooSlow: nil, .headTooLong: 431, .malformedField: 400, .targetNotPlain: 400,
            .methodNotAllowed: 405, .hostNotUnique: 400, .authorizationNotUnique: 400, .lengthNotUnique: 400,
            .transferCodingUnknown: 501, .contentCoded: 415, .upgradeWanted: 400, .bodyTooLong: 413,
            .unanswered: 500, .stopping: 503,
        ]
        #expect(statuses.count == DoorReason.allCases.count)
        for reason in DoorReason.allCases { #expect(statuses[reason] == .some(reason.status)) }
    }
}
