// Days, times, zones and plan times are stored as their one line of text.

import CivilTime
import Replication
import Testing

@testable import TripModel

@Suite("Kinds of field for time")
struct TimeKindsTests {
    @Test(
        "What is typed in its form is stored and shown in it",
        arguments: [
            (FieldKind.day, " 2027-06-03 ", "2027-06-03"), (.timeOfDay, "22:30", "22:30"),
            (.zone, "Europe/Oslo", "Europe/Oslo"), (.zone, "W. Europe Standard Time", "W. Europe Standard Time"),
            (.planTime, "2027-06-03", "2027-06-03"), (.planTime, "2027-06-03..2027-06-05", "2027-06-03..2027-06-05"),
            (.planTime, "2027-06-03 09:00", "2027-06-03T09:00"),
            (.planTime, "2027-06-03T09:00[Europe/Oslo]", "2027-06-03T09:00[Europe/Oslo]"),
            (.planTime, "2027-06-03T09:00:00+02:00", "2027-06-03T07:00:00Z"),
        ])
    func typed(kind: FieldKind, typed: String, stored: String) {
        #expect(kind.parse(typed) == .success(.text(stored)))
        #expect(kind.accepts(.text(stored)))
        #expect(kind.format(.text(stored)) == stored)
    }

    @Test(
        "What breaks the form is refused with the rule",
        arguments: [
            (FieldKind.day, "tomorrow", "must be a day such as 2027-06-03"),
            (.day, "2027-04-31", "is not a day: 31 April does not exist"),
            (.timeOfDay, "24:00", "must be a time of day such as 22:30"),
            (.zone, "  ", "must be the name of a time zone, such as Europe/Oslo"),
            (
                .planTime, "soon",
                "must be a day (2027-06-03), days (2027-06-03..2027-06-07) or a time (2027-06-03T09:00)"
            ),
        ])
    func refused(kind: FieldKind, typed: String, clause: String) {
        let parsed = kind.parse(typed).flatMap { value -> Result<Value, RuleBroken> in
            kind.brokenRule(value).map { .failure(RuleBroken($0)) } ?? .success(value)
        }
        #expect(parsed == .failure(RuleBroken(clause)))
    }

    @Test(
        "A stored text that could not be given back unchanged is not accepted",
        arguments: [
            (FieldKind.day, "2027-02-29"), (.timeOfDay, "22:30:00"), (.zone, ""), (.zone, "a\nb"),
            (.planTime, "2027-06-03 09:00"), (.planTime, "2027-06-03T09:00:00+02:00"),
            (.planTime, "2027-06-05..2027-06-03"),
        ])
    func stored(kind: FieldKind, text: String) {
        #expect(!kind.accepts(.text(text)))
    }
}
