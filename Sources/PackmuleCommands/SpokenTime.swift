// Times as people speak of them, from where they stand.

import PackmuleKit

extension CivilDateTime {
    /// `today, 18:30`, `tomorrow, 2 December, 09:00`, `Friday, 4 December, 09:00`; with the year where it is another.
    func spoken(from now: CivilDateTime) -> String {
        switch now.day.days(until: day) {
        case 0: "today, \(time)"
        case 1: "tomorrow, \(date(from: now)), \(time)"
        case -1: "yesterday, \(date(from: now)), \(time)"
        default: dated(from: now)
        }
    }

    /// `Thursday, 3 June, 09:00`, also where it is today or tomorrow: by other clocks that may be another day.
    func dated(from now: CivilDateTime) -> String {
        "\(day.weekday.name), \(date(from: now)), \(time)"
    }

    /// `3 June`, with the year where it is another one.
    private func date(from now: CivilDateTime) -> String {
        "\(day.day) \(day.monthName)" + (day.year == now.day.year ? "" : " \(day.year)")
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
