// What rings in the time to come: of one reminder with every reason, and of all.

import CommandLineTool
import JSONText
import PackmuleKit

enum UpcomingCommands {
    private static let count = Option(
        "limit", short: "n", value: "COUNT", .integer(1...1000), default: "10", help: "How many times to show")

    // MARK: One reminder

    static let next = Command<Action>(
        "next", summary: "Show when a reminder rings, and why then",
        discussion: """
            A dry run, by the zone data of this machine: nothing rings by it, and what would ring is shown whether or \
            not reminders are allowed here. Without REMINDER the one that rings first is meant.
            """,
        examples: [
            Example("packmule reminder next hotel", "the next ten times"),
            Example("packmule reminder next -n 1 --json", "what rings first of all, for scripts"),
            Example("packmule reminder next plants --from 2027-03-27T12:00:00Z -n 3", "around a change of the clocks"),
        ],
        operands: [ReminderCommands.operand(.optional)],
        options: [
            count,
            Option("from", value: "INSTANT", help: "After this instant, such as 2027-06-03T07:00:00Z, not after now"),
        ],
        seeAlso: ["reminder pending", "remind"], action: runNext)

    private static func runNext(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let limit = invocation.command.integer("limit") ?? 10
        let from = try invocation.command.value("from").map { try Typed.instant($0, calling: "from") }
        guard let stored = try reminderMeant(invocation, device) else {
            return Answer(
                json: { ["reminder": .null, "occurrences": [], "zoneData": device.surroundings.zones.version.json] },
                text: { "Nothing is to ring.\n" })
        }
        if let trip = try device.read({ try $0.deletedTrip(of: stored.record) }) {
            throw Refusal("cannot-ring", "It does not ring: \(trip.silences)", hint: trip.remedy)
        }
        let upcoming = try device.upcoming(stored.record.id, limit: limit, from: from)
        let last = upcoming.count < limit ? nil : upcoming.last?.occurrence.instant
        let skipped = Array(
            try device.skipped(stored.record.id, from: from, until: last ?? .latest).prefix(limit))
        return Answer(
            json: {
                [
                    "reminder": stored.json, "occurrences": .array(upcoming.map(\.json)),
                    "skipped": .array(skipped.map(\.skippedJSON)),
                    "zoneData": device.surroundings.zones.version.json,
                ]
            },
            text: { text(stored, upcoming, skipped, device.surroundings, invocation.screen) })
    }

    /// The one that is named, else the one that rings first; nil where none does.
    private static func reminderMeant(_ invocation: Invocation, _ device: Device) throws -> Stored<Reminder>? {
        if invocation.command.operand("REMINDER") != nil {
            return try device.read { try ReminderCommands.named(invocation, $0, device) }
        }
        guard let first = try device.pendingReminders(limit: 1).first else { return nil }
        return try device.read { try $0.record(Reminder.self, first.reminder.id) }
    }

    private static func text(
        _ stored: Stored<Reminder>, _ upcoming: [UpcomingOccurrence], _ skipped: [UpcomingOccurrence],
        _ surroundings: Surroundings, _ screen: Screen
    ) -> String {
        let trigger = Trigger(stored.record.trigger)?.words ?? "?"
        let zones = Set(upcoming.map(\.zone.text)).sorted()
        let clocks = zones.isEmpty ? "" : ", by the clocks of \(English.list(zones))"
        let heading =
            screen.colour.paint(SafeText.visible(stored.words), .bold)
            + SafeText.visible(": \(trigger)\(clocks).") + "\n"
        let version = surroundings.zones.version.map { "Zone data of version \($0)." } ?? "There is no zone data."
        let ending = upcoming.isEmpty ? "Nothing more is to come.\n" : ""
        if upcoming.isEmpty, skipped.isEmpty { return heading + ending + version + "\n" }
        let columns: [Table.Column] = [
            .init("Day"), .init("Clock"), .init("Offset"), .init("UTC"), .init("Occurrence"),
            .init("Why then", isFlexible: true),
        ]
        let rows = upcoming.map { ($0.occurrence.instant, row($0)) }
        let skippedRows = skipped.map { ($0.occurrence.instant, skippedRow($0)) }
        let sorted = (rows + skippedRows).sorted { $0.0 < $1.0 }.map(\.1)
        // A reason that is cut is none.
        return heading + Table(columns, rows: sorted).text(width: nil, colour: screen.colour) + ending + version + "\n"
    }

    private static func row(_ upcoming: UpcomingOccurrence) -> [Table.Cell] {
        [
            .init(day(of: upcoming)), .init("\(upcoming.reading.time)"), .init(upcoming.offset),
            .init("\(upcoming.occurrence.instant)"), .init("\(upcoming.occurrence.key)", .dim),
            .init(upcoming.explanation, .dim),
        ]
    }

    private static func skippedRow(_ skipped: UpcomingOccurrence) -> [Table.Cell] {
        let nothing = Table.Cell("–", .dim)
        return [.init(day(of: skipped)), nothing, nothing, nothing, nothing, .init(skipped.skippedReason, .dim)]
    }

    private static func day(of upcoming: UpcomingOccurrence) -> String {
        let day = upcoming.reading.day
        return "\(day.weekday.name.prefix(3)) \(day)"
    }

    // MARK: All reminders

    static let pending = Command<Action>(
        "pending", summary: "List what rings in the time to come, of all reminders",
        examples: [Example("packmule reminder pending -n 3", "the next three times that anything rings")],
        options: [count], seeAlso: ["reminder next", "reminder delivered"], action: runPending)

    private static func runPending(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let pending = try device.pendingReminders(limit: invocation.command.integer("limit") ?? 10)
        let facts = try device.reminders()
        let numbers = Dictionary(facts.map { ($0.stored.record.id, $0.stored.number) }) { first, _ in first }
        var answer = Answer(
            json: {
                let entries = pending.map { pending -> JSONValue in
                    [
                        "reminder": .string(pending.reminder.id.description),
                        "number": numbers[pending.reminder.id].json,
                        "title": .string(pending.reminder.title), "key": .string("\(pending.occurrence.key)"),
                        "at": pending.occurrence.instant.json,
                    ]
                }
                return ["pending": .array(entries)]
            },
            text: {
                if pending.isEmpty { return "Nothing is to ring.\n" }
                let (rules, now) = (device.surroundings.localZone.rules, device.surroundings.now)
                let rows = pending.map { pending -> [Table.Cell] in
                    let time = rules.civil(at: pending.occurrence.instant).spoken(from: rules.civil(at: now))
                    return [
                        .init(time), .init(numbers[pending.reminder.id].map(String.init) ?? ""),
                        .init(pending.reminder.title), .init("\(pending.occurrence.key)", .dim),
                    ]
                }
                let columns: [Table.Column] = [
                    .init("When"), .init("No.", .right), .init("Reminder", isFlexible: true), .init("Occurrence"),
                ]
                return Table(columns, rows: rows).text(invocation.screen)
            })
        if !pending.isEmpty { answer.notes = try device.reminderNotes(invocation) }
        return answer
    }
}
