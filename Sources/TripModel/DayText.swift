// Days as people type them for a start or an end.

public import CivilTime
public import Replication

/// Reads the ISO form only; the other ways of writing a day are read where lists are imported, with the option that
/// settles which is meant.
public enum DayText {
    /// A day of the form `2027-06-03`. A failure says whether the form is wrong or the day does not exist.
    public static func day(in typed: String) -> Result<CalendarDay, RuleBroken> {
        if let day = CalendarDay(typed) { return .success(day) }
        let parts = typed.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else {
            return .failure(RuleBroken("must be a day such as 2027-06-03"))
        }
        let numbers = parts.compactMap { Int($0) }
        return .failure(RuleBroken("is not a day: " + whyMissing(year: numbers[0], month: numbers[1], day: numbers[2])))
    }

    /// `31 April does not exist`. The year is named where another one has that day.
    private static func whyMissing(year: Int, month: Int, day: Int) -> String {
        guard year >= 1 else { return "there is no year 0" }
        guard (1...12).contains(month) else { return "there is no month \(month)" }
        let name = "\(day) \(CalendarDay.monthNames[month - 1])"
        return (month == 2 && day == 29 ? "\(name) \(year)" : name) + " does not exist"
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
