// Tests of the log.

import Synchronization
import TestSupport
import Testing

@testable import PackmuleServerCommands

/// A log whose lines a test reads.
private final class LogBook: Sendable {
    private let text = Mutex("")
    let clock = ManualClock()

    func log(_ level: Log.Level) -> Log {
        Log(level, clock: clock) { [self] line in text.withLock { $0 += line } }
    }

    var lines: [String] { text.withLock { $0.split(separator: "\n").map(String.init) } }
}

@Suite("Log")
struct LogTests {
    @Test("A line is one JSON object with the time in UTC")
    func line() {
        let book = LogBook()
        book.clock.advance(milliseconds: 7)
        book.log(.info).write(
            .warning, "request", .requestID(0x1234), .route("/v1/exchange"), .status(507), .milliseconds(1.23456),
            .device(tokenHash: [0x3F, 0x9A, 0x01, 0xC2, 0xFF]), .reason("storage-full"))
        #expect(
            book.lines == [
                #"{"time":"2026-05-01T12:00:00.007Z","level":"warning","event":"request","#
                    + #""request":"0000000000001234","route":"/v1/exchange","status":507,"milliseconds":1.235,"#
                    + #""device":"3f9a01c2","reason":"storage-full"}"#
            ])
    }

    @Test("An unknown route is null, and control characters cannot break a line")
    func oddValues() {
        let book = LogBook()
        book.log(.info).write(.info, "x", .route(nil), .message("a\n\u{1B}[2J\"b"))
        #expect(book.lines.count == 1)
        #expect(book.lines[0].hasSuffix(#","route":null,"message":"a\n\u001b[2J\"b"}"#))
    }

    @Test(
        "Below its level nothing is written",
        arguments: [(Log.Level.debug, 4), (.info, 3), (.warning, 2), (.error, 1)])
    func levels(level: Log.Level, count: Int) {
        let book = LogBook()
        let log = book.log(level)
        for level in Log.Level.allCases { log.write(level, "event") }
        #expect(book.lines.count == count)
        #expect(Log.Level.allCases.filter(log.takes).count == count)
    }

    @Test("Of many lines of a kind the first are written, and the next one counts the rest")
    func repeats() {
        let book = LogBook()
        let log = book.log(.info)
        for _ in 0..<25 { log.write(.warning, "refused") }
        log.write(.warning, "other")
        #expect(book.lines.count == 21)
        book.clock.advance(milliseconds: 59_999)
        log.write(.warning, "refused")
        #expect(book.lines.count == 21)
        book.clock.advance(milliseconds: 1)
        log.write(.warning, "refused")
        #expect(book.lines.count == 22)
        #expect(book.lines[21].contains(#""leftOut":6"#))
        log.write(.warning, "refused")
        #expect(!book.lines[22].contains("leftOut"))
    }

    @Test("At the level debug nothing is left out")
    func debug() {
        let book = LogBook()
        let log = book.log(.debug)
        for _ in 0..<100 { log.write(.info, "request") }
        #expect(book.lines.count == 100)
    }

    @Test("A clock that was set back starts counting anew")
    func clockSetBack() {
        let book = LogBook()
        let log = book.log(.info)
        for _ in 0..<21 { log.write(.info, "event") }
        book.clock.advance(milliseconds: -1_000_000)
        log.write(.info, "event")
        #expect(book.lines.count == 21)
    }
}
