// The days that fit a pattern, one after the other.

import CivilTime

/// An endless walk over days that goes from month to month: which days of a month fit is one word of bits, so that a
/// pattern for which there is no day at all is given up after 400 years, when the calendar repeats, in microseconds.
struct PatternDays {
    private let pattern: DayPattern
    private var year: Int
    private var month: Int
    /// Since 1970.
    private var firstDay: Int
    private var length: Int
    /// What is left of the month; bit 0 is its first day.
    private var bits: UInt32

    /// - Parameter start: the first day that counts, in days since 1970.
    init(_ pattern: DayPattern, from start: Int) {
        self.pattern = pattern
        let earliest = pattern.year == 0 ? start : max(start, CalendarDay.days(year: pattern.year, month: 1, day: 1))
        let limits = CalendarDay.earliest.daysSince1970...CalendarDay.latest.daysSince1970
        let day = CalendarDay(daysSince1970: min(max(earliest, limits.lowerBound), limits.upperBound)) ?? .latest
        let date = day.components
        (year, month) = (date.year, date.month)
        firstDay = day.daysSince1970 - (date.day - 1)
        length = CalendarDay.daysIn(month: month, ofYear: year)
        bits =
            pattern.bits(year: year, month: month, firstDay: firstDay, length: length) & (.max << UInt32(date.day - 1))
        if earliest > limits.upperBound { end() }
    }

    /// The next day, in days since 1970; nil when there is none any more.
    mutating func next() -> Int? {
        if bits == 0 { findMonth() }
        guard bits != 0 else { return nil }
        let day = firstDay + bits.trailingZeroBitCount
        bits &= bits - 1
        return day
    }

    /// Whether the day, of those that ``next()`` gave, stands for one that its month does not have.
    func isMoved(day: Int) -> Bool {
        pattern.day > 0 && day - firstDay + 1 != pattern.day
    }

    private mutating func findMonth() {
        var monthsLeft = Self.cycleMonths
        while bits == 0, monthsLeft > 0 {
            firstDay += length
            month += 1
            if month == 13 { (month, year) = (1, year + 1) }
            guard year <= 9999, pattern.year == 0 || year <= pattern.year else { return end() }
            length = CalendarDay.daysIn(month: month, ofYear: year)
            bits = pattern.bits(year: year, month: month, firstDay: firstDay, length: length)
            monthsLeft -= 1
        }
        if bits == 0 { end() }
    }

    /// Nothing comes after the last month of all.
    private mutating func end() {
        (year, month, bits) = (9999, 12, 0)
    }

    private static let cycleMonths = 400 * 12
}

/// The part of a pattern that speaks of days, made ready for whole months.
struct DayPattern {
    /// 0 for any.
    let year: Int
    /// 0 for any.
    let day: Int
    /// Bit 1 is January.
    private let months: UInt32
    private let missingDay: MissingDayPolicy
    /// Bit 0 is Monday, repeated week by week; all for any.
    private let weekdays: UInt64
    /// 0 for any, -1 for the last.
    private let nth: Int
    /// 0 for any.
    private let isoWeek: Int
    /// 0 for any.
    private let weekOfMonth: Int
    /// Whether only the first day of a week counts, because nothing says which.
    private let isFirstOfWeek: Bool

    /// Nil when a component is out of its range, so that no day can ever fit.
    init?(_ pattern: CalendarPattern, _ missingDay: MissingDayPolicy) {
        func allows(_ range: ClosedRange<Int>, _ number: Int?) -> Bool { number.map(range.contains) ?? true }
        guard allows(1...9999, pattern.year), allows(1...12, pattern.month), allows(1...31, pattern.day),
            pattern.weekdays.allSatisfy((1...7).contains), allows(1...53, pattern.isoWeek),
            allows(1...5, pattern.weekOfMonth), pattern.nth == -1 || allows(1...5, pattern.nth)
        else { return nil }
        let namesWeek = pattern.isoWeek != nil || pattern.weekOfMonth != nil
        let hasNoDay = pattern.day == nil && pattern.weekdays.isEmpty && pattern.nth == nil
        // What is left out below the largest component is least, unless a weekday or week says the day.
        let isWhole = hasNoDay && !namesWeek && (pattern.year != nil || pattern.month != nil)
        let isMonthLeast =
            pattern.year != nil && (isWhole || pattern.day != nil) && !namesWeek
            && pattern.weekdays.isEmpty && pattern.nth == nil
        months = pattern.month.map { 1 << UInt32($0) } ?? (isMonthLeast ? 1 << 1 : 0x1FFE)
        (year, day) = (pattern.year ?? 0, pattern.day ?? (isWhole ? 1 : 0))
        (nth, isoWeek, weekOfMonth) = (pattern.nth ?? 0, pattern.isoWeek ?? 0, pattern.weekOfMonth ?? 0)
        self.missingDay = missingDay
        isFirstOfWeek = namesWeek && hasNoDay
        let week = pattern.weekdays.isEmpty ? 0x7F : pattern.weekdays.reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
        weekdays = (0..<6).reduce(0) { $0 | week << UInt64($1 * 7) }
    }

    /// The days of a month that fit; bit 0 is its first day.
    ///
    /// - Parameters:
    ///   - firstDay: since 1970.
    ///   - length: 28…31.
    func bits(year: Int, month: Int, firstDay: Int, length: Int) -> UInt32 {
        var bits = numberedBits(year: year, month: month, length: length)
        guard bits != 0 else { return 0 }
        let whole = UInt32.max >> UInt32(32 - length)
        // 0001-01-01 was a Monday.
        let weekday = (firstDay - CalendarDay.earliest.daysSince1970) % 7
        bits &= whole & UInt32(truncatingIfNeeded: weekdays >> UInt64(weekday))
        if nth > 0 { bits &= Self.week(from: (nth - 1) * 7) }
        if nth < 0 { bits &= Self.week(from: length - 7) }
        if weekOfMonth > 0 {
            // The first week has at least four days in the month: it may begin on Thursday at the latest.
            bits &= Self.week(from: (weekday <= 3 ? weekOfMonth - 1 : weekOfMonth) * 7 - weekday)
        }
        if isoWeek > 0 { bits &= isoWeekBits(year: year, month: month, firstDay: firstDay) }
        return isFirstOfWeek ? bits & (~bits &+ 1) : bits
    }

    /// What month and day of the month allow.
    private func numberedBits(year: Int, month: Int, length: Int) -> UInt32 {
        var bits: UInt32 = 0
        if months >> UInt32(month) & 1 == 1, self.year == 0 || self.year == year {
            if day == 0 {
                bits = .max
            } else if day <= length {
                bits = 1 << UInt32(day - 1)
            } else if missingDay == .lastDay {
                bits = 1 << UInt32(length - 1)
            }
        }
        // January follows a month of 31 days, so that no day is carried from year to year.
        if missingDay == .nextDay, day > 28, month > 1, months >> UInt32(month - 1) & 1 == 1,
            self.year == 0 || self.year == year, day > CalendarDay.daysIn(month: month - 1, ofYear: year)
        {
            bits |= 1
        }
        return bits
    }

    /// The days of the week that lie in the month; the first and last months of a year have days of other years' weeks.
    private func isoWeekBits(year: Int, month: Int, firstDay: Int) -> UInt32 {
        var bits: UInt32 = 0
        for weekYear in (month == 1 ? year - 1 : year)...(month == 12 ? year + 1 : year) where weekYear > 0 {
            let monday = Self.mondayOfFirstWeek(ofYear: weekYear) + (isoWeek - 1) * 7
            guard isoWeek < 53 || monday < Self.mondayOfFirstWeek(ofYear: weekYear + 1) else { continue }
            bits |= Self.week(from: monday - firstDay)
        }
        return bits
    }

    /// In days since 1970. The first week of a year holds 4 January.
    private static func mondayOfFirstWeek(ofYear year: Int) -> Int {
        let day = CalendarDay.days(year: year, month: 1, day: 4)
        return day - (day - CalendarDay.earliest.daysSince1970) % 7
    }

    /// Seven days, as far as they lie in the month.
    ///
    /// - Parameter start: of which 0 is the first of the month; may lie before or after it.
    private static func week(from start: Int) -> UInt32 {
        // A shift by more than there are bits gives none.
        start < 0 ? 0x7F >> (0 - start) : 0x7F << start
    }
}
