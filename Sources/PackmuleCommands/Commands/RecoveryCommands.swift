// The code by which a space is found again when every device is lost.

import CommandLineTool
import JSONText
import PackmuleKit

enum RecoveryCommands {
    static let recovery = Command<Action>(
        "recovery", summary: "The code for the day when every device is lost",
        examples: [
            Example("packmule recovery make", "write it down and keep it away from the devices"),
            Example("packmule recovery use CODE --server https://packmule.example.org", "on a new device"),
        ],
        subcommands: [make, use])

    private static let make = Command<Action>(
        "make", summary: "Make the recovery code; it is shown once",
        discussion: """
            Whoever has the code and knows the server comes in and reads everything. It has no end, until the next one \
            is made: only the last one works.
            """,
        examples: [Example("packmule recovery make", "an earlier code stops working")],
        action: runMake)

    private static let use = Command<Action>(
        "use", summary: "Come into a space by its recovery code",
        discussion: """
            As 'packmule join', with the code instead of an invitation. With '-' it is read from standard input. \
            Blanks and hyphens do not count, nor does case.
            """,
        examples: [Example("packmule recovery use - --server https://packmule.example.org", "then 'packmule sync'")],
        operands: [Operand("CODE", help: "The code, or - for standard input")],
        options: [
            Option("server", value: "URL", help: "The address of the server"),
            Option("name", value: "NAME", help: "What the other devices call this one; else as it is called now"),
        ],
        seeAlso: ["join", "sync"],
        action: runUse)

    private static func runMake(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let code = try device.makeRecoveryCode(over: try invocation.transport(of: device))
        let server = try device.membership().map { "\($0.server)" } ?? ""
        return Answer(
            json: { ["code": .string(code), "server": .string(server)] },
            text: {
                "\(code)\n" + "Write it down now: it is not shown again, and an earlier one stops working.\n"
                    + invocation.safe("On a new device: packmule recovery use CODE --server \(server)") + "\n"
            })
    }

    private static func runUse(_ invocation: Invocation) throws -> Answer {
        guard let server = invocation.command.value("server") else {
            throw invocation.misused("Give the address of the server with --server.")
        }
        let origin = try Origin(reading: server)
        let code = try invocation.secret("CODE", asking: "Recovery code: ")
        let device = try invocation.device()
        try invocation.requireAnswer(device)
        let joined = try device.recover(
            code, server: origin, name: invocation.typedName, over: invocation.outside.transport(origin, nil),
            asking: invocation.confirmJoining)
        return try .joined(joined, device)
    }
}

extension Origin {
    /// Reads the address of a server that somebody typed.
    fileprivate init(reading text: String) throws {
        do {
            try self.init(text)
        } catch Problem.plainBeyondLoopback {
            throw PackmuleKit.Problem(field: "server", clause: "must begin with https:// beyond this machine")
        } catch {
            throw PackmuleKit.Problem(
                field: "server", clause: "must be an address such as https://packmule.example.org")
        }
    }
}
