// The devices of a server, as whoever runs it sees them.

import CommandLineTool
import JSONText
import Replication
import SyncProtocol
import SyncServer

enum DeviceCommands {
    static let device = Command<Action>(
        "device", summary: "List and revoke devices",
        examples: [Example("packmule-server device --data ~/packmule-data", "all devices")],
        subcommands: [list, revoke], defaultName: "list")

    private static let spaceOption = Option("space", value: "ID", help: "Those of this space only")

    private static let list = Command<Action>(
        "list", summary: "List the devices by the hash of their token; their names are sealed",
        examples: [Example("packmule-server device list --data ~/packmule-data", "all devices")],
        options: [spaceOption],
        seeAlso: ["space list"],
        action: .answer { invocation in
            let devices = try Self.devices(invocation)
            return Answer(
                json: { ["devices": .array(devices.map(\.json))] },
                text: {
                    guard !devices.isEmpty else { return "There are no devices.\n" }
                    return Table(
                        [.init("Device"), .init("Space"), .init("Joined"), .init("Last seen"), .init("")],
                        rows: devices.map(\.row)
                    ).text(width: invocation.screen.columns, colour: invocation.screen.colour)
                })
        })

    private static let revoke = Command<Action>(
        "revoke", summary: "Take a device's access away, at once",
        discussion: """
            The device keeps what it has, and gets nothing new. A running server obeys from its next request on. The \
            key of the space stays the same.
            """,
        examples: [Example("packmule-server device revoke 3f9a01c2 --data ~/packmule-data", "by the first digits")],
        operands: [Operand("HASH", help: "The first digits of the hash, as 'device list' shows them")],
        options: [spaceOption],
        action: .answer { invocation in
            let prefix = (invocation.command.operand("HASH") ?? "").lowercased()
            guard prefix.utf8.count >= 4, prefix.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
                throw invocation.misused("Give at least the first 4 digits of the hash.")
            }
            let found = try Self.devices(invocation).filter { $0.device.tokenHash.hexadecimal.hasPrefix(prefix) }
            guard let device = found.first else {
                throw Refusal(
                    "not-found", "There is no device '\(prefix)'.", hint: "See 'packmule-server device list'.")
            }
            guard found.count == 1 else {
                throw Refusal("ambiguous", "'\(prefix)' could be more than one device.", hint: "Give more digits.")
            }
            try Administration.beside(invocation).revoke(device.device, of: device.space)
            let hash = device.device.tokenHash.hexadecimal
            return Answer(
                json: { ["revoked": .string(hash)] },
                text: { "The device \(hash.prefix(8)) opens nothing any more.\n" })
        })

    private static func devices(_ invocation: Invocation) throws -> [ListedDevice] {
        var spaces = try Administration.beside(invocation).spaces()
        if let text = invocation.command.value("space") {
            spaces = spaces.filter { $0.state.id == RecordID(text) }
            guard !spaces.isEmpty else {
                throw Refusal("not-found", "There is no space '\(text)'.", hint: "See 'packmule-server space list'.")
            }
        }
        return spaces.flatMap { space in space.devices.map { ListedDevice(space: space, device: $0) } }
    }
}

/// A device with the space that it belongs to.
private struct ListedDevice {
    let space: SpaceFacts
    let device: MemberDevice
    var json: JSONValue {
        [
            "tokenHash": .string(device.tokenHash.hexadecimal), "space": .string(space.state.id.description),
            "isRevoked": .bool(device.isRevoked), "joined": MomentText.json(device.joinedMilliseconds),
            "lastSeen": MomentText.json(device.seenMilliseconds),
        ]
    }

    var row: [Table.Cell] {
        [
            .init(String(device.tokenHash.hexadecimal.prefix(8))), .init(space.state.id.description),
            .init(MomentText.text(device.joinedMilliseconds)), .init(MomentText.text(device.seenMilliseconds)),
            device.isRevoked ? "revoked" : "",
        ]
    }
}
