// The moments of a pattern without an hour.

import CivilTime

/// Every moment at which the clocks show a minute and second: a pattern without an hour follows real time, so that it
/// comes in both passes of a repeated hour and not at all in one that is jumped over.
struct RealTimeCandidates {
    /// Seconds after the full hour or minute.
    private let phase: Int
    /// Seconds between two moments while the clocks stay: an hour or a minute.
    let step: Int
    private var clock: TimelineClock
    /// In seconds since 1970: everything until then is done.
    private var done: Int

    /// Nil when the pattern gives no minute or second within their ranges.
    ///
    /// - Parameter after: in milliseconds since 1970, within the years 1 to 9999.
    init?(_ pattern: CalendarPattern, _ timeline: ZoneTimeline, after: Int) {
        let (minute, second) = (pattern.minute ?? 0, pattern.second ?? 0)
        guard pattern.minute != nil || pattern.second != nil, (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        step = pattern.minute == nil ? 60 : 3600
        phase = minute * 60 + second
        clock = TimelineClock(timeline)
        done = after.floored(by: 1000)
    }

    mutating func next() -> Candidate? {
        var from = done + 1
        while from <= Instant.latest.secondsSince1970 {
            let stretch = clock.stretch(at: from * 1000)
            let clock = from + stretch.offsetSeconds - phase
            let seconds = from - clock - (-clock).floored(by: step) * step
            if seconds * 1000 < stretch.end {
                done = seconds
                guard seconds <= Instant.latest.secondsSince1970 else { return nil }
                return Candidate(
                    milliseconds: seconds * 1000, clock: seconds + stretch.offsetSeconds, detail: stretch.offsetSeconds)
            }
            from = (stretch.end + 999).floored(by: 1000)
        }
        done = Instant.latest.secondsSince1970
        return nil
    }
}
