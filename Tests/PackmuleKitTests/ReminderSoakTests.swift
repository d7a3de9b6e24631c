// A year of reminders on devices that sleep, step their clocks, are killed, forbid and allow, and meet now and then.
//
// The expectation is computed from the design page alone, without the plan or recurrence: readings of a zone that are
// far from any change of its clocks, and grids of whole seconds.

import CivilTime
import PackmuleKit
import Platform
import Recurrence
import Reminders
import ReplicaStore
import Replication
import TestSupport
import Testing
import TripModel

@Suite("Reminders over a year", .timeLimit(.minutes(10)))
struct ReminderSoakTests {
    @Test(
        "Every occurrence rings in time or is listed, at most once, never settled, never forbidden", arguments: [1, 2])
    func soak(seed: UInt64) throws {
        let days = ProcessInformation.environment()["PACKMULE_SOAK_DAYS"].flatMap { Int($0) } ?? 120
        var year = SoakYear(seed: seed)
        try year.begin()
        for _ in 0..<days * 4 { try year.step() }
        try year.end()
        #expect(year.faults.isEmpty, "seed \(seed)")
        #expect(year.ringCount > days)
    }
}

/// One simulated year.
private struct SoakYear {
    private var random: SeededGenerator
    private var phones: [Phone] = []
    private var made: [Made] = []
    /// The true time; each phone's clock may be off.
    private var milliseconds: Int64 = 1_777_636_800_000
    private(set) var faults: [String] = []
    private(set) var ringCount = 0

    private struct Made {
        let id: RecordID
        let since: Instant
        let times: (_ since: Instant, _ end: Instant) -> [(key: String, due: Instant)]
        var isCancelled = false
    }

    private final class Phone {
        let clock: ManualClock
        let device: Device
        var skewMilliseconds: Int64 = 0
        var isAwake = true
        var rung: [RingID: Int] = [:]
        var allowed: [RingID: Int] = [:]
        var lastPlan = Instant.earliest

        init(_ seed: UInt64) throws {
            clock = ManualClock()
            device = try Device.ringing(seed, clock: clock)
        }
    }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func begin() throws {
        for seed in 1...2 as ClosedRange<UInt64> { phones.append(try Phone(seed)) }
        for _ in 1...3 { try make() }
        try meet()
    }

    /// About six hours: something happens, then time passes.
    mutating func step() throws {
        let phone = random.pick(from: phones)
        switch random.int(in: 0..<20) {
        case 0: try make()
        case 1...4: try meet()
        case 5...6: phone.isAwake.toggle()
        case 7:
            phone.skewMilliseconds =
                phone.skewMilliseconds == 0 ? Int64(random.int(in: -3...7)) * 86_400_000 : 0
        case 8:
            set(phone)
            var permission = try phone.device.permission()
            permission.status =
                permission.status == .authorized && random.bool(probability: 0.3) ? .denied : .authorized
            try phone.device.setPermission(permission)
        case 9...12: try settle(phone)
        case 13 where made.count > 3: try cancel(phone)
        default: break
        }
        try pass(Int64(random.int(in: 1...12)) * 3_600_000 + Int64(random.int(in: 0..<3_600_000)))
    }

    mutating func end() throws {
        for phone in phones {
            phone.skewMilliseconds = 0
            phone.isAwake = true
        }
        try meet()
        try pass(60_000)
        for (number, phone) in phones.enumerated() { try audit(phone, number) }
    }

    // MARK: Deeds

    private func set(_ phone: Phone) {
        phone.clock.set(millisecondsSince1970: milliseconds + phone.skewMilliseconds)
    }

    private mutating func make() throws {
        guard let phone = phones.first(where: { $0.skewMilliseconds == 0 }), made.filter({ !$0.isCancelled }).count < 5
        else { return }
        set(phone)
        let now = phone.clock.now
        let zone: ZoneName = random.pick(from: ["Europe/Berlin", "America/New_York", "Asia/Kolkata"])
        let rules = phone.device.surroundings.zones.rules(zone) ?? .utc
        let hour = random.int(in: 6...22)
        let isDaily = random.bool(probability: 0.6)
        let seconds = random.int(in: 6...40) * 3600 + 7
        let trigger =
            isDaily
            ? Trigger.daily(TimeOfDay(hour: hour, minute: 0) ?? .midnight)
            : .interval(seconds: seconds, start: now, repeats: true)
        let id = try phone.device.remind(trigger.description) { $0.zone = .fixed(zone) }
        let since = try phone.device.read { try $0.record(Reminder.self, id)?.record.since } ?? now
        made.append(
            Made(id: id, since: since) { since, end in
                isDaily ? Self.days(hour, rules, since, end) : Self.grid(seconds, now, end)
            })
    }

    /// Every day at an hour, where no clock is ever changed.
    private static func days(
        _ hour: Int, _ rules: ZoneRules, _ since: Instant, _ end: Instant
    ) -> [(key: String, due: Instant)] {
        var times: [(String, Instant)] = []
        for day in since.secondsSince1970 / 86_400 - 1...end.secondsSince1970 / 86_400 + 1 {
            let reading = day * 86_400 + hour * 3600
            let noon = Instant(secondsSince1970: day * 86_400 + 43_200)
            let due = Instant(secondsSince1970: reading - rules.offsetSeconds(at: noon))
            guard due > since, due <= end, let civil = CivilDateTime(clockSeconds: reading) else { continue }
            times.append((civil.description, due))
        }
        return times
    }

    private static func grid(_ seconds: Int, _ start: Instant, _ end: Instant) -> [(key: String, due: Instant)] {
        let count = Int(start.milliseconds(until: end)) / (seconds * 1000)
        return (0..<max(0, count)).map { ("\($0 + 1)", start.adding(milliseconds: Int64(seconds * ($0 + 1)) * 1000)) }
    }

    private mutating func meet() throws {
        for phone in phones { set(phone) }
        try exchange(phones[0].device, phones[1].device)
    }

    private mutating func settle(_ phone: Phone) throws {
        set(phone)
        guard let ring = try phone.device.latestDue() else { return }
        let now = phone.clock.now
        switch random.int(in: 0..<3) {
        case 0: try phone.device.edit("done") { try $0.done(ring, at: now) }
        case 1: try phone.device.edit("dismiss") { try $0.dismiss(ring, at: now) }
        default:
            let minutes = Int64(random.int(in: 1...600))
            try phone.device.edit("snooze") {
                try $0.snooze(ring, until: now.adding(milliseconds: minutes * 60_000), at: now)
            }
            for phone in phones { phone.allowed[ring, default: 1] += 1 }
        }
    }

    private mutating func cancel(_ phone: Phone) throws {
        let place = random.int(in: made.indices)
        set(phone)
        if try phone.device.edit("cancel", { try $0.cancelReminder(made[place].id) }).result {
            made[place].isCancelled = true
        }
    }

    // MARK: Time

    /// Lets time pass for all; who is awake looks when something is due.
    private mutating func pass(_ duration: Int64) throws {
        let start = milliseconds
        for phone in phones where phone.isAwake {
            milliseconds = start
            while true {
                set(phone)
                let next = try look(phone).map { $0.millisecondsSince1970 - phone.skewMilliseconds } ?? .max
                guard next < start + duration else { break }
                milliseconds = max(next, milliseconds + 1)
            }
        }
        milliseconds = start + duration
    }

    private mutating func look(_ phone: Phone) throws -> Instant? {
        let now = phone.clock.now
        let plan = try phone.device.planReminders()
        phone.lastPlan = now
        let mayRing = try phone.device.permission().status == .authorized
        for ring in plan.show.flatMap(\.rings) { try judge(ring, plan, phone, mayRing) }
        if !plan.show.isEmpty, random.bool(probability: 0.05) {
            // Killed between showing and recording: it may come once more.
            for ring in plan.show.flatMap(\.rings) { phone.allowed[ring, default: 1] += 1 }
            return now.adding(milliseconds: 1000)
        }
        let handed = plan.show.map { HandedOver($0, shown: TextMap([("test", $0.identifier)])) }
        try phone.device.record(plan, handed: handed, withdrawn: plan.withdraw.map(\.ring))
        return plan.nextInstant
    }

    private mutating func judge(_ ring: RingID, _ plan: Plan, _ phone: Phone, _ mayRing: Bool) throws {
        ringCount += 1
        phone.rung[ring, default: 0] += 1
        if !mayRing { faults.append("\(ring.key) rang while forbidden") }
        if phone.rung[ring, default: 0] > phone.allowed[ring, default: 1] { faults.append("\(ring.key) rang twice") }
        guard let made = made.first(where: { $0.id == ring.reminder }) else {
            return faults.append("\(ring.key) is of no reminder")
        }
        let said = try phone.device.read { try $0.record(ReminderOccurrence.self, ring.record)?.record }
        if said?.done != nil || said?.dismissed != nil { faults.append("\(ring.key) rang after it was settled") }
        let soon = plan.now.adding(milliseconds: 30 * 86_400_000)
        // On a phone whose clock is behind, a reminder counts from that phone's own time on.
        let start = made.since.adding(milliseconds: -8 * 86_400_000)
        guard let time = made.times(start, soon).first(where: { $0.key == ring.key.description }) else {
            return faults.append("\(ring.key) is no occurrence of its reminder")
        }
        // A put-off counts from the press, also of what a clock that was ahead rang too early.
        let due = said?.snoozedUntil ?? time.due
        if due > plan.now { faults.append("\(ring.key) rang before its time") }
        if due.milliseconds(until: plan.now) > 43_200_000 { faults.append("\(ring.key) rang beyond its grace") }
    }

    /// Whatever was due is rung, listed or settled.
    private mutating func audit(_ phone: Phone, _ number: Int) throws {
        let delivered = try phone.device.deliveredReminders()
        let listed = Set(delivered.filter { $0.here != nil || $0.state.isSettled }.map(\.ring))
        // A device keeps what it rang for thirty days by its own clock, which was up to seven ahead.
        let recent = phone.lastPlan.adding(milliseconds: -22 * 86_400_000)
        for reminder in made where !reminder.isCancelled {
            for time in reminder.times(reminder.since, phone.lastPlan) {
                guard let key = OccurrenceKey(time.key) else {
                    faults.append("\(time.key) is no key")
                    continue
                }
                let ring = RingID(reminder: reminder.id, key: key)
                // Older rings are forgotten, so that only what rang is known of them.
                guard time.due > recent, phone.rung[ring] == nil, !listed.contains(ring) else { continue }
                faults.append("phone \(number): \(time.key) was passed over")
            }
        }
        faults += try phone.device.store.verify()
    }
}
