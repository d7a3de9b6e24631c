// Dates as people write them in tables.

import CivilTime
import TripModel

/// What a text says as a date. The ISO form, dots (day first) and names of months are certain; with slashes and hyphens
/// the table or its owner must say which part is the day.
enum DateText: Equatable {
    /// One reading. A year of two digits is of this century.
    case day(CalendarDay, hasShortYear: Bool)
    /// Two numbers and a year, in this order.
    case parts(Int, Int, year: Int, hasShortYear: Bool)
    /// It has the form of a date, but there is no such day.
    case impossible
    /// No date.
    case unreadable

    /// - Parameter text: without white space at its ends.
    init(_ text: String) {
        let words = Self.words(in: Self.withoutTime(text))
        let numbers = words.filter(\.isNumber)
        let letters = words.filter { !$0.isNumber && $0.text.first?.isLetter == true }
        if numbers.count == 1, letters.isEmpty, words.count == 1, words[0].text.count == 8 {
            self = Self.compact(words[0].text)
        } else if numbers.count == 2, let month = letters.lazy.compactMap({ MonthNames.month($0.text) }).first {
            self = Self.named(numbers.map(\.text), month)
        } else if numbers.count == 3, letters.allSatisfy({ $0.text.count > 1 && $0.isFirst }) {
            self = Self.numbered(words)
        } else {
            self = .unreadable
        }
    }

    /// Which part the two numbers prove to be the day; nil when they prove nothing.
    var provenOrder: ImportOptions.DateOrder? {
        guard case .parts(let first, let second, let year, _) = self else { return nil }
        let dayFirst = CalendarDay(year: year, month: second, day: first)
        let monthFirst = CalendarDay(year: year, month: first, day: second)
        switch (dayFirst, monthFirst) {
        case (.some, nil): return .dayFirst
        case (nil, .some): return .monthFirst
        default: return nil
        }
    }

    /// The day when the order is known; nil when there is no such day.
    func day(_ order: ImportOptions.DateOrder) -> CalendarDay? {
        switch self {
        case .day(let day, _): day
        case .parts(let first, let second, let year, _):
            order == .monthFirst
                ? CalendarDay(year: year, month: first, day: second)
                : CalendarDay(year: year, month: second, day: first)
        case .impossible, .unreadable: nil
        }
    }

    /// Whether the year was written with two digits.
    var hasShortYear: Bool {
        switch self {
        case .day(_, let hasShortYear), .parts(_, _, _, let hasShortYear): hasShortYear
        case .impossible, .unreadable: false
        }
    }

    // MARK: - Forms

    private static func compact(_ digits: Substring) -> DateText {
        guard let number = Int(digits) else { return .unreadable }
        return day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// `5 October 2027`, `Oct 5, 2027`, `5. Okt. 27`: the year is the number of four digits, else the last.
    private static func named(_ numbers: [Substring], _ month: Int) -> DateText {
        let isYearFirst = numbers[0].count == 4
        let (dayText, yearText) = isYearFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        guard let day = Int(dayText), let (year, isShort) = year(yearText) else { return .unreadable }
        return Self.day(year: year, month: month, day: day, hasShortYear: isShort)
    }

    private static func numbered(_ words: [Word]) -> DateText {
        let numbers = words.filter(\.isNumber)
        let signs = Set(words.filter { !$0.isNumber && $0.text.first?.isLetter != true }.map(\.text))
        let values = numbers.compactMap { Int($0.text) }
        guard values.count == 3, signs.count <= 2 else { return .unreadable }
        if numbers[0].text.count == 4 {
            return day(year: values[0], month: values[1], day: values[2])
        }
        guard let (year, isShort) = year(numbers[2].text) else { return .unreadable }
        if signs.contains(".") {
            return day(year: year, month: values[1], day: values[0], hasShortYear: isShort)
        }
        guard signs.contains("/") || signs.contains("-") else { return .unreadable }
        let parts = DateText.parts(values[0], values[1], year: year, hasShortYear: isShort)
        if parts.day(.dayFirst) == nil, parts.day(.monthFirst) == nil { return .impossible }
        return parts
    }

    private static func day(year: Int, month: Int, day: Int, hasShortYear: Bool = false) -> DateText {
        CalendarDay(year: year, month: month, day: day).map { .day($0, hasShortYear: hasShortYear) } ?? .impossible
    }

    private static func year(_ digits: Substring) -> (year: Int, isShort: Bool)? {
        guard let number = Int(digits), digits.count == 4 || digits.count == 2 else { return nil }
        return digits.count == 4 ? (number, false) : (2000 + number, true)
    }

    // MARK: - Words

    private struct Word {
        let text: Substring
        let isNumber: Bool
        let isFirst: Bool
    }

    /// Runs of digits, runs of letters, and every other sign that is not blank.
    private static func words(in text: Substring) -> [Word] {
        var words: [Word] = []
        var rest = text.prefix(64)
        while let first = rest.first {
            let isDigit = isDigit(first)
            let run: Substring
            if isDigit {
                run = rest.prefix(while: Self.isDigit)
            } else if first.isLetter {
                run = rest.prefix { $0.isLetter }
            } else {
                run = rest.prefix(1)
            }
            rest = rest.dropFirst(run.count)
            if first.isWhitespace || (isDigit && run.count > 8) { if isDigit { return [] } else { continue } }
            words.append(Word(text: run, isNumber: isDigit, isFirst: words.isEmpty))
        }
        return words
    }

    /// A time of day behind the date, as `2027-06-14T00:00:00` or `14.06.2027 09:30`, is not part of it.
    private static func withoutTime(_ text: String) -> Substring {
        guard let colon = text.firstIndex(of: ":") else { return text[...] }
        let cut = text[..<colon].lastIndex { $0 == "T" || $0 == "t" || $0.isWhitespace }
        return cut.map { text[..<$0] } ?? text[...]
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }
}

/// The names of months in English, German, French, Spanish, Italian, Portuguese and Dutch.
enum MonthNames {
    /// 1…12 for a name or a beginning of it of at least three letters that no other month shares.
    static func month(_ word: Substring) -> Int? {
        let word = Folding.folded(String(word))
        guard word.count >= 3 else { return nil }
        if let month = names.firstIndex(where: { $0.contains(Substring(word)) }) { return month + 1 }
        let months = names.indices.filter { names[$0].contains { $0.hasPrefix(word) } }
        return months.count == 1 ? months[0] + 1 : nil
    }

    private static let names = [
        "january januar janner janvier enero gennaio janeiro januari",
        "february februar feber fevrier febrero febbraio fevereiro februari",
        "march marz maerz mars marzo marco maart mrt",
        "april avril abril aprile",
        "may mai mayo maggio maio mei",
        "june juni juin junio giugno junho",
        "july juli juillet julio luglio julho",
        "august aout agosto augustus",
        "september septembre septiembre setiembre settembre setembro",
        "october oktober octobre octubre ottobre outubro",
        "november novembre noviembre novembro",
        "december dezember decembre diciembre dicembre dezembro",
    ].map { $0.split(separator: " ") }
}
