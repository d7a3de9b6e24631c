// The history and future of one zone's clocks.

/// How far a zone's clocks were, are and will be from UTC. Made from a TZif file or from a `TZ` rule; a value of about
/// 16 kB in which every look-up is one binary search.
public struct ZoneRules: Equatable, Sendable {
    /// When each period begins, in seconds since 1970; ascending, and the first begins before all time.
    let starts: [Int]
    /// The local time of each period, as an index into ``localTimes``.
    private let types: [UInt16]
    private let localTimes: [LocalTime]
    /// From here on, in seconds since 1970, everything is as it was 400 years earlier: the Gregorian calendar repeats
    /// in days and weekdays, and so does a yearly rule. Beyond all time when no yearly rule is in force.
    private let repetitionStart: Int

    /// Reads a TZif file (RFC 9636); any bytes give rules or an error.
    public init(zoneFile bytes: [UInt8]) throws(CivilTimeError) {
        let file = try ZoneFile(bytes)
        self.init(localTimes: file.localTimes, transitions: file.transitions, rule: file.rule)
    }

    /// Reads a rule in the form of the environment variable `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`, `<+03>-3`. A second
    /// local time must say when it begins and ends.
    public init(rule text: String) throws(CivilTimeError) {
        self.init(localTimes: [], transitions: [], rule: try PosixZone(text))
    }

    /// Universal time.
    public static let utc = ZoneRules(
        localTimes: [LocalTime(offsetSeconds: 0, abbreviation: "UTC")], transitions: [], rule: nil)

    /// - Precondition: there is a local time or a rule; the transitions ascend and lead to local times.
    private init(localTimes: [LocalTime], transitions: [(seconds: Int, type: Int)], rule: PosixZone?) {
        var periods = Periods(first: 0)
        for (seconds, type) in transitions {
            periods.begin(type, at: seconds)
        }
        guard let rule else {
            self.init(periods, localTimes, repetitionStart: .max)
            return
        }
        let standardType = localTimes.count
        let ruleTimes = localTimes + [rule.standard] + (rule.daylight.map { [$0.localTime] } ?? [])
        guard rule.daylight != nil else {
            // The last transition has led to the rule's time already.
            self.init(transitions.isEmpty ? Periods(first: standardType) : periods, ruleTimes, repetitionStart: .max)
            return
        }
        let firstYear = transitions.last.map { CivilDateTime(clamping: $0.seconds).day.year } ?? 1
        let lastYear = firstYear + 402
        let changes = (firstYear...lastYear).flatMap(rule.changes)
        if transitions.isEmpty, let change = changes.first {
            periods = Periods(first: change.beginsDaylight ? standardType : standardType + 1)
        }
        for change in changes where change.seconds > transitions.last?.seconds ?? .min {
            periods.begin(change.beginsDaylight ? standardType + 1 : standardType, at: change.seconds)
        }
        self.init(
            periods, ruleTimes, repetitionStart: CalendarDay.days(year: lastYear, month: 1, day: 1) * 86_400)
    }

    private init(_ periods: Periods, _ localTimes: [LocalTime], repetitionStart: Int) {
        starts = periods.starts
        types = periods.types
        self.localTimes = localTimes
        self.repetitionStart = repetitionStart
    }

    /// Seconds to add to UTC to get what the clocks show.
    public func offsetSeconds(at instant: Instant) -> Int {
        localTime(at: instant).offsetSeconds
    }

    /// What the clocks show: `CET`, `-03`. Not unique, and no name of a zone.
    public func abbreviation(at instant: Instant) -> String {
        localTime(at: instant).abbreviation
    }

    /// What the clocks show, rounded down to the second; never outside the years 1 to 9999.
    public func civil(at instant: Instant) -> CivilDateTime {
        CivilDateTime(clamping: instant.secondsSince1970 + offsetSeconds(at: instant))
    }

    private func localTime(at instant: Instant) -> LocalTime {
        let seconds = instant.secondsSince1970
        return localTimes[Int(types[period(at: seconds - repetition(before: seconds))])]
    }

    /// The stretch of time around an instant in which the clocks keep their offset.
    ///
    /// - Parameter seconds: since 1970, within the years 1 to 9999.
    package func period(containing seconds: Int) -> ZonePeriod {
        let repetition = repetition(before: seconds)
        let index = period(at: seconds - repetition)
        return ZonePeriod(
            start: starts[index] + repetition,
            end: index + 1 < starts.count ? starts[index + 1] + repetition : 1 << 60,
            offsetSeconds: offsetSeconds(ofPeriod: index))
    }

    /// The index of the period that holds a time before ``repetitionStart``.
    func period(at seconds: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= seconds {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    /// The offset of a period, in seconds.
    func offsetSeconds(ofPeriod index: Int) -> Int {
        localTimes[Int(types[index])].offsetSeconds
    }

    /// The least multiple of 400 years that has to be taken from a time so that it lies before ``repetitionStart``.
    func repetition(before seconds: Int) -> Int {
        guard seconds >= repetitionStart else { return 0 }
        return ((seconds - repetitionStart) / Self.cycleSeconds + 1) * Self.cycleSeconds
    }

    /// 400 years of the Gregorian calendar: a whole number of weeks.
    private static let cycleSeconds = 146_097 * 86_400
}

/// A stretch of time in which the clocks of a zone keep their offset.
package struct ZonePeriod: Equatable, Sendable {
    /// Its first second since 1970; far below all time for the first period.
    package let start: Int
    /// The first second since 1970 that is not in it any more; far beyond all time for the last period.
    package let end: Int
    /// To add to UTC.
    package let offsetSeconds: Int
}

/// What the clocks of a zone show during some period.
struct LocalTime: Equatable, Sendable {
    /// To add to UTC; within ``Limits/offsetSeconds``.
    let offsetSeconds: Int
    let abbreviation: String
}

/// Periods in the order of time, each with the index of its local time.
private struct Periods {
    private(set) var starts: [Int]
    private(set) var types: [UInt16]

    init(first type: Int) {
        // Far below any time in a file, yet far from overflow.
        starts = [-(1 << 60)]
        types = [UInt16(type)]
    }

    /// A period that would have no length gives way: so a rule can say that daylight time lasts all year.
    mutating func begin(_ type: Int, at seconds: Int) {
        while starts.count > 1, let last = starts.last, last >= seconds {
            starts.removeLast()
            types.removeLast()
        }
        guard types.last != UInt16(type) else { return }
        starts.append(seconds)
        types.append(UInt16(type))
    }
}
