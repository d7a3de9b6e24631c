// The lines of the log.

import Platform
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import PackmuleDaemon

@Suite("Log of the daemon")
struct LogTests {
    /// What a log has written.
    private final class Lines: Sendable {
        let all = Mutex("")
        var text: String { all.withLock { $0 } }
    }

    private func lines(isQuiet: Bool, _ said: [LogLine]) -> String {
        let lines = Lines()
        let log = Log(isQuiet: isQuiet, clock: ManualClock()) { line in lines.all.withLock { $0 += line } }
        for line in said { log.write(line) }
        return lines.text
    }

    @Test("A line is one JSON object with time, level, event and facts")
    func form() {
        #expect(
            lines(isQuiet: false, [.synced(sent: 2, received: 5, refused: 0)])
                == "{\"time\":\"2026-05-01T12:00:00Z\",\"level\":\"info\",\"event\":\"synced\",\"sent\":2,"
                + "\"received\":5,\"refused\":0}\n")
        #expect(
            lines(isQuiet: false, [.waiting(untilMilliseconds: 1_777_636_801_000, .timedOut)])
                == "{\"time\":\"2026-05-01T12:00:00Z\",\"level\":\"info\",\"event\":\"waiting\","
                + "\"until\":\"2026-05-01T12:00:01Z\",\"reason\":\"timed-out\","
                + "\"message\":\"the server did not answer in time\"}\n")
    }

    @Test("A quiet log tells of warnings and errors only")
    func quiet() {
        let said = lines(
            isQuiet: true,
            [
                .listening, .synced(sent: 1, received: 0, refused: 0), .synced(sent: 1, received: 0, refused: 1),
                .needsPerson(.unauthorized, retryMilliseconds: 0), .storeFailed(code: "full"),
            ])
        let events = said.split(separator: "\n").map { $0.split(separator: "\"")[11] }
        #expect(events == ["synced", "needs-person", "store-failed"])
    }
}

@Suite("Notices to the service manager")
struct ServiceNoticesTests {
    @Test("Ready, then a sign of life whenever one is due, by whatever clock")
    func watchdog() {
        let sent = Mutex<[String]>([])
        var notices = ServiceNotices(intervalMilliseconds: 100) { notice in sent.withLock { $0.append("\(notice)") } }
        #expect(notices.soonest(nil) == nil)
        notices.ready(1_000)
        #expect(notices.soonest(nil) == 1_100 && notices.soonest(1_050) == 1_050 && notices.soonest(2_000) == 1_100)
        notices.alive(1_099)
        #expect(sent.withLock { $0 } == ["ready"])
        notices.alive(1_100)
        #expect(notices.soonest(nil) == 1_200)
        notices.alive(500)
        #expect(notices.soonest(nil) == 600)
        notices.stopping()
        #expect(sent.withLock { $0 } == ["ready", "alive", "alive", "stopping"])
    }

    @Test("Without a watchdog there is no time at which anything is due")
    func noWatchdog() {
        var notices = ServiceNotices(intervalMilliseconds: nil) { _ in }
        notices.ready(1_000)
        #expect(notices.soonest(nil) == nil && notices.soonest(5) == 5)
    }
}
