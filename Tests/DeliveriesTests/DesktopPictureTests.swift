// A notification on a real desktop: seen, photographed and clicked.

import Reminders
import TestSupport
import Testing

@testable import Deliveries

@Suite(
    "A notification on a real desktop",
    .enabled(
        if: DesktopSession.missingPrograms.isEmpty,
        "SKIPPED: not installed here: \(DesktopSession.missingPrograms.joined(separator: ", "))"),
    .serialized)
struct DesktopPictureTests {
    @Test("It can be seen, and a click on it does what its button says")
    func seenAndClicked() throws {
        let desktop = try DesktopSession()
        let empty = try desktop.screen.picture()
        let heard = Heard()
        let delivery = try DesktopDelivery(environment: desktop.environment, tell: heard.tell)
        defer { delivery.close() }
        let notification = sample(title: "Passport", body: "It is in the <drawer> & dry 🧳\nand the tickets too")
        let token = try shown(notification, by: delivery, heard)
        let area = try desktop.notificationArea()
        #expect(area.x > 240 && area.y < 60 && area.width >= 300 && area.height > 20)
        let picture = try #require(try desktop.screen.picture(differingFrom: empty, in: area))
        try picture.keep(as: "desktop-notification")
        #expect(picture.differingPixels(from: empty, in: area) > area.width * area.height / 2)
        #expect(!token.isEmpty)
        try desktop.screen.click(area)
        #expect(heard.press() == .pressed(identifier: notification.identifier, .done))
    }

    @Test("It is gone from the screen when it is taken away, and comes again with another server")
    func withdrawnAndRestarted() throws {
        let desktop = try DesktopSession()
        let empty = try desktop.screen.picture()
        let heard = Heard()
        let delivery = try DesktopDelivery(environment: desktop.environment, tell: heard.tell)
        defer { delivery.close() }
        let token = try shown(sample(1), by: delivery, heard)
        let area = try desktop.notificationArea()
        let picture = try #require(try desktop.screen.picture(differingFrom: empty, in: area))
        try delivery.withdraw(token)
        let after = try #require(try desktop.screen.picture(differingFrom: picture, in: area))
        #expect(after.differingPixels(from: empty, in: area) == 0)
        let second = try delivery.show(sample(2), replacing: token)
        try desktop.restartServer()
        heard.wait(for: .lost)
        _ = try shown(sample(2), by: delivery, heard, replacing: second)
        let again = try desktop.notificationArea()
        #expect(try desktop.screen.picture(differingFrom: empty, in: again) != nil)
    }

    /// Shows as the daemon does: again when a server has come.
    private func shown(
        _ notification: ReminderNotification, by delivery: DesktopDelivery, _ heard: Heard, replacing: String? = nil
    ) throws -> String {
        let count = heard.all.count
        do {
            return try delivery.show(notification, replacing: replacing)
        } catch DeliveryError.unavailable {
            _ = heard.events(count + 1)
            return try delivery.show(notification, replacing: replacing)
        }
    }
}
