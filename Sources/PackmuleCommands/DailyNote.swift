// What people are told once a day.

import PackmuleKit
import Platform

/// The memory of the note that no daemon is at work: a small file beside the store, with the day on which it was said.
enum DailyNote {
    /// Whether it is to be said today; from then on it was. Where that cannot be kept, it is said again.
    static func isDue(onStore store: String, _ today: CalendarDay) -> Bool {
        let path = store + "-told"
        let text = Array("\(today)\n".utf8)
        if let known = try? Files.read(path, limitBytes: text.count + 1), known == text { return false }
        try? Files.write(text, to: path)
        return true
    }
}
