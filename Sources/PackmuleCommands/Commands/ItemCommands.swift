// Items of packing lists: put on the list, found, changed, moved.

import CommandLineTool
import JSONText
import PackmuleKit

enum ItemCommands: RecordCommands {
    typealias Record = PackingItem

    static let item = Command<Action>(
        "item", summary: "Items: what to pack for a trip",
        discussion: "Without -t the list of the trip that 'packmule next' shows is meant. A number means its item on "
            + "whatever list.",
        examples: [
            Example("packmule item", "what is on the list"),
            Example("packmule item add Socks 'Rain jacket' --category Clothes", "put two items on it"),
        ],
        subcommands: [
            add, list, show, edit, move, CheckCommands.check, CheckCommands.uncheck, DuplicateCommands.duplicates,
            DuplicateCommands.merge, delete, restore,
        ], defaultName: "list")

    static let options = SchemaOptions<PackingItem>(
        name: "name",
        [
            SchemaOptions<PackingItem>.link(
                "category", value: "CATEGORY", .words("category"),
                reading: { text, reader, _ in
                    try reader.findOrExplain(PackingCategory.self, text).record.id.fieldValue
                }),
            SchemaOptions<PackingItem>.link("quantity"),
            SchemaOptions<PackingItem>.link(
                "weightGrams", as: "weight", value: "WEIGHT",
                help: "The weight of one piece: 240, 240g, 1.5kg, 8oz or 1lb",
                reading: { typed, _, _ in try WeightText.grams(in: typed).get().fieldValue }),
            SchemaOptions<PackingItem>.link("note"),
        ])

    static let lookup = [tripOption]

    static let tripOption = Option(
        "trip", short: "t", value: "TRIP", .words("trip"),
        help: "The trip whose list is meant; without it the one that 'packmule next' shows")

    static let samples = Samples(
        name: "socks", deletedName: "umbrella",
        editing: ("--quantity 4 --weight 40g", "four pairs, 40 g each"))

    // MARK: The item meant

    /// A name is looked up on the list of the trip meant, a number or the start of an id among all items.
    static func find(
        _ text: String, _ invocation: Invocation, _ reader: Reader, _ device: Device, deleted: Bool
    ) throws -> Stored<PackingItem> {
        var trip: Stored<Trip>?
        func candidates() throws -> [Stored<PackingItem>] {
            let meant = try invocation.tripMeant(reader, of: device)
            trip = meant
            guard deleted else { return try reader.items(of: meant.record.id) }
            return try reader.deleted(PackingItem.self).filter { $0.record.trip == meant.record.id }
        }
        do {
            return try deleted
                ? reader.find(PackingItem.self, text, among: candidates(), deleted: true)
                : reader.findOrExplain(PackingItem.self, text, among: candidates())
        } catch DeviceError.notFound where trip != nil && !deleted {
            let list = "'packmule item list -t \(trip?.number ?? 0)'"
            throw Refusal(
                "not-found", "There is no item '\(text)' on the list of \(trip?.record.displayName ?? "").",
                hint: "See what there is with \(list), or name another trip with -t.")
        }
    }

    /// The title of an item's trip.
    static func tripTitle(_ item: PackingItem, _ reader: Reader) throws -> String {
        try item.trip.flatMap { try reader.record(Trip.self, $0) }?.record.displayName ?? "no trip"
    }

    static func shown(_ field: FieldSchema, _ value: Value, _ reader: Reader) throws -> String? {
        switch (field.name, RecordID(fieldValue: value)) {
        case ("trip", let id?): return try reader.record(Trip.self, id)?.words
        case ("category", let id?): return try reader.record(PackingCategory.self, id)?.record.label
        case ("weightGrams", _):
            return try Int(fieldValue: value).map { WeightText.text(grams: $0, in: try reader.settings().weightUnit) }
        default: return field.shown(value)
        }
    }

    // MARK: Add

    private static let add = Command<Action>(
        "add", summary: "Put items on the packing list of a trip",
        discussion: "Each word is one item; put a name of several words in quotes.",
        examples: [
            Example("packmule item add Socks 'Rain jacket' --category Clothes", "two items"),
            Example("packmule item add Charger -t Bergen --weight 120g", "on the list of a certain trip"),
            Example("packmule item add 'Pair of shorts' --quantity 3", "three pieces"),
        ],
        operands: [Operand("NAME", .many, help: "What to pack; each word is an item of its own")],
        options: lookup + options.adding, action: runAdd)

    private static func runAdd(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let trip = try invocation.tripMeant(edit, of: device)
            for name in invocation.command.operands("NAME") {
                var item = PackingItem(id: edit.newID())
                item.trip = trip.record.id
                try options.set(options.name, to: name, edit, in: &item)
                try apply(invocation, edit, to: &item)
                try edit.add(item)
            }
            return trip.record.displayName
        }
        let comma = invocation.command.operands("NAME").count == 1 ? "," : ""
        return try .changed(edited, device) { "Added \($0)\(comma) to the list of \(edited.result)." }
    }

    // MARK: List

    private static let list = Command<Action>(
        "list", summary: "List the items of a trip",
        examples: [
            Example("packmule item list --unpacked", "what is still to be packed"),
            Example("packmule item list -t Bergen --json", "everything, for scripts"),
        ],
        options: lookup + [Option(flag: "unpacked", help: "Only what is to be taken and not packed yet")],
        seeAlso: ["pack"], action: runList)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let (trip, list) = try device.read { reader in
            let trip = try invocation.tripMeant(reader, of: device)
            return (trip, try NumberedList(of: trip, reader))
        }
        let isWanted: (PackingItem) -> Bool =
            invocation.command.has("unpacked") ? { $0.isTaken && !$0.packed } : { _ in true }
        let rows = list.groups.flatMap { group in
            group.items.filter { isWanted($0.record) }.map { (label: group.label, item: $0) }
        }
        return Answer(
            json: { ["trip": trip.json, "items": .array(rows.map(\.item.json))] },
            text: {
                let title = trip.record.displayName
                if rows.isEmpty {
                    return invocation.safe(
                        list.isEmpty ? "Nothing is on the list of \(title)." : "Everything is packed for \(title).")
                        + "\n"
                }
                let table = Table(
                    [
                        .init("No.", .right), .init("Packed"), .init("Item", isFlexible: true),
                        .init("Quantity", .right),
                        .init("Weight", .right), .init("Category", isFlexible: true),
                    ],
                    rows: rows.map { list.row($0.item, label: $0.label) })
                return invocation.screen.colour.paint(invocation.safe(title), .bold) + "\n"
                    + table.text(invocation.screen)
            })
    }

    // MARK: Move

    private static let move = Command<Action>(
        "move", summary: "Move an item within the list",
        examples: [
            Example("packmule item move socks --before 'rain jacket'", "directly above another item"),
            Example("packmule item move socks --category Gear", "to the end of another category"),
        ],
        operands: [operand()],
        options: lookup + [
            Option("before", value: "ITEM", .words("item"), help: "Put it directly before this item"),
            Option("after", value: "ITEM", .words("item"), help: "Put it directly after this item"),
            Option("category", value: "CATEGORY", .words("category"), help: "Put it at the end of this category"),
        ],
        action: runMove)

    private static func runMove(_ invocation: Invocation) throws -> Answer {
        let target = try invocation.onlyOne(of: ["before", "after", "category"])
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let item = try named(invocation, edit, device)
            if target.option == "category" {
                let category = try edit.findOrExplain(PackingCategory.self, target.value)
                try edit.move(item.record.id, toCategory: category.record.id)
                return (item.words, "to \(category.record.label)")
            }
            let siblings = try item.record.trip.map { try edit.items(of: $0) } ?? []
            let neighbour = try edit.find(PackingItem.self, target.value, among: siblings)
            guard neighbour.record.trip == item.record.trip else {
                throw Problem(field: target.option, clause: "must name an item of the same trip")
            }
            guard neighbour.record.id != item.record.id else {
                throw Problem(field: target.option, clause: "must name another item")
            }
            try edit.move(item.record.id, target.option == "before" ? .before : .after, neighbour.record.id)
            return (item.words, "\(target.option) \(neighbour.record.name)")
        }
        let (item, way) = edited.result
        return try .changed(edited, device) { _ in "Moved \(item), \(way)." }
    }
}

extension Invocation {
    /// The one option of some that exclude each other, of which one must be given.
    func onlyOne(of names: [String]) throws -> (option: String, value: String) {
        let given = names.compactMap { name in command.value(name).map { (option: name, value: $0) } }
        guard let first = given.first, given.count == 1 else {
            throw misused("Give one of \(English.list(names.map { "--\($0)" }, "and")).")
        }
        return first
    }
}
