// Going out of a space.

import CommandLineTool
import JSONText
import PackmuleKit

enum LeaveCommand {
    static let leave = Command<Action>(
        "leave", summary: "Go out of the space; what is here stays here",
        discussion: """
            The device forgets server, token and key. What it has not sent yet the others will never see, and it comes \
            back by an invitation only; so it asks first.
            """,
        examples: [Example("packmule leave --yes", "without asking")],
        seeAlso: ["join", "device revoke"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        guard let membership = try device.membership() else { throw DeviceError.notInSpace }
        let pending = try device.read { try $0.pendingCount() }
        let unsent = pending == 0 ? "" : " The others will not see \(English.count(pending, "change")) made here."
        try invocation.confirm("Leave the space at \(membership.server)?\(unsent)")
        try device.leave()
        return Answer(
            json: { ["server": .string(membership.server), "pending": .integer(Int64(pending))] },
            text: {
                invocation.safe("This device has left the space at \(membership.server). What it holds stays here.") + "\n"
                    + "The server still knows it as a device: 'packmule device revoke' on another one ends that.\n"
            })
    }
}
