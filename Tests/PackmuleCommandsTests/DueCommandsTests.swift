// Tests of what was due. It is Friday 2026-05-01, 14:00 in Berlin, when the reminders are made.

import CommandLineTool
import JSONText
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Reminders that were due")
struct DueCommandsTests {
    /// One rang at 14:01, another at 14:02, and a third is to come.
    private static func program() throws -> TestProgram {
        let program = try TestProgram()
        program.text("permission allow")
        program.told("remind at 14:01 Call the hotel")
        program.told("remind at 14:02 Call a taxi")
        program.told("remind daily 21:00 Water the plants")
        for _ in 0..<2 {
            program.clock.advance(milliseconds: 60_000)
            try program.ring()
        }
        return program
    }

    @Test("What was due is listed, the latest first, with what became of it here and everywhere")
    func delivered() throws {
        let program = try Self.program()
        program.text("reminder done hotel")
        program.text("reminder snooze --for 90m")
        #expect(
            program.text("reminder delivered") == """
                No.  Reminder        Due               Occurrence        Here  Everywhere
                  2  Call a taxi     2026-05-01 14:02  2026-05-01T14:02  rung  snoozed until 2026-05-01 15:32
                  1  Call the hotel  2026-05-01 14:01  2026-05-01T14:01  rung  done

                """)
        #expect(
            try program.json("reminder delivered -n 1") == """
                {delivered:[{reminder:*,number:2,title:Call a taxi,key:2026-05-01T14:02,due:2026-05-01T12:02:00Z,\
                here:rung,state:snoozed,snoozedUntil:2026-05-01T13:32:00Z,earlierCount:0}]}
                """)
        #expect(try TestProgram().text("reminder delivered") == "Nothing was due.\n")
    }

    @Test(
        "Without a name the latest is meant, and the answer says which it was",
        arguments: [
            ("done", "Done: reminder 2, Call a taxi, due today, 14:02."),
            ("dismiss", "Dismissed: reminder 2, Call a taxi, due today, 14:02."),
            ("hide", "Hidden here: reminder 2, Call a taxi, due today, 14:02."),
            ("done hotel", "Done: reminder 1, Call the hotel, due today, 14:01."),
            ("done --occurrence 2026-05-01T14:01", "Done: reminder 1, Call the hotel, due today, 14:01."),
            (
                "done plants --occurrence 2026-05-03T21:00",
                "Done: reminder 3, Water the plants, due Sunday, 3 May, 21:00."
            ),
            ("snooze", "Put off: reminder 2, Call a taxi, due today, 14:02, until today, 14:12."),
            ("snooze --for '2 hours'", "Put off: reminder 2, Call a taxi, due today, 14:02, until today, 16:02."),
            (
                "snooze hotel --until 'tomorrow 09:00'",
                "Put off: reminder 1, Call the hotel, due today, 14:01, until tomorrow, 2 May, 09:00."
            ),
            (
                "snooze hotel --until 'in 1 hour'",
                "Put off: reminder 1, Call the hotel, due today, 14:01, until today, 15:02."
            ),
        ])
    func settled(line: String, sentence: String) throws {
        #expect(try Self.program().text("reminder " + line) == sentence + "\n")
    }

    @Test("Scripts get the reminder, the occurrence, what is said of it, and the change")
    func json() throws {
        let program = try Self.program()
        let answer = try JSONValue(reading: program.text("reminder snooze hotel --for 1h --json"))
        #expect(answer["changed"]?.elements?.first?["title"] == "Call the hotel")
        #expect(answer["occurrence"] == "2026-05-01T14:01")
        #expect(answer["state"] == "snoozed")
        #expect(answer["until"] == "2026-05-01T13:02:00Z")
        #expect(answer["change"] != .null)
        let hidden = try JSONValue(reading: program.text("reminder hide taxi --json"))
        #expect(hidden["state"] == "hidden")
    }

    @Test("What is done never comes back, and what was put off does; undo takes either back")
    func afterwards() throws {
        let program = try Self.program()
        program.text("reminder done plants --occurrence 2026-05-01T21:00")
        #expect(program.told("reminder list").contains("tomorrow, 2 May, 21:00"))
        program.text("undo")
        #expect(program.told("reminder list").contains("today, 21:00"))
        program.text("reminder snooze hotel --for 30m")
        #expect(program.told("reminder pending -n 1").contains("today, 14:32    1  Call the hotel"))
        program.clock.advance(milliseconds: 1_800_000)
        try program.ring()
        #expect(program.text("reminder done") == "Done: reminder 1, Call the hotel, due today, 14:32.\n")
        #expect(program.text("reminder done") == "Done: reminder 2, Call a taxi, due today, 14:02.\n")
        #expect(program.refusal("reminder done").hasPrefix("packmule: Nothing is due that is not settled.\n"))
    }

    @Test(
        "Refusals say what was meant, and what to do",
        arguments: [
            (
                "done plants", ExitCode.refused,
                "Nothing is due of reminder 3, Water the plants that is not settled.\n"
                    + "It is next due today, 21:00: --occurrence 2026-05-01T21:00 means that."
            ),
            ("done plants --occurrence noon", .refused, "--occurrence must be a key such as 2027-06-03T09:00."),
            (
                "done plants --occurrence 2026-05-03T21:01", .refused,
                "Nothing is or will soon be due at 2026-05-03T21:01 of reminder 3, Water the plants."
            ),
            ("snooze --for soon", .refused, "DURATION cannot be read from 'soon'."),
            ("snooze --for 0m", .refused, "It must be a second or more."),
            ("snooze --for 400d", .refused, "That is more than a year."),
            ("snooze --until 'today 12:00'", .refused, "A reminder can only be put off to a later time."),
            ("snooze --for 1h --until 'tomorrow 09:00'", .usage, "--for and --until exclude each other."),
            ("done 17", .refused, "There is no reminder '17'."),
        ])
    func refusals(line: String, exitCode: ExitCode, message: String) throws {
        #expect(try Self.program().refusal("reminder " + line, exitCode).hasPrefix("packmule: \(message)\n"))
    }
}
