// What cannot be is refused when it is said, not when it would have rung. 2027-06-05 is a Saturday.

import CivilTime
import Recurrence
import Testing
import TripModel

@testable import Reminders

@Suite("Refusals")
struct ReminderRefusalTests {
    @Test(
        "Nine o'clock universal time on 3 June 2027, eleven in Berlin",
        arguments: [
            ("at 2027-06-03T11:01", nil), ("at 2027-06-03T11:00", .past(agoSeconds: 0)),
            ("at 2027-06-03T09:00", .past(agoSeconds: 7200)), ("at 2027-05-31T11:00", .past(agoSeconds: 3 * 86_400)),
            ("every 600s from 2027-06-03T08:00:00Z once", .past(agoSeconds: 3000)),
            ("every 600s from 2027-06-03T08:55:00Z once", nil), ("every 60s from 2027-06-03T08:00:00Z", nil),
            ("daily 09:00", nil), ("on month=2 day=29 hour=9", nil), ("on month=4 day=30", nil),
            ("on month=4 day=31 hour=9", .dateDoesNotExist("31 April")),
            ("on month=2 day=30", .dateDoesNotExist("30 February")),
            ("on year=2027 month=2 day=29", .dateDoesNotExist("29 February 2027")),
            ("on year=2027 month=6 day=5 weekday=1 hour=9", .never),
            ("before start 2d 18:00", .nothingToFollow), ("during 08:30", .nothingToFollow),
            ("next full moon", .unreadableTrigger), ("", .unreadableTrigger),
        ] as [(String, ReminderError?)])
    func triggers(trigger: String, refusal: ReminderError?) {
        #expect(reminder(1, trigger).refusal(in: context(), now: Self.now) == refusal)
    }

    @Test(
        "Values that no line of text can have are refused as well",
        arguments: [
            (.interval(seconds: 59, start: now, repeats: true), .intervalTooShort),
            (.interval(seconds: 60, start: now, repeats: true), nil),
            (.calendar(CalendarPattern(hour: 24), repeats: true), .outOfRange(what: "The hour", range: 0...23)),
            (.calendar(CalendarPattern(month: 13), repeats: true), .outOfRange(what: "The month", range: 1...12)),
            (.calendar(CalendarPattern(month: 6, day: 31), repeats: false), .dateDoesNotExist("31 June")),
        ] as [(Trigger, ReminderError?)])
    func values(trigger: Trigger, refusal: ReminderError?) {
        #expect(trigger.refusal == refusal)
    }

    @Test("A title says something, a window has room, a zone is known; a trip may get its dates later")
    func others() {
        func refusal(_ trigger: String, isNewTime: Bool = true, _ change: (inout Reminder) -> Void) -> ReminderError? {
            reminder(1, trigger, change: change).refusal(in: world(), now: Self.now, isNewTime: isNewTime)
        }
        #expect(refusal("daily 09:00") { $0.title = " \u{2003}" } == .noTitle)
        let (early, late) = (CivilDateTime("2027-06-01T09:00"), CivilDateTime("2027-06-02T09:00"))
        if let early, let late {
            let window = ReminderError.emptyWindow(notBefore: late, notAfter: early)
            #expect(refusal("daily 09:00") { ($0.notBefore, $0.notAfter) = (late, early) } == window)
        }
        // The window closed on 2 June at seven o'clock universal time.
        #expect(refusal("daily 09:00") { $0.notAfter = late } == .past(agoSeconds: 26 * 3600))
        #expect(
            refusal("daily 09:00") { $0.zone = .fixed("Asia/Tokio") }
                == .unknownZone("Asia/Tokio", suggestion: "Asia/Tokyo"))
        #expect(refusal("daily 09:00") { $0.zone = .fixed("Broken/Zone") } == .damagedZone("Broken/Zone"))
        #expect(refusal("before start 2d 18:00") { $0.trip = id(22) } == nil)
        // A new title of what is over is no new time.
        #expect(refusal("at 2027-06-03T09:00", isNewTime: false) { $0.title = "Tickets" } == nil)
    }

    private static let now = instant("2027-06-03T09:00:00Z")

    /// One trip without dates.
    private func world() -> ReminderContext {
        var world = context()
        var trip = Trip(id: id(22))
        trip.city = "Bergen"
        world.trips = [trip.id: trip]
        return world
    }
}
