// Notifications as lines of a stream.

import CommandLineTool
import Reminders
import Testing
import TripModel

@testable import Deliveries

@Suite("Terminal delivery")
struct TerminalDeliveryTests {
    @Test(
        "A notification is one line",
        arguments: [
            ("Passport", "In the drawer", "09:00 Passport: In the drawer\n"), ("Passport", "", "09:00 Passport\n"),
            ("a\nb", "c\r\n\nd", "09:00 a · b: c · d\n"), ("\u{1B}[31m", "\u{202E}x", "09:00 ␛[31m: ⟪RLO⟫x\n"),
        ])
    func line(_ title: String, _ body: String, _ expected: String) throws {
        let lines = Lines()
        let token = try TerminalDelivery(lines.output()).show(sample(title: title, body: body), replacing: nil)
        #expect(lines.all == [expected] && token == "")
    }

    @Test("Where others read the lines later, nothing of the text stands in them")
    func journal() throws {
        let lines = Lines()
        _ = try TerminalDelivery(lines.output(isPrivate: false)).show(sample(), replacing: nil)
        #expect(lines.all == ["09:00 A reminder is due: \(sample().identifier)\n"])
    }

    @Test("Colour says how much it presses", arguments: [(false, "1"), (true, "31")])
    func colour(_ isTimeSensitive: Bool, _ parameter: String) throws {
        let lines = Lines()
        let notification = sample(title: "Passport", body: "", level: isTimeSensitive ? .timeSensitive : .active)
        _ = try TerminalDelivery(lines.output(colour: .on)).show(notification, replacing: nil)
        #expect(lines.all == ["\u{1B}[2m09:00\u{1B}[0m \u{1B}[\(parameter)mPassport\u{1B}[0m\n"])
    }

    @Test("Where nobody reads, it is kept")
    func unread() {
        #expect(throws: DeliveryError.unavailable("nobody reads what is written")) {
            try TerminalDelivery(Lines().output(isRead: false)).show(sample(), replacing: nil)
        }
    }
}
