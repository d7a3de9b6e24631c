// What a ring agent is told, and what it answers.

public import Reminders
public import Replication
internal import TripModel

extension RingAgent {
    /// What happened.
    public enum Event: Sendable {
        /// A store is open: its reminders may ring.
        ///
        /// - Parameter standing: what an earlier run showed, and still counts.
        case permitted(standing: [Standing] = [])
        /// It is closed.
        case forbidden
        /// Something was written to the store, by this process or another.
        case committed
        /// The plan that ``Action/plan`` asked for.
        case planned(Due)
        /// The time of ``Action/arm(atMilliseconds:)`` has come. Too early does no harm.
        case timerFired
        /// The machine slept, or somebody set its clock.
        case resumed
        /// The device is in another zone, or the rules of zones are others; the store knows already.
        case zoneChanged
        /// The sync that ``Action/sync`` asked for came to its end, or there is nobody to sync with.
        case synced
        /// A way has shown what it was handed, and gave a token for it.
        case handedOver(way: String, identifier: String, token: String)
        /// A way did not show what it was handed.
        case failed(way: String, identifier: String, DeliveryError)
        /// A way has taken away what a token stands for.
        case withdrawn(way: String, token: String)
        /// A way could not take it away now, and may be able to later.
        case notWithdrawn(way: String, token: String)
        /// What ``Action/reshow(way:)`` asked for, or what a way still owes of what an earlier run showed by others.
        case reshown(way: String, [ReminderNotification])
        /// A way tells what happened to what it shows.
        case told(way: String, DeliveryEvent)
        /// What ``Action/record(_:)`` asked for is done.
        ///
        /// - Parameter unwritten: what could not be written now, and may be later.
        case recorded(unwritten: [Record])
    }

    /// What to do.
    public enum Action: Equatable, Sendable {
        /// The device was away: sync, and hand in ``Event/synced`` when it has come to an end.
        case sync
        /// Make the plan, as `Device.planReminders` does, and hand in ``Event/planned(_:)``. There is never more than
        /// one under way.
        case plan
        /// Hand a notification over, in the place of the one that a token stands for, if any; then hand in
        /// ``Event/handedOver(way:identifier:token:)`` or ``Event/failed(way:identifier:_:)``.
        case show(way: String, ReminderNotification, replacing: String?)
        /// Take away what a token stands for; then hand in ``Event/withdrawn(way:token:)`` or
        /// ``Event/notWithdrawn(way:token:)``.
        case withdraw(way: String, token: String)
        /// Say what a way has shown and still counts, for its tokens are void; hand in ``Event/reshown(way:_:)``.
        case reshow(way: String)
        /// Write to the store, and hand in ``Event/recorded(unwritten:)``. There is never more than one under way.
        case record([Record])
        /// Hand in ``Event/timerFired`` at that time, in milliseconds since 1970, and at no time that was said before;
        /// nil for no time at all.
        case arm(atMilliseconds: Int64?)
        /// Show where the reminders of the device stand.
        case report(State)
    }

    /// What is written to the store. To write it twice does no harm.
    public enum Record: Equatable, Sendable {
        /// A way has shown it, and needs the token to take it away again.
        case handed(ReminderNotification, way: String, token: String)
        /// No way will ever show it.
        case refused(ReminderNotification)
        /// What the plan notes by itself.
        case planned
        /// It was taken away again by all ways.
        case withdrawn([RingID])
        /// A person pressed something, at a time in milliseconds since 1970.
        case settled([RingID], ReminderNotification.Verb, atMilliseconds: Int64)
    }

    /// What an agent has to know of a plan.
    public struct Due: Equatable, Sendable {
        /// What is to be shown now, each occurrence by itself, by its time; what is much is shown as one summary.
        public var show: [ReminderNotification]
        /// What is to be taken away, by the tokens of each way.
        public var withdraw: [RingID: TextMap]
        /// Whether the plan notes something by itself, such as what was missed.
        public var isNoting: Bool
        /// When something is due next, in milliseconds since 1970; nil for never.
        public var nextMilliseconds: Int64?

        /// See the properties of the same names.
        public init(
            show: [ReminderNotification] = [], withdraw: [RingID: TextMap] = [:], isNoting: Bool = false,
            nextMilliseconds: Int64? = nil
        ) {
            (self.show, self.withdraw, self.isNoting) = (show, withdraw, isNoting)
            self.nextMilliseconds = nextMilliseconds
        }

        /// That of a plan.
        public init(_ plan: Plan) {
            show = plan.due
            withdraw = Dictionary(plan.withdraw.map { ($0.ring, $0.shown) }) { first, _ in first }
            isNoting = !(plan.noted.isEmpty && plan.marks.allSatisfy { plan.ringingReminders.contains($0.id) })
            nextMilliseconds = plan.nextInstant?.millisecondsSince1970
        }
    }

    /// What a way shows.
    public struct Standing: Hashable, Sendable {
        /// The way.
        public let way: String
        /// What is needed to take it away.
        public let token: String
        /// What it is called among what is shown.
        public let identifier: String
        /// What it stands for.
        public let rings: [RingID]

        /// See the properties of the same names.
        public init(way: String, token: String, identifier: String, rings: [RingID]) {
            (self.way, self.token, self.identifier, self.rings) = (way, token, identifier, rings)
        }
    }

    /// Where the reminders of a device stand.
    public struct State: Equatable, Sendable {
        /// When something is due next, in milliseconds since 1970; nil for nothing.
        public var nextMilliseconds: Int64?
        /// The ways by which it is shown.
        public var ways: [WayState]

        /// See the properties of the same names.
        public init(nextMilliseconds: Int64? = nil, ways: [WayState]) {
            (self.nextMilliseconds, self.ways) = (nextMilliseconds, ways)
        }
    }

    /// Where one way stands.
    public struct WayState: Equatable, Sendable {
        /// What it is called.
        public let name: String
        /// Why nothing could be shown by it lately; nil when nothing is wrong.
        public let problem: String?

        /// See the properties of the same names.
        public init(name: String, problem: String? = nil) {
            (self.name, self.problem) = (name, problem)
        }
    }
}
