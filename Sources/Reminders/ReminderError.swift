// What a person can ask of reminders that cannot be.

public import CivilTime

/// A refusal that a person can mend by asking differently. Nothing was written.
public enum ReminderError: Error, Hashable, Sendable {
    /// It says nothing.
    case noTitle
    /// The line of its trigger is none.
    case unreadableTrigger
    /// No calendar has the day: `31 April`.
    case dateDoesNotExist(String)
    /// It would have been due so many seconds ago, and never again.
    case past(agoSeconds: Int)
    /// It would repeat more often than once a minute.
    case intervalTooShort
    /// A count is beyond what anybody means.
    case outOfRange(what: String, range: ClosedRange<Int>)
    /// Nobody knows its zone; perhaps another was meant.
    case unknownZone(ZoneName, suggestion: ZoneName?)
    /// The file of its zone cannot be used.
    case damagedZone(ZoneName)
    /// Its trigger goes by a trip, a place or an item, and none is given.
    case nothingToFollow
    /// Its last time comes before its first.
    case emptyWindow(notBefore: CivilDateTime, notAfter: CivilDateTime)
    /// No moment fits it.
    case never
    /// Something is put off to a moment that is over.
    case putOffToThePast
    /// A program asks for permission and does not say what for.
    case noUsage
}

extension ReminderError: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .noTitle: "A reminder has to say something."
        case .unreadableTrigger: "It cannot be read when the reminder is due."
        case .dateDoesNotExist(let date): "\(date) does not exist."
        case .past(let seconds): "That was \(Self.words(forSeconds: seconds)) ago."
        case .intervalTooShort: "A reminder repeats at most once a minute."
        case .outOfRange(let what, let range):
            "\(what) must be from \(range.lowerBound) to \(range.upperBound)."
        case .unknownZone(let name, let suggestion):
            "No time zone is called \(name)" + (suggestion.map { "; perhaps \($0) is meant." } ?? ".")
        case .damagedZone(let name): "The file of the time zone \(name) is damaged; install the zone data again."
        case .nothingToFollow: "Such a reminder needs a trip, a place or an item to go by."
        case .emptyWindow(let notBefore, let notAfter):
            "It may ring from \(notBefore) on, but only until \(notAfter)."
        case .never: "There is no moment at which it would ring."
        case .putOffToThePast: "A reminder can only be put off to a later time."
        case .noUsage: "A program that asks for permission has to say what for."
        }
    }

    /// `2 hours`: in the largest unit of which there is at least one, rounded down.
    static func words(forSeconds seconds: Int) -> String {
        let units = [(31_536_000, "year"), (86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        let seconds = max(0, seconds)
        let (unit, name) = units.first { seconds >= $0.0 } ?? (1, "second")
        let count = seconds / unit
        return count == 1 ? "1 \(name)" : "\(count) \(name)s"
    }
}
