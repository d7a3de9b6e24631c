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
        guard let membership = try device.membership() else { throw SyncError.notInSpace }
        let pending = try device.syncStatus().pendingCount
        let unsent =
            pending == 0 ? "" : " The others will not see what changed in \(English.count(pending, "record")) here."
        try invocation.confirm("Leave the space at \(membership.server)?\(unsent)")
        let isTold = try device.leave(over: try invocation.transport(of: device))
        return Answer(
            json: {
                [
                    "server": .string("\(membership.server)"), "pending": .integer(Int64(pending)),
                    "serverTold": .bool(isTold),
                ]
            },
            text: {
                invocation.safe("This device has left the space at \(membership.server). What it holds stays here.")
                    + "\n"
                    + (isTold
                        ? ""
                        : "The server could not be told: end its access with 'packmule device revoke' elsewhere.\n")
            })
    }
}
