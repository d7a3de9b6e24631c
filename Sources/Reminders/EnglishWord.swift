// The English words of which typed times are made.

import CivilTime

/// What a lower-case word means in a time.
enum EnglishWord {
    /// `monday`, `mon`, `mondays`
    static func weekday(_ word: String) -> Weekday? {
        Weekday.allCases.first { isName($0.name, word) }
    }

    /// The numbers of the days of the week: of one, of several (`weekday`, `weekend`), or of some in a row
    /// (`mon-fri`, `friday-sunday`).
    static func weekdays(_ word: String) -> Set<Int>? {
        switch word {
        case "weekday", "weekdays": return [1, 2, 3, 4, 5]
        case "weekend", "weekends": return [6, 7]
        default: break
        }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { weekday(String($0)) }
        guard (1...2).contains(ends.count), let first = ends[0]?.rawValue, let last = ends[ends.count - 1]?.rawValue
        else { return nil }
        let days = (last - first + 7) % 7
        return Set((0...days).map { (first - 1 + $0) % 7 + 1 })
    }

    /// 1…12: `january`, `jan`
    static func month(_ word: String) -> Int? {
        CalendarDay.monthNames.firstIndex { isName($0, word) }.map { $0 + 1 }
    }

    /// Which weekday of a month: -1 for the last.
    static let ordinals = [
        "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5,
        "last": -1,
    ]

    /// A unit of time: of what passes, or of the calendar.
    enum Unit {
        case seconds(Int)
        case days(Int)
        case months(Int)

        var isElapsed: Bool { if case .seconds = self { true } else { false } }
    }

    /// `minutes`, `min`, `m`
    static func unit(_ word: String) -> Unit? {
        switch word {
        case "second", "seconds", "sec", "secs", "s": .seconds(1)
        case "minute", "minutes", "min", "mins", "m": .seconds(60)
        case "hour", "hours", "h": .seconds(3600)
        case "day", "days", "d": .days(1)
        case "week", "weeks", "w": .days(7)
        case "month", "months": .months(1)
        case "year", "years": .months(12)
        default: nil
        }
    }

    /// Every word that has a meaning in a time, in full.
    static let all: [String] =
        Weekday.allCases.map { $0.name.lowercased() } + CalendarDay.monthNames.map { $0.lowercased() }
        + ordinals.keys.sorted()
        + [
            "today", "tomorrow", "day", "days", "weekday", "weekend", "week", "weeks", "month", "months", "year",
            "years", "hour", "hours", "minute", "minutes", "second", "seconds", "in", "at", "and", "a", "an", "same",
        ]

    /// Whether a word is a name, its plural, or three letters or more from its beginning.
    private static func isName(_ name: String, _ word: String) -> Bool {
        let name = name.lowercased()
        return word.utf8.count >= 3 && (name.utf8.starts(with: word.utf8) || word == name + "s")
    }
}
