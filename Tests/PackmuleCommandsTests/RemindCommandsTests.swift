// Tests of making reminders. It is Friday 2026-05-01, 14:00 in Berlin, where the device is.

import CommandLineTool
import Testing

@testable import PackmuleCommands

@Suite("Making reminders")
struct RemindCommandsTests {
    @Test(
        "Quotes or none, the time reaches as far as it can be read, and the rest is the title",
        arguments: [
            ("at tomorrow 09:00 Call the hotel", "Call the hotel", "tomorrow, 2 May, 09:00"),
            ("at 'tomorrow 09:00' 'Call the hotel'", "Call the hotel", "tomorrow, 2 May, 09:00"),
            ("at 18:30 Cook", "Cook", "today, 18:30"), ("at 13:59 Cook", "Cook", "tomorrow, 2 May, 13:59"),
            ("at friday 13:00 Report", "Report", "Friday, 8 May, 13:00"),
            ("at 09:00 'Monday report'", "Monday report", "tomorrow, 2 May, 09:00"),
            ("at 2027-06-03 09:00 2 tickets", "2 tickets", "Thursday, 3 June 2027, 09:00"),
            ("at 2027-06-03T09:00 Check in", "Check in", "Thursday, 3 June 2027, 09:00"),
            ("at in 20 minutes Turn the oven off", "Turn the oven off", "today, 14:20"),
            ("at in 3 days Call", "Call", "Monday, 4 May, 14:00"),
            ("daily 9:00 Water the plants", "Water the plants", "tomorrow, 2 May, 09:00"),
            ("daily 14:00:30 Stretch", "Stretch", "today, 14:00:30"),
            ("every monday,friday 09:00 Exercise", "Exercise", "Monday, 4 May, 09:00"),
            ("every monday and friday 09:00 Exercise", "Exercise", "Monday, 4 May, 09:00"),
            ("every 31 09:00 Rent", "Rent", "Sunday, 31 May, 09:00"),
            ("every last friday 17:00 Timesheet", "Timesheet", "Friday, 29 May, 17:00"),
            ("every 1 january 09:00 Resolve", "Resolve", "Friday, 1 January 2027, 09:00"),
            ("every 2 hours Drink", "Drink", "today, 16:00"), ("every hour :30 Look up", "Look up", "today, 14:30"),
            ("before Bergen 2 days 18:00 Pack", "Pack", "Tuesday, 1 June 2027, 18:00"),
            ("before Bergen 90 minutes Leave", "Leave", "Wednesday, 2 June 2027, 22:30"),
            ("before Bergen 1 day 09:00 Vote --edge end", "Vote", "Sunday, 6 June 2027, 09:00"),
            ("after Bergen 1 day 10:00 Unpack", "Unpack", "Tuesday, 8 June 2027, 10:00"),
            ("during Bergen 08:30 Take the pills", "Take the pills", "Thursday, 3 June 2027, 08:30"),
        ])
    func added(line: String, title: String, next: String) throws {
        let program = try TestProgram.withSamples()
        #expect(program.told("remind " + line) == "Added reminder 1 '\(title)': \(next).\n")
    }

    @Test(
        "Where a policy acts, it is said at once",
        arguments: [
            (
                "at 2027-03-28 02:30 Wake up",
                "'Wake up': Sunday, 28 March 2027, 03:30. 02:30 does not exist that day; rings at 03:30 (gap: shift)."
            ),
            (
                "every 29 february 09:00 Leap",
                "'Leap': Sunday, 28 February 2027, 09:00. The month is too short; its last day counts "
                    + "(missing day: lastDay)."
            ),
        ])
    func policies(line: String, sentence: String) throws {
        let program = try TestProgram.withSamples()
        #expect(program.told("remind " + line) == "Added reminder 1 \(sentence)\n")
    }

    @Test("The clocks of another zone are named, and count")
    func zone() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.told("remind at tomorrow 09:00 Call --zone Asia/Tokyo")
                == "Added reminder 1 'Call': Saturday, 2 May, 09:00 in Asia/Tokyo (here tomorrow, 2 May, 02:00).\n")
        program.text("trip edit Bergen --zone Asia/Tokyo")
        #expect(
            program.told("remind during Bergen 08:30 Look out --zone trip")
                == "Added reminder 2 'Look out': Thursday, 3 June 2027, 08:30 in Asia/Tokyo "
                + "(here Thursday, 3 June 2027, 01:30).\n")
        #expect(
            program.told("remind daily 18:30 Tea --zone Europe/Paris")
                == "Added reminder 3 'Tea': today, 18:30 in Europe/Paris.\n")
        #expect(
            try program.occurrences("reminder next 2 -n 1") == """
                [{key:2027-06-03T08:30,at:2027-06-02T23:30:00Z,reading:2027-06-03T08:30,zone:Asia/Tokyo,offset:+09:00,\
                policies:[]}]
                """)
    }

    @Test("A trip without dates is waited for")
    func undatedTrip() throws {
        let program = try TestProgram.withSamples()
        program.text("trip add Lisbon")
        #expect(
            program.told("remind before Lisbon 1 day 09:00 Pack")
                == "Added reminder 1 'Pack': Its trip has no dates yet.\n")
        program.text("trip edit Lisbon --start 2027-08-02")
        #expect(program.told("reminder list").contains("Sunday, 1 August 2027, 09:00"))
    }

    @Test("With the same identifier a reminder is replaced")
    func identifier() throws {
        let program = try TestProgram.withSamples()
        program.told("remind at tomorrow 09:00 Call --id hotel")
        #expect(
            program.told("remind at tomorrow 10:00 Call again --id hotel")
                == "Replaced reminder 1 'Call again': tomorrow, 2 May, 10:00.\n")
        #expect(
            program.told("remind at tomorrow 10:00 Call --id taxi")
                == "Added reminder 2 'Call': tomorrow, 2 May, 10:00.\n")
    }

    @Test("What is about an item belongs to its trip, and is silent once that is packed")
    func item() throws {
        let program = try TestProgram.withSamples()
        program.told("remind at tomorrow 09:00 Wash them --item 2")
        #expect(try program.json("reminder show 1").contains("trip:*,place:null,item:*"))
        #expect(try program.json("reminder list").contains("silent:false"))
        program.text("check Socks")
        #expect(try program.json("reminder list").contains("silent:true"))
        #expect(
            program.told("remind at tomorrow 09:00 Wear it --item 'rain jacket' -t Bergen")
                == """
                Added reminder 2 'Wear it': tomorrow, 2 May, 09:00. For now it stays silent: there is nothing to \
                remind of.

                """)
    }

    @Test("Everything can be said when it is made")
    func options() throws {
        let program = try TestProgram.withSamples()
        let options =
            "--while-unpacked --zone trip --gap firstValid --overlap both --missing-day SKIP --zone-jump fire-late "
            + "--grace 1h --misfire all --level timeSensitive --sound bell --badge 3 --thread travel --body More "
            + "--not-before 2027-05-01T00:00 --not-after 2027-06-01T00:00 --quiet drop --quiet-from 22:00 "
            + "--quiet-to 07:00 --place Bryggen"
        program.told("remind every day 09:00 Pack -t Bergen \(options)")
        #expect(
            try program.json("reminder show 1").hasPrefix(
                """
                {reminder:{id:*,number:1,title:Pack,body:More,trip:*,place:*,item:null,trigger:daily 09:00,zone:trip,\
                gap:firstValid,overlap:both,missingDay:skip,zoneJump:fireLate,misfire:all,grace:1h,level:timeSensitive,\
                sound:bell,badge:3,thread:travel,notBefore:2027-05-01T00:00,notAfter:2027-06-01T00:00,\
                whileUnpacked:true,quiet:drop,quietFrom:22:00,quietTo:07:00,since:2026-05-01T12:00:00Z,\
                when:every day at 09:00,deleted:false,next:{key:2027-05-01T09:00
                """))
    }

    @Test(
        "Whoever makes one is told why nothing will be shown",
        arguments: [
            ("", "Nobody has allowed reminders on this device yet: see 'packmule permission request'.\n"),
            (
                "permission deny",
                "Reminders are not allowed on this device, so that it shows none: see 'packmule permission allow'.\n"
            ),
            ("permission allow", "No daemon is at work, so that nothing is shown when it is due: start packmuled.\n"),
        ])
    func warnings(preparation: String, warning: String) throws {
        let program = try TestProgram()
        if !preparation.isEmpty { program.text(preparation) }
        let output = program.run("remind at tomorrow 09:00 Call")
        #expect(output.exitCode == .done)
        #expect(output.standardError == warning)
    }

    private static let when = """
        WHEN is such as: 2027-06-03 09:00 · tomorrow 09:00 · friday 09:00 · 3 june 09:00 · 18:30 · in 20 minutes
        """
    private static let every = """
        SPEC is such as: monday,friday 09:00 · weekday 08:00 · 31 09:00 · last day 09:00 · last friday 17:00 · \
        1 january 09:00 · 2 hours · 90 minutes · hour :30
        """
    private static let lead = "LEAD is such as: 2 days 18:00 · 1 week 09:00 · same day 07:00 · 90 minutes"

    @Test(
        "What cannot be is refused with the reason or examples, and nothing is made",
        arguments: [
            ("at soon Call", "WHEN cannot be read from 'soon'.\n\(when)"),
            ("at 31 april 09:00 Call", "31 April does not exist.\n\(when)"),
            ("at 2027-02-29 09:00 Call", "29 February 2027 does not exist.\n\(when)"),
            ("at tomorrow 25:00 Call", "There is no hour 25.\n\(when)"),
            ("at tomorrow Call", "A time of day is missing, as in 'tomorrow 09:00'.\n\(when)"),
            ("at in 0 minutes Call", "That is not later than now.\n\(when)"),
            ("at in 999999999999 hours Call", "That is more than 10 years.\n\(when)"),
            ("at today 12:00 Call", "That was 2 hours ago."),
            ("at 2020-01-01 09:00 Call", "That was 6 years ago."),
            (
                "at tomorrow 09:00 Call --zone Europe/Berlim",
                "No time zone is called Europe/Berlim; perhaps Europe/Berlin is meant."
            ),
            (
                "at tomorrow 09:00 Call --zone=",
                "--zone must be floating, trip, or the name of a time zone, such as Europe/Oslo."
            ),
            ("at tomorrow 09:00 Call --while-unpacked", "--while-unpacked needs a trip."),
            (
                "at tomorrow 09:00 Call --quiet-from 22:00",
                "--quiet-from must be given together with the end of quiet hours."
            ),
            (
                "at tomorrow 09:00 Call --grace long",
                "--grace must be a time such as 12h or 90m, up to a year, or unlimited."
            ),
            ("at tomorrow 09:00 Call --gap none", "--gap must be one of: shift, firstValid, skip, before."),
            ("daily 24:00 Call", "There is no hour 24; midnight is 00:00.\nHH:MM is such as: 09:00 · 18:30"),
            ("at 9:30 pm Call", "Times are typed with 24 hours: 21:30 for 9:30 pm.\nHH:MM is such as: 09:00 · 18:30"),
            (
                "daily 12:05 a.m. Call",
                "Times are typed with 24 hours: 00:05 for 12:05 am.\nHH:MM is such as: 09:00 · 18:30"
            ),
            (
                "every friday 9 AM Call",
                "Times are typed with 24 hours: 09:00 for 9 am.\nHH:MM is such as: 09:00 · 18:30"
            ),
            ("daily noon Call", "HH:MM cannot be read from 'noon'.\nHH:MM is such as: 09:00 · 18:30"),
            ("every often Call", "SPEC cannot be read from 'often'.\n\(every)"),
            ("every 30 seconds Call", "Between two times there must be a minute or more.\n\(every)"),
            ("every 30 february 09:00 Call", "30 February does not exist.\n\(every)"),
            ("before Bergen 2 days Pack", "A time of day is missing, as in '2 days 18:00'.\n\(lead)"),
            ("before Bergen early Pack", "LEAD cannot be read from 'early'.\n\(lead)"),
            ("before Rome 1 day 09:00 Pack", "That was 1 year ago."),
            (
                "every day 09:00 Call --not-before 2027-02-01T00:00 --not-after 2027-01-01T00:00",
                "It may ring from 2027-02-01T00:00 on, but only until 2027-01-01T00:00."
            ),
        ])
    func refusals(line: String, message: String) throws {
        let program = try TestProgram.withSamples()
        #expect(program.refusal("remind " + line) == "packmule: \(message)\n")
        #expect(program.text("reminder list") == "There are no reminders.\n")
    }

    @Test("A title is needed, and a word that may belong to both is asked about")
    func usage() throws {
        let program = try TestProgram.withSamples()
        #expect(program.refusal("remind at tomorrow 09:00", .usage).hasPrefix("packmule: TITLE is missing.\n"))
        #expect(program.refusal("remind at tomorrow 09:00 ' '", .usage).hasPrefix("packmule: TITLE is missing.\n"))
        #expect(program.refusal("remind at 09:00", .usage).contains("TITLE is missing"))
        #expect(
            program.refusal("remind at 09:00 Monday report").hasPrefix(
                "packmule: Say the day before the time, or put the title in quotes if 'monday' belongs to it.\n"))
    }
}
