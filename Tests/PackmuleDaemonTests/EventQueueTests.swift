// What the loop of the daemon waits on.

import Platform
import TestSupport
import Testing

@testable import PackmuleDaemon

@Suite("Event queue")
struct EventQueueTests {
    private let clock = ManualClock(millisecondsSince1970: 1_000)
    private let source: ManualWakeSource
    private let queue: EventQueue<Int>

    init() {
        source = ManualWakeSource(clock)
        queue = EventQueue(source)
    }

    @Test("Events come in their order, before time does")
    func order() throws {
        for number in 1...3 { queue.post(number) }
        for number in 1...3 { #expect(try event(at: 500) == number) }
        #expect(try isDue(at: 500))
    }

    @Test("An event of another thread ends a wait", .timeLimit(.minutes(1)))
    func otherThread() async throws {
        async let event = onThread { [queue] in
            if case .event(let number) = try queue.next(atMilliseconds: nil) { number } else { 0 }
        }
        queue.post(7)
        #expect(try await event == 7)
    }

    @Test("A clock that changed is told, and hides no event")
    func clockChanged() throws {
        source.setClock(milliseconds: 2_000)
        queue.post(1)
        var items: [String] = []
        for _ in 1...2 {
            switch try queue.next(atMilliseconds: nil) {
            case .event(let number): items.append("\(number)")
            case .clockChanged: items.append("clock")
            case .due: items.append("due")
            }
        }
        #expect(items == ["1", "clock"])
    }

    private func event(at milliseconds: Int64?) throws -> Int? {
        if case .event(let number) = try queue.next(atMilliseconds: milliseconds) { number } else { nil }
    }

    private func isDue(at milliseconds: Int64?) throws -> Bool {
        if case .due = try queue.next(atMilliseconds: milliseconds) { true } else { false }
    }
}
