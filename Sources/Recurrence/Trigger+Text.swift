// The line of text by which a trigger is stored.

import CivilTime

/// One line of ASCII:
///
///     at 2027-06-03T09:00
///     daily 09:00
///     on month=4 weekday=1,3 nth=-1 hour=9 minute=0          a pattern, by the components it gives
///     on month=4 day=1 hour=9 minute=0 once
///     every 7200s from 2027-06-03T07:00:00Z
///     every 600s from 2027-06-03T07:00:00Z once
///     before start 2d 18:00                                  days on the calendar, and the time
///     after end 90m                                          elapsed minutes
///     during 08:30
///
/// The components of a pattern stand in the order `year month day weekday nth week weekOfMonth hour minute second`; the
/// pattern of a time every day is written `daily`.
extension Trigger: CustomStringConvertible, LosslessStringConvertible {
    /// Reads what ``description`` writes for values within their ranges; nil for any other text, so that equal triggers
    /// have equal lines.
    public init?(_ text: String) {
        if let trigger = Trigger(dated: text) {
            self = trigger
            return
        }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let trigger = Self.read(words), trigger.description.utf8.elementsEqual(text.utf8) else { return nil }
        self = trigger
    }

    /// Reads exactly the form `at 2027-06-03T09:00`; it takes some nanoseconds. Nil for any other text.
    package init?(dated text: String) {
        guard text.utf8.count == 19, text.utf8.starts(with: "at ".utf8),
            let reading = CivilDateTime(minutes: text.utf8.dropFirst(3))
        else { return nil }
        self = .at(reading)
    }

    /// The one line by which it is stored.
    public var description: String {
        switch self {
        case .at(let reading): return "at \(reading)"
        case .calendar(let pattern, let repeats):
            if repeats, let time = pattern.dailyTime { return "daily \(time)" }
            return (["on"] + pattern.words + (repeats ? [] : ["once"])).joined(separator: " ")
        case .interval(let seconds, let start, let repeats):
            return "every \(seconds)s from \(start)" + (repeats ? "" : " once")
        case .relative(let lead): return lead.description
        case .during(let time): return "during \(time)"
        }
    }

    private static func read(_ words: [Substring]) -> Trigger? {
        switch (words.first, words.count) {
        case ("at", 2): CivilDateTime(String(words[1])).map(Trigger.at)
        case ("daily", 2): TimeOfDay(String(words[1])).map(Trigger.daily)
        case ("during", 2): TimeOfDay(String(words[1])).map(Trigger.during)
        case ("on", 2...):
            CalendarPattern(words: words.dropFirst().filter { $0 != "once" })
                .map { .calendar($0, repeats: words.last != "once") }
        case ("every", 4...5): interval(words)
        case ("before", 3...4), ("after", 3...4): Lead(words: words).map(Trigger.relative)
        default: nil
        }
    }

    private static func interval(_ words: [Substring]) -> Trigger? {
        let repeats = words.count == 4
        guard let seconds = number(words[1], unit: "s"), let start = Instant(String(words[3])),
            words[2] == "from", repeats || words[4] == "once",
            (repeats ? Limits.repeatingIntervalSeconds : Limits.singleIntervalSeconds).contains(seconds)
        else { return nil }
        return .interval(seconds: seconds, start: start, repeats: repeats)
    }

    fileprivate static func number(_ word: Substring, unit: Character) -> Int? {
        word.last == unit ? Int(word.dropLast()) : nil
    }
}

extension CalendarPattern {
    /// The time, if nothing but hour and minute is given.
    fileprivate var dailyTime: TimeOfDay? {
        guard let hour, let minute, self == CalendarPattern(hour: hour, minute: minute) else { return nil }
        return TimeOfDay(hour: hour, minute: minute)
    }

    /// `month=4`, `weekday=1,3`: the components that are given.
    fileprivate var words: [String] {
        Self.components.compactMap { component in
            if component.name == Self.weekdayName, !weekdays.isEmpty {
                return "\(component.name)=" + weekdays.sorted().map(String.init).joined(separator: ",")
            }
            return component.path.flatMap { self[keyPath: $0] }.map { "\(component.name)=\($0)" }
        }
    }

    /// Nil when a word is none of a component, a number is out of range, none is given at all, or there is an nth of no
    /// weekday.
    fileprivate init?(words: [Substring]) {
        self.init()
        for word in words {
            let sides = word.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let component = Self.components.first(where: { $0.name == sides[0] }) else {
                return nil
            }
            let texts = component.path == nil ? sides[1].split(separator: ",") : [sides[1]]
            let numbers = texts.compactMap { Int($0) }
            guard numbers.count == texts.count, let first = numbers.first, numbers.allSatisfy(component.allows) else {
                return nil
            }
            if let path = component.path { self[keyPath: path] = first } else { weekdays = Set(numbers) }
        }
        guard self != CalendarPattern(), nth == nil || !weekdays.isEmpty else { return nil }
    }

    private static let weekdayName = "weekday"

    private struct Component {
        let name: String
        /// Nil for the weekdays, of which there may be several.
        let path: WritableKeyPath<CalendarPattern, Int?>?
        let allows: (Int) -> Bool

        init(_ name: String, _ path: WritableKeyPath<CalendarPattern, Int?>?, _ allows: @escaping (Int) -> Bool) {
            (self.name, self.path, self.allows) = (name, path, allows)
        }
    }

    /// In the order in which they are written.
    private static var components: [Component] {
        [
            Component("year", \.year, (1...9999).contains), Component("month", \.month, (1...12).contains),
            Component("day", \.day, (1...31).contains), Component(weekdayName, nil, (1...7).contains),
            Component("nth", \.nth) { (1...5).contains($0) || $0 == -1 },
            Component("week", \.isoWeek, (1...53).contains), Component("weekOfMonth", \.weekOfMonth, (1...5).contains),
            Component("hour", \.hour, (0...23).contains), Component("minute", \.minute, (0...59).contains),
            Component("second", \.second, (0...59).contains),
        ]
    }
}

extension Lead {
    fileprivate var description: String {
        let distance =
            switch distance {
            case .days(let count, let time): "\(count)d \(time)"
            case .minutes(let count): "\(count)m"
            }
        return "\(isAfter ? "after" : "before") \(edge.rawValue) \(distance)"
    }

    /// - Parameter words: `before` or `after`, and two or three more.
    fileprivate init?(words: [Substring]) {
        guard let edge = Edge(rawValue: String(words[1])) else { return nil }
        let distance: Distance
        if words.count == 4 {
            guard let days = Trigger.number(words[2], unit: "d"), Limits.leadDays.contains(days),
                let time = TimeOfDay(String(words[3]))
            else { return nil }
            distance = .days(days, time)
        } else {
            guard let minutes = Trigger.number(words[2], unit: "m"), Limits.leadMinutes.contains(minutes) else {
                return nil
            }
            distance = .minutes(minutes)
        }
        self.init(edge: edge, isAfter: words[0] == "after", distance: distance)
    }
}
