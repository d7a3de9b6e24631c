// Tests of the commands for trips.

import CommandLineTool
import Testing

@testable import PackmuleCommands

@Suite("Trip commands")
struct TripCommandsTests {
    @Test("The list is sorted by start and leaves out what is cancelled or archived")
    func list() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.text("trip") == """
                No.  Trip               Start       End         Nights  Country
                  1  Bergen, June 2027  2027-06-03  2027-06-07       4  Norway
                2 more trips: packmule trip list --all

                """)
        #expect(
            program.text("trip list --all") == """
                No.  Trip               Start       End         Nights  Country
                  3  Rome, May 2025     2025-05-01  2025-05-07       6           archived
                  1  Bergen, June 2027  2027-06-03  2027-06-07       4  Norway
                  2  Paris, July 2027   2027-07-01  2027-07-03       2           cancelled

                """)
        #expect(try TestProgram().text("trip list") == "There are no trips.\n")
    }

    @Test("A trip that is over stays in the list, one without a date stands last")
    func listOrder() throws {
        let program = try TestProgram()
        for line in ["trip add Lisbon", "trip add Bergen --start 2027-06-03", "trip add Rome --start 2020-01-01"] {
            program.text(line)
        }
        #expect(
            program.text("trip list") == """
                No.  Trip                Start       End         Nights  Country
                  3  Rome, January 2020  2020-01-01  2020-01-01       0
                  2  Bergen, June 2027   2027-06-03  2027-06-03       0
                  1  Lisbon                                           0

                """)
    }

    @Test("Everything of a trip is shown")
    func show() throws {
        let program = try TestProgram.withSamples()
        _ = program.run(["trip", "edit", "Bergen", "--note", "Bring\nboots", "--title", "Fjords"])
        let lines = program.text("trip show fjords").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "trip 1, Fjords")
        #expect(
            lines.dropFirst().filter { !$0.hasPrefix("id ") }.map(String.init) == [
                "title     Fjords", "city      Bergen", "country   Norway", "start     2027-06-03", "nights    4",
                "status    planned", "archived  no", "last day  2027-06-07", "packed    2 of 4", "", "note", "Bring",
                "boots", "",
            ])
    }

    @Test("Scripts get all fields, and what follows from them")
    func json() throws {
        let program = try TestProgram.withSamples()
        let bergen = """
            {id:*,number:1,title:null,city:Bergen,country:NO,start:2027-06-03,nights:4,zone:null,status:planned,\
            archived:false,note:,displayTitle:Bergen, June 2027,lastDay:2027-06-07,deleted:false}
            """
        #expect(try program.json("trip") == "{trips:[\(bergen)]}")
        #expect(try program.json("trip show 1") == "{trip:\(bergen)}")
        #expect(
            try program.json("trip edit 1 --nights 5")
                == "{changed:[\(bergen.replacing("nights:4", with: "nights:5").replacing("06-07", with: "06-08"))],"
                + "change:22}")
        #expect(try program.json("trip edit 1 --nights 5") == "{changed:[],change:null}")
    }

    @Test(
        "Every change is told in a sentence",
        arguments: [
            ("trip add New York --start 2027-09-01 --end 2027-09-05", "Added trip 5, New York, September 2027."),
            ("trip add Lisbon --country PT", "Added trip 5, Lisbon."),
            ("trip edit Bergen --start 2027-07-10", "Changed trip 1, Bergen, July 2027."),
            ("trip edit 1 --city Oslo", "Changed trip 1, Oslo, June 2027."),
            ("trip edit 1 --nights 4", "Nothing changed: trip 1, Bergen, June 2027 was so already."),
            (
                "trip copy Bergen",
                "Copied trip 1, Bergen, June 2027, to trip 5, Copy of Bergen, June 2027, with 5 items."
            ),
            ("trip copy Bergen --title Again", "Copied trip 1, Bergen, June 2027, to trip 5, Again, with 5 items."),
            ("trip cancel bergen", "Cancelled trip 1, Bergen, June 2027."),
            ("trip cancel paris", "Nothing changed: trip 2, Paris, July 2027 is cancelled already."),
            ("trip uncancel paris", "Planned again: trip 2, Paris, July 2027."),
            ("trip archive bergen", "Archived trip 1, Bergen, June 2027."),
            ("trip unarchive rome", "Brought back from the archive: trip 3, Rome, May 2025."),
            ("trip restore oslo", "Brought back trip 4, Oslo."),
            (
                "trip delete Bergen",
                "Deleted trip 1, Bergen, June 2027. "
                    + "Undo it with 'packmule undo', or later with 'packmule trip restore 1'."
            ),
            (
                "trip delete 1 2",
                "Deleted 2 trips. Undo it with 'packmule undo', or later with 'packmule trip restore 1 2'."
            ),
        ])
    func sentences(line: String, sentence: String) throws {
        #expect(try TestProgram.withSamples().text(line) == sentence + "\n")
    }

    @Test(
        "Start, nights and end go together",
        arguments: [
            ("--start 2027-06-10", "2027-06-10", 4), ("--nights 2", "2027-06-03", 2),
            ("--end 2027-06-03", "2027-06-03", 0),
            ("--start 2027-06-01 --end 2027-06-03", "2027-06-01", 2), ("--nights 5 --end 2027-06-08", "2027-06-03", 5),
            ("--clear nights", "2027-06-03", 0),
        ])
    func dates(options: String, start: String, nights: Int) throws {
        let program = try TestProgram.withSamples()
        program.text("trip edit Bergen \(options)")
        let json = try program.json("trip show Bergen")
        #expect(json.contains("start:\(start),nights:\(nights),"))
    }

    @Test(
        "What is wrong with a value is said by the name of its option, and nothing is changed",
        arguments: [
            ("trip add ''", "city must be given."),
            ("trip add \(String(repeating: "x", count: 121))", "city must be 1 to 120 characters long."),
            ("trip add 'Ber\u{7}gen'", "city must not contain control characters."),
            ("trip add Bergen --start 2027-04-31", "--start is not a day: 31 April does not exist."),
            ("trip add Bergen --start tomorrow", "--start must be a day such as 2027-06-03."),
            ("trip add Bergen --nights -1", "--nights must be a whole number from 0 to 3650."),
            ("trip add Bergen --nights 1.5", "--nights must be a whole number from 0 to 3650."),
            ("trip add Bergen --nights 99999999999999999999", "--nights must be a whole number from 0 to 3650."),
            ("trip add Bergen --end 2027-06-05", "--end needs a start, from which the nights are counted."),
            ("trip add Bergen --start 2027-06-03 --end 2027-06-02", "--end must not be before the start, 2027-06-03."),
            (
                "trip add Bergen --start 2027-06-03 --end 2027-02-29",
                "--end is not a day: 29 February 2027 does not exist."
            ),
            (
                "trip add Bergen --start 2027-06-03 --end 2027-06-07 --nights 3",
                "--end must agree with the nights: 4 until then, not 3."
            ),
            ("trip add Bergen --start 9999-12-31 --nights 1", "--nights must let the trip end before the year 10000."),
            ("trip add Bergen --title ''", "--title must be 1 to 120 characters long."),
            ("trip edit Bergen --note x --clear note", "--note is both given and cleared."),
        ])
    func refusals(line: String, sentence: String) throws {
        let program = try TestProgram.withSamples()
        let before = program.text("trip list --all --json")
        #expect(program.refusal(line) == "packmule: \(sentence)\n")
        #expect(program.text("trip list --all --json") == before)
    }

    @Test("A zone that nobody knows is kept, and it is said that it does not count")
    func unknownZone() throws {
        let output = try TestProgram().run("trip add Bergen --zone Europe/Berlim")
        #expect(output.exitCode == .done)
        #expect(output.standardOutput == "Added trip 1, Bergen.\n")
        #expect(
            output.standardError
                == "The time zone Europe/Berlim is not known here, so that the zone of this device counts; "
                + "did you mean Europe/Berlin?\n")
    }

    @Test("An edit that names nothing is a mistake, and so is an unknown field to clear")
    func usage() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.refusal("trip edit Bergen", .usage)
                == "packmule: Nothing is named that should change.\nTry 'packmule trip edit --help'.\n")
        #expect(program.refusal("trip edit Bergen --clear city", .usage).contains("--clear 'city' must be"))
    }

    @Test("A deleted trip takes its items along, and brings them back")
    func deletion() throws {
        let program = try TestProgram.withSamples()
        program.text("trip delete Bergen")
        #expect(
            program.refusal("trip show Bergen")
                == "packmule: The trip 'Bergen, June 2027' is deleted.\nBring it back with 'packmule trip restore 1'.\n"
        )
        #expect(
            program.refusal("pack").hasPrefix("packmule: No trips are planned.\n"))
        program.text("trip restore Bergen")
        #expect(try program.json("item list").contains("name:Socks"))
        #expect(
            program.refusal("trip restore Bergen")
                == "packmule: There is no deleted trip 'Bergen'.\nSee what there is with 'packmule trash'.\n")
    }

    @Test("Whoever deletes, moves or cancels a trip is told which reminders fall silent, move or ring again")
    func reminders() throws {
        let program = try TestProgram.withSamples()
        program.text("permission allow")
        program.told("remind before Bergen 2 days 18:00 Pack")
        program.told("remind daily 07:00 Learn -t Bergen")
        let pack = "'Pack' Tuesday, 8 June 2027, 18:00"
        #expect(
            program.text("trip edit Bergen --start 2027-06-10")
                == "Changed trip 1, Bergen, June 2027.\n1 reminder moved with it: \(pack).\n")
        #expect(
            program.text("trip cancel Bergen").hasSuffix("\n1 reminder hangs on that and will not ring: Pack.\n"))
        #expect(program.text("trip uncancel Bergen").hasSuffix("\n1 reminder rings again: \(pack).\n"))
        #expect(
            program.text("trip delete Bergen").hasSuffix(
                "\n2 reminders hang on that and will not ring: Pack, Learn.\n"))
        #expect(
            program.text("trip restore Bergen").hasSuffix(
                "\n2 reminders ring again: \(pack); 'Learn' tomorrow, 2 May, 07:00.\n"))
        let json = try program.json("trip delete Bergen")
        #expect(
            json.hasSuffix(
                "reminders:{silenced:[{id:*,number:1,title:Pack,next:null},{id:*,number:2,title:Learn,next:null}],"
                    + "moved:[],woken:[]}}\n".replacing("\n", with: "")))
    }

    @Test("A copy has the reminders that go by its dates, and it is said which were not copied")
    func copiedReminders() throws {
        let program = try TestProgram.withSamples()
        program.text("permission allow")
        program.told("remind before Bergen 2 days 18:00 Pack --item socks")
        program.told("remind at tomorrow 09:00 Call -t Bergen")
        #expect(
            program.text("trip copy Bergen --title Again --start 2028-06-01") == """
                Copied trip 1, Bergen, June 2027, to trip 5, Again, with 5 items and 1 reminder.
                The copy rings: 'Pack': Tuesday, 30 May 2028, 18:00.
                Not copied, for it does not go by the dates of the trip: 'Call'.

                """)
        // The copy is about the copied item: packing that silences it alone.
        program.text("check socks -t Again")
        #expect(try program.json("reminder show 3").contains("silent:true"))
        #expect(try program.json("reminder show 1").contains("silent:false"))
    }
}
