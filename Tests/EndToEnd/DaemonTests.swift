// The daemon in a process of its own: it notices, wakes others, waits, and ends when it is told.

import JSONText
import Platform
import TestSupport
import Testing

@Suite("The daemon")
struct DaemonTests {
    @Test("What a command writes is on the other device within moments, without anybody syncing")
    func wakes() throws {
        let space = try Space(["laptop", "phone"])
        let daemons = try space.devices.map { try RealDaemon(of: $0) }
        for daemon in daemons { try daemon.expect("listening") }
        space[0].text("trip add Bergen --start 2027-06-03")
        let milliseconds = try space.wait(for: "the trip on the phone") {
            space[1].text("trip list").contains("Bergen")
        }
        // A second on a machine that has nothing else to do; this one runs other tests.
        #expect(milliseconds < 10_000)
        try space.waitUntilEqual()
        for daemon in daemons { daemon.stop() }
        try space.expectEqual()
    }

    @Test("It ends within moments while it waits for news, and while there is no store")
    func stops() throws {
        let space = try Space(["laptop"])
        for program in [space[0], try RealProgram(withStore: false)] {
            let daemon = try RealDaemon(of: program)
            try daemon.expect(program.storePath == space[0].storePath ? "listening" : "waits-for-store")
            let clock = MonotonicClock()
            daemon.stop()
            #expect(clock.elapsedSeconds() < 5)
            #expect(try !Files.exists(program.storePath + "-daemon"))
        }
    }

    @Test("A store that comes, enters a space and leaves it while the daemon runs")
    func comesAndGoes() throws {
        let space = try Space(["laptop"])
        space[0].text("trip add Bergen --start 2027-06-03")
        space[0].text("sync")
        let program = try RealProgram(withStore: false)
        let daemon = try RealDaemon(of: program)
        try daemon.expect("waits-for-store")
        program.text("init --name phone")
        try daemon.expect("waits-for-space")
        program.text("join -", input: try space.invitation(by: space[0]))
        try daemon.expect("listening")
        #expect(program.text("trip list").contains("Bergen"))
        program.text("leave --yes")
        try daemon.expect("waits-for-space", count: 2)
        daemon.stop()
    }

    @Test("A backup that is put back while the daemon runs is synced like anything else")
    func restored() throws {
        let space = try Space(["laptop", "phone"])
        space[0].text("trip add Bergen --start 2027-06-03")
        let backup = space[0].folder.path("backup")
        space[0].text("backup \(backup)")
        let daemons = try space.devices.map { try RealDaemon(of: $0) }
        space[0].text("trip add Oslo --start 2027-08-01")
        try space.wait(for: "the trip on the phone") { space[1].text("trip list").contains("Oslo") }
        space[0].text("restore \(backup) --yes")
        // What the others have comes back.
        try space.wait(for: "the trip again") { space[0].text("trip list").contains("Oslo") }
        try space.waitUntilEqual()
        for daemon in daemons { daemon.stop() }
    }

    @Test("There is one daemon for a store, and status tells what it does")
    func oneInstance() throws {
        let space = try Space(["laptop"])
        let daemon = try RealDaemon(of: space[0])
        try daemon.expect("listening")
        let second = try RealDaemon(of: space[0]).process.wait()
        second.expectRefusal(1, saying: "Another daemon (process ")
        let path = Files.folder(of: space[0].path) + "/packmuled"
        func status() throws -> JSONValue {
            let words = ["status", "--json"].map { Array($0.utf8) }
            return try JSONValue(
                reading: ChildProcess(path, words, environment: space[0].environment).wait().output)
        }
        let running = try status()
        #expect(running["running"] == true && running["daemon"]?["phase"] == "listening", "\(running)")
        space.server.stop()
        space[0].text("trip add Bergen")
        try daemon.expect("waiting")
        // Between two waits it tries again, and says that.
        try space.wait(for: "the reason and the time of a wait") {
            let waiting = try status()["daemon"]
            return waiting?["phase"] == "waiting" && waiting?["reason"] == "unreachable"
                && waiting?["until"]?.string != nil
        }
        daemon.stop()
        #expect(try status()["running"] == false)
    }

    @Test("A server that was away is found again, and everything comes over")
    func serverComesBack() throws {
        let space = try Space(["laptop", "phone"])
        let daemons = try space.devices.map { try RealDaemon(of: $0) }
        for daemon in daemons { try daemon.expect("listening") }
        space.server.kill()
        space[0].text("trip add Bergen")
        space[1].text("trip add Oslo")
        for daemon in daemons { try daemon.expect("waiting") }
        try space.server.start()
        try space.waitUntilEqual()
        for daemon in daemons { daemon.stop() }
        try space.expectEqual()
    }
}
