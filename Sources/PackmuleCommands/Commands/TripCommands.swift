// Trips: made, listed, changed, copied, put away.

import CommandLineTool
import JSONText
import PackmuleKit

enum TripCommands: RecordCommands {
    typealias Record = Trip

    static let trip = Command<Action>(
        "trip", summary: "Trips: where to, when, and for how long",
        examples: [
            Example("packmule trip", "the trips, by start"),
            Example("packmule trip add Bergen --start 2027-06-03 --nights 4", "plan a trip"),
        ],
        subcommands: [
            add, list, show, edit, copy, cancel, uncancel, archive, unarchive, delete, restore,
        ], defaultName: "list")

    static let options = SchemaOptions<Trip>(
        name: "city",
        [
            SchemaOptions<Trip>.link("title"), SchemaOptions<Trip>.link("country"), SchemaOptions<Trip>.link("start"),
            SchemaOptions<Trip>.link("nights"), SchemaOptions<Trip>.link("zone", .words("zone")),
            SchemaOptions<Trip>.link("note"),
        ])

    static let moreEditing = [Option("end", value: "DAY", help: "The last day, instead of the nights")]

    static let samples = Samples(
        name: "Bergen", deletedName: "Oslo",
        editing: ("--start 2027-06-10", "a week later; it lasts as many nights as before"))

    static func bringBack(_ id: RecordID, _ edit: Edit, _ device: Device) throws {
        try edit.restoreTrip(id, at: device.surroundings.now)
    }

    // MARK: Add

    private static let add = Command<Action>(
        "add", summary: "Add a trip",
        examples: [
            Example("packmule trip add Bergen --start 2027-06-03 --nights 4", "four nights in Bergen"),
            Example("packmule trip add New York --start 2027-09-01 --end 2027-09-05", "by its last day"),
            Example("packmule trip add Lisbon --country PT", "no date is set yet"),
        ],
        operands: [Operand("CITY", .many, help: "The city it goes to; several words are one name")],
        options: options.adding + moreEditing, action: runAdd)

    private static func runAdd(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let words = invocation.command.operands("CITY")
        if let day = words.first(where: { (try? DayText.day(in: $0).get()) != nil }) {
            throw Problem(field: "city", clause: "must not hold a day such as \(day): type --start \(day)")
        }
        let city = words.joined(separator: " ")
        let edited = try device.edit(invocation.words) { edit in
            var trip = Trip(id: edit.newID())
            try options.set(options.name, to: city, edit, in: &trip)
            try apply(invocation, edit, to: &trip)
            try edit.create(trip)
            return trip
        }
        var answer = try Answer.changed(edited, device) { "Added \($0)." }
        answer.notes = notes(edited.result, device)
        return answer
    }

    /// Puts everything typed into a trip; a last day becomes nights.
    static func apply(_ invocation: Invocation, _ reader: Reader, to trip: inout Trip) throws {
        try options.apply(invocation.command, reader, to: &trip)
        guard let typed = invocation.command.value("end") else { return }
        do {
            let end = try DayText.day(in: TextRules.cleaned(typed)).get()
            let nights = try trip.nights(until: end).get()
            if invocation.command.has("nights"), nights != trip.nights {
                throw RuleBroken("must agree with the nights: \(nights) until then, not \(trip.nights)")
            }
            trip.nights = nights
        } catch let rule as RuleBroken {
            throw Problem(field: "--end", clause: rule.clause)
        }
    }

    /// A zone that is not known is kept, for it may be known elsewhere, but it does not count.
    private static func notes(_ trip: Trip, _ device: Device) -> [String] {
        guard let zone = trip.zone, case .unknown(let suggestion) = device.surroundings.zones.find(zone) else {
            return []
        }
        let ending = suggestion.map { "; did you mean \($0)?" } ?? "."
        return ["The time zone \(zone) is not known here, so that the zone of this device counts" + ending]
    }

    // MARK: List

    private static let list = Command<Action>(
        "list", summary: "List the trips, by start",
        discussion: "Trips that are over are listed; those that are cancelled or archived only with --all.",
        examples: [
            Example("packmule trip list", "what is planned and what was"),
            Example("packmule trip list --all --json", "everything, for scripts"),
        ],
        options: [Option(flag: "all", help: "List cancelled and archived trips too")], action: runList)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let all = try device.read { try $0.trips() }
        let trips = invocation.command.has("all") ? all : all.filter { $0.record.isListed }
        let table = Table(
            [
                .init("No.", .right), .init("Trip", isFlexible: true), .init("Start"), .init("End"),
                .init("Nights", .right), .init("Country", isFlexible: true), .init("", isFlexible: false),
            ],
            rows: trips.map(row))
        let hidden = all.count - trips.count
        let ending = hidden == 0 ? "" : "\(English.count(hidden, "more trip")): packmule trip list --all\n"
        return Answer(
            json: { ["trips": .array(trips.map(\.json))] },
            text: {
                (trips.isEmpty ? "There are no trips.\n" : table.text(invocation.screen)) + ending
            })
    }

    private static func row(_ stored: Stored<Trip>) -> [Table.Cell] {
        let trip = stored.record
        let standing = [trip.status == .cancelled ? "cancelled" : nil, trip.archived ? "archived" : nil]
        return [
            .init(String(stored.number)), .init(trip.displayTitle, trip.isListed ? .plain : .dim),
            .init(trip.start?.description ?? ""), .init(trip.lastDay?.description ?? ""), .init(String(trip.nights)),
            .init(trip.country.map(Country.name(of:)) ?? ""),
            .init(standing.compactMap { $0 }.joined(separator: ", "), .dim),
        ]
    }

    // MARK: Show

    static func derivedLines(_ trip: Trip, _ reader: Reader) throws -> [(String, String)] {
        let progress = try reader.packingList(of: trip.id).progress
        return [("last day", trip.lastDay?.description ?? ""), ("packed", "\(progress.packed) of \(progress.total)")]
            .filter { !$0.1.isEmpty }
    }

    // MARK: Copy

    private static let copy = Command<Action>(
        "copy", summary: "Copy a trip with its packing list, its places, and the reminders that go by its dates",
        discussion: "Nothing of the copy is packed, and changing it leaves the original alone. "
            + "The options change the copy at once. Reminders that do not go by the dates are not copied.",
        examples: [
            Example(
                "packmule trip copy Bergen --title 'Bergen again' --start 2028-06-01", "the same list for another year")
        ],
        operands: [operand()], options: options.editing + moreEditing, action: runCopy)

    private static func runCopy(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let original = try named(invocation, edit, device)
            let copy = try edit.copyTrip(original.record.id, at: device.surroundings.now)
            try edit.update(Trip.self, copy.id) { try apply(invocation, edit, to: &$0) }
            let stored = try edit.record(Trip.self, copy.id)
            return Copied(
                original: original.words, copy: stored?.words ?? "", itemCount: try edit.items(of: copy.id).count,
                reminders: try edit.reminders(device.surroundings) { $0.trip == copy.id },
                left: try edit.children(Reminder.self, of: original.record.id).filter { !$0.record.goesByTrip })
        }
        let copied = edited.result
        let answer = try Answer.changed(edited, device) { _ in copied.sentence }
        return Answer(
            json: {
                .object(
                    (try answer.json().members ?? [])
                        + (copied.left.isEmpty ? [] : [.init("notCopied", .array(copied.left.map(\.json)))]))
            },
            text: { try answer.text() + copied.reminderLines(device.surroundings) })
    }

    /// A copy, with what was copied and what was not.
    private struct Copied {
        let original: String
        let copy: String
        let itemCount: Int
        let reminders: [ReminderFacts]
        /// Reminders of the original that do not go by its dates.
        let left: [Stored<Reminder>]

        var sentence: String {
            let parts =
                [English.count(itemCount, "item")]
                + (reminders.isEmpty ? [] : [English.count(reminders.count, "reminder")])
            return "Copied \(original), to \(copy), with \(English.list(parts))."
        }

        /// When the copied reminders ring, and which were not copied.
        func reminderLines(_ surroundings: Surroundings) -> String {
            let times = reminders.map { "'\($0.stored.record.title)': \($0.nextWords(surroundings))" }
            let names = left.map { "'\($0.record.title)'" }
            let lines =
                (times.isEmpty ? [] : ["The copy rings: \(ReminderEffects.listed(times, separator: "; "))."])
                + (names.isEmpty
                    ? []
                    : [
                        "Not copied, for it does not go by the dates of the trip: "
                            + "\(ReminderEffects.listed(names, separator: ", "))."
                    ])
            return lines.map { SafeText.visible($0) + "\n" }.joined()
        }
    }

    // MARK: Standing

    private static let cancel = standing(
        "cancel", "Mark a trip as not going to happen", "Cancelled", "is cancelled already", "Bergen"
    ) { $0.status = .cancelled }

    private static let uncancel = standing(
        "uncancel", "Plan a cancelled trip again", "Planned again:", "is not cancelled", "Paris"
    ) { $0.status = .planned }

    private static let archive = standing(
        "archive", "Put a trip away; it is kept", "Archived", "is archived already", "Bergen"
    ) { $0.archived = true }

    private static let unarchive = standing(
        "unarchive", "Bring a trip back that was put away", "Brought back from the archive:", "is not archived", "Rome"
    ) { $0.archived = false }

    private static func standing(
        _ name: String, _ summary: String, _ verb: String, _ already: String, _ sample: String,
        _ body: @escaping @Sendable (inout Trip) -> Void
    ) -> Command<Action> {
        Command(
            name, summary: summary,
            examples: [Example("packmule trip \(name) \(sample)", "by a part of its name")], operands: [operand()],
            action: { invocation in try change(invocation, verb, unchanged: already) { _, _, trip in body(&trip) } })
    }
}

extension Trip {
    /// Whether it is neither cancelled nor archived.
    var isListed: Bool { status == .planned && !archived }
}

extension Table {
    /// As wide as the screen, in its colours.
    func text(_ screen: Screen) -> String { text(width: screen.columns, colour: screen.colour) }
}
