// Why a reminder cannot ring as it is.

public import CivilTime

/// What keeps a reminder from becoming a rule. It is kept and listed with that, and plans go on without it.
public enum ReminderProblem: Error, Hashable, Sendable {
    /// Its trigger is of a newer version, or damaged.
    case unreadable
    /// Nobody knows its zone; perhaps another was meant.
    case unknownZone(ZoneName, suggestion: ZoneName?)
    /// The file of its zone cannot be used.
    case damagedZone(ZoneName)
    /// What it hangs on is not there, or not there yet.
    case missing
    /// Its trip has no dates yet.
    case undatedTrip
    /// Its place has no visit yet.
    case noVisit
    /// It would ring outside the years that can be told.
    case beyondTime
}

extension ReminderProblem: CustomStringConvertible {
    /// One sentence: what, and what to do.
    public var description: String {
        switch self {
        case .unreadable: "This version cannot read when it is due; update the program."
        case .unknownZone(let name, let suggestion):
            "No time zone is called \(name)" + (suggestion.map { "; perhaps \($0) is meant." } ?? ".")
        case .damagedZone(let name): "The file of the time zone \(name) is damaged; install the zone data again."
        case .missing: "What it hangs on is not there."
        case .undatedTrip: "Its trip has no dates yet."
        case .noVisit: "Its place has no visit yet."
        case .beyondTime: "It would be due outside the years 1 to 9999."
        }
    }
}
