// Something to be told at a time.

public import CivilTime
public import Recurrence
public import Replication

/// A text, what sets it off, and everything that all devices must decide alike about it (docs/design, reminders).
public struct Reminder: Entity {
    /// Only a copy is given another one.
    public internal(set) var id: RecordID
    /// What is said, 1…``Limits/reminderTitleCharacters`` characters.
    public var title = ""
    /// More of it, up to ``Limits/noteCharacters`` characters.
    public var body = ""
    /// The trip it belongs to; nil for none. Below a trip that is deleted it is silent.
    public var trip: RecordID?
    /// The place whose visit a relative trigger goes by, instead of the trip.
    public var place: RecordID?
    /// The item it is about; it is silent once that is packed or deleted.
    public var item: RecordID?
    /// What sets it off, as the line of ``Trigger``. A line that this version cannot read is kept, and the reminder is
    /// listed as one that cannot be read.
    public var trigger = ""
    /// Whose clocks count: ``ReminderZone`` as its word or name.
    public var zone = ReminderZone.floating
    /// Of a reading that the clocks jump over.
    public var gap = GapPolicy.shift
    /// Of a reading that the clocks show twice.
    public var overlap = OverlapPolicy.first
    /// Of a day that its month does not have.
    public var missingDay = MissingDayPolicy.lastDay
    /// Of a reading that the device jumps over by going to another zone.
    public var zoneJump = ZoneJumpPolicy.skip
    /// Of several that were missed.
    public var misfire = MisfirePolicy.latest
    /// How late it may ring.
    public var grace = Grace.standard
    /// How much it presses.
    public var level = ReminderLevel.active
    /// The sound to play; nil for that of the device.
    public var sound: String?
    /// The number to show at the program; nil leaves it as it is.
    public var badge: Int?
    /// Reminders of one thread are shown together.
    public var thread: String?
    /// The first reading at which it may ring, in its zone.
    public var notBefore: CivilDateTime?
    /// The last reading at which it may ring, in its zone.
    public var notAfter: CivilDateTime?
    /// Whether it is silent when nothing of the trip is left to pack.
    public var whileUnpacked = false
    /// What quiet hours do to it.
    public var quiet = ReminderQuiet.defer
    /// When its own quiet hours begin; nil for those of the space.
    public var quietFrom: TimeOfDay?
    /// When its own quiet hours end; nil for those of the space.
    public var quietTo: TimeOfDay?
    /// Nothing that was due at this instant or before counts: when it was made, or its trigger was changed.
    public var since: Instant?

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// The identity of the reminder that an app calls by a text of its own: what is added under the same text takes the
    /// place of what was there.
    public static func id(forIdentifier identifier: String) -> RecordID {
        .natural(entity: schema.description.number, key: identifier)
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<Reminder>(
        6, "reminder", plural: "reminders", parent: 3,
        fields: [
            Field(
                1, "title", \.title, .text(1...Limits.reminderTitleCharacters), "What it says", isRequired: true,
                isSearched: true),
            Field(2, "body", \.body, .note(Limits.noteCharacters), "More of what it says", isSearched: true),
            Field(3, "trip", \.trip, .record, "The trip it belongs to"),
            Field(4, "place", \.place, .record, "The place whose visit it goes by"),
            Field(5, "item", \.item, .record, "The item it is about: silent once that is packed"),
            Field(
                6, "trigger", \.trigger, .text(1...Limits.triggerCharacters), "What sets it off", isRequired: true),
            Field(7, "zone", \.zone, .reminderZone, "Whose clocks count: floating, trip, or the name of a zone"),
            Field(8, "gap", \.gap, .word(GapPolicy.self), "At a time that the clocks jump over"),
            Field(9, "overlap", \.overlap, .word(OverlapPolicy.self), "At a time that the clocks show twice"),
            Field(
                10, "missingDay", \.missingDay, .word(MissingDayPolicy.self), "On a day that a month does not have"),
            Field(
                11, "zoneJump", \.zoneJump, .word(ZoneJumpPolicy.self), "At a time that a traveller jumps over"),
            Field(12, "misfire", \.misfire, .word(MisfirePolicy.self), "Which of several missed ones ring"),
            Field(13, "grace", \.grace, .grace, "How late it may ring: 12h, 90m, unlimited"),
            Field(14, "level", \.level, .word(ReminderLevel.self), "How much it presses"),
            Field(15, "sound", \.sound, .text(1...Limits.soundCharacters), "The sound to play"),
            Field(16, "badge", \.badge, .integer(0...Int64(Limits.badge)), "The number to show at the program"),
            Field(17, "thread", \.thread, .text(1...Limits.soundCharacters), "What it is shown together with"),
            Field(18, "notBefore", \.notBefore, .reading, "The first time at which it may ring"),
            Field(19, "notAfter", \.notAfter, .reading, "The last time at which it may ring"),
            Field(20, "whileUnpacked", \.whileUnpacked, .flag, "Only while something of the trip is unpacked"),
            Field(21, "quiet", \.quiet, .word(ReminderQuiet.self), "In quiet hours"),
            Field(22, "quietFrom", \.quietFrom, .timeOfDay, "When its own quiet hours begin"),
            Field(23, "quietTo", \.quietTo, .timeOfDay, "When its own quiet hours end"),
            Field(24, "since", \.since, .instant, "Nothing due until then counts"),
        ])
}

extension Reminder {
    /// Quiet hours are given together, what hangs on a trip needs one, and a trigger is one that this version can read.
    public var disagreements: [Problem] {
        var problems: [Problem] = []
        if (quietFrom == nil) != (quietTo == nil) {
            problems.append(Problem(field: "quietFrom", clause: "must be given together with the end of quiet hours"))
        }
        if whileUnpacked, trip == nil {
            problems.append(Problem(field: "whileUnpacked", clause: "needs a trip"))
        }
        switch Trigger(trigger) {
        case nil: problems.append(Problem(field: "trigger", clause: "must be a trigger such as 'daily 09:00'"))
        case .relative where trip == nil && place == nil && item == nil:
            problems.append(Problem(field: "trigger", clause: "needs a trip, a place or an item"))
        case .during where trip == nil: problems.append(Problem(field: "trigger", clause: "needs a trip"))
        default: break
        }
        return problems
    }
}

/// Whose clocks a reminder goes by.
public enum ReminderZone: Hashable, Sendable {
    /// Those of each device, wherever it is.
    case floating
    /// Those of the trip; where it has none, those of each device.
    case trip
    /// Those of a zone.
    case fixed(ZoneName)
}

extension ReminderZone: FieldValue, CustomStringConvertible {
    /// `floating`, `trip`, or the name.
    public var description: String {
        switch self {
        case .floating: "floating"
        case .trip: "trip"
        case .fixed(let name): name.text
        }
    }

    /// ``description``
    public var fieldValue: Value { .text(description) }

    /// Nil for a text that names no zone.
    public init?(fieldValue: Value) {
        switch fieldValue {
        case .text("floating"): self = .floating
        case .text("trip"): self = .trip
        default:
            guard let name = ZoneName(fieldValue: fieldValue) else { return nil }
            self = .fixed(name)
        }
    }
}

/// How much a reminder presses.
public enum ReminderLevel: String, Word {
    /// It is shown without a sound, and presses no further, as the passive notifications of UserNotifications.
    case passive
    /// It is shown and heard.
    case active
    /// Quiet hours do not hold it up.
    case timeSensitive
}

/// What quiet hours do to a reminder.
public enum ReminderQuiet: String, Word {
    /// It rings at their end.
    case `defer`
    /// It does not ring.
    case drop
    /// Nothing.
    case ignore
}

extension GapPolicy: Word {}
extension OverlapPolicy: Word {}
extension MissingDayPolicy: Word {}
extension ZoneJumpPolicy: Word {}
extension MisfirePolicy: Word {}
