// The workload of plans: ten thousand reminders, half of them over, looked at once.

import CivilTime
import Platform
import Recurrence
import Reminders
import Replication
import TripModel

extension Workloads {
    /// Plans many reminders several times and prints the seconds of the middle one. Half are one-shots that rang, each
    /// with what a device keeps of it; the others are daily, weekly, monthly, hourly and one-shots to come.
    ///
    /// - Parameter zoneFile: a TZif file.
    func planReminders(_ zoneFile: String, count: Int) throws {
        let zones = ZoneTimeline(try ZoneRules(zoneFile: Files.read(zoneFile, limitBytes: 1 << 20)))
        let now = Instant(secondsSince1970: 1_780_000_000)
        var permission = Permission()
        permission.status = .authorized
        let context = ReminderContext(settings: Settings(stored: []), device: zones) { _ in .unknown(suggestion: nil) }
        var input = PlanInput(now: now, reminders: [], permission: permission, context: context)
        for number in 0..<count { add(number, to: &input) }
        let clock = MonotonicClock()
        var (times, sum) = ([Double](), 0)
        for _ in 0..<11 {
            let start = clock.elapsedNanoseconds()
            let plan = Plan(input)
            times.append(Double(clock.elapsedNanoseconds() - start) / 1e9)
            sum += plan.show.count + plan.noted.count
        }
        print(times.sorted()[5], sum)
    }

    private func add(_ number: Int, to input: inout PlanInput) {
        let since = input.now.adding(milliseconds: -30 * 86_400_000)
        var reminder = Reminder(id: RecordID(high: 7, low: UInt64(number)))
        (reminder.title, reminder.since) = ("Reminder \(number)", since)
        let day = CalendarDay(daysSince1970: 20_580 + number % 20)?.description ?? ""
        let texts = ["daily 09:00", "on weekday=1,5 hour=9", "on day=31 hour=9", "every 7200s from \(since)"]
        reminder.trigger = number % 2 == 0 ? "at \(day)T09:00" : texts[number / 2 % 4]
        input.reminders.append(reminder)
        var mark = ReminderMark(id: reminder.id)
        (mark.evaluated, mark.since) = (input.now.adding(milliseconds: -1000), since)
        input.marks.append(mark)
        guard number % 2 == 0, let key = OccurrenceKey("\(day)T09:00") else { return }
        input.rings.append(Ring(reminder: reminder, key: key, due: input.now, state: .rung, changed: input.now))
        var occurrence = ReminderOccurrence(reminder: reminder, key: key)
        occurrence.done = input.now
        input.occurrences.append(occurrence)
    }
}
