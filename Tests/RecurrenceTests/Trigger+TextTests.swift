// The line of text by which a trigger is stored.

import CivilTime
import TestSupport
import Testing

@testable import Recurrence

@Suite struct TriggerTextTests {
    @Test(
        "A trigger has one line",
        arguments: [
            (.at(reading("2027-06-03T09:00")), "at 2027-06-03T09:00"),
            (.at(reading("2027-06-03T09:00:30")), "at 2027-06-03T09:00:30"),
            (.daily(.midnight), "daily 00:00"),
            (.calendar(CalendarPattern(hour: 9, minute: 0), repeats: false), "on hour=9 minute=0 once"),
            (.calendar(CalendarPattern(hour: 9), repeats: true), "on hour=9"),
            (
                .calendar(CalendarPattern(hour: 9, minute: 0, second: 0), repeats: true),
                "on hour=9 minute=0 second=0"
            ),
            (
                .calendar(
                    CalendarPattern(
                        year: 2028, month: 4, day: 9, weekdays: [3, 1], nth: -1, isoWeek: 53, weekOfMonth: 1, hour: 9,
                        minute: 0, second: 5), repeats: true),
                "on year=2028 month=4 day=9 weekday=1,3 nth=-1 week=53 weekOfMonth=1 hour=9 minute=0 second=5"
            ),
            (
                .interval(seconds: 7200, start: instant("2027-06-03T07:00:00Z"), repeats: true),
                "every 7200s from 2027-06-03T07:00:00Z"
            ),
            (
                .interval(seconds: 1, start: instant("2027-06-03T07:00:00.25Z"), repeats: false),
                "every 1s from 2027-06-03T07:00:00.250Z once"
            ),
            (.relative(Lead(distance: .days(2, time("18:00")))), "before start 2d 18:00"),
            (.relative(Lead(edge: .end, isAfter: true, distance: .minutes(90))), "after end 90m"),
            (.during(time("08:30")), "during 08:30"),
        ] as [(Trigger, String)])
    func lines(trigger: Trigger, line: String) {
        #expect(trigger.description == line)
        #expect(Trigger(line) == trigger)
    }

    @Test(
        "Any other line is none",
        arguments: [
            "", " ", "at", "at 2027-06-03", "at 2027-06-31T09:00", "at 2027-06-03 09:00", "at 2027-06-03T09:00:00",
            "at  2027-06-03T09:00", "at 2027-06-03T09:00 ", "At 2027-06-03T09:00", "at 2027-06-03T09:00 once",
            "daily 9:00", "daily 24:00", "daily 09:00:30", "daily 09:00\n", "during", "during 08:60",
            "on", "on once", "on hour", "on hour=", "on hour=24", "on hour=-1", "on hour=09", "on hour=+9",
            "on hour=9 hour=9", "on hour=9 minute=0", "on minute=0 hour=9 once", "on hour=9 once once",
            "on once hour=9", "on Hour=9", "on year=0", "on year=10000", "on month=13", "on day=0", "on day=32",
            "on weekday=", "on weekday=0", "on weekday=8", "on weekday=3,1", "on weekday=1,1", "on weekday=1,",
            "on weekday=1,,3", "on weekday=1 nth=0", "on weekday=1 nth=6", "on weekday=1 nth=-2", "on nth=1",
            "on week=0",
            "on week=54", "on weekOfMonth=0", "on weekOfMonth=6", "on minute=60", "on second=60", "on hour=9,10",
            "on day=99999999999999999999", "on hour=९",
            "every 59s from 2027-06-03T07:00:00Z", "every 0s from 2027-06-03T07:00:00Z once",
            "every -60s from 2027-06-03T07:00:00Z", "every 7200 from 2027-06-03T07:00:00Z",
            "every 7200s from 2027-06-03T07:00:00+00:00", "every 7200s since 2027-06-03T07:00:00Z",
            "every 7200s from 2027-06-03T07:00:00Z twice", "every 10000000001s from 2027-06-03T07:00:00Z",
            "before start", "before start 2d", "before start 2d 18:00 x", "before start -2d 18:00",
            "before start 3661d 18:00", "before middle 2d 18:00", "after end 90", "after end 90h",
            "after end 90m 18:00",
            "after end -1m", "after end 5270401m", "during 08:30 once",
        ])
    func others(line: String) {
        #expect(Trigger(line) == nil)
    }

    @Test("Reading what was written gives the same trigger, whatever it is")
    func roundTrip() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<3000 {
            let trigger = RandomRules.trigger(using: &random)
            let line = trigger.description
            #expect(Trigger(line) == trigger, "\(line)")
            #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        }
    }

    @Test("A trigger is read only from the one line that is written for it")
    func oneLine() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            var bytes = Array(RandomRules.trigger(using: &random).description.utf8)
            for _ in 0..<random.int(in: 1...3) {
                let alphabet = Array("0123456789 =,-:TZsmdonce".utf8)
                let byte = alphabet[random.int(in: alphabet.indices)]
                let place = random.int(in: bytes.indices)
                if random.bool() { bytes[place] = byte } else { bytes.insert(byte, at: place) }
            }
            let line = String(decoding: bytes, as: UTF8.self)
            if let trigger = Trigger(line) { #expect(trigger.description == line) }
        }
    }

    @Test("Values out of range are written, but not read")
    func outOfRange() {
        for trigger: Trigger in [
            .calendar(CalendarPattern(hour: 24, minute: 0), repeats: true),
            .calendar(CalendarPattern(), repeats: true),
            .interval(seconds: .min, start: .latest, repeats: true),
            .relative(Lead(distance: .minutes(.max))), .relative(Lead(distance: .days(.min, .midnight))),
        ] {
            #expect(Trigger(trigger.description) == nil, "\(trigger)")
        }
    }
}
