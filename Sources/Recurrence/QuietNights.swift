// Quiet hours on the clocks of a timeline.

import CivilTime

/// Answers until when nothing rings. It never changes the order of instants: an instant in quiet hours waits for the
/// first one that is not, whatever the clocks do meanwhile.
struct QuietNights {
    let mode: QuietHours.Mode
    /// In seconds since midnight.
    private let from: Int
    private let to: Int
    private var clock: TimelineClock

    /// Nil when no hour is quiet.
    init?(_ hours: QuietHours?, _ timeline: ZoneTimeline) {
        guard let hours, hours.from != hours.to else { return nil }
        (from, to) = (hours.from.secondsSinceMidnight, hours.to.secondsSinceMidnight)
        (mode, clock) = (hours.mode, TimelineClock(timeline))
    }

    /// The first instant from this one on that is not quiet; in milliseconds since 1970.
    mutating func end(from milliseconds: Int) -> Int {
        var moment = milliseconds
        while true {
            let stretch = clock.stretch(at: moment)
            let time = secondsSinceMidnight(stretch.clock(at: moment))
            guard isQuiet(time) else { return moment }
            let end = (moment.floored(by: 1000) + (time < to ? to - time : to - time + 86_400)) * 1000
            guard end >= stretch.end else { return end }
            moment = stretch.end
        }
    }

    /// An instant at or before the start of the quiet hours around this one; nil when this one is not quiet. In
    /// milliseconds since 1970.
    mutating func start(before milliseconds: Int) -> Int? {
        let stretch = clock.stretch(at: milliseconds)
        let time = secondsSinceMidnight(stretch.clock(at: milliseconds))
        guard isQuiet(time) else { return nil }
        let quiet = time >= from ? time - from : time - from + 86_400
        let start = (milliseconds.floored(by: 1000) - quiet) * 1000
        return start >= stretch.start ? start : milliseconds - Self.longest
    }

    private func isQuiet(_ time: Int) -> Bool {
        from < to ? from <= time && time < to : from <= time || time < to
    }

    private func secondsSinceMidnight(_ clock: Int) -> Int {
        clock - clock.floored(by: 86_400) * 86_400
    }

    /// Milliseconds that quiet hours may last when the clocks change in them: a day before the change and one after it,
    /// and one more for a device that changes its zone.
    private static let longest = 3 * 86_400_000
}
