// Reminders that ring in real daemons: on all devices, once, and not any more where one of them settled it.

import JSONText
import PackmuleKit
import Platform
import TestSupport
import Testing

@Suite("Reminders that ring")
struct ReminderTests {
    /// A device that shows reminders by writing them into a file.
    private struct Bell {
        let program: RealProgram
        let path: String

        init(_ program: RealProgram) throws {
            self.program = program
            path = program.folder.path("rung")
            let script = "#!/bin/sh\n{ cat; echo; } >> '\(path)'\n"
            try Files.write(Array(script.utf8), to: program.folder.path("ring"), permissions: 0o700)
            program.text("permission allow")
        }

        var options: [String] { ["--notify", "command:" + program.folder.path("ring")] }

        /// What was shown, a line each.
        var lines: [String] {
            let bytes = (try? Files.read(path, limitBytes: 1 << 20)) ?? []
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        /// Blocks until so many were shown.
        func wait(for count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let watcher = try FileWatcher(path: path)
            let clock = MonotonicClock()
            while lines.count < count {
                guard clock.elapsedSeconds() < 60 else {
                    return #expect(lines.count == count, sourceLocation: sourceLocation)
                }
                _ = try watcher.wait(timeoutMilliseconds: 100)
            }
        }
    }

    @Test("One reminder rings on both devices; done on one, it is settled on the other")
    func bothDevices() throws {
        let space = try Space(["laptop", "phone"])
        let bells = try space.devices.map { try Bell($0) }
        let daemons = try bells.map { try RealDaemon(of: $0.program, $0.options) }
        for daemon in daemons { try daemon.expect("listening") }
        space[0].text("remind at '\(try soon(4))' Passport")
        for bell in bells { try bell.wait(for: 1) }
        for bell in bells { #expect(bell.lines[0].contains("Passport")) }
        space[0].text("reminder done")
        for daemon in daemons { try daemon.expect("withdrawn") }
        try space.wait(for: "done on the phone") { try space[1].json("reminder delivered").text().contains("\"done\"") }
        for daemon in daemons {
            #expect(try !daemon.log.contains("Passport"))
            daemon.stop()
        }
        for bell in bells { #expect(bell.lines.count == 1) }
    }

    @Test("What is settled elsewhere while a device is off does not ring when it comes back")
    func settledElsewhere() throws {
        let space = try Space(["laptop", "phone"])
        let bells = try space.devices.map { try Bell($0) }
        let laptop = try RealDaemon(of: space[0], bells[0].options)
        try laptop.expect("listening")
        space[0].text("remind at '\(try soon(4))' Passport")
        space.syncAll()
        try bells[0].wait(for: 1)
        space[0].text("reminder done")
        space[0].text("sync")
        let phone = try RealDaemon(of: space[1], bells[1].options)
        try phone.expect("listening")
        space[1].text("remind at '\(try soon(3))' Tickets")
        try bells[1].wait(for: 1)
        #expect(bells[1].lines.allSatisfy { !$0.contains("Passport") })
        laptop.stop()
        phone.stop()
    }

    @Test("Killed while it hands over, it shows again after the start; killed after that, it does not")
    func killed() throws {
        let program = try RealProgram()
        let bell = try Bell(program)
        let slow = program.folder.path("slow")
        let script = "#!/bin/sh\ncat >> '\(bell.path)'; echo >> '\(bell.path)'; exec sleep 30\n"
        try Files.write(Array(script.utf8), to: slow, permissions: 0o700)
        program.text("remind at '\(try soon(3))' Passport")
        let first = try RealDaemon(of: program, ["--notify", "command:" + slow])
        try bell.wait(for: 1)
        first.process.kill()
        _ = first.process.wait()
        let second = try RealDaemon(of: program, bell.options)
        try bell.wait(for: 2)
        try second.expect("rung")
        second.stop()
        let third = try RealDaemon(of: program, bell.options)
        program.text("remind at '\(try soon(3))' Tickets")
        try bell.wait(for: 3)
        third.process.kill()
        #expect(bell.lines.map { $0.contains("Passport") } == [true, true, false])
    }

    @Test("A device that comes into another zone, and rules of zones that change, move floating reminders")
    func zoneFiles() throws {
        var program = try RealProgram()
        let zones = program.folder.path("zoneinfo")
        #expect(try program.shell("cp -rL /usr/share/zoneinfo '\(zones)'").exitCode == 0)
        program.environment["TZDIR"] = zones
        let bell = try Bell(program)
        program.text("remind daily 09:00 Pills")
        let daemon = try RealDaemon(of: program, bell.options)
        try daemon.expect("ways")
        func next() -> Int64? { DaemonState.read(ofStore: program.storePath)?.nextRingMilliseconds }
        try program.wait(for: "a next time") { next() != nil }
        let before = next()
        // Berlin takes the rules of New York; the index is replaced last.
        let script = "cd '\(zones)' && cp America/New_York Europe/Berlin && cp tzdata.zi new && mv new tzdata.zi"
        #expect(try program.shell(script).exitCode == 0)
        try daemon.expect("zone-changed")
        try program.wait(for: "another next time") { next() != before }
        daemon.stop()
    }
}

extension RealProgram {
    /// Waits until something is so; it is looked at again whenever the daemon tells what it does.
    fileprivate func wait(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation, until question: () -> Bool
    ) throws {
        let watcher = try FileWatcher(path: DaemonState.path(ofStore: storePath))
        let clock = MonotonicClock()
        while !question() {
            guard clock.elapsedSeconds() < 60 else {
                Issue.record("still not: \(what)", sourceLocation: sourceLocation)
                return
            }
            _ = try watcher.wait(timeoutMilliseconds: 100)
        }
    }
}

/// A time some seconds from now, by the clocks of ``RealProgram``, as `remind at` reads it.
func soon(_ seconds: Int) throws -> String {
    let surroundings = Surroundings.system(environment: ["TZ": "Europe/Berlin"])
    let instant = surroundings.now.adding(milliseconds: Int64(seconds) * 1000)
    let reading = surroundings.localZone.rules.civil(at: instant)
    return "\(reading.day) \(String(reading.time.description.prefix(8)))"
}
