// Tests of the dry run. It is Friday 2026-05-01, 14:00 in Berlin.

import CommandLineTool
import JSONText
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Reminders to come")
struct UpcomingCommandsTests {
    /// Reminders whose times policies move.
    private static func program() throws -> TestProgram {
        let program = try TestProgram()
        program.text("permission allow")
        program.told("remind daily 02:30 Early --overlap both --quiet ignore")
        program.told("remind every 31 09:00 Rent")
        return program
    }

    @Test(
        "Each time says the offset, the instant in UTC, and which policy acted",
        arguments: [
            (
                "reminder next early --from 2027-03-27T12:00:00Z -n 2",
                """
                reminder 1, Early: every day at 02:30, by the clocks of Europe/Berlin.
                Day             Clock  Offset  UTC                   Occurrence        Why then
                Sun 2027-03-28  03:30  +02:00  2027-03-28T01:30:00Z  2027-03-28T02:30  \
                02:30 does not exist that day; rings at 03:30 (gap: shift)
                Mon 2027-03-29  02:30  +02:00  2027-03-29T00:30:00Z  2027-03-29T02:30

                """
            ),
            (
                "reminder next early --from 2026-10-24T12:00:00Z -n 3",
                """
                reminder 1, Early: every day at 02:30, by the clocks of Europe/Berlin.
                Day             Clock  Offset  UTC                   Occurrence          Why then
                Sun 2026-10-25  02:30  +02:00  2026-10-25T00:30:00Z  2026-10-25T02:30    \
                02:30 comes twice that day; rings each time (overlap: both)
                Sun 2026-10-25  02:30  +01:00  2026-10-25T01:30:00Z  2026-10-25T02:30/2  \
                02:30 comes twice that day; rings each time (overlap: both)
                Mon 2026-10-26  02:30  +01:00  2026-10-26T01:30:00Z  2026-10-26T02:30

                """
            ),
            (
                "reminder next rent -n 2",
                """
                reminder 2, Rent: on day 31 of every month at 09:00, by the clocks of Europe/Berlin.
                Day             Clock  Offset  UTC                   Occurrence        Why then
                Sun 2026-05-31  09:00  +02:00  2026-05-31T07:00:00Z  2026-05-31T09:00
                Tue 2026-06-30  09:00  +02:00  2026-06-30T07:00:00Z  2026-06-30T09:00  \
                the month is too short; its last day counts (missing day: lastDay)

                """
            ),
        ])
    func explained(line: String, text: String) throws {
        #expect(try Self.program().text(line).hasPrefix(text + "Zone data of version "))
    }

    @Test("Quiet hours and a put-off are named")
    func quiet() throws {
        let program = try Self.program()
        program.text("setting set quiet.from 22:00")
        program.text("setting set quiet.to 07:00")
        program.told("remind daily 23:15 Late")
        #expect(
            program.text("reminder next late -n 1").contains(
                "Sat 2026-05-02  07:00  +02:00  2026-05-02T05:00:00Z  2026-05-01T23:15  "
                    + "23:15 is in quiet hours; rings at their end "
                    + "(quiet: defer)\n"))
        program.told("remind at in 1 minute Call")
        program.clock.advance(milliseconds: 60_000)
        try program.ring()
        program.text("reminder snooze call --for 1h")
        #expect(program.text("reminder next call").contains("was put off until then"))
    }

    @Test("Without a name the one that rings first is meant, and scripts get all of it")
    func json() throws {
        let program = try Self.program()
        #expect(
            try program.occurrences("reminder next -n 1 --from 2027-03-27T12:00:00Z") == """
                [{key:2027-03-28T02:30,at:2027-03-28T01:30:00Z,reading:2027-03-28T03:30,zone:Europe/Berlin,\
                offset:+02:00,policies:[{policy:gap,choice:shift,\
                words:02:30 does not exist that day; rings at 03:30 (gap: shift)}]}]
                """)
        #expect(try TestProgram().text("reminder next") == "Nothing is to ring.\n")
        let nothing = try TestProgram().json("reminder next")
        #expect(nothing.hasPrefix("{reminder:null,occurrences:[],zoneData:"))
    }

    @Test("What rings is listed over all reminders")
    func pending() throws {
        let program = try Self.program()
        program.told("remind at in 2 days Call")
        #expect(
            program.told("reminder pending -n 4") == """
                When                    No.  Reminder  Occurrence
                tomorrow, 2 May, 02:30    1  Early     2026-05-02T02:30
                Sunday, 3 May, 02:30      1  Early     2026-05-03T02:30
                Sunday, 3 May, 14:00      3  Call      2026-05-03T14:00
                Monday, 4 May, 02:30      1  Early     2026-05-04T02:30

                """)
        #expect(try TestProgram().text("reminder pending") == "Nothing is to ring.\n")
        #expect(try TestProgram().json("reminder pending") == "{pending:[]}")
    }

    @Test(
        "Refusals name the option and the rule",
        arguments: [
            (
                "reminder next early --from noon", ExitCode.refused,
                "--from must be an instant such as 2027-06-03T07:00:00Z."
            ),
            ("reminder next taxi", .refused, "There is no reminder 'taxi'."),
        ])
    func refusals(line: String, exitCode: ExitCode, message: String) throws {
        #expect(try Self.program().refusal(line, exitCode).hasPrefix("packmule: \(message)\n"))
        #expect(try Self.program().refusal("reminder next early -n 1001", .usage).contains("from 1 to 1000"))
    }

    @Test("What cannot ring says why")
    func cannotRing() throws {
        let program = try TestProgram.withSamples()
        program.text("trip add Lisbon")
        program.told("remind during Lisbon 08:30 Look out")
        #expect(program.refusal("reminder next look") == "packmule: Its trip has no dates yet.\n")
    }

    @Test("What a policy leaves out is explained on its day")
    func skipped() throws {
        let program = try TestProgram()
        program.text("permission allow")
        program.told("remind daily 02:30 Early --gap skip")
        program.told("remind every 31 09:00 Rent --missing-day skip")
        let early = program.text("reminder next early --from 2027-03-26T12:00:00Z -n 2")
        #expect(
            early.contains(
                """
                Sat 2027-03-27  02:30  +01:00  2027-03-27T01:30:00Z  2027-03-27T02:30
                Sun 2027-03-28  –      –       –                     –                 \
                02:30 does not exist that day; it does not ring (gap: skip)
                Mon 2027-03-29  02:30  +02:00  2027-03-29T00:30:00Z  2027-03-29T02:30
                """))
        let rent = program.text("reminder next rent -n 2")
        #expect(rent.contains("Tue 2026-06-30  –      –       –                     –                 the month is"))
        let json = try JSONValue(reading: program.text("reminder next early --from 2027-03-26T12:00:00Z -n 2 --json"))
        #expect(json["skipped"]?.elements?.map { $0["key"]?.string } == ["2027-03-28T02:30"])
    }

    @Test("A reminder below a deleted trip says why it does not ring, and what brings it back")
    func belowDeletedTrip() throws {
        let program = try TestProgram.withSamples()
        program.told("remind before Bergen 2 days 18:00 Leave")
        program.told("remind daily 18:00 Learn -t Bergen")
        program.text("trip delete Bergen")
        for name in ["leave", "learn", "1", "2"] {
            #expect(
                program.refusal("reminder next \(name)")
                    == "packmule: It does not ring: its trip 'Bergen, June 2027' is deleted.\n"
                    + "Bring the trip back with 'packmule trip restore 1'.\n")
        }
        #expect(program.text("reminder show leave").contains("never: its trip 'Bergen, June 2027' is deleted."))
        let json = try program.json("reminder show leave")
        #expect(json.contains("next:null,silent:true,problem:{kind:deletedTrip,message:Its trip"))
        program.text("trip restore Bergen")
        #expect(program.text("reminder next leave").contains("2027-06-01T18:00"))
    }
}
