// The words of which typed times are made.

import CivilTime
import Recurrence

/// A cursor over words in lower case. An operation consumes what it names, or leaves the cursor alone and says so by
/// nil or false; it throws where words have the form it names and mean nothing.
struct TypedWords {
    private let words: [String]
    private var position = 0

    /// Commas count as blanks; a blank is thought between a date and a time that a `T` joins, and within `1h30m`.
    private init?(_ text: String) {
        guard text.utf8.count <= Self.longestBytes else { return nil }
        words = text.lowercased().split { $0.isWhitespace || $0 == "," }.flatMap { Self.parts(of: String($0)) }
    }

    private static func parts(of word: String) -> [String] {
        let bytes = Array(word.utf8)
        if bytes.count > 11, bytes[10] == UInt8(ascii: "t"), bytes[4] == UInt8(ascii: "-") {
            return [String(decoding: bytes[..<10], as: UTF8.self), String(decoding: bytes[11...], as: UTF8.self)]
        }
        guard let hours = word.firstIndex(of: "h"), word.last == "m", number(word[..<hours]) != nil else {
            return [word]
        }
        return [String(word[...hours]), String(word[word.index(after: hours)...])]
    }

    /// Reads a whole text.
    static func read<Result>(
        _ text: String, _ form: (inout TypedWords) throws(TypedProblem) -> Result
    ) throws(TypedProblem) -> Result {
        guard var words = TypedWords(text) else { throw .unread }
        let result = try form(&words)
        guard words.isAtEnd else { throw .unread }
        return result
    }

    /// Longer than any time that can be typed.
    private static let longestBytes = 200

    // MARK: Words

    var isAtEnd: Bool { position == words.count }

    private var next: String? { position < words.count ? words[position] : nil }

    /// Consumes these words if they come next, in their order.
    mutating func take(_ expected: String...) -> Bool {
        guard words[position...].starts(with: expected) else { return false }
        position += expected.count
        return true
    }

    /// Consumes the next word if something can be made of it.
    private mutating func take<Result>(
        _ read: (String) throws(TypedProblem) -> Result?
    ) throws(TypedProblem) -> Result? {
        guard let next, let result = try read(next) else { return nil }
        position += 1
        return result
    }

    // MARK: Moments

    /// A day and a time, or a time alone: the next one after now where it says no year.
    mutating func moment(after now: CivilDateTime) throws(TypedProblem) -> CivilDateTime {
        if let time = try clock() {
            // Whether `09:00 monday report` speaks of a Monday or of a report, nobody can know.
            if let word = next, try day() != nil, isAtEnd {
                throw .wrong("Say the day before the time, or put the title in quotes if '\(word)' belongs to it")
            }
            return CivilDateTime(day: try TypedDay.next.resolved(after: now, time), time: time)
        }
        guard let day = try day() else { throw .unread }
        let time = try clockNeeded("tomorrow 09:00")
        return CivilDateTime(day: try day.resolved(after: now, time), time: time)
    }

    /// `09:00`, `9:00` or `09:00:30`, also with `at` before it.
    mutating func clock() throws(TypedProblem) -> TimeOfDay? {
        let start = position
        _ = take("at")
        let time = try take { word throws(TypedProblem) in try Self.time(word) }
        if time == nil { position = start }
        return time
    }

    /// The time that must come next and last.
    mutating func clockNeeded(_ example: String) throws(TypedProblem) -> TimeOfDay {
        if let time = try clock() { return time }
        guard isAtEnd else { throw .unread }
        throw .wrong("A time of day is missing, as in '\(example)'")
    }

    private static func time(_ word: String) throws(TypedProblem) -> TimeOfDay? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard let number = number(part) else { return nil }
            numbers.append(number)
        }
        guard numbers[0] <= 23 else {
            throw .wrong("There is no hour \(numbers[0])" + (numbers[0] == 24 ? "; midnight is 00:00" : ""))
        }
        for number in numbers.dropFirst() where number > 59 { throw .wrong("There is no minute or second \(number)") }
        return TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
    }

    /// `today`, `tomorrow`, a weekday, a date, or a day of a month.
    private mutating func day() throws(TypedProblem) -> TypedDay? {
        if take("today") { return .ahead(0) }
        if take("tomorrow") { return .ahead(1) }
        if let weekday = try take({ EnglishWord.weekday($0) }) { return .weekday(weekday) }
        if let date = try take({ word throws(TypedProblem) in try Self.date(word) }) { return .date(date) }
        guard let (day, month) = try dayOfMonth() else { return nil }
        guard let year = try take({ $0.utf8.count == 4 ? Self.number($0) : nil }) else {
            return .yearly(month: month, day: day)
        }
        guard let date = CalendarDay(year: year, month: month, day: day) else {
            throw .wrong("\(day) \(CalendarDay.monthNames[month - 1]) \(year) does not exist")
        }
        return .date(date)
    }

    /// `2027-06-03`
    private static func date(_ word: String) throws(TypedProblem) -> CalendarDay? {
        if let day = CalendarDay(word) { return day }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0) }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else { return nil }
        guard numbers[0] >= 1 else { throw .wrong("There is no year 0") }
        guard (1...12).contains(numbers[1]) else { throw .wrong("There is no month \(numbers[1])") }
        let name = "\(numbers[2]) \(CalendarDay.monthNames[numbers[1] - 1])"
        throw .wrong((numbers[1] == 2 && numbers[2] == 29 ? "\(name) \(numbers[0])" : name) + " does not exist")
    }

    /// `1 january`, `january 1` or `1st january`: a day that comes at least in leap years.
    private mutating func dayOfMonth() throws(TypedProblem) -> (day: Int, month: Int)? {
        let start = position
        var day = try take { Self.dayNumber($0) }
        let month = try take { EnglishWord.month($0) }
        if day == nil { day = try take { Self.dayNumber($0) } }
        guard let day, let month else {
            position = start
            return nil
        }
        guard CalendarDay(year: 2000, month: month, day: day) != nil else {
            throw .wrong("\(day) \(CalendarDay.monthNames[month - 1]) does not exist")
        }
        return (day, month)
    }

    // MARK: Rhythms

    /// What comes again and again by the calendar.
    mutating func pattern() throws(TypedProblem) -> CalendarPattern? {
        if let minute = try minuteOfHour() { return CalendarPattern(minute: minute) }
        var pattern = CalendarPattern()
        if take("day") {
            // Every one of them.
        } else if take("last", "day") {
            // What a month does not have comes on its last day.
            pattern.day = 31
        } else if take("first", "day") {
            pattern.day = 1
        } else if let nth = try nth() {
            (pattern.nth, pattern.weekdays) = (nth, try weekdays())
        } else if let (day, month) = try dayOfMonth() {
            (pattern.day, pattern.month) = (day, month)
        } else if let day = try dayAlone() {
            pattern.day = day
        } else {
            pattern.weekdays = try weekdays()
            if pattern.weekdays.isEmpty { return nil }
        }
        let time = try clockNeeded("monday 09:00")
        (pattern.hour, pattern.minute, pattern.second) = (time.hour, time.minute, time.second == 0 ? nil : time.second)
        return pattern
    }

    /// `hour :30`
    private mutating func minuteOfHour() throws(TypedProblem) -> Int? {
        let start = position
        if take("hour"), let minute = try take({ $0.hasPrefix(":") ? Self.number($0.dropFirst()) : nil }) {
            guard minute <= 59 else { throw .wrong("There is no minute \(minute)") }
            return minute
        }
        position = start
        return nil
    }

    /// `last` or `first`, before a weekday.
    private mutating func nth() throws(TypedProblem) -> Int? {
        let start = position
        let nth = try take { EnglishWord.ordinals[$0] }
        guard nth != nil, try !weekdaysAhead().isEmpty else {
            position = start
            return nil
        }
        return nth
    }

    private func weekdaysAhead() throws(TypedProblem) -> Set<Int> {
        var words = self
        return try words.weekdays()
    }

    /// `monday friday`, `monday and friday`, `mon-fri`, `weekday`, `weekend`; empty where none comes next.
    private mutating func weekdays() throws(TypedProblem) -> Set<Int> {
        var days: Set<Int> = []
        while true {
            let start = position
            if !days.isEmpty { _ = take("and") }
            guard let more = try take({ EnglishWord.weekdays($0) }) else {
                position = start
                return days
            }
            days.formUnion(more)
        }
    }

    /// A day of every month, before a time.
    private mutating func dayAlone() throws(TypedProblem) -> Int? {
        let start = position
        let day = try take { Self.dayNumber($0) }
        var ahead = self
        guard let day, try ahead.clock() != nil || isAtEnd else {
            position = start
            return nil
        }
        guard (1...31).contains(day) else { throw .wrong("No month has a day \(day)") }
        return day
    }

    // MARK: Amounts

    /// So much time: seconds that pass, or days and months on the calendar.
    enum Amount {
        case elapsed(Int)
        case calendar(days: Int, months: Int)
    }

    /// `20 minutes`, `an hour`, `1h 30m`, `2 weeks and 1 day`.
    mutating func amount() throws(TypedProblem) -> Amount {
        var (seconds, days, months) = (0, 0, 0)
        var isElapsed: Bool?
        while let (count, unit) = try countAndUnit(isFirst: isElapsed == nil) {
            guard isElapsed ?? unit.isElapsed == unit.isElapsed else {
                throw .wrong("Hours and minutes cannot be added to days: give a time of day, as in '2 days 18:00'")
            }
            isElapsed = unit.isElapsed
            switch unit {
            case .seconds(let size): seconds = min(seconds + count * size, Self.greatest)
            case .days(let size): days = min(days + count * size, Self.greatest)
            case .months(let size): months = min(months + count * size, Self.greatest)
            }
        }
        guard let isElapsed else { throw .unread }
        return isElapsed ? .elapsed(seconds) : .calendar(days: days, months: months)
    }

    /// `20 minutes`, `20min` or `a minute`; after the first also with `and` before it.
    private mutating func countAndUnit(isFirst: Bool) throws(TypedProblem) -> (Int, EnglishWord.Unit)? {
        let start = position
        if !isFirst { _ = take("and") }
        if let both = try take({ Self.joined($0) }) { return both }
        guard let count = try take({ ["a", "an"].contains($0) ? 1 : Self.number($0) }),
            let unit = try take({ EnglishWord.unit($0) })
        else {
            position = start
            return nil
        }
        return (count, unit)
    }

    /// `20min`
    private static func joined(_ word: String) -> (Int, EnglishWord.Unit)? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let count = number(digits), let unit = EnglishWord.unit(String(word[digits.endIndex...])) else {
            return nil
        }
        return (count, unit)
    }

    // MARK: Numbers

    /// Whole numbers up to ``greatest``, which stands for every larger one.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return min(Int(text) ?? greatest, greatest)
    }

    /// `31`, `31st`
    private static func dayNumber(_ word: String) -> Int? {
        let isOrdinal = ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) }
        return number(isOrdinal ? word.dropLast(2) : word[...])
    }

    /// More than any time that is taken, and far from where products overflow.
    private static let greatest = 1_000_000_000_000
}
