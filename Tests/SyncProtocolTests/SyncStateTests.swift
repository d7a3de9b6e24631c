// What people are told about sync.

import SyncProtocol
import Testing

struct SyncStateTests {
    @Test("Where nothing waits it is in sync, or so many changes are about to go")
    func settled() {
        #expect(SyncState(pendingCount: 0, waiting: nil, nowMilliseconds: 5) == .inSync)
        #expect(SyncState(pendingCount: 3, waiting: nil, nowMilliseconds: 5) == .pending(changeCount: 3))
    }

    @Test("A time to come is shown with its reason")
    func waiting() {
        #expect(
            SyncState(pendingCount: 3, waiting: (6, .unreachable), nowMilliseconds: 5)
                == .waiting(untilMilliseconds: 6, .unreachable, changeCount: 3))
        #expect(
            SyncState(pendingCount: 0, waiting: (6, .quota), nowMilliseconds: 5)
                == .waiting(untilMilliseconds: 6, .quota, changeCount: 0))
    }

    @Test("A time that is over is not shown, unless a person has to do something")
    func over() {
        #expect(SyncState(pendingCount: 3, waiting: (5, .unreachable), nowMilliseconds: 5) == .pending(changeCount: 3))
        #expect(
            SyncState(pendingCount: 3, waiting: (5, .unauthorized), nowMilliseconds: 5)
                == .waiting(untilMilliseconds: 5, .unauthorized, changeCount: 3))
    }

    @Test("Every reason has a word that is kept and a clause of its own", arguments: SyncReason.allCases)
    func reasons(reason: SyncReason) {
        #expect(SyncReason(rawValue: reason.rawValue) == reason)
        #expect(reason.rawValue.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x2D })
        #expect(SyncReason.allCases.filter { $0.description == reason.description } == [reason])
        #expect(!reason.description.hasSuffix("."))
    }
}
