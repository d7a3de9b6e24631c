// A day of the calendar, without clock or zone.

/// A civil date of the proleptic Gregorian calendar, years 1 to 9999. Four bytes; ordered by time.
public struct CalendarDay: Hashable, Sendable {
    private let storedDays: Int32

    /// Days since 1970-01-01; negative before.
    public var daysSince1970: Int { Int(storedDays) }

    /// 0001-01-01.
    public static let earliest = CalendarDay(validDays: -719_162)
    /// 9999-12-31.
    public static let latest = CalendarDay(validDays: 2_932_896)

    /// Nil when the date does not exist or the year is outside 1…9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.daysIn(month: month, ofYear: year)).contains(day)
        else { return nil }
        self.init(validDays: Self.days(year: year, month: month, day: day))
    }

    /// Nil outside years 1…9999.
    public init?(daysSince1970 days: Int) {
        guard (Self.earliest.daysSince1970...Self.latest.daysSince1970).contains(days) else { return nil }
        self.init(validDays: days)
    }

    /// The nearest day that can be expressed.
    init(clamping days: Int) {
        self.init(validDays: min(max(days, Self.earliest.daysSince1970), Self.latest.daysSince1970))
    }

    private init(validDays days: Int) {
        storedDays = Int32(days)
    }

    /// The year, month and day, for callers that need more than one of them.
    public var components: (year: Int, month: Int, day: Int) {
        // Years are counted from 1 March, so that the leap day comes last, in cycles of 400 years = 146,097 days.
        let quarterDays = 4 * (daysSince1970 + Self.daysToMarchOfYear0) + 3
        let century = quarterDays / 146_097
        let quarterDaysOfCentury = (quarterDays % 146_097) | 3
        let yearOfCentury = quarterDaysOfCentury / 1461
        let dayOfYear = quarterDaysOfCentury % 1461 / 4
        let fifths = 5 * dayOfYear + 2  // five months from March hold 153 days
        let (monthFromMarch, day) = (fifths / 153, fifths % 153 / 5 + 1)
        let isNextYear = monthFromMarch >= 10
        return (
            century * 100 + yearOfCentury + (isNextYear ? 1 : 0),
            isNextYear ? monthFromMarch - 9 : monthFromMarch + 3,
            day
        )
    }

    /// 1…9999.
    public var year: Int { components.year }
    /// 1…12.
    public var month: Int { components.month }
    /// 1…31.
    public var day: Int { components.day }

    /// Monday to Sunday.
    public var weekday: Weekday {
        // 0001-01-01 was a Monday.
        Weekday.allCases[(daysSince1970 - Self.earliest.daysSince1970) % 7]
    }

    /// How many days this day's month has: 28…31.
    public var daysInMonth: Int {
        let (year, month, _) = components
        return Self.daysIn(month: month, ofYear: year)
    }

    /// 1…366; 1 is the first of January.
    public var dayOfYear: Int {
        daysSince1970 - Self.days(year: year, month: 1, day: 1) + 1
    }

    /// The week of ISO 8601, 1…53, and its year: weeks start on Monday and belong to the year of their Thursday.
    public var isoWeek: (year: Int, week: Int) {
        let thursday = CalendarDay(clamping: daysSince1970 + Weekday.thursday.rawValue - weekday.rawValue)
        return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
    }

    /// Nil when the result lies outside years 1…9999.
    public func adding(days: Int) -> CalendarDay? {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return overflow ? nil : CalendarDay(daysSince1970: sum)
    }

    /// The same day of another month; the last day of that month when it is shorter. Nil outside years 1…9999.
    public func adding(months: Int) -> CalendarDay? {
        guard (-120_000...120_000).contains(months) else { return nil }
        let (year, month, day) = components
        let monthCount = year * 12 + month - 1 + months
        guard monthCount >= 12 else { return nil }
        let (newYear, newMonth) = (monthCount / 12, monthCount % 12 + 1)
        return CalendarDay(
            year: newYear, month: newMonth, day: min(day, Self.daysIn(month: newMonth, ofYear: newYear)))
    }

    /// How many days later the other day is; negative when it is earlier.
    public func days(until other: CalendarDay) -> Int {
        other.daysSince1970 - daysSince1970
    }

    /// How many days a month has: 28…31.
    ///
    /// - Parameter month: 1…12.
    public static func daysIn(month: Int, ofYear year: Int) -> Int {
        month == 2 ? (isLeap(year: year) ? 29 : 28) : 30 + (month + month / 8) % 2
    }

    /// Whether the year has a 29 February.
    public static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Days since 1970 of a date that exists, from the year 1 on.
    package static func days(year: Int, month: Int, day: Int) -> Int {
        let yearFromMarch = month < 3 ? year - 1 : year
        let monthFromMarch = month < 3 ? month + 9 : month - 3
        let leapDays = yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
        return yearFromMarch * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - daysToMarchOfYear0
    }

    /// Days from 1 March of the year 0 to 1970-01-01.
    private static let daysToMarchOfYear0 = 719_468
}

extension CalendarDay: Comparable {
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.storedDays < right.storedDays
    }
}

extension CalendarDay: CustomStringConvertible, LosslessStringConvertible {
    /// Reads exactly the form `2027-06-03` (ISO 8601, extended); nil for any other text and for a day that does not
    /// exist.
    public init?(_ iso: String) {
        var scanner = ByteScanner(iso)
        self.init(from: &scanner)
        guard scanner.isAtEnd else { return nil }
    }

    init?(from scanner: inout ByteScanner) {
        guard let year = scanner.digits(4), scanner.take("-"),
            let month = scanner.digits(2), scanner.take("-"),
            let day = scanner.digits(2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `2027-06-03`
    public var description: String {
        let (year, month, day) = components
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
    }
}

/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
    /// The first day of the week.
    case monday = 1
    /// 2 to 7.
    case tuesday, wednesday, thursday, friday, saturday, sunday
}
