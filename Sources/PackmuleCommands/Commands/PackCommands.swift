// The packing list of a trip: by category, with how far the packing is.

import CommandLineTool
import JSONText
import PackmuleKit

enum PackCommands {
    static let pack = Command<Action>(
        "pack", summary: "Show the packing list of a trip",
        discussion:
            "[x] is packed, [ ] is not yet, [-] is decided not to be taken. Categories without an item of the trip "
            + "are left out; --json has them.",
        examples: [
            Example("packmule pack", "of the trip that is on or comes next"),
            Example("packmule pack Bergen --json", "of a certain trip, for scripts"),
        ],
        operands: [
            Operand("TRIP", .optional, .words("trip"), help: "The trip; without it the one that 'packmule next' shows")
        ],
        seeAlso: ["check", "item add"], action: runPack)

    private static func runPack(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let (trip, list) = try device.read { reader in
            let trip = try invocation.trip(reader, of: device, named: invocation.command.operand("TRIP")).trip
            return (trip, try NumberedList(of: trip, reader))
        }
        return Answer(json: { list.json(trip) }, text: { list.text(trip, invocation.screen) })
    }
}

/// A packing list whose items have their small numbers.
struct NumberedList {
    /// The items of one category, in their order.
    struct Group {
        /// Nil for "Other".
        let category: PackingCategory?
        let label: String
        let items: [Stored<PackingItem>]
    }

    let groups: [Group]
    private let list: PackingList
    private let unit: Settings.WeightUnit

    var isEmpty: Bool { list.items.isEmpty }
    var progress: (packed: Int, total: Int) { list.progress }

    init(of trip: Stored<Trip>, _ reader: Reader) throws {
        let numbers = Dictionary(
            try reader.items(of: trip.record.id).map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
        list = try reader.packingList(of: trip.record.id)
        groups = list.groups.map { group in
            Group(category: group.category, label: group.label, items: group.items.compactMap { numbers[$0.id] })
        }
        unit = try reader.settings().weightUnit
    }

    // MARK: For scripts

    /// `{trip, categories: [{id, label, items}], packed, total, weightGrams}`
    func json(_ trip: Stored<Trip>) -> JSONValue {
        let categories = groups.map { group -> JSONValue in
            [
                "id": (group.category?.id.description).json, "label": .string(group.label),
                "items": .array(group.items.map(\.json)),
            ]
        }
        return [
            "trip": trip.json, "categories": .array(categories), "packed": .integer(Int64(progress.packed)),
            "total": .integer(Int64(progress.total)), "weightGrams": .integer(Int64(list.totalGrams)),
        ]
    }

    // MARK: For people

    /// The whole list, by category.
    func text(_ trip: Stored<Trip>, _ screen: Screen) -> String {
        let title = SafeText.visible(trip.record.displayName)
        guard !isEmpty else {
            return "Nothing is on the list of \(title). Put something on it: packmule item add NAME -t \(trip.number)\n"
        }
        // One table for all, so that columns stand below each other.
        let shown = groups.filter { !$0.items.isEmpty }
        let lines = table(shown.flatMap(\.items)).text(screen).split(separator: "\n", omittingEmptySubsequences: false)
        var rest = lines.dropLast()[...]
        let blocks = shown.map { group in
            let block = rest.prefix(group.items.count)
            rest = rest.dropFirst(group.items.count)
            return screen.colour.paint(SafeText.visible(group.label), .bold) + "\n" + block.joined(separator: "\n")
        }
        return ([screen.colour.paint(title, .bold)] + blocks + [progressText]).joined(separator: "\n\n") + "\n"
    }

    /// `3 of 12 packed, 2.4 kg`
    var progressText: String {
        let weight = list.totalGrams == 0 ? "" : ", " + WeightText.text(grams: list.totalGrams, in: unit)
        return "\(progress.packed) of \(progress.total) packed" + weight
    }

    private func table(_ items: [Stored<PackingItem>]) -> Table {
        let columns: [Table.Column] = [
            .init(""), .init("", .right), .init("", isFlexible: true), .init(""), .init("", .right),
        ]
        return Table(
            columns,
            rows: items.map { stored in
                let item = stored.record
                let quantity = item.isTaken ? (item.quantity > 1 ? "×\(item.quantity)" : "") : "not taken"
                return [
                    mark(item), .init(String(stored.number), .dim), .init(item.name, item.isTaken ? .plain : .dim),
                    .init(quantity), .init(weight(item)),
                ]
            })
    }

    /// An item in a table of all items.
    func row(_ stored: Stored<PackingItem>, label: String) -> [Table.Cell] {
        let item = stored.record
        return [
            .init(String(stored.number)), mark(item), .init(item.name, item.isTaken ? .plain : .dim),
            .init(String(item.quantity)), .init(weight(item)), .init(label),
        ]
    }

    private func mark(_ item: PackingItem) -> Table.Cell {
        item.packed ? .init("[x]", .green) : .init(item.isTaken ? "[ ]" : "[-]")
    }

    /// Of all pieces; nothing while nobody weighed it.
    private func weight(_ item: PackingItem) -> String {
        item.totalGrams == 0 ? "" : WeightText.text(grams: item.totalGrams, in: unit)
    }
}
