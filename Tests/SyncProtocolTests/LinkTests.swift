// Links as people copy them.

import Cryptography
import HTTPMessages
import SyncProtocol
import Testing

struct LinkTests {
    static let invitation = "https://packmule.example.org/#i.8PHy8_T19vf4-fr7_P3-_w"
    static let pin = ".gx8m2-BtRg8DXC07YQcxrPWrn7yVxVYa53p1zQEncX8"

    @Test(
        "A link of another program is read into its parts and printed as it was",
        arguments: try fixtureRows("links.tsv"))
    func parts(row: [String]) throws {
        let link = try Link(row[0])
        #expect(link.kind.rawValue == row[1])
        #expect(link.origin.description == row[2])
        #expect(link.secret.bytes == bytesOf(hexadecimal: row[3]))
        #expect(link.pin == (row[4].isEmpty ? nil : bytesOf(hexadecimal: row[4])))
        #expect(link.text == row[0])
        #expect(Link(kind: link.kind, origin: link.origin, secret: link.secret, pin: link.pin) == link)
    }

    @Test(
        "What stands around a pasted link does not matter",
        arguments: ["  \(invitation)", "\(invitation)\r\n", "\t<\(invitation)>\n\n", "\u{A0}\(invitation)\u{2028}"])
    func blanks(pasted: String) throws {
        #expect(try Link(pasted).text == Self.invitation)
    }

    @Test("A slash at the end of the address may be missing")
    func slash() throws {
        #expect(try Link("https://packmule.example.org#i.8PHy8_T19vf4-fr7_P3-_w").text == Self.invitation)
    }

    @Test(
        "Each mistake has its own reason",
        arguments: [
            ("", Link.Problem.noFragment), ("   ", .noFragment), ("https://packmule.example.org/", .noFragment),
            ("#i.8PHy8_T19vf4-fr7_P3-_w", .server(.malformed)),
            ("packmule.example.org/#i.8PHy8_T19vf4-fr7_P3-_w", .server(.malformed)),
            ("https://packmule.example.org/path#i.8PHy8_T19vf4-fr7_P3-_w", .server(.malformed)),
            ("http://packmule.example.org/#i.8PHy8_T19vf4-fr7_P3-_w", .server(.plainBeyondLoopback)),
            ("https://packmule.example.org/#", .unknownKind), ("https://packmule.example.org/#x.8PHy8", .unknownKind),
            ("https://packmule.example.org/#I.8PHy8_T19vf4-fr7_P3-_w", .unknownKind),
            ("https://packmule.example.org/#i", .wrongSecret), ("https://packmule.example.org/#i.", .wrongSecret),
            ("https://packmule.example.org/#i.8PHy8_T19vf4-fr7_P3-_", .wrongSecret),
            ("https://packmule.example.org/#i.8PHy8_T19vf4-fr7_P3-_wA", .wrongSecret),
            ("https://packmule.example.org/#i.8PHy8_T19vf4-fr7_P3-_x", .wrongSecret),
            ("https://packmule.example.org/#i.8PHy8/T19vf4+fr7/P3+/w", .wrongSecret),
            ("https://packmule.example.org/#i.8PHy8_T19vf4-fr7_P3-_w==", .wrongSecret),
            ("https://packmule.example.org/#i.8PHy8_T19vf4-fr7_P3-_é", .wrongSecret),
            (invitation + ".", .wrongPin), (invitation + pin.dropLast(), .wrongPin),
            (invitation + pin.dropLast() + "9", .wrongPin), (invitation + pin + ".", .wrongPin),
            ("http://localhost/#i.8PHy8_T19vf4-fr7_P3-_w" + pin, .pinWithoutEncryption),
        ] as [(String, Link.Problem)])
    func mistakes(pasted: String, problem: Link.Problem) {
        #expect(throws: problem) { try Link(pasted) }
        #expect(!problem.description.contains("8PHy8"))
    }

    @Test("The look-up id of a link is the one of another program")
    func lookup() throws {
        let claim = try Link("https://packmule.example.org/#c.8PHy8_T19vf4-fr7_P3-_w")
        #expect(claim.lookup == (try fixtureValue("lookup-of-claim")))
        #expect(try Link(Self.invitation).lookup == (try fixtureValue("lookup-of-invitation")))
    }

    @Test("A link that is printed by accident does not show its secret")
    func redacted() throws {
        let link = try Link(Self.invitation)
        #expect(!"\(link)".contains("8PHy8"))
        #expect(!String(reflecting: link).contains("240"))
    }
}
