// What the daemon does so that reminders ring: plans, hands over, writes down.

import PackmuleKit
import Platform
import Reminders
import SyncProtocol

extension Daemon {
    /// Hands an event to the agent of reminders and does what it says, until it says nothing more.
    mutating func tellRing(_ event: RingAgent.Event) {
        note(event)
        var events = [event]
        while !events.isEmpty {
            for action in ringAgent.handle(events.removeFirst(), nowMilliseconds: now) {
                switch action {
                case .sync: syncFirst()
                case .plan: makePlan().map { events.append($0) }
                case .show(let way, let notification, let token): show(notification, way, token)
                case .withdraw(let name, let token): ways.first { $0.name == name }?.withdraw(token)
                case .reshow(let way): reshow(way).map { events.append($0) }
                case .record(let records): events.append(.recorded(unwritten: write(records)))
                case .arm(let milliseconds): ringMilliseconds = milliseconds
                case .report(let state): show(state)
                }
            }
        }
    }

    /// The log tells of what ways say, never what they show.
    private mutating func note(_ event: RingAgent.Event) {
        switch event {
        case .handedOver(let way, let identifier, _):
            handOverCount -= 1
            log.write(.rung(way: way, identifier: identifier))
        case .failed(let way, _, let error):
            handOverCount -= 1
            log.write(.notShown(way: way, error))
        case .told(let way, .pressed(_, let verb)): log.write(.pressed(way: way, verb))
        case .told(let way, .closed): log.write(.pressed(way: way, .hide))
        case .told(let way, .lost): log.write(.wayChanged(way: way, "lost"))
        case .told(let way, .available):
            log.write(.wayChanged(way: way, "available"))
            wasAsked = false
        default: break
        }
    }

    /// Reminders of a store ring whether or not it is in a space.
    mutating func permitRinging(_ store: OpenStore) throws {
        let standing = try store.device.standing()
        for way in ways { way.adopt(standing) }
        tellRing(.permitted(standing: standing))
        for way in ways {
            let owed = try store.device.owed(way.name)
            if !owed.isEmpty { tellRing(.reshown(way: way.name, owed)) }
        }
    }

    // MARK: Sync first

    private mutating func syncFirst() {
        if store?.membership != nil, syncState != .syncing { tell(.resumed) }
        isRingingAwaited = true
        settleSyncFirst()
    }

    /// The sync came to its end, unless the server is only out of reach: after a sleep the network may need a moment.
    mutating func settleSyncFirst() {
        guard isRingingAwaited else { return }
        switch syncState {
        case .syncing: return
        case .waiting(let wait) where [.unreachable, .timedOut].contains(wait.reason): return
        case .off, .inSync, .waiting:
            isRingingAwaited = false
            queue.post(.ring(.synced))
        }
    }

    // MARK: The plan

    private mutating func makePlan() -> RingAgent.Event? {
        guard let store else { return nil }
        do {
            let plan = try store.device.planReminders()
            self.plan = plan
            try askOnce(store.device)
            if !plan.missed.isEmpty { log.write(.missed(count: plan.missed.count)) }
            return .planned(RingAgent.Due(plan))
        } catch {
            fail(error)
            return nil
        }
    }

    private mutating func show(_ notification: ReminderNotification, _ name: String, _ token: String?) {
        // While the daemon ends, nothing new is begun.
        guard !isEnding, let way = ways.first(where: { $0.name == name }) else { return }
        let identifier = notification.identifier
        if let plan, notification.rings.allSatisfy({ plan.record(of: $0) != nil }) { shownPlans[identifier] = plan }
        handOverCount += 1
        way.show(notification, replacing: token)
    }

    private mutating func reshow(_ way: String) -> RingAgent.Event? {
        guard let store else { return nil }
        do {
            return .reshown(way: way, try store.device.reshow(way))
        } catch {
            fail(error)
            return nil
        }
    }

    // MARK: Permission

    /// Asks the person at the desktop whether reminders may be shown, once there are any and nobody has said so yet
    /// (docs/design, reminders: Permission).
    private mutating func askOnce(_ device: Device) throws {
        guard !wasAsked, let way = ways.first(where: \.canAsk) else { return }
        let permission = try device.permission()
        wasAsked = permission.status != .notDetermined
        guard !wasAsked, try !device.read({ try $0.records(Reminder.self).isEmpty }) else { return }
        wasAsked = true
        try way.ask(Permission.usage) { [queue] in queue.post(.answered($0)) }
    }

    /// Keeps what a person said; who says nothing is asked again when the daemon starts anew, or the desktop does.
    mutating func keep(_ answer: Bool?) {
        guard let answer, let store else { return }
        do {
            _ = try store.device.requestPermission(Permission.usage) { _ in answer }
            log.write(.asked(answer))
            tellRing(.committed)
        } catch {
            fail(error)
        }
    }

    // MARK: Writing

    /// - Returns: what could not be written.
    private mutating func write(_ records: [RingAgent.Record]) -> [RingAgent.Record] {
        records.filter { record in
            do {
                guard let store else { return true }
                try write(record, to: store.device)
                return false
            } catch {
                log.write(.notWritten(code: Refusal(error).code))
                return true
            }
        }
    }

    private mutating func write(_ record: RingAgent.Record, to device: Device) throws {
        switch record {
        case .handed(let notification, let way, let token):
            let identifier = notification.identifier
            try device.record(notification, shownBy: way, token: token, of: shownPlans[identifier])
            shownPlans[identifier] = nil
        case .refused(let notification): if let plan { try device.recordRefused(notification, of: plan) }
        case .planned: if let plan { try device.record(plan) }
        case .withdrawn(let rings):
            try device.recordWithdrawn(rings)
            log.write(.withdrawn(count: rings.count))
        case .settled(let rings, let verb, let milliseconds):
            try device.settle(rings, verb, atMilliseconds: milliseconds)
        }
    }

    // MARK: The zone

    /// The device is in another zone, or the rules of zones are others.
    mutating func renewZones() {
        nextZoneMilliseconds = nil
        surroundings = outside.renewedSurroundings()
        store?.renew(surroundings)
        log.write(.zoneChanged(surroundings.localZone.name.text))
        tellRing(.zoneChanged)
    }

    // MARK: The end

    /// Ends in good order: what is being handed over is written down, if it is over soon.
    mutating func end() throws {
        isEnding = true
        let deadline = now + Limits.handOverMilliseconds
        while isExchanging || handOverCount > 0, now < deadline {
            switch try queue.next(atMilliseconds: deadline) {
            case .event(.exchanged): isExchanging = false
            case .event(.ring(let event)): tellRing(event)
            case .event, .clockChanged: continue
            case .due: break
            }
        }
        for way in ways { way.close() }
    }
}
