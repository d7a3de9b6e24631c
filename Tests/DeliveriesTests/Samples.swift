// What the tests of deliveries show, and where they listen.

import CivilTime
import Recurrence
import Reminders
import Replication
import TestSupport
import TripModel

/// A notification about one occurrence, the number of which makes it this one.
func sample(
    _ number: Int = 1, title: String = "Passport", body: String = "It is in the drawer", sound: String? = nil,
    level: ReminderLevel = .active, actions: [ReminderNotification.Verb] = [.done, .snooze]
) -> ReminderNotification {
    ReminderNotification(
        rings: [RingID(reminder: RecordID(high: 1, low: 2), key: .count(number))], title: title, body: body,
        sound: sound, level: level, due: Instant(millisecondsSince1970: 1_811_667_600_000), actions: actions)
}

/// Takes what a delivery tells.
final class Heard: Sendable {
    private let events = Condition<[DeliveryEvent]>([])

    func tell(_ event: DeliveryEvent) { events.withLock { $0.append(event) } }

    /// Waits for so many, and returns all.
    func events(_ count: Int) -> [DeliveryEvent] {
        events.wait { $0.count >= count ? $0 : nil }
    }

    /// Waits for the first press.
    func press() -> DeliveryEvent {
        events.wait { events in
            events.first { if case .pressed = $0 { true } else { false } }
        }
    }

    /// Waits for this event.
    func wait(for event: DeliveryEvent) {
        events.wait { $0.contains(event) ? () : nil }
    }

    /// All until now.
    var all: [DeliveryEvent] { events.withLock { $0 } }
}

/// Texts that a person, or another device, may have put into a reminder to do harm.
let hostileTexts = [
    "<b>bold</b> & <img src='file:///x'> &lt;", "\u{1B}]0;title\u{7}\u{1B}[31mred", "\u{202E}gnp.exe\u{2066}",
    "zero\u{0}behind", String(repeating: "long ", count: 100), "🧳👩‍👩‍👧‍👦🇳🇴 e\u{301}", "a\nb\r\nc\u{2028}d", "",
    "%s %n $(reboot) `reboot` ; reboot",
    "\u{85}\u{7F}"
        + String(String.UnicodeScalarView([0xFFFF, 0xFDD0, 0x1FFFE].compactMap { Unicode.Scalar($0) })),
]
