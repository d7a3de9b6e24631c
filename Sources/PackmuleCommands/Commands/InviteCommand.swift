// Letting another device in.

import CommandLineTool
import JSONText
import PackmuleKit

enum InviteCommand {
    static let invite = Command<Action>(
        "invite", summary: "Show a link by which another device comes into the space",
        discussion: """
            The link is good once and for 15 minutes. Whoever has it comes in and reads everything: show it, or pass it \
            on where nobody else reads. On a terminal that is wide enough it is shown as a QR code too.
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
        let validUntil = Instant(millisecondsSince1970: invitation.validUntilMilliseconds)
        return Answer(
            json: { ["link": .string(link), "validUntil": validUntil.json] },
            text: {
                let code = invocation.screen.columns.flatMap { QRCode(link)?.text(width: $0) } ?? ""
                return code + "\(link)\n"
                    + "Good once until \(invocation.surroundings.localTime(validUntil)): 'packmule join LINK'.\n"
            })
    }
}

extension Invocation {
    /// The way to the server of the space.
    ///
    /// - Throws: ``DeviceError`` when the device is in none.
    func transport(of device: Device) throws -> any Transport {
        guard let membership = try device.membership() else { throw DeviceError.notInSpace }
        return outside.transport(try membership.origin, membership.pin)
    }
}
