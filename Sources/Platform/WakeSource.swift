// What a loop sleeps on: a time of the calendar, a call from another thread, and a clock that somebody set.

import CPackmuleLinux
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Why a loop woke.
package enum Wake: Equatable, Sendable {
    /// The time that was asked for has come.
    case due
    /// Somebody called.
    case called
    /// Somebody set the clock, or the machine slept: whatever was reckoned by the clock has to be reckoned again.
    case clockChanged
}

/// What one thread sleeps on. Calls are kept until the next wait; many are one, and a clock that changed may stand for
/// them too: whoever is called looks for what he was called for after every wait.
package protocol WakeSource: Sendable {
    /// Says when to wake next, instead of what was said before.
    ///
    /// - Parameter milliseconds: since 1970, by the clock of the machine; nil never. What is over is due at once.
    func arm(atMilliseconds milliseconds: Int64?) throws(PlatformError)

    /// Blocks the thread until there is a reason to wake. What is due is told once.
    func wait() throws(PlatformError) -> Wake

    /// Wakes the thread that waits, or that waits next. May be called from any thread.
    func call()
}

/// The timer of the system (timerfd_create(2)). It counts while the machine sleeps, and hears of a clock that is set
/// because it is always armed, if need be for a time that nobody will see.
package final class SystemWakeSource: WakeSource {
    private let timer: OpenFile
    private let calls: OpenFile
    /// Whether arming the timer told what the next wait has to tell.
    private let wasClockChanged = Atomic(false)

    /// A source that is not armed.
    package init() throws(PlatformError) {
        timer = OpenFile(
            descriptor: try systemCall(.askSystem, Self.name) { packmule_calendar_timer() }, path: Self.name)
        calls = OpenFile(
            descriptor: try systemCall(.askSystem, Self.name) { packmule_event_counter() }, path: Self.name)
        try arm(atMilliseconds: nil)
    }

    /// Arms the timer of the system.
    package func arm(atMilliseconds milliseconds: Int64?) throws(PlatformError) {
        let time = min(milliseconds ?? Limits.lastTimerMilliseconds, Limits.lastTimerMilliseconds)
        do {
            try systemCall(.askSystem, Self.name) { packmule_calendar_timer_set(timer.descriptor, time) }
        } catch .failed(let failure) where failure.code == ECANCELED {
            // The timer is armed; whoever reckoned its time may have done so by the clock as it was before.
            wasClockChanged.store(true, ordering: .sequentiallyConsistent)
            call()
        }
    }

    /// Calls come first, so that a clock that is set again and again keeps nobody from being heard.
    package func wait() throws(PlatformError) -> Wake {
        while true {
            var sources = [calls.descriptor, timer.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            try systemCall(.askSystem, Self.name) { poll(&sources, 2, -1) }
            var count: UInt64 = 0
            if sources[0].revents != 0, read(calls.descriptor, &count, 8) == 8 {
                let isClockChanged = wasClockChanged.exchange(false, ordering: .sequentiallyConsistent)
                return isClockChanged ? .clockChanged : .called
            }
            guard sources[1].revents != 0 else { continue }
            if read(timer.descriptor, &count, 8) == 8 { return .due }
            if errno == ECANCELED { return .clockChanged }
        }
    }

    /// Wakes the thread that waits.
    package func call() {
        var one: UInt64 = 1
        write(calls.descriptor, &one, 8)
    }

    private static let name = "a timer"
}
