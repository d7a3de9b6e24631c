// Days as they are typed, before a year is known.

import CivilTime

/// A day that may depend on today.
enum TypedDay {
    /// So many days from today.
    case ahead(Int)
    /// The next such day.
    case weekday(Weekday)
    /// A day of its own.
    case date(CalendarDay)
    /// The next such day of a year.
    case yearly(month: Int, day: Int)
    /// Today or tomorrow, whichever comes first.
    case next

    /// The day on which a time is meant: where the day can be several, the first on which the time is still ahead.
    func resolved(after now: CivilDateTime, _ time: TimeOfDay) throws(TypedProblem) -> CalendarDay {
        let today = now.day
        let first = time > now.time ? 0 : 1
        let day: CalendarDay? =
            switch self {
            case .date(let day): day
            case .ahead(let days): today.adding(days: days)
            case .next: today.adding(days: first)
            case .weekday(let weekday):
                today.adding(days: first).flatMap { earliest in
                    earliest.adding(days: (weekday.rawValue - earliest.weekday.rawValue + 7) % 7)
                }
            case .yearly(let month, let day):
                // A leap day may be missing for eight years.
                (today.year...today.year + 8).lazy.compactMap { CalendarDay(year: $0, month: month, day: day) }
                    .first { CivilDateTime(day: $0, time: time) > now }
            }
        guard let day else { throw .wrong("That is beyond the year 9999") }
        return day
    }
}
