// Daemons and server are killed at moments drawn by a seed; in the end all devices hold the same, and all that was
// reported as done.

import JSONText
import Platform
import TestSupport
import Testing

@Suite("Sync that is killed")
struct SyncKillTests {
    /// More rounds where the variable says so.
    private static let rounds = ProcessInformation.environment()["PACKMULE_KILL_ROUNDS"].flatMap { Int($0) } ?? 6

    @Test("Daemons and server killed in the middle lose nothing")
    func kills() throws {
        var random = SeededGenerator(seed: 7)
        let space = try Space(["laptop", "phone"])
        space[0].text("trip add Bergen --start 2027-06-03 --nights 4")
        space.syncAll()
        var daemons = try space.devices.map { try RealDaemon(of: $0) }
        var added: Set<String> = []
        for round in 1...Self.rounds {
            for (index, device) in space.devices.enumerated() {
                let names = (1...3).map { "Thing \(round)/\(index)/\($0)" }
                device.text("item add \(names.map { "'\($0)'" }.joined(separator: " "))")
                added.formUnion(names)
            }
            // How long the exchange has been going on when it is cut off is left to the processes that are started
            // meanwhile.
            for _ in 0..<random.int(in: 0...3) { _ = try space[0].json("status") }
            switch random.int(in: 0...2) {
            case 0:
                space.server.kill()
                try space.server.start()
            case let index:
                daemons[index - 1].process.kill()
                _ = daemons[index - 1].process.wait()
                daemons[index - 1] = try RealDaemon(of: space[index - 1])
            }
        }
        try space.waitUntilEqual()
        for daemon in daemons { daemon.stop() }
        try space.expectEqual()
        #expect(Set(try space[0].itemNames()) == added)
    }
}
