// Reminders: listed, explained, changed, cancelled.

import CommandLineTool
import JSONText
import PackmuleKit

enum ReminderCommands: RecordCommands {
    typealias Record = Reminder

    static let reminder = Command<Action>(
        "reminder", aliases: ["reminders"], summary: "Reminders: what rings when, and what became of it",
        discussion: "'packmule remind' makes them. They ring where packmuled is at work and reminders are allowed.",
        examples: [
            Example("packmule reminder", "all of them, with when they ring next"),
            Example("packmule reminder next hotel", "when one of them rings, and why then"),
            Example("packmule reminder snooze --for 1h", "what rang last comes again in an hour"),
        ],
        seeAlso: ["remind", "permission"],
        subcommands: [
            list, show, UpcomingCommands.next, UpcomingCommands.pending, DueCommands.delivered, edit,
            DueCommands.snooze, DueCommands.done, DueCommands.dismiss, DueCommands.hide, cancel, restore,
        ], defaultName: "list")

    static let options = SchemaOptions.reminder

    static let samples = Samples(
        name: "hotel", deletedName: "taxi",
        editing: ("--at 'tomorrow 10:00' --level timeSensitive", "later, and louder"))

    static func shown(_ field: FieldSchema, _ value: Value, _ reader: Reader) throws -> String? {
        switch (field.name, RecordID(fieldValue: value)) {
        case ("trip", let id?): try reader.record(Trip.self, id)?.words
        case ("place", let id?): try reader.record(Place.self, id)?.words
        case ("item", let id?): try reader.record(PackingItem.self, id)?.words
        default: field.shown(value)
        }
    }

    static func bringBack(_ id: RecordID, _ edit: Edit, _ device: Device) throws {
        try edit.restoreReminder(id, at: device.surroundings.now)
    }

    /// One below a deleted trip is found too, where no other is meant.
    static func find(
        _ text: String, _ invocation: Invocation, _ reader: Reader, _ device: Device, deleted: Bool
    ) throws -> Stored<Reminder> {
        if deleted { return try reader.find(Reminder.self, text, deleted: true) }
        do {
            return try reader.find(Reminder.self, text)
        } catch DeviceError.notFound {
            let hidden = try reader.deleted(Trip.self).flatMap { try reader.children(Reminder.self, of: $0.record.id) }
            do {
                return try reader.find(Reminder.self, text, among: hidden)
            } catch DeviceError.notFound {
                return try reader.findOrExplain(Reminder.self, text)
            }
        }
    }

    // MARK: List

    private static let list = Command<Action>(
        "list", summary: "List the reminders, with when they ring next",
        examples: [
            Example("packmule reminder list", "all of them, by number"),
            Example("packmule reminder list -t Bergen --json", "those of a trip, for scripts"),
        ],
        options: [Option("trip", short: "t", value: "TRIP", .words("trip"), help: "Only the reminders of this trip")],
        action: runList)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let (facts, titles) = try device.read { reader in
            let trip = try invocation.command.value("trip").map { try reader.findOrExplain(Trip.self, $0).record.id }
            let facts = try reader.reminders(device.surroundings) { trip == nil || $0.trip == trip }
            var titles: [RecordID: String] = [:]
            for reminder in facts.map(\.stored.record) where reminder.goesByTrip {
                titles[reminder.id] = try reader.nameOfBasis(of: reminder)
            }
            return (facts, titles)
        }
        var answer = Answer(
            json: { ["reminders": .array(facts.map(\.json))] },
            text: {
                if facts.isEmpty { return "There are no reminders.\n" }
                let columns: [Table.Column] = [
                    .init("No.", .right), .init("Reminder", isFlexible: true), .init("When", isFlexible: true),
                    .init("Next", isFlexible: true),
                ]
                return Table(columns, rows: facts.map { row($0, titles, device.surroundings) }).text(invocation.screen)
            })
        if !facts.isEmpty { answer.notes = try device.reminderNotes(invocation) }
        return answer
    }

    private static func row(
        _ facts: ReminderFacts, _ titles: [RecordID: String], _ surroundings: Surroundings
    ) -> [Table.Cell] {
        let reminder = facts.stored.record
        let style: TextStyle = facts.next == nil || facts.isSilent ? .dim : .plain
        return [
            .init("\(facts.stored.number)"), .init(reminder.title, style),
            .init((Trigger(reminder.trigger)?.words ?? "?") + (titles[reminder.id].map { " (\($0))" } ?? "")),
            .init(facts.nextWords(surroundings) + (facts.isSilent ? " (silent for now)" : ""), style),
        ]
    }

    // MARK: Show

    private static let show = Command<Action>(
        "show", summary: "Show everything known of a reminder", discussion: "What is as usual is not listed.",
        examples: [Example("packmule reminder show hotel", "by a part of its name")], operands: [operand()],
        action: runShow)

    private static func runShow(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let (json, page) = try device.read { reader in
            let stored = try named(invocation, reader, device)
            let facts = try reader.reminders(device.surroundings) { $0.id == stored.record.id }.first
            let page = try RecordPage(stored, lines(of: stored, facts, device.surroundings, reader))
            let deletedTrip = try reader.deletedTrip(of: stored.record)
            return (facts?.json ?? stored.jsonBelowDeletedTrip(deletedTrip), page)
        }
        return Answer(json: { ["reminder": json] }, text: { page.text(invocation.screen) })
    }

    private static func lines(
        of stored: Stored<Reminder>, _ facts: ReminderFacts?, _ surroundings: Surroundings, _ reader: Reader
    ) throws -> [(String, String)] {
        let (schema, usual) = (Reminder.schema, Reminder(id: stored.record.id))
        let values = zip(schema.read(stored.record), schema.read(usual))
        let trigger = Trigger(stored.record.trigger)
        var lines = try zip(schema.description.fields, values).compactMap { field, values -> (String, String)? in
            let isSaid = field.name == "title" || field.name == "since" || field.name == "trigger" && trigger != nil
            guard values.0 != values.1, !isSaid else { return nil }
            return try shown(field, values.0, reader).map { (options.label(of: field), $0) }
        }
        if let trigger { lines.insert(("when", trigger.words), at: 0) }
        if let facts {
            lines.append(("next", facts.nextWords(surroundings)))
            if facts.isSilent { lines.append(("silent", "there is nothing to remind of at present")) }
        } else if let trip = try reader.deletedTrip(of: stored.record) {
            lines.append(("next", "never: \(trip.silences) \(trip.remedy)"))
        }
        return lines
    }

    // MARK: Edit

    private static let triggers = [
        Option("at", value: "WHEN", help: "Once: \(TypedTimes.Form.when.list)"),
        Option("daily", value: "HH:MM", help: "Every day at this time"),
        Option("every", value: "SPEC", help: "Again and again: \(TypedTimes.Form.every.list)"),
        Option("before", value: "LEAD", help: "Before the start of its trip: \(TypedTimes.Form.lead.list)"),
        Option("after", value: "LEAD", help: "After the end of its trip"),
        Option("during", value: "HH:MM", help: "On every day of its trip"),
    ]

    private static let editing = triggers + [SchemaOptions.edge] + options.editing

    private static let edit = Command<Action>(
        "edit", summary: "Change a reminder",
        discussion: "Where that gives it another time, nothing that was due until now counts any more.",
        examples: [
            Example("packmule reminder edit hotel --at 'tomorrow 10:00'", "later"),
            Example("packmule reminder edit hotel --clear trip --grace 1h", "by itself, and at most an hour late"),
        ],
        operands: [operand()], options: editing, action: runEdit)

    private static func runEdit(_ invocation: Invocation) throws -> Answer {
        let command = invocation.command
        guard editing.contains(where: { command.has($0.name) }) else {
            throw invocation.misused("Nothing is named that should change.")
        }
        if command.has("edge"), !command.has("before"), !command.has("after") {
            throw invocation.misused("--edge belongs to --before and --after.")
        }
        let given = triggers.filter { command.has($0.name) }.map { "--" + $0.name }
        if given.count > 1 { throw invocation.misused("\(English.list(given)) exclude each other.") }
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let found = try named(invocation, edit, device)
            let tripTyped = try command.value("trip").map { try edit.findOrExplain(Trip.self, $0).record.id }
            let trip = try (tripTyped ?? found.record.trip).flatMap { try edit.record(Trip.self, $0)?.record }
            try edit.change(found.record.id, in: device.surroundings) { reminder in
                if let trigger = try trigger(command, invocation.moment(for: reminder, trip)) {
                    reminder.trigger = trigger.description
                }
                try invocation.applyReminderOptions(edit, to: &reminder)
            }
            return (id: found.record.id, wasUnreadable: Trigger(found.record.trigger) == nil)
        }
        var answer = try Answer.changed(edited, edited.result.id, invocation, device, verb: "Changed")
        if edited.result.wasUnreadable, !invocation.command.has("json") {
            answer.notes.insert(
                "This version could not read when it was due, as a newer one may have said; that was replaced.", at: 0)
        }
        return answer
    }

    /// What an option of ``triggers`` says; nil without one.
    private static func trigger(_ command: ParsedCommand<Action>, _ moment: TypedTrigger.Moment) throws -> Trigger? {
        if let text = command.value("at") {
            return try TypedTimes.read(text, .when) { text throws(TypedProblem) in
                try TypedTrigger.when(text, now: moment)
            }
        }
        if let text = command.value("every") {
            return try TypedTimes.read(text, .every) { text throws(TypedProblem) in
                try TypedTrigger.every(text, now: moment)
            }
        }
        if let text = command.value("daily") { return .daily(try TypedTimes.time(text)) }
        if let text = command.value("during") { return .during(try TypedTimes.time(text)) }
        if let text = command.value("before") {
            return command.lead(try TypedTimes.lead(text), isAfter: false)
        }
        guard let text = command.value("after") else { return nil }
        return command.lead(try TypedTimes.lead(text), isAfter: true)
    }

    // MARK: Cancel

    private static let cancel = Command<Action>(
        "cancel", aliases: ["delete"], summary: "Cancel reminders, and take away what is shown of them",
        discussion: "What is cancelled stays in the trash and can be restored.",
        examples: [
            Example("packmule reminder cancel hotel", "on all devices"),
            Example("packmule reminder cancel --all", "every one"),
        ],
        operands: [operand(.any)], options: [Option(flag: "all", help: "Cancel all reminders")], action: runCancel)

    private static func runCancel(_ invocation: Invocation) throws -> Answer {
        let typed = invocation.command.operands(kind.uppercased())
        guard typed.isEmpty == invocation.command.has("all") else {
            throw invocation.misused("Name reminders, or give --all.")
        }
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let meant =
                typed.isEmpty
                ? try edit.records(Reminder.self)
                : try typed.map { try find($0, invocation, edit, device, deleted: false) }
            for reminder in meant { try edit.cancelReminder(reminder.record.id) }
            return meant.map { "\($0.number)" }.joined(separator: " ")
        }
        return try .changed(edited, device, unchanged: "There are no reminders.") {
            "Cancelled \($0). Undo it with 'packmule undo', or later with 'packmule reminder restore \(edited.result)'."
        }
    }
}
