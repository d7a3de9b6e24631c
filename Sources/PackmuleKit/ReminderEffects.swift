// What an edit of trips, places and items does to the reminders that hang on them.

public import ReplicaStore
internal import TripModel

/// The reminders that an edit of what they hang on moved, silenced or woke, by small number.
public struct ReminderEffects: Sendable, Equatable {
    /// Those that will not ring any more, as they were before.
    public private(set) var silenced: [ReminderFacts] = []
    /// Those that ring at another time next, as they are now.
    public private(set) var moved: [ReminderFacts] = []
    /// Those that were silent and ring again, as they are now.
    public private(set) var woken: [ReminderFacts] = []

    /// Whether nothing came of the edit.
    public var isEmpty: Bool { silenced.isEmpty && moved.isEmpty && woken.isEmpty }

    /// No effects.
    public init() {}

    /// - Parameters:
    ///   - before: what was to ring before the edit.
    ///   - after: what is to ring after it.
    init(from before: [ReminderFacts], to after: [ReminderFacts]) {
        let before = before.filter(\.rings)
        let after = after.filter(\.rings)
        func same(_ facts: ReminderFacts, in others: [ReminderFacts]) -> ReminderFacts? {
            others.first { $0.stored.record.id == facts.stored.record.id }
        }
        silenced = before.filter { same($0, in: after) == nil }
        for facts in after {
            guard let earlier = same(facts, in: before) else {
                woken.append(facts)
                continue
            }
            if earlier.next?.occurrence.instant != facts.next?.occurrence.instant { moved.append(facts) }
        }
    }
}

extension Edit {
    /// Does something to trips, places or items, and says what that does to the reminders that hang on such.
    public func notingReminders<Result>(
        _ surroundings: Surroundings, _ body: () throws -> Result
    ) throws -> (result: Result, effects: ReminderEffects) {
        let before = try reminders(surroundings) { $0.hangsOnSomething }
        let result = try body()
        return (result, ReminderEffects(from: before, to: try reminders(surroundings) { $0.hangsOnSomething }))
    }
}

extension ReminderFacts {
    /// Whether it is to ring, as everything stands.
    var rings: Bool { next != nil && problem == nil && !isSilent }
}

extension Reminder {
    /// Whether it may change when something else does.
    fileprivate var hangsOnSomething: Bool { trip != nil || place != nil || item != nil }
}
