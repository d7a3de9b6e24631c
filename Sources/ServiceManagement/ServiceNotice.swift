// What a service tells the program that started it and watches over it, by libsystemd.

import CPackmuleSystemd

/// One message to systemd (sd_notify(3)). Outside of a service of the type `notify` nobody listens, and nothing
/// happens.
package enum ServiceNotice: Sendable, Equatable {
    /// It has started, or has finished reloading: whoever waits for it may go on.
    case ready
    /// It reads its settings anew; ``ready`` follows. The time is that of the monotonic clock.
    case reloading(monotonicMicroseconds: UInt64)
    /// It is about to end.
    case stopping
    /// It lives; due every ``aliveIntervalMilliseconds``.
    case alive
    /// What it does, in one line for people.
    case status(String)

    /// Sends the message.
    ///
    /// - Returns: whether somebody listens and the message was taken. A service goes on either way.
    @discardableResult
    package func send() -> Bool {
        sd_notify(0, text) > 0
    }

    /// How often ``alive`` is to be sent, which is half of what systemd allows; nil when nobody waits for it.
    package static var aliveIntervalMilliseconds: Int? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return max(1, Int(clamping: microseconds / 2000))
    }

    /// Lines of the form NAME=VALUE. A status keeps to its line.
    private var text: String {
        switch self {
        case .ready: "READY=1"
        case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        case .status(let words):
            "STATUS=" + String(String.UnicodeScalarView(words.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        }
    }
}
