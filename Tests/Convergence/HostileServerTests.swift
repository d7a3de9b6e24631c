// Random lives under a server that means ill.

import Platform
import Testing

@Suite("A server that lies at random")
struct HostileServerTests {
    /// Seeds run with every test; more by `PACKMULE_HOSTILE=FIRST:COUNT`.
    private static let seeds: Range<UInt64> = {
        let parts = (ProcessInformation.environment()["PACKMULE_HOSTILE"] ?? "").split(separator: ":")
        guard parts.count == 2, let first = UInt64(parts[0]), let count = UInt64(parts[1]) else { return 0..<150 }
        return first..<first + count
    }()

    @Test("No lie shows what nobody wrote, loses anything or goes on for ever; an honest server makes all good again")
    func lies() {
        var failures = 0
        var met: [String: Int] = [:]
        for seed in Self.seeds {
            do {
                let run = try HostileRun(seed: seed)
                defer { met.merge(run.met) { $0 + $1 } }
                try run.run()
            } catch {
                failures += 1
                Issue.record("seed \(seed): \(error)")
                guard failures < 10 else { break }
            }
        }
        guard Self.seeds.count >= 100, failures == 0 else { return }
        for name in Lie.allCases.map(\.rawValue) + ["damage"] { #expect(met[name, default: 0] > 0, "\(name)") }
    }
}
