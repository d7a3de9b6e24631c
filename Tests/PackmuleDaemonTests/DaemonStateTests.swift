// The file that says what the daemon does.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform
import SyncProtocol
import TestSupport
import Testing

@testable import PackmuleDaemon

@Suite("State of the daemon")
struct DaemonStateTests {
    private let folder = TemporaryFolder()
    private let waiting = DaemonState(
        processID: 42, version: "1.2.3", startedMilliseconds: 1_777_636_800_000, phase: .waiting,
        wait: SyncWait(untilMilliseconds: 1_777_636_830_000, reason: .unreachable),
        nextRingMilliseconds: 1_777_640_400_000,
        ways: [.init(name: "desktop", problem: "no session"), .init(name: "terminal")])

    @Test("What is written is read again, by its owner only")
    func roundTrip() throws {
        let store = folder.path("store.sqlite")
        #expect(DaemonState.read(ofStore: store) == nil)
        waiting.write(ofStore: store)
        #expect(DaemonState.read(ofStore: store) == waiting)
        #expect(try Files.attributes(of: store + "-daemon").permissions == 0o600)
        DaemonState.remove(ofStore: store)
        #expect(DaemonState.read(ofStore: store) == nil)
    }

    @Test("Scripts get names that stay")
    func json() {
        #expect(
            waiting.json.text() == """
                {"pid":42,"version":"1.2.3","since":"2026-05-01T12:00:00Z","phase":"waiting",\
                "until":"2026-05-01T12:00:30Z","reason":"unreachable","nextReminder":"2026-05-01T13:00:00Z",\
                "ways":[{"name":"desktop","problem":"no session"},{"name":"terminal","problem":null}]}
                """)
    }

    @Test(
        "Anything else is no state",
        arguments: ["", "{}", "[]", "{\"pid\": 1}", "{\"pid\": 99999999999, \"version\": \"1\"}", "nonsense"])
    func rubbish(text: String) throws {
        let store = folder.path("store.sqlite")
        try Files.write(Array(text.utf8), to: DaemonState.path(ofStore: store))
        #expect(DaemonState.read(ofStore: store) == nil)
    }

    @Test("A wait whose reason only a newer version knows is left out")
    func unknownReason() throws {
        let text = waiting.json.text().replacing("unreachable", with: "moonlight")
        var expected = waiting
        expected.wait = nil
        #expect(DaemonState(try JSONValue(reading: text)) == expected)
    }
}

@Suite("One daemon for a store")
struct InstanceTests {
    private let folder = TemporaryFolder()

    @Test("A second one is refused, and told of the first")
    func second() throws {
        let store = folder.path("deep/store.sqlite")
        #expect(!DaemonState.isAtWork(onStore: store))
        var first: Instance? = try Instance(ofStore: store)
        #expect(first != nil && DaemonState.isAtWork(onStore: store))
        let refusal = #expect(throws: Refusal.self) { try Instance(ofStore: store) }
        #expect(refusal?.code == "running" && refusal?.exitCode == .refused)
        first = nil
        #expect(!DaemonState.isAtWork(onStore: store))
        _ = try Instance(ofStore: store)
    }
}
