// Making reminders: at a moment, again and again, around and during a trip.

import CommandLineTool
import JSONText
import PackmuleKit

enum RemindCommands {
    static let remind = Command<Action>(
        "remind", summary: "Make a reminder",
        discussion:
            "WHEN, SPEC and LEAD need no quotes: they reach as far as they can be read, and the rest is the title. "
            + "What is quoted stays together.",
        examples: [
            Example("packmule remind at tomorrow 09:00 Call the hotel", "once"),
            Example("packmule remind daily 21:00 Water the plants --misfire none", "every day, and never late"),
            Example("packmule remind before Bergen 2 days 18:00 Pack --while-unpacked", "it moves with the trip"),
        ],
        seeAlso: ["reminder list", "reminder next", "permission request"],
        subcommands: [at, daily, every, before, after, during])

    private static let title = Operand("TITLE", .many, help: "What the reminder says; several words are one title")
    private static let trip = Operand(
        "TRIP", .one, .words("trip"), help: "The trip: its number, a part of its name, or the start of its id")
    private static let identifier = Option(
        "id", value: "TEXT", help: "What it is known by: the same TEXT replaces it, with all that became of it")

    // MARK: Without a trip

    private static let at = Command<Action>(
        "at", summary: "Remind once",
        discussion: """
            WHEN is \(TypedTimes.Form.when.list). A time alone, a weekday and a day without its year are the next to \
            come.
            Minutes and hours from now pass, whatever clocks do; days and weeks from now keep the time of day, unless \
            another is given.
            """,
        examples: [
            Example("packmule remind at tomorrow 09:00 Call the hotel", "by the clocks of wherever the device is"),
            Example("packmule remind at in 20 minutes Turn the oven off", "20 minutes from now"),
            Example("packmule remind at 2027-06-03 09:00 Check in --zone Europe/Oslo", "by the clocks of Oslo"),
        ],
        operands: [Operand("WHEN", help: "When: \(TypedTimes.Form.when.list)"), title],
        options: [identifier] + SchemaOptions.reminder.adding,
        action: { invocation in
            try add(invocation) { moment in
                let words = invocation.command.operands("WHEN") + invocation.command.operands("TITLE")
                return try TypedTimes.split(words, .when) { text throws(TypedProblem) in
                    try TypedTrigger.when(text, now: moment)
                }
            }
        })

    private static let daily = Command<Action>(
        "daily", summary: "Remind every day",
        examples: [Example("packmule remind daily 21:00 Water the plants", "in the evening, wherever the device is")],
        operands: [Operand("HH:MM", help: "The time of day"), title],
        options: [identifier] + SchemaOptions.reminder.adding,
        action: { invocation in
            try add(invocation) { _ in
                let time = try TypedTimes.time(invocation.command.operand("HH:MM") ?? "")
                let second = time.second == 0 ? nil : time.second
                let pattern = CalendarPattern(hour: time.hour, minute: time.minute, second: second)
                return (.calendar(pattern, repeats: true), try titleTyped(invocation))
            }
        })

    private static let every = Command<Action>(
        "every", summary: "Remind again and again",
        discussion: """
            SPEC is \(TypedTimes.Form.every.list). Hours and minutes are counted from now and do not drift.
            What comes on a day that a month does not have, comes on its last day, unless --missing-day says otherwise.
            """,
        examples: [
            Example("packmule remind every monday,friday 09:00 Exercise", "twice a week"),
            Example(
                "packmule remind every last friday 17:00 Timesheet --quiet ignore", "also in quiet hours"),
            Example("packmule remind every 2 hours Drink --not-after 2027-06-03T20:00", "until then"),
        ],
        operands: [Operand("SPEC", help: "When: \(TypedTimes.Form.every.list)"), title],
        options: [identifier] + SchemaOptions.reminder.adding,
        action: { invocation in
            try add(invocation) { moment in
                let words = invocation.command.operands("SPEC") + invocation.command.operands("TITLE")
                return try TypedTimes.split(words, .every) { text throws(TypedProblem) in
                    try TypedTrigger.every(text, now: moment)
                }
            }
        })

    // MARK: With a trip

    private static let before = around(
        "before", isAfter: false, "Remind before a trip; the reminder moves with it",
        examples: [
            Example("packmule remind before Bergen 2 days 18:00 Pack --while-unpacked", "unless all is packed"),
            Example(
                "packmule remind before Bergen 90 minutes Leave for the airport --zone trip", "before its first day"),
        ])

    private static let after = around(
        "after", isAfter: true, "Remind after a trip; the reminder moves with it",
        examples: [Example("packmule remind after Bergen 1 day 10:00 Unpack", "on the day after its last")])

    private static func around(
        _ name: String, isAfter: Bool, _ summary: String, examples: [Example]
    ) -> Command<Action> {
        Command(
            name, summary: summary,
            discussion:
                "LEAD is \(TypedTimes.Form.lead.list). Days are counted on the calendar, hours and minutes pass "
                + "between. They are counted from the \(isAfter ? "end" : "start") of the trip, unless --edge names "
                + "the other; with --place from the visit of a place.",
            examples: examples,
            operands: [trip, Operand("LEAD", help: "How far from it: \(TypedTimes.Form.lead.list)"), title],
            options: [identifier, SchemaOptions.edge] + SchemaOptions.reminder.addingToTrip,
            action: { invocation in
                try add(invocation) { _ in
                    let words = invocation.command.operands("LEAD") + invocation.command.operands("TITLE")
                    let (distance, title) = try TypedTimes.split(words, .lead) { text throws(TypedProblem) in
                        try TypedTrigger.lead(text)
                    }
                    return (invocation.command.lead(distance, isAfter: isAfter), title)
                }
            })
    }

    private static let during = Command<Action>(
        "during", summary: "Remind on every day of a trip",
        examples: [Example("packmule remind during Bergen 08:30 Take the pills --zone trip", "by the clocks there")],
        operands: [trip, Operand("HH:MM", help: "The time of day"), title],
        options: [identifier] + SchemaOptions.reminder.addingToTrip,
        action: { invocation in
            try add(invocation) { _ in
                let time = try TypedTimes.time(invocation.command.operand("HH:MM") ?? "")
                return (.during(time), try titleTyped(invocation))
            }
        })

    private static func titleTyped(_ invocation: Invocation) throws -> String {
        try TypedTimes.title(invocation.command.operands("TITLE"))
    }

    // MARK: Adding

    /// Makes a reminder, and says when it rings first.
    ///
    /// - Parameter read: what sets it off, and what it says.
    private static func add(
        _ invocation: Invocation, _ read: (_ now: TypedTrigger.Moment) throws -> (time: Trigger, rest: String)
    ) throws -> Answer {
        try TypedTimes.refuseHalfDays(
            ["WHEN", "HH:MM", "SPEC", "LEAD", "TITLE"].flatMap(invocation.command.operands))
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            var reminder = Reminder(id: id(invocation) ?? edit.newID())
            let tripTyped = invocation.command.operand("TRIP") ?? invocation.command.value("trip")
            let trip = try tripTyped.map { try edit.findOrExplain(Trip.self, $0).record }
            reminder.trip = trip?.id
            let (trigger, title) = try read(invocation.moment(for: reminder, trip))
            if TextRules.cleaned(title).isEmpty { throw invocation.misused("TITLE is missing.") }
            reminder.trigger = trigger.description
            try SchemaOptions.reminder.set(SchemaOptions.reminder.name, to: title, edit, in: &reminder)
            try invocation.applyReminderOptions(edit, to: &reminder)
            let isKnown = try edit.record(Reminder.self, reminder.id).map { !$0.isDeleted } ?? false
            try edit.add(reminder, when: trigger, in: device.surroundings)
            return (id: reminder.id, verb: isKnown ? "Replaced" : "Added")
        }
        return try .changed(edited, edited.result.id, invocation, device, verb: edited.result.verb)
    }

    /// The identity that `--id` stands for: that of a record, or one that follows from any text.
    private static func id(_ invocation: Invocation) -> RecordID? {
        invocation.command.value("id").map { RecordID($0) ?? Reminder.id(forIdentifier: $0) }
    }
}
