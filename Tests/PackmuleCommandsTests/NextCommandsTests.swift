// Tests of what is next and of the timeline.

import CommandLineTool
import Testing

@testable import PackmuleCommands

@Suite("Next")
struct NextCommandsTests {
    @Test(
        "The phrase follows the day",
        arguments: [
            ("2026-05-01T12:00:00Z", "Bergen, on 3 June 2027."), ("2027-06-02T12:00:00Z", "Bergen, on 3 June 2027."),
            // Midnight of the device is in Berlin, two hours before that of UTC.
            ("2027-06-02T21:59:59Z", "Bergen, on 3 June 2027."), ("2027-06-02T22:00:00Z", "Bergen, today."),
            ("2027-06-04T12:00:00+02:00", "Bergen, day 2 of 5."), ("2027-06-07T21:59:59Z", "Bergen, day 5 of 5."),
            ("2027-06-07T22:00:00Z", "No trips are planned."),
        ])
    func phrase(instant: String, phrase: String) throws {
        #expect(try TestProgram.withSamples().text("next --at \(instant)") == phrase + "\n")
    }

    @Test("Without an instant it is now, and the zone can be another")
    func nowAndZone() throws {
        let program = try TestProgram.withSamples()
        #expect(program.text("next") == "Bergen, on 3 June 2027.\n")
        #expect(program.text("next --at 2027-06-02T22:00:00Z --zone UTC") == "Bergen, on 3 June 2027.\n")
        #expect(try TestProgram().text("next") == "No trips are planned.\n")
    }

    @Test("Scripts get all of it")
    func json() throws {
        let program = try TestProgram.withSamples()
        let trip = """
            {id:*,number:1,title:null,city:Bergen,country:NO,start:2027-06-03,nights:4,zone:null,status:planned,\
            archived:false,note:,displayTitle:Bergen, June 2027,lastDay:2027-06-07,deleted:false}
            """
        #expect(
            try program.json("next") == """
                {trip:\(trip),phrase:Bergen, on 3 June 2027.,line:Bergen, in 398 days,state:upcoming,daysUntil:398,\
                day:null,days:5}
                """)
        #expect(
            try program.json("next --at 2027-06-04T12:00:00Z") == """
                {trip:\(trip),phrase:Bergen, day 2 of 5.,line:Bergen, day 2 of 5,state:underWay,daysUntil:null,\
                day:2,days:5}
                """)
        #expect(
            try TestProgram().json("next") == """
                {trip:null,phrase:No trips are planned.,line:No trips are planned,state:none,daysUntil:null,\
                day:null,days:null}
                """)
    }

    @Test("A status bar gets one line whose texts are markup")
    func waybar() throws {
        let program = try TestProgram()
        program.text("trip add 'Bed & Breakfast <3' --start 2026-05-02")
        #expect(
            program.text("next --format waybar") == """
                {"text":"Bed &amp; Breakfast &lt;3, tomorrow",\
                "tooltip":"Bed &amp; Breakfast &lt;3, on 2 May 2026.","class":"upcoming"}

                """)
    }

    @Test("The timeline says what holds from when, and when to ask again")
    func timeline() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.text("timeline --from 2027-06-01T12:00:00Z --hours 48") == """
                2027-06-01T12:00:00Z  Bergen, in 2 days
                2027-06-01T22:00:00Z  Bergen, tomorrow
                2027-06-02T22:00:00Z  Bergen, today
                Ask again at 2027-06-03T22:00:00Z.

                """)
        let json = try program.json("timeline --from 2027-06-01T12:00:00Z --hours 12")
        #expect(json.hasPrefix("{entries:[{at:2027-06-01T12:00:00Z,trip:{id:*,number:1,"))
        #expect(json.hasSuffix("daysUntil:1,day:null,days:5}],next:{kind:after,at:2027-06-02T22:00:00Z}}"))
        #expect(
            try TestProgram().json("timeline") == """
                {entries:[{at:2026-05-01T12:00:00Z,trip:null,phrase:No trips are planned.,line:No trips are planned,\
                state:none,daysUntil:null,day:null,days:null}],next:{kind:never,at:null}}
                """)
        #expect(
            try TestProgram().text("timeline") == """
                2026-05-01T12:00:00Z  No trips are planned
                It stays so until a trip is changed.

                """)
    }

    @Test(
        "Refusals name the option and the rule",
        arguments: [
            ("next --at noon", "--at must be an instant such as 2027-06-03T07:00:00Z."),
            (
                "next --zone Europe/Berlim",
                "--zone must be a known time zone, such as Europe/Oslo; did you mean Europe/Berlin?"
            ),
            ("timeline --from now", "--from must be an instant such as 2027-06-03T07:00:00Z."),
            ("timeline --hours 0", "--hours must be a whole number from 1 to 744."),
            ("timeline --hours 745", "--hours must be a whole number from 1 to 744."),
        ])
    func refusals(line: String, sentence: String) throws {
        #expect(try TestProgram.withSamples().refusal(line) == "packmule: \(sentence)\n")
    }
}
