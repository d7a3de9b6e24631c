// Several devices of one space, each with a home of its own, and their server.

import JSONText
import Platform
import TestSupport
import Testing

/// A server and the devices that are in a space on it.
final class Space {
    let server: RealServer
    private(set) var devices: [RealProgram] = []

    /// - Parameter names: of the devices; the first claims the space, the others join it. All are in sync then.
    init(_ names: [String]) throws {
        server = try RealServer()
        for name in names { try add(name) }
    }

    subscript(index: Int) -> RealProgram { devices[index] }

    /// One device more.
    @discardableResult
    func add(_ name: String) throws -> RealProgram {
        let device = try RealProgram(name: name)
        if let first = devices.first {
            device.text("join -", input: try invitation(by: first) + "\n")
        } else {
            device.text("claim -", input: (server.claimLink ?? "") + "\n")
        }
        device.text("sync")
        devices.append(device)
        return device
    }

    /// A link by which another device comes in.
    func invitation(by device: RealProgram) throws -> String {
        try device.json("invite")["link"]?.string ?? ""
    }

    /// Syncs by hand until everybody has everything.
    func syncAll() {
        for device in devices + devices { device.text("sync") }
    }

    /// Expects that all devices hold the same, and nothing waits.
    func expectEqual(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let dumps = devices.map { $0.text("dump", sourceLocation: sourceLocation) }
        for dump in dumps.dropFirst() { #expect(dump == dumps[0], sourceLocation: sourceLocation) }
        for device in devices {
            let status = try device.json("status", sourceLocation: sourceLocation)
            #expect(status["pending"] == 0, "\(status)", sourceLocation: sourceLocation)
            try device.expectWell(sourceLocation: sourceLocation)
        }
    }

    /// Waits until something is so; it is looked at again whenever a device commits.
    ///
    /// - Returns: the milliseconds that it took.
    @discardableResult
    func wait(
        for what: String, timeoutMilliseconds: Int = RealServer.patienceMilliseconds,
        sourceLocation: SourceLocation = #_sourceLocation, until question: () throws -> Bool
    ) throws -> Int {
        let watchers = try devices.map { try FileWatcher(path: $0.storePath + "-changed") }
        let clock = MonotonicClock()
        while true {
            if try question() { return Int(clock.elapsedNanoseconds() / 1_000_000) }
            let elapsed = Int(clock.elapsedNanoseconds() / 1_000_000)
            guard elapsed < timeoutMilliseconds else {
                Issue.record("after \(elapsed) ms still not: \(what)", sourceLocation: sourceLocation)
                return elapsed
            }
            // The watchers are waited for in turn, each a moment.
            for watcher in watchers {
                if try watcher.wait(timeoutMilliseconds: 20) == .changed { break }
            }
        }
    }

    /// Waits until all devices hold the same and have sent everything.
    func waitUntilEqual(
        timeoutMilliseconds: Int = RealServer.patienceMilliseconds, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try wait(for: "equal dumps", timeoutMilliseconds: timeoutMilliseconds, sourceLocation: sourceLocation) {
            let dumps = devices.map { $0.text("dump") }
            guard dumps.allSatisfy({ $0 == dumps[0] }) else { return false }
            return try devices.allSatisfy { try $0.json("status")["pending"] == 0 }
        }
    }
}
