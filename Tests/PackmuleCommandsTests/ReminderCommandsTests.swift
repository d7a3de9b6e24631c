// Tests of listing, changing and cancelling reminders. It is Friday 2026-05-01, 14:00 in Berlin.

import CivilTime
import CommandLineTool
import JSONText
import PackmuleKit
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Reminder commands")
struct ReminderCommandsTests {
    private static func program() throws -> TestProgram {
        let program = try TestProgram.withSamples()
        program.text("permission allow")
        program.told("remind at tomorrow 09:00 Call the hotel")
        program.told("remind before Bergen 2 days 18:00 Pack --while-unpacked")
        program.told("remind every last friday 17:00 Timesheet")
        return program
    }

    @Test("The list shows when each rings, and those that cannot, with the reason")
    func list() throws {
        let program = try Self.program()
        program.text("trip add Lisbon")
        program.told("remind during Lisbon 08:30 Look out")
        program.text("check --all -t Bergen")
        try program.edit { edit in
            var reminder = Reminder(id: edit.newID())
            (reminder.title, reminder.trigger) = ("From tomorrow's version", "daily 03:33")
            try edit.put(reminder)
            reminder = Reminder(id: edit.newID())
            (reminder.title, reminder.trigger) = ("Lost", "daily 09:00")
            reminder.zone = .fixed("Europe/Atlantis")
            try edit.put(reminder)
        }
        try program.replace("daily 03:33", by: "moonrise +3")
        #expect(
            program.told("reminder") == """
                No.  Reminder                 When                                                  Next
                  1  Call the hotel           on 2 May 2026 at 09:00                                \
                tomorrow, 2 May, 09:00
                  2  Pack                     2 days before the start at 18:00 (Bergen, June 2027)  \
                Tuesday, 1 June 2027, 18:00 (silent for now)
                  3  Timesheet                every last Friday of a month at 17:00                 \
                Friday, 29 May, 17:00
                  4  Look out                 every day of the trip at 08:30 (Lisbon)               \
                Its trip has no dates yet.
                  5  From tomorrow's version  ?                                                     \
                This version cannot read when it is due; update the program.
                  6  Lost                     every day at 09:00                                    \
                No time zone is called Europe/Atlantis.

                """)
        let kinds = try JSONValue(reading: program.told("reminder list --json"))["reminders"]?.elements?
            .map { $0["problem"]?["kind"]?.string ?? "-" }
        #expect(kinds == ["-", "-", "-", "undatedTrip", "unreadable", "unknownZone"])
        #expect(program.told("reminder list -t Bergen").contains("Pack"))
        #expect(!program.told("reminder list -t Bergen").contains("Call"))
        #expect(program.text("status").contains("reminders  tomorrow, 2 May, 09:00: Call the hotel; 3 cannot ring"))
        #expect(try TestProgram().text("reminder list") == "There are no reminders.\n")
    }

    @Test("One reminder is shown with what is not as usual")
    func show() throws {
        let program = try Self.program()
        let page = program.text("reminder show pack")
        #expect(
            page.hasPrefix(
                """
                reminder 2, Pack
                when            2 days before the start at 18:00
                trip            trip 1, Bergen, June 2027
                while-unpacked  yes
                next            Tuesday, 1 June 2027, 18:00
                id
                """))
        #expect(
            try program.json("reminder show 1") == """
                {reminder:{id:*,number:1,title:Call the hotel,body:,trip:null,place:null,item:null,\
                trigger:at 2026-05-02T09:00,zone:floating,gap:shift,overlap:first,missingDay:lastDay,zoneJump:skip,\
                misfire:latest,grace:12h,level:active,sound:null,badge:null,thread:null,notBefore:null,notAfter:null,\
                whileUnpacked:false,quiet:defer,quietFrom:null,quietTo:null,since:2026-05-01T12:00:00Z,\
                when:on 2 May 2026 at 09:00,deleted:false,next:{key:2026-05-02T09:00,at:2026-05-02T07:00:00Z,\
                reading:2026-05-02T09:00,zone:Europe/Berlin,offset:+02:00,policies:[]},silent:false,problem:null}}
                """)
    }

    @Test(
        "Every change is told in a sentence, with when it rings now",
        arguments: [
            ("edit hotel --at 'tomorrow 10:00'", "Changed reminder 1 'Call the hotel': tomorrow, 2 May, 10:00."),
            ("edit hotel --title Ring", "Changed reminder 1 'Ring': tomorrow, 2 May, 09:00."),
            ("edit hotel --daily 8:00", "Changed reminder 1 'Call the hotel': tomorrow, 2 May, 08:00."),
            ("edit hotel --every '2 hours'", "Changed reminder 1 'Call the hotel': today, 16:00."),
            (
                "edit hotel --before '1 day 09:00' -t Bergen",
                "Changed reminder 1 'Call the hotel': Wednesday, 2 June 2027, 09:00."
            ),
            ("edit pack --after '1 day 09:00'", "Changed reminder 2 'Pack': Tuesday, 8 June 2027, 09:00."),
            ("edit pack --before '1 day 09:00' --edge end", "Changed reminder 2 'Pack': Sunday, 6 June 2027, 09:00."),
            ("edit pack --during 09:00", "Changed reminder 2 'Pack': Thursday, 3 June 2027, 09:00."),
            (
                "edit hotel --zone Asia/Tokyo",
                "Changed reminder 1 'Call the hotel': Saturday, 2 May, 09:00 in Asia/Tokyo "
                    + "(here tomorrow, 2 May, 02:00)."
            ),
            ("edit pack --clear while-unpacked", "Changed reminder 2 'Pack': Tuesday, 1 June 2027, 18:00."),
            ("edit hotel --level active", "Nothing changed: it was so already."),
            (
                "cancel hotel",
                "Cancelled reminder 1, Call the hotel. Undo it with 'packmule undo', or later with "
                    + "'packmule reminder restore 1'."
            ),
            (
                "cancel --all",
                "Cancelled 3 reminders. Undo it with 'packmule undo', or later with 'packmule reminder restore 1 2 3'."
            ),
        ])
    func sentences(line: String, sentence: String) throws {
        #expect(try Self.program().told("reminder " + line) == sentence + "\n")
    }

    @Test("What was cancelled can come back, and is found in the trash")
    func restore() throws {
        let program = try Self.program()
        program.text("reminder delete hotel")
        #expect(program.text("trash").contains("Call the hotel"))
        #expect(program.refusal("reminder show hotel").contains("packmule reminder restore 1"))
        #expect(program.text("reminder restore hotel") == "Brought back reminder 1, Call the hotel.\n")
        #expect(program.text("undo").contains("Took back"))
        program.text("trip delete Bergen")
        #expect(!program.told("reminder").contains("Pack"))
    }

    @Test(
        "Refusals name what is wrong, and nothing is changed",
        arguments: [
            ("edit hotel --at soon", ExitCode.refused, "WHEN cannot be read from 'soon'."),
            ("edit hotel --at 'today 12:00'", .refused, "That was 2 hours ago."),
            ("edit hotel --before '1 day 09:00'", .refused, "trigger needs a trip, a place or an item."),
            ("edit hotel", .usage, "Nothing is named that should change."),
            ("edit hotel --at 'tomorrow 09:00' --daily 09:00", .usage, "--at and --daily exclude each other."),
            ("edit pack --edge end", .usage, "--edge belongs to --before and --after."),
            ("edit hotel --title ' '", .refused, "--title must be given."),
            ("edit pack --clear trip", .refused, "--while-unpacked needs a trip."),
            ("cancel", .usage, "Name reminders, or give --all."),
            ("cancel hotel --all", .usage, "Name reminders, or give --all."),
            ("cancel taxi", .refused, "There is no reminder 'taxi'."),
        ])
    func refusals(line: String, exitCode: ExitCode, message: String) throws {
        let program = try Self.program()
        let before = program.told("reminder list --json")
        #expect(program.refusal("reminder " + line, exitCode).hasPrefix("packmule: \(message)\n"))
        #expect(program.told("reminder list --json") == before)
    }

    @Test("Reminders are exported and imported with what they are about")
    func exchange() throws {
        let program = try Self.program()
        let file = program.folder.path("all.json")
        program.text("export -o \(file)")
        let other = try TestProgram(seed: 3)
        #expect(try other.json("import \(file)").contains("reminders:3"))
        #expect(other.told("reminder").contains("Tuesday, 1 June 2027, 18:00"))
        #expect(try other.json("dump") == program.json("dump"))
        #expect(try program.json("export -t Bergen").contains("before start 2d 18:00"))
        #expect(try !program.json("export -t Bergen").contains("at 2026-05-02T09:00"))
    }

    @Test("Reminders are searched, dumped and spoken of like other records")
    func elsewhere() throws {
        let program = try Self.program()
        #expect(program.text("search hotel").contains("reminder    1  Call the hotel"))
        #expect(try program.json("dump").contains("reminders:[{id:*,title:"))
        #expect(program.text("log reminder pack").contains("reminder 2 Pack: added, trip Bergen, June 2027"))
        program.told("reminder done hotel --occurrence 2026-05-02T09:00")
        #expect(
            program.text("log --limit 1").contains("reminder 1 Call the hotel, due 2026-05-02T09:00: done 2026-05-01"))
        #expect(try program.json("dump").contains("occurrences:[{id:*,reminder:*,key:2026-05-02T09:00"))
        #expect(program.text("__complete reminder").hasPrefix("Call the hotel\treminder 1\n"))
        #expect(program.text("__complete missing-day") == "lastDay\t\nskip\t\nnextDay\t\n")
        #expect(program.text("__complete reminder-zone").hasPrefix("floating\t"))
    }

    @Test("A reminder whose trigger cannot be read can be given a new one, after a warning")
    func unreadable() throws {
        let program = try Self.program()
        program.told("remind daily 03:33 'Look up'")
        try program.replace("daily 03:33", by: "moonrise +3")
        #expect(program.told("reminder list").contains("This version cannot read when it is due"))
        let output = program.run("reminder edit 'look up' --daily 09:00")
        #expect(output.exitCode == .done)
        #expect(output.standardOutput == "Changed reminder 4 'Look up': tomorrow, 2 May, 09:00.\n")
        #expect(
            output.standardError.hasPrefix(
                "This version could not read when it was due, as a newer one may have said; that was replaced.\n"))
    }

    @Test("That no daemon is at work is said once a day, and never to scripts")
    func dailyNote() throws {
        let program = try TestProgram()
        program.text("permission allow")
        #expect(program.run("remind at tomorrow 09:00 Call --json").standardError == "")
        #expect(program.run("reminder list").standardError.hasPrefix("No daemon is at work"))
        #expect(program.run("reminder list").standardError == "")
        program.clock.advance(milliseconds: 86_400_000)
        program.told("remind daily 09:00 Call")
        program.clock.advance(milliseconds: 86_400_000)
        #expect(program.run("reminder pending").standardError.hasPrefix("No daemon is at work"))
        #expect(program.text("status").contains("No daemon is at work"))
    }
}
