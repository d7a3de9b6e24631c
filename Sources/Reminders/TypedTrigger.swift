// What sets a reminder off, as a person types it.

public import CivilTime
public import Recurrence

/// Readers of the three ways in which people say when: a moment, a rhythm, a distance from a trip. Words are English,
/// their case does not matter, and months and weekdays may be cut to three letters or more.
public enum TypedTrigger {
    /// When and where something is typed: what `tomorrow` and `in 20 minutes` count from.
    public struct Moment: Sendable {
        /// This moment.
        public let instant: Instant
        /// What the clocks show that the reminder will go by.
        public let reading: CivilDateTime

        /// This moment by the clocks of a zone.
        public init(_ instant: Instant, in rules: ZoneRules) {
            self.instant = Instant(secondsSince1970: instant.secondsSince1970)
            reading = rules.civil(at: instant)
        }
    }

    /// A moment: `2027-06-03 09:00` · `tomorrow 09:00` · `friday 09:00` · `3 june 09:00` · `09:00` · `in 20 minutes`
    /// · `in 3 days 09:00`.
    ///
    /// A time alone, a weekday and a day without its year are the next ones to come. Minutes and hours from now are
    /// elapsed time; days, weeks and months from now are counted on the calendar and keep the time of day, unless
    /// another one is given.
    public static func when(_ text: String, now: Moment) throws(TypedProblem) -> Trigger {
        try TypedWords.read(text) { words throws(TypedProblem) in
            if words.take("in") { return try distance(&words, now) }
            return .at(try words.moment(after: now.reading))
        }
    }

    /// A rhythm: `day 09:00` · `weekday 08:00` · `monday,friday 09:00` · `31 09:00` · `last day 09:00` ·
    /// `last friday 17:00` · `1 january 09:00` · `2 hours` · `hour :30`.
    public static func every(_ text: String, now: Moment) throws(TypedProblem) -> Trigger {
        try TypedWords.read(text) { words throws(TypedProblem) in
            if let pattern = try words.pattern() { return .calendar(pattern, repeats: true) }
            return .interval(seconds: try interval(&words), start: now.instant, repeats: true)
        }
    }

    /// A distance from an end of a trip: `2 days 18:00` · `1 week 09:00` · `90 minutes` · `same day 07:00`.
    public static func lead(_ text: String) throws(TypedProblem) -> Lead.Distance {
        try TypedWords.read(text) { words throws(TypedProblem) in
            if words.take("same", "day") { return .days(0, try words.clockNeeded("same day 07:00")) }
            switch try words.amount() {
            case .elapsed(let seconds):
                try bound(seconds, by: longestLeadDays)
                guard seconds % 60 == 0 else { throw .wrong("\(seconds) seconds are no whole minutes") }
                return .minutes(seconds / 60)
            case .calendar(let days, months: 0):
                try bound(days * daySeconds, by: longestLeadDays)
                return .days(days, try words.clockNeeded("2 days 18:00"))
            case .calendar: throw .wrong("Months before a trip are counted in weeks or days")
            }
        }
    }

    /// A time of day: `09:00`, `9:00`, `21:30:15`.
    public static func time(_ text: String) throws(TypedProblem) -> TimeOfDay {
        try TypedWords.read(text) { words throws(TypedProblem) in
            guard let clock = try words.clock() else { throw .unread }
            return clock
        }
    }

    /// A duration: `10m`, `10 minutes`, `1h 30m`, up to a year.
    ///
    /// - Returns: seconds, 1 or more.
    public static func duration(_ text: String) throws(TypedProblem) -> Int {
        try TypedWords.read(text) { words throws(TypedProblem) in
            switch try words.amount() {
            case .elapsed(let seconds):
                return try positive(seconds)
            case .calendar(let days, months: 0):
                return try positive(days * daySeconds)
            case .calendar: throw .unread
            }
        }
    }

    /// Every word that has a meaning in a time, in lower case and in full.
    public static var knownWords: [String] { EnglishWord.all }

    // MARK: Distances

    /// After the word `in`.
    private static func distance(_ words: inout TypedWords, _ now: Moment) throws(TypedProblem) -> Trigger {
        switch try words.amount() {
        case .elapsed(let seconds):
            guard seconds > 0 else { throw .wrong("That is not later than now") }
            try bound(seconds, by: longestDistanceDays)
            return .interval(seconds: seconds, start: now.instant, repeats: false)
        case .calendar(let days, let months):
            let clock = try words.clock()
            guard days > 0 || months > 0 || clock != nil else { throw .wrong("That is not later than now") }
            try bound(days * daySeconds, by: longestDistanceDays)
            guard months <= longestDistanceMonths,
                let day = now.reading.day.adding(months: months)?.adding(days: days)
            else { throw .tooFar(longestDistanceDays) }
            let time = now.reading.time
            let sameTime = TimeOfDay(hour: time.hour, minute: time.minute) ?? time
            return .at(CivilDateTime(day: day, time: clock ?? sameTime))
        }
    }

    private static func interval(_ words: inout TypedWords) throws(TypedProblem) -> Int {
        let seconds: Int
        if words.take("minute") {
            seconds = 60
        } else if words.take("hour") {
            seconds = 3600
        } else {
            guard case .elapsed(let typed) = try words.amount() else {
                throw .wrong(
                    "Days, weeks and months are said by the calendar, such as 'day 09:00', 'monday 09:00' or '1 09:00'")
            }
            seconds = typed
        }
        guard seconds >= Recurrence.Limits.shortestIntervalSeconds else {
            throw .wrong("Between two times there must be a minute or more")
        }
        try bound(seconds, by: longestIntervalDays)
        return seconds
    }

    private static func positive(_ seconds: Int) throws(TypedProblem) -> Int {
        guard seconds > 0 else { throw .wrong("It must be a second or more") }
        try bound(seconds, by: longestIntervalDays)
        return seconds
    }

    private static func bound(_ seconds: Int, by days: Int) throws(TypedProblem) {
        if seconds > days * daySeconds { throw .tooFar(days) }
    }

    static let daySeconds = 86_400
    /// A year: nobody counts longer in hours.
    private static let longestIntervalDays = 366
    /// Ten years, as long as a trip may be; beyond that it is a slip of the finger.
    private static let longestDistanceDays = 3_660
    private static let longestDistanceMonths = 120
    /// Two years: what is further away has nothing to do with the trip.
    private static let longestLeadDays = 732
}

/// Why a typed text gives no time.
public enum TypedProblem: Error, Equatable, Sendable {
    /// It has none of the forms.
    case unread
    /// It has one of the forms, but means nothing: a sentence without its full stop.
    case wrong(String)

    static func tooFar(_ days: Int) -> TypedProblem {
        .wrong(days < 366 * 2 ? "That is more than a year" : "That is more than \(days / 366) years")
    }
}
