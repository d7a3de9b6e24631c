// The words by which days are spoken of.

extension CalendarDay {
    /// `3 June 2027`
    public var spoken: String {
        let (year, _, day) = components
        return "\(day) \(monthName) \(year)"
    }

    /// `June 2027`
    public var spokenMonth: String { "\(monthName) \(year)" }

    /// `June`
    public var monthName: String { Self.monthNames[month - 1] }

    /// January to December.
    public static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension Weekday {
    /// `Thursday`
    public var name: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }
}
