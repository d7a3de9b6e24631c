// What holds for every way of showing notifications.

import Reminders
import TestSupport
import Testing

@testable import Deliveries

@Suite("Every delivery")
struct EveryDeliveryTests {
    @Test("A notification arrives, and so does what takes its place", arguments: Way.available)
    func shown(_ way: Way) throws {
        let outlet = try Outlet(way)
        let token = try outlet.delivery.show(sample(1, title: "First", body: "a"), replacing: nil)
        _ = try outlet.delivery.show(sample(2, title: "Second", body: "b"), replacing: token)
        _ = try outlet.delivery.show(sample(3, title: "Third", body: "c"), replacing: "a token of nobody")
        let titles = try outlet.titles(3)
        #expect(titles.count == 3)
        for (title, expected) in zip(titles, ["First", "Second", "Third"]) { #expect(title.contains(expected)) }
        #expect(outlet.delivery.name == way.rawValue)
        #expect(outlet.delivery.pendingCapacity == 0)
    }

    @Test("Taking away twice, and what was never shown, is no error", arguments: Way.available)
    func withdrawn(_ way: Way) throws {
        let outlet = try Outlet(way)
        let token = try outlet.delivery.show(sample(), replacing: nil)
        for _ in 1...2 { try outlet.delivery.withdraw(token) }
        for unknown in ["", "unknown", "0 :1.1 4294967296", "../../x", String(repeating: "9", count: 500)] {
            try outlet.delivery.withdraw(unknown)
        }
        outlet.delivery.adopt([])
        outlet.delivery.adopt([ShownNotification(token: "unknown", identifier: "")])
        _ = try outlet.delivery.show(sample(2), replacing: token)
        #expect(try outlet.titles(2).count == 2)
    }

    @Test("Hostile texts arrive, and none commands the one who shows them", arguments: Way.available)
    func hostile(_ way: Way) throws {
        let outlet = try Outlet(way)
        for (number, text) in hostileTexts.enumerated() {
            _ = try outlet.delivery.show(sample(number, title: text, body: text, sound: text), replacing: nil)
        }
        let titles = try outlet.titles(hostileTexts.count)
        #expect(titles.count == hostileTexts.count)
        // A command gets the text itself: JSON carries it without harm.
        guard way != .command else {
            #expect(titles.map { Array($0.utf8) } == hostileTexts.map { Array($0.utf8) })
            return
        }
        for title in titles {
            #expect(
                title.unicodeScalars.allSatisfy {
                    $0 == "\n" || ($0.properties.generalCategory != .control && !(0x202A...0x2069 ~= $0.value))
                }, "\(title.debugDescription)")
            #expect(way != .terminal || title.filter { $0 == "\n" }.count == 1)
        }
    }

    @Test("After its end nothing is shown, and a second end is none", arguments: Way.available)
    func closed(_ way: Way) throws {
        let outlet = try Outlet(way)
        let token = try outlet.delivery.show(sample(1), replacing: nil)
        for _ in 1...2 { outlet.delivery.close() }
        do throws(DeliveryError) {
            _ = try outlet.delivery.show(sample(2), replacing: token)
            Issue.record("It was shown.")
        } catch {
            #expect("\(error)".contains("the delivery was closed"))
        }
        try? outlet.delivery.withdraw(token)
        outlet.delivery.adopt([ShownNotification(token: token, identifier: "a")])
        #expect(try outlet.titles(1).count == 1)
    }

    @Test("It may be ended while others show; what was not refused has arrived", arguments: Way.available)
    func closedMeanwhile(_ way: Way) throws {
        let outlet = try Outlet(way)
        let delivery = outlet.delivery
        let begun = Condition(0)
        let threads = try (0..<3).map { thread in
            try StartedThread {
                var shownCount = 0
                for number in 0..<20 {
                    do throws(DeliveryError) {
                        _ = try delivery.show(sample(thread * 100 + number), replacing: nil)
                        shownCount += 1
                        begun.withLock { $0 += 1 }
                    } catch .unavailable {
                        begun.withLock { $0 += 1 }
                    } catch .rejected(let why) {
                        Issue.record("Rejected: \(why)")
                    }
                }
                return shownCount
            }
        }
        begun.wait { $0 >= 3 ? () : nil }
        delivery.close()
        let shownCount = try threads.map { try $0.value() }.reduce(0, +)
        #expect(try outlet.titles(shownCount).count >= shownCount)
        #expect(throws: DeliveryError.self) { try delivery.show(sample(999), replacing: nil) }
    }
}
