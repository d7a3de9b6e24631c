// The state of an occurrence is the highest of what was said of it.

import CivilTime
import Recurrence
import Replication
import Testing

@testable import TripModel

@Suite("Reminder occurrence")
struct ReminderOccurrenceTests {
    private static let moment = instant("2027-06-03T07:00:00Z")

    @Test(
        "Done counts more than dismissed, that more than put off, that more than delivered",
        arguments: [
            ([], .pending, false), ([\.delivered], .delivered, false),
            ([\.delivered, \.snoozedUntil], .snoozed, false),
            ([\.snoozedUntil, \.dismissed], .dismissed, true), ([\.snoozedUntil, \.done], .done, true),
            ([\.dismissed, \.done, \.delivered], .done, true),
        ] as [([any WritableKeyPath<ReminderOccurrence, Instant?> & Sendable], ReminderOccurrence.State, Bool)])
    func states(
        said: [any WritableKeyPath<ReminderOccurrence, Instant?> & Sendable], state: ReminderOccurrence.State,
        isSettled: Bool
    ) {
        var occurrence = ReminderOccurrence(id: id(1))
        for path in said { occurrence[keyPath: path] = Self.moment }
        #expect(occurrence.state == state)
        #expect(occurrence.state.isSettled == isSettled)
    }

    @Test("All devices give an occurrence the same identity, by reminder and key")
    func identity() throws {
        let key = try #require(OccurrenceKey("2026-10-25T02:30"))
        let second = try #require(OccurrenceKey("2026-10-25T02:30/2"))
        var reminder = Reminder(id: id(7))
        reminder.since = Self.moment
        let occurrence = ReminderOccurrence(reminder: reminder, key: key)
        #expect(occurrence.id == .natural(entity: 7, key: "\(id(7))/2026-10-25T02:30"))
        #expect(occurrence.id != ReminderOccurrence.id(reminder: id(7), key: second))
        #expect(occurrence.reminder == id(7) && occurrence.since == Self.moment && occurrence.state == .pending)
        let ring = Ring(reminder: reminder, key: key, due: Self.moment, state: .missed, changed: Self.moment)
        #expect(ring.id == occurrence.id && ring.since == Self.moment && ring.state == .missed)
    }
}
