// What is to ring now, what next, and what not any more.

public import CivilTime
internal import Recurrence
public import Replication
public import TripModel

/// What a device has to do about its reminders at one moment: a pure function of what it holds (docs/design,
/// reminders). What it shows is recorded once it was handed over, so that it rings at least once; the rest is recorded
/// at once.
public struct Plan: Sendable, Equatable {
    /// The moment for which it holds.
    public let now: Instant
    /// What is to be shown now, each occurrence by itself, by its time.
    public private(set) var due: [ReminderNotification] = []
    /// What is to be taken away.
    public private(set) var withdraw: [Withdrawal] = []
    /// What needs no hand-over: missed, silenced, or listed without being shown.
    public private(set) var noted: [Ring] = []
    /// How far this device has looked at reminders of which something was due.
    public private(set) var marks: [ReminderMark] = []
    /// When something rings next; nil for never, and while nothing may ring.
    public private(set) var nextInstant: Instant?
    /// The reminders that cannot ring as they are.
    public private(set) var problems: [Problem] = []
    /// What is shown and still counts.
    public private(set) var standing: [RingID] = []
    /// What is kept of each occurrence once it was shown, by its record.
    private var ringing: [RecordID: Ring] = [:]

    /// Something shown that has to go.
    public struct Withdrawal: Sendable, Equatable {
        /// Whose it is.
        public let ring: RingID
        /// The ways by which it is shown, each with what is needed to take it away.
        public let shown: TextMap
    }

    /// A reminder that cannot ring as it is.
    public struct Problem: Sendable, Equatable {
        /// Which one.
        public let reminder: RecordID
        /// Why.
        public let problem: ReminderProblem
    }

    /// What came too late, or was due while nothing might ring.
    public var missed: [RingID] { noted.filter { $0.state == .missed }.compactMap(RingID.init) }

    /// What did not ring, because there was nothing to remind of any more.
    public var silenced: [RingID] { noted.filter { $0.state == .silenced }.compactMap(RingID.init) }

    /// What a device keeps of an occurrence that it showed; nil for one that it was not to show.
    public func record(of ring: RingID) -> Ring? { ringing[ring.record] }

    /// The reminders of which something is to be shown.
    public var ringingReminders: Set<RecordID> { Set(due.flatMap { $0.rings.map(\.reminder) }) }

    /// What is to be shown now, as it is shown where nothing of it is being shown already.
    public var show: [ReminderNotification] { ReminderNotification.grouped(due) }

    /// - Parameter input: everything that counts.
    public init(_ input: PlanInput) {
        now = input.now
        let histories = ReminderHistories(input)
        var binder = ReminderBinder(input.context)
        for place in input.reminders.indices {
            let trigger = binder.trigger(input.reminders[place].trigger)
            if let trigger, histories.isOver(trigger, at: place) { continue }
            let reminder = input.reminders[place]
            switch binder.rule(of: reminder, trigger) {
            case .failure(let problem): problems.append(Problem(reminder: reminder.id, problem: problem))
            case .success(let rule): look(at: reminder, rule, histories, place, input)
            }
        }
        if input.permission.status == .authorized, input.permission.alert {
            for ring in input.rings where ring.state == .withdrawn { showAgain(ring, input, histories, &binder) }
        }
        noted.sort { ($0.due ?? .earliest, $0.id) < ($1.due ?? .earliest, $1.id) }
        // Of one reminder there is at most one at an instant.
        due.sort { left, right in
            left.due == right.due
                ? left.rings[0].reminder < right.rings[0].reminder : left.due < right.due
        }
        findWithdrawals(input, histories)
    }

    // MARK: What is due

    private mutating func look(
        at reminder: Reminder, _ bound: ReminderRule, _ histories: ReminderHistories, _ place: Int, _ input: PlanInput
    ) {
        let start = histories.start(at: place)
        let (due, next) = bound.look(histories.history(at: place).marks, from: start.instant, now: now)
        let mayRing = input.permission.status == .authorized
        if mayRing, let next { nextInstant = min(nextInstant ?? next, next) }
        if start.isAhead || due.count > 0 { mark(reminder) }
        guard due.count > 0 else { return }
        let isSilent = input.context.silences(reminder)
        for occurrence in due.missed { note(reminder, occurrence, .missed) }
        for occurrence in due.deliver {
            let earlierCount = reminder.misfire == .latest ? due.count - due.deliver.count : 0
            if !mayRing {
                note(reminder, occurrence, .missed, earlierCount)
            } else if isSilent {
                note(reminder, occurrence, .silenced, earlierCount)
            } else if !input.permission.alert {
                note(reminder, occurrence, .rung, earlierCount)
            } else {
                let ring = Ring(reminder, occurrence, .rung, changed: now, earlierCount)
                ringing[ring.id] = ring
                self.due.append(
                    ReminderNotification(reminder, occurrence, bound, earlierCount, input.permission, now: now))
            }
        }
    }

    private mutating func note(
        _ reminder: Reminder, _ occurrence: Occurrence, _ state: Ring.State, _ earlierCount: Int = 0
    ) {
        noted.append(Ring(reminder, occurrence, state, changed: now, earlierCount))
    }

    private mutating func mark(_ reminder: Reminder) {
        var mark = ReminderMark(id: reminder.id)
        (mark.evaluated, mark.since) = (now, reminder.since)
        marks.append(mark)
    }

    /// What was taken away because somebody had settled it, and is not settled any more, is due as it was.
    private mutating func showAgain(
        _ ring: Ring, _ input: PlanInput, _ histories: ReminderHistories, _ binder: inout ReminderBinder
    ) {
        guard let id = RingID(ring), let due = ring.due, let place = histories.place(of: id.reminder) else { return }
        let reminder = input.reminders[place]
        guard ring.since == reminder.since, ringing[ring.id] == nil, !input.context.silences(reminder),
            !histories.history(at: place).isOver(ring, id.key),
            case .success(let bound) = binder.rule(of: reminder)
        else { return }
        let occurrence = Occurrence(key: id.key, instant: due)
        guard bound.isWithinGrace(occurrence, now: now) else { return }
        var shown = ring
        (shown.state, shown.changed, shown.shown) = (.rung, now, nil)
        ringing[ring.id] = shown
        self.due.append(
            ReminderNotification(reminder, occurrence, bound, ring.earlierCount, input.permission, now: now))
    }

    // MARK: What is over

    /// A summary, which is one token of several rings, is taken away once all that it stands for is over.
    private mutating func findWithdrawals(_ input: PlanInput, _ histories: ReminderHistories) {
        var needed: Set<String> = []
        var over: [Withdrawal] = []
        for ring in input.rings {
            guard let tokens = ring.shown, !tokens.isEmpty, let id = RingID(ring) else { continue }
            if let place = histories.place(of: id.reminder), ring.state == .rung,
                ring.since == input.reminders[place].since, !input.context.silences(input.reminders[place]),
                !histories.history(at: place).isOver(ring, id.key)
            {
                if tokens.entries.contains(where: { !$0.text.isEmpty }) { needed.insert(tokens.description) }
                standing.append(id)
            } else {
                over.append(Withdrawal(ring: id, shown: tokens))
            }
        }
        withdraw = over.filter { !needed.contains($0.shown.description) }
    }
}

/// Everything that a plan looks at.
public struct PlanInput: Sendable {
    /// The moment for which the plan is made.
    public var now: Instant
    /// Those that are neither deleted nor below a trip that is.
    public var reminders: [Reminder]
    /// What all devices know of occurrences.
    public var occurrences: [ReminderOccurrence]
    /// What this device did with occurrences.
    public var rings: [Ring]
    /// How far this device has looked.
    public var marks: [ReminderMark]
    /// Whether this device may ring.
    public var permission: Permission
    /// What the reminders hang on.
    public var context: ReminderContext

    /// See the properties of the same names.
    public init(
        now: Instant, reminders: [Reminder], occurrences: [ReminderOccurrence] = [], rings: [Ring] = [],
        marks: [ReminderMark] = [], permission: Permission, context: ReminderContext
    ) {
        (self.now, self.reminders, self.occurrences, self.rings) = (now, reminders, occurrences, rings)
        (self.marks, self.permission, self.context) = (marks, permission, context)
    }
}

extension RingID {
    /// Nil for what a newer version kept under a key that this one cannot read.
    public init?(_ ring: Ring) {
        guard let reminder = ring.reminder, let key = OccurrenceKey(ring.key) else { return nil }
        self.init(reminder: reminder, key: key)
    }
}

extension Ring {
    fileprivate init(
        _ reminder: Reminder, _ occurrence: Occurrence, _ state: State, changed: Instant, _ earlierCount: Int
    ) {
        self.init(reminder: reminder, key: occurrence.key, due: occurrence.instant, state: state, changed: changed)
        self.earlierCount = earlierCount
    }
}
