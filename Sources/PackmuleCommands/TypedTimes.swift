// Where a typed time ends and what a reminder says begins.

import CommandLineTool
import PackmuleKit

/// Reads times from operands that quotes may hold together or not.
enum TypedTimes {
    /// What is read, and the forms it has, for whoever typed another one.
    struct Form: Sendable {
        /// `WHEN`
        let name: String
        /// What can be typed.
        let examples: [String]

        static let when = Form(
            name: "WHEN",
            examples: ["2027-06-03 09:00", "tomorrow 09:00", "friday 09:00", "3 june 09:00", "18:30", "in 20 minutes"])
        static let every = Form(
            name: "SPEC",
            examples: [
                "monday,friday 09:00", "weekday 08:00", "31 09:00", "last day 09:00", "last friday 17:00",
                "1 january 09:00", "2 hours", "90 minutes", "hour :30",
            ])
        static let lead = Form(
            name: "LEAD", examples: ["2 days 18:00", "1 week 09:00", "same day 07:00", "90 minutes"])
        static let time = Form(name: "HH:MM", examples: ["09:00", "18:30"])
        static let duration = Form(name: "DURATION", examples: ["10m", "2 hours", "1h30m", "1 day"])

        /// The examples on one line.
        var list: String { examples.joined(separator: " · ") }

        var hint: String { "\(name) is such as: \(list)" }
    }

    /// The longest beginning of the operands that is a time, and the rest. What is quoted stays together.
    static func split<Time>(
        _ operands: [String], _ form: Form, _ read: (String) throws(TypedProblem) -> Time
    ) throws -> (time: Time, rest: String) {
        for count in stride(from: min(operands.count, longestTimeOperands), to: 0, by: -1) {
            do throws(TypedProblem) {
                let time = try read(operands.prefix(count).joined(separator: " "))
                let rest = Array(operands.dropFirst(count))
                try refuseSecondTime(rest)
                return (time, rest.joined(separator: " "))
            } catch .wrong(let sentence) {
                throw refusal(TypedMistake(operands, form).otherForm ?? sentence, form)
            } catch .unread {
                continue
            }
        }
        throw unread(operands, form)
    }

    /// Refuses a title that begins with a time: of `08:00 20:00 Pills` the second would become a part of the title.
    static func refuseSecondTime(_ title: [String]) throws(TypedProblem) {
        guard let first = title.first, TypedMistake.isClock(first) else { return }
        throw .wrong("One reminder has one time: make another for \(first), or put the title in quotes")
    }

    /// The same where nothing stands between the time and the title.
    static func title(_ operands: [String]) throws -> String {
        do throws(TypedProblem) {
            try refuseSecondTime(operands)
        } catch .wrong(let sentence) {
            throw refusal(sentence, .time)
        } catch .unread {}
        return operands.joined(separator: " ")
    }

    /// Refuses a time by the half of the day: `9:30 pm` must not become half past nine with a title that begins with
    /// `pm`.
    static func refuseHalfDays(_ operands: [String]) throws {
        for (time, half) in zip(operands, operands.dropFirst()) {
            let half = half.lowercased().filter { $0 != "." }
            let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard ["am", "pm"].contains(half), case let hour?? = parts.first, (1...12).contains(hour),
                parts.count <= 3, !parts.contains(nil)
            else { continue }
            let rest = parts.count == 1 ? ":00" : String(time.drop { $0 != ":" })
            let whole = String(hour % 12 + (half == "pm" ? 12 : 0))
            let clock = (whole.count == 1 ? "0" : "") + whole + rest
            throw refusal("Times are typed with 24 hours: \(clock) for \(time) \(half)", .time)
        }
    }

    /// A text that is a time and nothing else.
    static func read<Time>(_ text: String, _ form: Form, _ read: (String) throws(TypedProblem) -> Time) throws -> Time {
        do throws(TypedProblem) {
            return try read(text)
        } catch .wrong(let sentence) {
            throw refusal(TypedMistake([text], form).otherForm ?? sentence, form)
        } catch .unread {
            throw unread([text], form)
        }
    }

    static func time(_ text: String) throws -> TimeOfDay {
        try read(text, .time) { text throws(TypedProblem) in try TypedTrigger.time(text) }
    }

    static func lead(_ text: String) throws -> Lead.Distance {
        try read(text, .lead) { text throws(TypedProblem) in try TypedTrigger.lead(text) }
    }

    private static func refusal(_ sentence: String, _ form: Form) -> Refusal {
        Refusal("invalid", sentence + (sentence.hasSuffix("?") ? "" : "."), hint: form.hint)
    }

    private static func unread(_ operands: [String], _ form: Form) -> Refusal {
        let mistake = TypedMistake(operands, form)
        if let sentence = mistake.otherForm ?? mistake.misspelling { return refusal(sentence, form) }
        let text = mistake.culprit ?? operands.prefix(3).joined(separator: " ")
        let shown = text.count > 40 ? text.prefix(39) + "…" : text[...]
        return Refusal("invalid", "\(form.name) cannot be read from '\(shown)'.", hint: form.hint)
    }

    /// `in 1 hour and 30 minutes and 20 seconds`
    private static let longestTimeOperands = 9
}
