// Tests of what is said to words that are no time.

import CommandLineTool
import Testing

@testable import PackmuleCommands

@Suite("Typed mistakes")
struct TypedMistakeTests {
    @Test(
        "What people type elsewhere is refused with what to type here",
        arguments: [
            ("at yesterday 09:00 Call", "Yesterday is over; a reminder is for a time to come."),
            (
                "at next friday 09:00 Call",
                "Leave out 'next': a weekday is the next one to come, as in 'friday 09:00'."
            ),
            ("at in 5 Call", "Say 5 of what: 'in 5 minutes', 'in 5 hours' or 'in 5 days'."),
            ("at in 5 minuets Call", "'minuets' is no unit of time; did you mean minutes?"),
            ("at tomorrow 9pm Call", "Times are typed with 24 hours: 21:00 for 9pm."),
            ("at tomorrow 9:30am Call", "Times are typed with 24 hours: 09:30 for 9:30am."),
            ("daily 12am Call", "Times are typed with 24 hours: 00:00 for 12am."),
            ("at 3.6.2027 09:00 Call", "A date is typed as 2027-06-03 or '3 june 2027': 2027-06-03 for 3.6.2027."),
            (
                "at 06/03/2027 09:00 Call",
                "A date is typed as 2027-06-03 or '3 june 2027': 2027-03-06 or 2027-06-03 for 06/03/2027."
            ),
            ("at 2027-6-3 09:00 Call", "A date is typed as 2027-06-03 or '3 june 2027': 2027-06-03 for 2027-6-3."),
            ("at 32.13.2027 09:00 Call", "A date is typed as 2027-06-03 or '3 june'."),
            (
                "every month Rent",
                "Say which day of the month: '1 09:00', 'last day 09:00' or 'first monday 09:00'."
            ),
            (
                "every other day 09:00 Run",
                "Every other day or week cannot be said: name the days, as in 'monday,thursday 09:00', or count "
                    + "hours, as in '48 hours'."
            ),
            ("daily 08:00,20:00 Pills", "One reminder has one time of day: make another for 20:00."),
            (
                "daily 08:00 20:00 Pills",
                "One reminder has one time: make another for 20:00, or put the title in quotes."
            ),
            (
                "at 18:30 25:00 Call", "One reminder has one time: make another for 25:00, or put the title in quotes."
            ),
            ("at fridya 09:00 Call the hotel", "'fridya' is no word of a time; did you mean friday?"),
            ("at 3 jnue 09:00 Call", "'jnue' is no word of a time; did you mean june?"),
            ("every mondey 09:00 Call", "'mondey' is no word of a time; did you mean monday?"),
            ("at tommorow 09:00 Call", "'tommorow' is no word of a time; did you mean tomorrow?"),
            ("before Bergen 2 dayz 18:00 Pack", "'dayz' is no word of a time; did you mean day?"),
            ("at someday Call the hotel", "WHEN cannot be read from 'someday'."),
        ])
    func refusals(line: String, sentence: String) throws {
        let program = try TestProgram.withSamples()
        #expect(program.refusal("remind " + line).hasPrefix("packmule: \(sentence)\n"))
        #expect(program.text("reminder list") == "There are no reminders.\n")
    }

    @Test(
        "What is no mistake is read",
        arguments: [
            ("every last day 09:00 Rent", "'Rent': Sunday, 31 May, 09:00"),
            ("daily 08:00 '20:00 train'", "'20:00 train': tomorrow, 2 May, 08:00"),
            ("at tomorrow 09:00 Monday report", "'Monday report': tomorrow, 2 May, 09:00"),
            ("at tomorrow 09:00 3.6. is the day", "'3.6. is the day': tomorrow, 2 May, 09:00"),
        ])
    func accepted(line: String, words: String) throws {
        #expect(try TestProgram.withSamples().told("remind " + line) == "Added reminder 1 \(words).\n")
    }

    @Test("Who looks for a command under another name is led to it")
    func otherCommands() throws {
        let program = try TestProgram()
        #expect(program.refusal("remind tomorrow 09:00 Call", .usage).contains("'packmule remind at tomorrow 09:00"))
        #expect(program.refusal("reminder add Call", .usage).contains("Reminders are made by 'packmule remind'"))
        #expect(program.refusal("remind at tomorrow 09:00", .usage).contains("TITLE is missing."))
        #expect(program.refusal("remind daily 09:00 ''", .usage).contains("TITLE is missing."))
    }

    @Test("The help explains the words of each policy")
    func help() throws {
        let help = try TestProgram().text("remind at --help")
        for line in ["skip: not on that day", "nextDay: on the first day", "fireLate: when the zone", "passive: shown"]
        {
            #expect(help.contains(line), "\(line)")
        }
    }
}
