// Random schedules: after whatever happened every promise still holds, and the same seed does the same again.

import Simulation
import Testing

@Suite("Random schedules")
struct ScheduleTests {
    @Test("Schedules that once found a fault find none")
    func regressions() throws {
        let runner = Runner()
        for (name, regression) in try Regression.all() {
            let finding = runner.run(regression.seed, kept: Set(regression.kept))
            #expect(finding.violation == nil, "\(name)")
        }
    }

    @Test("Whatever happens, all promises hold", arguments: [0, 1])
    func schedules(part: UInt64) {
        let runner = Runner()
        for seed in stride(from: 1 + part, through: 80, by: 2) {
            let finding = runner.run(seed)
            guard let violation = finding.violation else { continue }
            Issue.record("seed \(seed): \(violation)")
            return
        }
    }

    @Test("The same seed does the same again", arguments: [3, 14, 159] as [UInt64])
    func repeats(seed: UInt64) {
        let runner = Runner()
        #expect(runner.run(seed).hash == runner.run(seed).hash)
    }

    @Test("A regression is read as it was written")
    func regressionText() {
        let regression = Regression(seed: 7, kept: [1, 5, 8])
        #expect(regression.text(remark: "lost") == "# lost\nseed 7\nevents 1 5 8\n")
        #expect(Regression(regression.text(remark: "lost")) == regression)
        #expect(Regression("seed x\nevents 1\n") == nil)
        #expect(Regression("seed 1\nevents a\n") == nil)
    }
}
