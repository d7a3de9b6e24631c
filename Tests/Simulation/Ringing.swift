// What a device does so that reminders ring: plans, hands over, writes down, as the daemon does it.

import PackmuleKit
import Reminders
import Replication
import SyncProtocol
import TestSupport
import TripModel

extension Station {
    /// Hands an event to the agent of reminders and does what it says, until it says nothing more.
    func tellRing(_ event: RingAgent.Event) {
        guard isRunning, schedule.violation == nil else { return }
        var events = [event]
        while !events.isEmpty, schedule.violation == nil {
            for action in ringAgent.handle(events.removeFirst(), nowMilliseconds: now) {
                switch action {
                case .sync: syncFirst()
                case .plan: makePlan().map { events.append($0) }
                case .show(_, let notification, _): show(notification)
                case .withdraw(let way, let token):
                    schedule.coverage.met(.withdrawn)
                    standing.removeAll { $0.identifier == token }
                    schedule.at(schedule.now) { [self, life] in
                        if life == self.life { tellRing(.withdrawn(way: way, token: token)) }
                    }
                case .reshow: break
                case .record(let records):
                    schedule.attempt {
                        for record in records { try write(record) }
                        try look(.edit)
                    }
                    events.append(.recorded(unwritten: []))
                    schedule.at(schedule.now) { [self, life] in if life == self.life { committed() } }
                case .arm(let time):
                    ringArmed = time
                    armRingTimer()
                case .report: break
                }
            }
        }
    }

    func armRingTimer() {
        guard let ringArmed else { return }
        schedule.at(clock.truth(of: ringArmed)) { [self, life] in
            guard life == self.life, self.ringArmed == ringArmed, isAwake else { return }
            guard now >= ringArmed else { return armRingTimer() }
            self.ringArmed = nil
            tellRing(.timerFired)
        }
    }

    private func syncFirst() {
        if syncState != .syncing { tell(.resumed) }
        isRingingAwaited = true
        settleSyncFirst()
    }

    /// As the daemon: a server out of reach may be near in a moment.
    func settleSyncFirst() {
        guard isRingingAwaited else { return }
        switch syncState {
        case .syncing: return
        case .waiting(let wait) where [.unreachable, .timedOut].contains(wait.reason): return
        case .off, .inSync, .waiting:
            isRingingAwaited = false
            schedule.at(schedule.now) { [self, life] in if life == self.life { tellRing(.synced) } }
        }
    }

    private func makePlan() -> RingAgent.Event? {
        var due: RingAgent.Due?
        schedule.attempt {
            let plan = try device.planReminders()
            self.plan = plan
            schedule.coverage.met(.missed, plan.missed.count)
            due = RingAgent.Due(plan)
        }
        return due.map { .planned($0) }
    }

    private func show(_ notification: ReminderNotification) {
        let identifier = notification.identifier
        if let plan, notification.rings.allSatisfy({ plan.record(of: $0) != nil }) { shownPlans[identifier] = plan }
        requestCount += 1
        var draws = schedule.streams.fork(.network, UInt64(index) << 40 | requestCount)
        let fails =
            !schedule.isHealed && draws.bool(probability: schedule.mix.strength(of: .notShown) * 0.5)
        schedule.at(schedule.now + Int64(draws.scaled(1...2_000))) { [self, life] in
            guard life == self.life else { return }
            guard !fails else {
                schedule.coverage.met(.notShown)
                return tellRing(.failed(way: Station.way, identifier: identifier, .unavailable("the screen is off")))
            }
            schedule.coverage.met(.rung)
            standing.removeAll { $0.identifier == identifier }
            standing.append(notification)
            schedule.attempt { try schedule.checker.noteShown(notification, shownPlans[identifier], at: self) }
            schedule.note("\(name) rings \(identifier)")
            tellRing(.handedOver(way: Station.way, identifier: identifier, token: identifier))
        }
    }

    /// A person presses something that is shown.
    func press(_ draws: inout SeededGenerator) {
        guard !standing.isEmpty else { return }
        let notification = draws.pick(from: standing)
        let verb = draws.pick(from: ReminderNotification.Verb.allCases)
        if verb == .snooze { schedule.coverage.met(.snoozed) } else { standing.removeAll { $0 == notification } }
        schedule.note("\(name): \(verb) \(notification.identifier)")
        tellRing(.told(way: Station.way, .pressed(identifier: notification.identifier, verb)))
    }

    private func write(_ record: RingAgent.Record) throws {
        switch record {
        case .handed(let notification, let way, let token):
            let identifier = notification.identifier
            try device.record(notification, shownBy: way, token: token, of: shownPlans[identifier])
            shownPlans[identifier] = nil
            schedule.checker.noteRecorded(notification, at: self)
        case .refused(let notification): if let plan { try device.recordRefused(notification, of: plan) }
        case .planned: if let plan { try device.record(plan) }
        case .withdrawn(let rings):
            schedule.coverage.met(.settledElsewhere, rings.count)
            try device.recordWithdrawn(rings)
            schedule.checker.noteWithdrawn(rings, at: self)
        case .settled(let rings, let verb, let milliseconds):
            try device.settle(rings, verb, atMilliseconds: milliseconds)
        }
    }
}

extension Permission {
    /// Everything may be shown.
    static var authorized: Permission {
        var permission = Permission()
        permission.status = .authorized
        return permission
    }
}
