// What sets a reminder off, in words.

import CommandLineTool
import PackmuleKit

extension Trigger {
    /// `every Monday and Friday at 09:00`, `2 days before the start at 18:00`.
    var words: String {
        switch self {
        case .at(let reading): "on \(reading.day.spoken) at \(reading.time)"
        case .calendar(let pattern, repeats: true): pattern.words
        case .calendar(let pattern, repeats: false): "once, \(pattern.words)"
        case .interval(let seconds, _, repeats: true): "every \(Self.duration(seconds, article: false))"
        case .interval(let seconds, _, repeats: false): "\(Self.duration(seconds)) after it was made"
        case .relative(let lead): lead.words
        case .during(let time): "every day of the trip at \(time)"
        }
    }

    /// `2 hours`, `90 minutes`, in the largest unit that gives a whole number; without its number where that is 1.
    static func duration(_ seconds: Int, article: Bool = true) -> String {
        let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
        let (size, name) = units.first { seconds >= $0.0 && seconds % $0.0 == 0 } ?? (1, "second")
        return seconds == size && !article ? name : English.count(seconds / size, name)
    }
}

extension CalendarPattern {
    /// `every weekday at 08:00`; of what people seldom say, the components.
    fileprivate var words: String {
        if let minute, self == CalendarPattern(minute: minute) {
            return "every hour at :" + (minute < 10 ? "0" : "") + "\(minute)"
        }
        guard let days, let hour, let time = TimeOfDay(hour: hour, minute: minute ?? 0, second: second ?? 0) else {
            let components = Trigger.calendar(self, repeats: true).description
            return "whenever date and time fit " + components.split(separator: " ").dropFirst().joined(separator: " ")
        }
        return "\(days) at \(time)"
    }

    /// Nil where more is asked of a day than can be said in a few words.
    private var days: String? {
        guard year == nil, isoWeek == nil, weekOfMonth == nil else { return nil }
        let names = English.list(Weekday.allCases.filter { weekdays.contains($0.rawValue) }.map(\.name))
        switch (month, day, nth, weekdays) {
        case (nil, nil, nil, []): return "every day"
        case (nil, nil, nil, [1, 2, 3, 4, 5]): return "every weekday"
        case (nil, nil, nil, _): return "every \(names)"
        case (nil, nil, let nth?, _): return "every \(Self.ordinal(nth)) \(names) of a month"
        case (nil, let day?, nil, []): return "on day \(day) of every month"
        case (let month?, let day?, nil, []):
            guard (1...12).contains(month) else { return nil }
            return "every \(day) \(CalendarDay.monthNames[month - 1])"
        default: return nil
        }
    }

    private static func ordinal(_ nth: Int) -> String {
        let words = ["first", "second", "third", "fourth", "fifth"]
        return words.indices.contains(nth - 1) ? words[nth - 1] : "last"
    }
}

extension Lead {
    /// `2 days before the start at 18:00`, `90 minutes after the end`, `on the day of the start at 07:00`.
    fileprivate var words: String {
        let side = "\(isAfter ? "after" : "before") the \(edge.rawValue)"
        switch distance {
        case .days(0, let time): return "on the day of the \(edge.rawValue) at \(time)"
        case .days(let count, let time): return "\(English.count(count, "day")) \(side) at \(time)"
        case .minutes(0): return "at the \(edge.rawValue)"
        case .minutes(let count):
            let (amount, unit) = count % 60 == 0 ? (count / 60, "hour") : (count, "minute")
            return "\(English.count(amount, unit)) \(side)"
        }
    }
}
