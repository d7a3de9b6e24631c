// A ring agent, the time, and the plans it is given.

import CivilTime
import PackmuleKit
import Recurrence
import Reminders
import Replication

struct RingDriver {
    private var agent: RingAgent
    var now: Int64 = 1_800_000_000_000
    /// The time it asked for last.
    private(set) var armed: Int64?

    init(ways: [String]) {
        agent = RingAgent(ways: ways)
    }

    /// Permitted and synced, with nothing due.
    static func atRest(_ ways: [String]) -> RingDriver {
        var driver = RingDriver(ways: ways)
        _ = driver.tell(.permitted())
        _ = driver.plan()
        _ = driver.tell(.synced)
        _ = driver.plan()
        return driver
    }

    mutating func tell(_ event: RingAgent.Event) -> [RingAgent.Action] {
        let actions = agent.handle(event, nowMilliseconds: now)
        for case .arm(let milliseconds) in actions { armed = milliseconds }
        return actions
    }

    /// Hands in a plan.
    mutating func plan(
        show: [ReminderNotification] = [], withdraw: [RingID: KeyValuePairs<String, String>] = [:],
        isNoting: Bool = false, next: Int64? = nil
    ) -> [RingAgent.Action] {
        let withdraw = withdraw.mapValues { shown in TextMap(shown.map { ($0.key, $0.value) }) }
        return tell(
            .planned(.init(show: show, withdraw: withdraw, isNoting: isNoting, nextMilliseconds: next)))
    }

    mutating func handOver(_ way: String, _ notification: ReminderNotification, _ token: String) -> [RingAgent.Action] {
        tell(.handedOver(way: way, identifier: notification.identifier, token: token))
    }

    mutating func fail(_ way: String, _ notification: ReminderNotification, _ error: DeliveryError)
        -> [RingAgent.Action]
    {
        tell(.failed(way: way, identifier: notification.identifier, error))
    }

    /// Shows something by ways, and writes it down.
    mutating func show(_ notification: ReminderNotification, tokens: KeyValuePairs<String, String>) {
        _ = tell(.zoneChanged)
        _ = plan(show: [notification])
        for (way, token) in tokens {
            _ = handOver(way, notification, token)
            _ = tell(.recorded(unwritten: []))
        }
        now += 1_000
        _ = tell(.timerFired)
        _ = plan()
    }
}

/// An occurrence of a reminder that a word stands for.
func ring(_ word: String) -> RingID {
    RingID(reminder: .natural(entity: 6, key: word), key: .count(1))
}

/// A notification of one.
func notification(_ word: String, due: Int64) -> ReminderNotification {
    ReminderNotification(rings: [ring(word)], title: word, due: Instant(millisecondsSince1970: due))
}
