// The rule by which a zone changes its clocks every year: the text of `TZ`, which also ends each TZif file.

/// A POSIX `TZ` value with the extensions of RFC 9636 section 3.3.1 (hours from -167 to 167): standard time, and
/// possibly a second local time with the yearly moments at which it begins and ends. "Daylight" only says which of the
/// two is written second: in Dublin it is the winter.
struct PosixZone: Equatable, Sendable {
    let standard: LocalTime
    let daylight: Daylight?

    struct Daylight: Equatable, Sendable {
        let localTime: LocalTime
        let start: YearlyMoment
        let end: YearlyMoment
    }

    /// Reads `CET-1CEST,M3.5.0,M10.5.0/3` or `<+03>-3`.
    init(_ text: some StringProtocol) throws(CivilTimeError) {
        var scanner = ByteScanner(text)
        guard let zone = PosixZone(from: &scanner), scanner.isAtEnd else {
            throw .malformedZoneRule(text: String(text))
        }
        self = zone
    }

    private init?(from scanner: inout ByteScanner) {
        guard let name = Self.name(from: &scanner), let offset = Self.clockSeconds(from: &scanner, hours: 24) else {
            return nil
        }
        // POSIX counts west of Greenwich as positive.
        standard = LocalTime(offsetSeconds: -offset, abbreviation: name)
        guard !scanner.isAtEnd else {
            daylight = nil
            return
        }
        guard let daylightName = Self.name(from: &scanner) else { return nil }
        var daylightOffset = standard.offsetSeconds + 3600
        if scanner.next != UInt8(ascii: ",") {
            guard let offset = Self.clockSeconds(from: &scanner, hours: 24) else { return nil }
            daylightOffset = -offset
        }
        guard scanner.take(","), let start = YearlyMoment(from: &scanner),
            scanner.take(","), let end = YearlyMoment(from: &scanner)
        else { return nil }
        daylight = Daylight(
            localTime: LocalTime(offsetSeconds: daylightOffset, abbreviation: daylightName), start: start, end: end)
    }

    /// The changes of clocks that the rule puts into a year, in the order of time: when, in seconds since 1970, and
    /// whether daylight time begins.
    func changes(inYear year: Int) -> [(seconds: Int, beginsDaylight: Bool)] {
        guard let daylight else { return [] }
        let begin = daylight.start.clockSeconds(inYear: year) - standard.offsetSeconds
        let end = daylight.end.clockSeconds(inYear: year) - daylight.localTime.offsetSeconds
        return begin <= end ? [(begin, true), (end, false)] : [(end, false), (begin, true)]
    }

    private static func name(from scanner: inout ByteScanner) -> String? {
        var name: ArraySlice<UInt8>
        if scanner.take("<") {
            name = scanner.take { $0.isLetter || $0.isDigit || "+-".utf8.contains($0) }
            guard scanner.take(">") else { return nil }
        } else {
            name = scanner.take { $0.isLetter }
        }
        return name.count >= 3 ? String(decoding: name, as: UTF8.self) : nil
    }

    /// `[+-]h[h[h]][:mm[:ss]]` in seconds; nil when the hours exceed the limit.
    fileprivate static func clockSeconds(from scanner: inout ByteScanner, hours limit: Int) -> Int? {
        let sign = scanner.take(anyOf: "+", "-") == UInt8(ascii: "-") ? -1 : 1
        guard let hours = scanner.number(maximumDigits: 3), hours <= limit else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where scanner.take(":") {
            guard let number = scanner.digits(2), number < 60 else { return nil }
            seconds += number * unit
        }
        return sign * seconds
    }
}

/// A moment of every year on the clock that is then still valid.
struct YearlyMoment: Equatable, Sendable {
    private let day: Day
    /// Seconds after the midnight at which the day begins; -167 h to 167 h.
    private let clockSeconds: Int

    private enum Day: Equatable {
        /// `Jn`: 1…365, 29 February is not counted.
        case ofCommonYear(Int)
        /// `n`: 0…365, 29 February is counted.
        case ofYear(Int)
        /// `Mm.w.d`: week 5 is the last; Sunday is 0.
        case ofWeek(month: Int, week: Int, weekday: Int)
    }

    init?(from scanner: inout ByteScanner) {
        if scanner.take("J") {
            guard let day = scanner.number(maximumDigits: 3), (1...365).contains(day) else { return nil }
            self.day = .ofCommonYear(day)
        } else if scanner.take("M") {
            guard let month = scanner.number(maximumDigits: 2), (1...12).contains(month), scanner.take("."),
                let week = scanner.number(maximumDigits: 1), (1...5).contains(week), scanner.take("."),
                let weekday = scanner.number(maximumDigits: 1), (0...6).contains(weekday)
            else { return nil }
            day = .ofWeek(month: month, week: week, weekday: weekday)
        } else {
            guard let day = scanner.number(maximumDigits: 3), (0...365).contains(day) else { return nil }
            self.day = .ofYear(day)
        }
        guard scanner.take("/") else {
            clockSeconds = 2 * 3600
            return
        }
        guard let seconds = PosixZone.clockSeconds(from: &scanner, hours: 167) else { return nil }
        clockSeconds = seconds
    }

    /// As ``CivilDateTime/clockSeconds``; for any year from 1 on.
    func clockSeconds(inYear year: Int) -> Int {
        days(inYear: year) * 86_400 + clockSeconds
    }

    private func days(inYear year: Int) -> Int {
        let newYear = CalendarDay.days(year: year, month: 1, day: 1)
        switch day {
        case .ofCommonYear(let day):
            return newYear + day - (CalendarDay.isLeap(year: year) && day >= 60 ? 0 : 1)
        case .ofYear(let day):
            return newYear + day
        case .ofWeek(let month, let week, let weekday):
            let first = CalendarDay.days(year: year, month: month, day: 1)
            // 1970-01-04 was a Sunday.
            let daysToWeekday = (weekday + 3 - first).flooredQuotientAndRemainder(dividingBy: 7).remainder
            let dayOfMonth = daysToWeekday + (week - 1) * 7
            return first + (dayOfMonth < CalendarDay.daysIn(month: month, ofYear: year) ? dayOfMonth : dayOfMonth - 7)
        }
    }
}
