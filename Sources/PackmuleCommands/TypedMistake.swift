// What was probably meant by words that are no time.

import CommandLineTool
import PackmuleKit

/// Explains words in which no time could be read; sentences have no full stop.
struct TypedMistake {
    private let form: TypedTimes.Form
    /// In lower case, parted at blanks.
    private let words: [String]

    init(_ operands: [String], _ form: TypedTimes.Form) {
        self.form = form
        words = operands.joined(separator: " ").lowercased().split(separator: " ").prefix(9).map(String.init)
    }

    // MARK: Forms that people know from elsewhere

    /// What to type instead of a form that is not read here; nil where none of them is recognised.
    var otherForm: String? {
        guard let first = words.first else { return nil }
        let second = words.count > 1 ? words[1] : ""
        switch (form.name, first) {
        case ("WHEN", "yesterday"): return "Yesterday is over; a reminder is for a time to come"
        case ("WHEN", "next"), ("WHEN", "this"):
            return "Leave out '\(first)': a weekday is the next one to come, as in 'friday 09:00'"
        case ("WHEN", "in") where Int(second) != nil && (words.count == 2 || unit(words[2]) == nil):
            let meant = words.count > 2 ? Suggestion.best(for: words[2], among: Self.units) : nil
            if let meant, !isTitle(words[2]) { return "'\(words[2])' is no unit of time; did you mean \(meant)?" }
            return "Say \(second) of what: 'in \(second) minutes', 'in \(second) hours' or 'in \(second) days'"
        case ("SPEC", "month"):
            return "Say which day of the month: '1 09:00', 'last day 09:00' or 'first monday 09:00'"
        case ("SPEC", "week"): return "Say which day of the week: 'monday 09:00'"
        case ("SPEC", "year"): return "Say which day of the year: '1 january 09:00'"
        case ("SPEC", "other"):
            return "Every other day or week cannot be said: name the days, as in 'monday,thursday 09:00', or count "
                + "hours, as in '48 hours'"
        default: break
        }
        return timelike.lazy.compactMap { Self.twoTimes($0) ?? Self.halfDay($0) ?? Self.otherDate($0) }.first
    }

    /// `08:00,20:00`
    private static func twoTimes(_ word: String) -> String? {
        let parts = word.split(separator: ",")
        guard parts.count > 1, parts.allSatisfy({ isClock(String($0)) }) else { return nil }
        return "One reminder has one time of day: make another for \(parts[1])"
    }

    /// `9pm`, `9:30am`
    private static func halfDay(_ word: String) -> String? {
        guard word.hasSuffix("am") || word.hasSuffix("pm") else { return nil }
        let parts = word.dropLast(2).split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let hour = Int(parts[0]), (1...12).contains(hour),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 && Int($0).map { (0..<60).contains($0) } ?? false })
        else { return nil }
        let minute = parts.count > 1 ? String(parts[1]) : "00"
        let whole = String(hour % 12 + (word.hasSuffix("pm") ? 12 : 0))
        return "Times are typed with 24 hours: \((whole.count == 1 ? "0" : "") + whole):\(minute) for \(word)"
    }

    /// `3.6.2027`, `06/03/2027`, `2027-6-3`
    private static func otherDate(_ word: String) -> String? {
        guard let separator = word.first(where: { "./-".contains($0) }) else { return nil }
        let parts = word.split(separator: separator)
        // A date in the right form that does not exist is told as that.
        guard separator != "-" || parts.map(\.utf8.count) != [4, 2, 2] else { return nil }
        let numbers = parts.map { Int($0) }
        guard (2...3).contains(numbers.count), !numbers.contains(nil), CalendarDay(word) == nil else { return nil }
        let (first, second, third) = (numbers[0] ?? 0, numbers[1] ?? 0, numbers.count > 2 ? numbers[2] : nil)
        let days: [CalendarDay?]
        if let third {
            days =
                word.prefix(4).allSatisfy(\.isNumber)
                ? [CalendarDay(year: first, month: second, day: third)]
                : [CalendarDay(year: third, month: second, day: first)]
                    + (separator == "." ? [] : [CalendarDay(year: third, month: first, day: second)])
        } else {
            days = []
        }
        let possible = days.compactMap(\.self).reduce(into: [CalendarDay]()) { if !$0.contains($1) { $0.append($1) } }
        if possible.isEmpty { return "A date is typed as 2027-06-03 or '3 june'" }
        let list = English.list(possible.map(\.description), "or")
        return "A date is typed as 2027-06-03 or '3 june 2027': \(list) for \(word)"
    }

    // MARK: Words misspelt

    /// The first word that has no place in a time.
    var culprit: String? { words.first { !isKnown($0) && !Self.hasDigit($0) } }

    /// What the first word that has no place in a time is nearest to; nil for nothing.
    var misspelling: String? {
        guard let culprit, culprit.count >= 4,
            let meant = Suggestion.best(for: culprit, among: TypedTrigger.knownWords)
        else { return nil }
        return "'\(culprit)' is no word of a time; did you mean \(meant)?"
    }

    /// The words before the first that has no place in a time.
    private var timelike: ArraySlice<String> { words.prefix { isKnown($0) || Self.hasDigit($0) } }

    private func isKnown(_ word: String) -> Bool {
        word.split(separator: ",").allSatisfy { part in
            part.split(separator: "-").allSatisfy { name in
                TypedTrigger.knownWords.contains { $0 == name || name.count >= 3 && $0.hasPrefix(name) }
            }
        }
    }

    private func unit(_ word: String) -> String? { Self.units.first { $0 == word || $0.dropLast() == word } }

    /// A word so far from any unit that it begins what the reminder says.
    private func isTitle(_ word: String) -> Bool { word.count < 4 }

    private static func hasDigit(_ word: String) -> Bool { word.contains { ("0"..."9").contains($0) } }

    private static let units = ["seconds", "minutes", "hours", "days", "weeks", "months", "years"]

    // MARK: A time too many

    /// `9:00`, `25:00`
    static func isClock(_ word: String) -> Bool {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && (1...2).contains(parts[0].utf8.count)
            && parts.dropFirst().allSatisfy { $0.utf8.count == 2 }
            && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
