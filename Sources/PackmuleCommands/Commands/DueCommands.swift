// What was due: listed, put off, settled.

import CommandLineTool
import JSONText
import PackmuleKit

enum DueCommands {
    // MARK: Listed

    static let delivered = Command<Action>(
        "delivered", summary: "List what was due, here and on other devices",
        examples: [Example("packmule reminder delivered", "the latest first, with what became of it")],
        options: [
            Option("limit", short: "n", value: "COUNT", .integer(1...1000), default: "20", help: "How many to list")
        ],
        seeAlso: ["reminder pending"], action: runDelivered)

    private static func runDelivered(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let limit = invocation.command.integer("limit") ?? 20
        let delivered = Array(try device.deliveredReminders().prefix(limit))
        return Answer(
            json: { ["delivered": .array(delivered.map(\.json))] },
            text: {
                if delivered.isEmpty { return "Nothing was due.\n" }
                let columns: [Table.Column] = [
                    .init("No.", .right), .init("Reminder", isFlexible: true), .init("Due"), .init("Occurrence"),
                    .init("Here"), .init("Everywhere", isFlexible: true),
                ]
                return Table(columns, rows: delivered.map { row($0, device.surroundings) }).text(invocation.screen)
            })
    }

    private static func row(_ delivered: DeliveredReminder, _ surroundings: Surroundings) -> [Table.Cell] {
        let earlier = delivered.earlierCount > 0 ? ", and \(delivered.earlierCount) earlier" : ""
        let until = delivered.state == .snoozed ? delivered.snoozedUntil.map(surroundings.localTime) : nil
        return [
            .init(delivered.reminder.map { "\($0.number)" } ?? "–"),
            .init(delivered.reminder?.record.title ?? "cancelled", delivered.reminder == nil ? .dim : .plain),
            .init(delivered.due.map(surroundings.localTime) ?? "–"), .init("\(delivered.ring.key)", .dim),
            .init((delivered.here?.rawValue ?? "–") + earlier),
            .init(delivered.state.name + (until.map { " until \($0)" } ?? "")),
        ]
    }

    // MARK: Settled

    private static let occurrence = Option(
        "occurrence", value: "KEY", help: "Which time it was or will be due, as 'reminder delivered' and --json name it"
    )

    static let snooze = Command<Action>(
        "snooze", summary: "Put off what was due, on all devices", discussion: meant,
        examples: [
            Example("packmule reminder snooze", "what rang last, for as long as 'snooze.minutes' says"),
            Example("packmule reminder snooze hotel --for 1h", "it comes again in an hour"),
            Example("packmule reminder snooze hotel --until 'tomorrow 09:00'", "it comes again then"),
        ],
        operands: [ReminderCommands.operand(.optional)],
        options: [
            Option("for", value: "DURATION", help: "How long from now: 10m, 2 hours; 'snooze.minutes' if left out"),
            Option("until", value: "WHEN", help: "Until when, instead of how long"), occurrence,
        ],
        action: runSnooze)

    static let done = settling(
        "done", "Mark what was due as done, on all devices", "what rang last never rings again", "Done"
    ) { edit, ring, now in try edit.done(ring, at: now) }

    static let dismiss = settling(
        "dismiss", "Put away what was due, on all devices", "what rang last is put away everywhere", "Dismissed"
    ) { edit, ring, now in try edit.dismiss(ring, at: now) }

    static let hide = settling(
        "hide", "Put away what was due, on this device only", "what rang last stays where else it is shown",
        "Hidden here"
    ) { edit, ring, now in try edit.hide(ring, at: now) }

    private static let meant =
        "Without REMINDER the latest that was due and is not settled is meant; --occurrence names another time of it."

    private static func settling(
        _ name: String, _ summary: String, _ explanation: String, _ verb: String,
        _ body: @escaping @Sendable (Edit, RingID, Instant) throws -> Void
    ) -> Command<Action> {
        Command(
            name, summary: summary, discussion: meant,
            examples: [
                Example("packmule reminder \(name)", explanation),
                Example("packmule reminder \(name) hotel --occurrence 2027-06-03T09:00", "one time of it"),
            ],
            operands: [ReminderCommands.operand(.optional)], options: [occurrence],
            action: { invocation in
                try settle(invocation, verb, state: name) { edit, ring, now in
                    try body(edit, ring, now)
                    return nil
                }
            })
    }

    private static func runSnooze(_ invocation: Invocation) throws -> Answer {
        let command = invocation.command
        if command.has("for"), command.has("until") {
            throw invocation.misused("--for and --until exclude each other.")
        }
        return try settle(invocation, "Put off", state: "snooze") { edit, ring, now in
            let until: Instant
            if let typed = command.value("until") {
                until = try instant(typed, invocation, edit)
            } else if let typed = command.value("for") {
                let seconds = try TypedTimes.read(typed, .duration) { text throws(TypedProblem) in
                    try TypedTrigger.duration(text)
                }
                until = now.adding(milliseconds: Int64(seconds) * 1000)
            } else {
                until = now.adding(milliseconds: Int64(try edit.settings().snoozeMinutes) * 60_000)
            }
            try edit.snooze(ring, until: until, at: now)
            return until
        }
    }

    /// The instant of a typed moment by the clocks of this device.
    private static func instant(_ typed: String, _ invocation: Invocation, _ reader: Reader) throws -> Instant {
        let surroundings = invocation.surroundings
        let moment = TypedTrigger.Moment(surroundings.now, in: surroundings.localZone.rules)
        let trigger = try TypedTimes.read(typed, .when) { text throws(TypedProblem) in
            try TypedTrigger.when(text, now: moment)
        }
        switch trigger {
        case .at(let reading): return surroundings.localZone.rules.resolve(reading).first ?? surroundings.now
        case .interval(let seconds, let start, _): return start.adding(milliseconds: Int64(seconds) * 1000)
        case .calendar, .relative, .during: return surroundings.now
        }
    }

    /// Settles the occurrence meant, and says which it was.
    ///
    /// - Parameter body: gives the instant until which it was put off, if it was.
    private static func settle(
        _ invocation: Invocation, _ verb: String, state: String, _ body: (Edit, RingID, Instant) throws -> Instant?
    ) throws -> Answer {
        let device = try invocation.device()
        let (ring, due) = try ringMeant(invocation, device)
        let edited = try device.edit(invocation.words) { edit in try body(edit, ring, device.surroundings.now) }
        let until = edited.result
        let stored = try device.read { try $0.record(Reminder.self, ring.reminder) }
        return Answer(
            json: {
                [
                    "changed": .array([stored?.json].compactMap { $0 }), "change": edited.transaction.json,
                    "occurrence": .string("\(ring.key)"), "state": .string(Self.states[state] ?? state),
                    "until": until?.json ?? .null,
                ]
            },
            text: {
                let when = until.map { ", until \(device.surroundings.spoken($0))" } ?? ""
                let dueWords = due.map(device.surroundings.spoken) ?? "\(ring.key)"
                return SafeText.visible("\(verb): \(stored?.words ?? ""), due \(dueWords)\(when).") + "\n"
            })
    }

    private static let states = ["snooze": "snoozed", "dismiss": "dismissed", "hide": "hidden"]

    // MARK: The occurrence meant

    /// - Returns: the occurrence, and when it was or will be due where this device knows.
    private static func ringMeant(
        _ invocation: Invocation, _ device: Device
    ) throws -> (ring: RingID, due: Instant?) {
        let isNamed = invocation.command.operand("REMINDER") != nil
        let stored = isNamed ? try device.read { try ReminderCommands.named(invocation, $0, device) } : nil
        let delivered = try device.deliveredReminders()
        guard let typed = invocation.command.value("occurrence") else {
            guard let ring = try device.latestDue(stored?.record.id) else { throw nothingDue(of: stored, device) }
            return (ring, delivered.first { $0.ring == ring }?.due)
        }
        guard let key = OccurrenceKey(typed) else {
            throw Problem(field: "--occurrence", clause: "must be a key such as 2027-06-03T09:00")
        }
        let known = delivered.first { delivered in
            delivered.ring.key == key && (stored == nil || delivered.ring.reminder == stored?.record.id)
        }
        if let known { return (known.ring, known.due) }
        if let stored {
            let upcoming = try device.upcoming(stored.record.id, limit: 100).map(\.occurrence)
            if let occurrence = upcoming.first(where: { $0.key == key }) {
                return (RingID(reminder: stored.record.id, key: key), occurrence.instant)
            }
        }
        throw Refusal(
            "not-found", "Nothing is or will soon be due at \(typed)\(stored.map { " of \($0.words)" } ?? "").",
            hint: "See 'packmule reminder delivered' and 'packmule reminder pending'.")
    }

    /// Says how to settle what is yet to come, where that can be said.
    private static func nothingDue(of stored: Stored<Reminder>?, _ device: Device) -> Refusal {
        let next = stored.flatMap { try? device.upcoming($0.record.id, limit: 1).first }
        return Refusal(
            "not-found", "Nothing is due\(stored.map { " of \($0.words)" } ?? "") that is not settled.",
            hint: next.map { next in
                "It is next due \(next.spoken(device.surroundings)): --occurrence \(next.occurrence.key) means that."
            } ?? "See 'packmule reminder delivered'.")
    }
}

extension DeliveredReminder {
    /// `{reminder, number, title, key, due, here, state, snoozedUntil, earlierCount}`
    fileprivate var json: JSONValue {
        [
            "reminder": .string(ring.reminder.description), "number": (reminder?.number).json,
            "title": (reminder?.record.title).json, "key": .string("\(ring.key)"), "due": due?.json ?? .null,
            "here": (here?.rawValue).json, "state": .string(state.name), "snoozedUntil": snoozedUntil?.json ?? .null,
            "earlierCount": .integer(Int64(earlierCount)),
        ]
    }
}

extension ReminderOccurrence.State {
    /// `pending`, `delivered`, `snoozed`, `dismissed` or `done`.
    fileprivate var name: String { "\(self)" }
}
