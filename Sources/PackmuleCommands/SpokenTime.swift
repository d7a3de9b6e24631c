// Times as people speak of them, from where they stand.

import PackmuleKit

extension CivilDateTime {
    /// `today, 18:30`, `tomorrow, 2 December, 09:00`, `Friday, 4 December, 09:00`; with the year where it is another.
    func spoken(from now: CivilDateTime) -> String {
        let parts = day.components
        let date = "\(parts.day) \(day.monthName)" + (parts.year == now.day.year ? "" : " \(parts.year)")
        return switch now.day.days(until: day) {
        case 0: "today, \(time)"
        case 1: "tomorrow, \(date), \(time)"
        case -1: "yesterday, \(date), \(time)"
        default: "\(day.weekday.name), \(date), \(time)"
        }
    }
}

extension Instant {
    /// What clocks show that are so many seconds ahead of universal time.
    func civil(atOffset seconds: Int) -> CivilDateTime {
        ZoneRules.utc.civil(at: adding(milliseconds: Int64(seconds) * 1000))
    }
}

/// How far clocks are ahead of universal time.
enum Offset {
    /// `+02:00`, with seconds where there are any.
    static func text(_ seconds: Int) -> String {
        let size = Int(seconds.magnitude)
        let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
        return (seconds < 0 ? "-" : "+") + parts.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
}
