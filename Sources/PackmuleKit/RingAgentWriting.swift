// What a ring agent wants of the store.

internal import CivilTime
package import Reminders
internal import Replication
internal import TripModel

extension Device {
    /// What earlier runs showed by ways that can take it away, and what still counts.
    package func standing() throws -> [RingAgent.Standing] {
        struct Shown: Hashable {
            let way: String
            let token: String
        }
        let rings = try read { try $0.records(Ring.self).map(\.record) }.filter { $0.state == .rung }
        var shown: [Shown: [RingID]] = [:]
        for ring in rings.sorted(by: { ($0.due ?? .earliest, $0.id) < ($1.due ?? .earliest, $1.id) }) {
            guard let id = RingID(ring) else { continue }
            for entry in ring.shown?.entries ?? [] where !entry.text.isEmpty {
                shown[Shown(way: entry.name, token: entry.text), default: []].append(id)
            }
        }
        return shown.map { shown, rings in
            RingAgent.Standing(
                way: shown.way, token: shown.token, identifier: ReminderNotification.identifier(of: rings),
                rings: rings)
        }.sorted { ($0.way, $0.identifier) < ($1.way, $1.identifier) }
    }

    /// Writes down that a way has shown something.
    ///
    /// - Parameter plan: that in which it was to be shown; nil when another way has been written down already.
    package func record(
        _ notification: ReminderNotification, shownBy way: String, token: String, of plan: Plan?
    ) throws {
        let handed = HandedOver(notification, shown: TextMap([(way, token)]))
        guard let plan else { return try recordReshown([handed]) }
        // What else the plan notes may turn out to be settled elsewhere; a plan after the sync tells.
        try record(plan, handed: [handed], only: Set(notification.rings.map(\.reminder)))
    }

    /// Writes down that no way will ever show something: it is missed.
    package func recordRefused(_ notification: ReminderNotification, of plan: Plan) throws {
        try edit("remind", isAutomatic: true) { edit in
            for id in notification.rings {
                guard var ring = plan.record(of: id) else { continue }
                ring.state = .missed
                try edit.put(ring)
            }
            let reminders = Set(notification.rings.map(\.reminder))
            for mark in plan.marks where reminders.contains(mark.id) { try edit.put(mark) }
        }
    }

    /// Writes down what a person pressed. What is about something that is not there any more is nothing.
    ///
    /// - Parameter milliseconds: when it was pressed, since 1970; a put-off begins then.
    package func settle(
        _ rings: [RingID], _ verb: ReminderNotification.Verb, atMilliseconds milliseconds: Int64
    ) throws {
        let instant = Instant(millisecondsSince1970: milliseconds)
        try edit("reminder \(verb.rawValue)") { edit in
            for ring in rings {
                guard let reminder = try edit.record(Reminder.self, ring.reminder), !reminder.isDeleted else {
                    continue
                }
                switch verb {
                case .done: try edit.done(ring, at: instant)
                case .dismiss: try edit.dismiss(ring, at: instant)
                case .hide: try edit.hide(ring, at: instant)
                case .snooze:
                    let minutes = try edit.settings().snoozeMinutes
                    let until = instant.adding(milliseconds: Int64(minutes) * 60_000)
                    try edit.snooze(ring, until: until, at: instant)
                }
            }
        }
    }
}

extension ReminderNotification {
    /// ``identifier`` of what stands for these.
    fileprivate static func identifier(of rings: [RingID]) -> String {
        ReminderNotification(rings: rings, title: "", due: .earliest).identifier
    }
}
