// Checking items off a packing list, and back.

import CommandLineTool
import JSONText
import PackmuleKit

enum CheckCommands {
    static let check = command("check", "Mark items as packed", isPacked: true)
    static let uncheck = command("uncheck", "Mark items as not packed", isPacked: false)

    private static func command(_ name: String, _ summary: String, isPacked: Bool) -> Command<Action> {
        let sample = isPacked ? "socks" : "passport"
        return Command(
            name, summary: summary,
            discussion: "Either all items are marked, or none when one of them cannot be found."
                + (isPacked ? " With --all, what is not taken (quantity 0) stays unpacked." : ""),
            examples: [
                Example("packmule \(name) \(sample)", "by a part of its name"),
                Example("packmule item \(name) 1 2 3", "by their numbers"),
                Example("packmule \(name) --all -t Bergen", "the whole list of a trip"),
            ],
            operands: [Operand("ITEM", .any, .words("item"), help: "The items: numbers, or parts of their names")],
            options: ItemCommands.lookup + [Option(flag: "all", help: "All items of the list")],
            seeAlso: ["pack"], action: { try run($0, isPacked: isPacked) })
    }

    private static func run(_ invocation: Invocation, isPacked: Bool) throws -> Answer {
        let names = invocation.command.operands("ITEM")
        guard invocation.command.has("all") == names.isEmpty else {
            throw invocation.misused(
                names.isEmpty ? "Name an item, or give --all." : "Name items or give --all, not both.")
        }
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let items = try names.map { try found($0, invocation, edit, device, isPacked) }
            let trips = names.isEmpty ? [try invocation.tripMeant(edit, of: device).record.id] : tripsOnce(items)
            let ids =
                try names.isEmpty
                ? trips.flatMap { try edit.packingList(of: $0).idsToChange(packed: isPacked) } : items.map(\.record.id)
            for id in ids { try edit.update(PackingItem.self, id) { $0.packed = isPacked } }
            return (words: ChangedRecord.words(items.map { ChangedRecord($0) }), trips: try progress(trips, edit))
        }
        let standing = edited.result.trips
        let subject = names.isEmpty ? "all items" : edited.result.words
        let already = "Already \(isPacked ? "" : "un")packed: \(subject). \(standing)"
        return try .changed(edited, device, unchanged: already) {
            "\(isPacked ? "Packed" : "Unpacked") \($0). \(standing)"
        }
    }

    private static func found(
        _ name: String, _ invocation: Invocation, _ reader: Reader, _ device: Device, _ isPacked: Bool
    ) throws -> Stored<PackingItem> {
        let item = try ItemCommands.find(name, invocation, reader, device, deleted: false)
        guard item.record.isTaken || !isPacked else {
            throw Refusal(
                "not-taken", "It was decided not to take '\(item.record.name)': its quantity is 0.",
                hint: "Take it with 'packmule item edit \(item.number) --quantity 1'.")
        }
        return item
    }

    private static func tripsOnce(_ items: [Stored<PackingItem>]) -> [RecordID] {
        items.compactMap(\.record.trip).reduce(into: []) { trips, trip in
            if !trips.contains(trip) { trips.append(trip) }
        }
    }

    /// `3 of 12 packed for Bergen, June 2027.`
    private static func progress(_ trips: [RecordID], _ reader: Reader) throws -> String {
        try trips.compactMap { try reader.record(Trip.self, $0) }.map { trip in
            let (packed, total) = try reader.packingList(of: trip.record.id).progress
            return "\(packed) of \(total) packed for \(trip.record.displayName)."
        }.joined(separator: " ")
    }
}
