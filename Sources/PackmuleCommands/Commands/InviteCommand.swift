// Letting another device in.

import CommandLineTool
import JSONText
import PackmuleKit

enum InviteCommand {
    static let invite = Command<Action>(
        "invite", summary: "Show a link by which another device comes into the space",
        discussion: """
            The link is good once and for 15 minutes. Whoever has it comes in and reads everything: show it, or pass \
            it on where nobody else reads. On a terminal that is wide enough it is shown as a QR code too.
            """,
        examples: [
            Example("packmule invite", "link and QR code"),
            Example("packmule invite --json", "for a script that passes it on"),
        ],
        seeAlso: ["join", "device list"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let invitation = try device.invite(over: try invocation.transport(of: device))
        let link = invitation.link.text
        let validUntil = invitation.validUntil
        return Answer(
            json: { ["link": .string(link), "validUntil": validUntil.json] },
            text: {
                Self.code(link, invocation.screen) + "\(link)\n"
                    + "Good once until \(invocation.surroundings.localTime(validUntil)): 'packmule join LINK'.\n"
            })
    }

    /// Empty where there is no terminal, or none that is wide enough.
    private static func code(_ link: String, _ screen: Screen) -> String {
        guard let columns = screen.columns, let code = QRCode(link),
            code.width + 2 * QRCode.quietModules <= columns
        else { return "" }
        return code.terminalText(screen.colour)
    }
}

extension Invocation {
    /// The way to the server of the space.
    ///
    /// - Throws: ``SyncError`` when the device is in none.
    func transport(of device: Device) throws -> any Transport {
        guard let membership = try device.membership() else { throw SyncError.notInSpace }
        return outside.transport(membership.server, membership.pin)
    }
}
