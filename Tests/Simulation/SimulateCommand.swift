// The words of the program packmule-simulate.

import Platform
import TestSupport

/// `packmule-simulate [--seeds N] [--first S] [--minutes M] [--jobs J] [--seed S [--trace]] [--ledger COMMIT DATE]`
package enum SimulateCommand {
    /// What was asked for.
    struct Wish {
        var seedCount = 3_000
        var first: UInt64 = 1
        var minutes: Int?
        var jobs = 2
        var seed: UInt64?
        var isTraced = false
        var ledger: (commit: String, date: String)?
        /// Of how many processes this is which one; nil for the one that starts the others.
        var worker: Int?
    }

    /// - Returns: 0 when all promises held and all was met, 1 when not, 2 when the words cannot be read.
    package static func run(_ arguments: [String]) -> Int32 {
        guard let wish = wish(arguments) else {
            say("usage: packmule-simulate [--seeds N] [--first S] [--minutes M] [--jobs J] [--seed S [--trace]]\n")
            return 2
        }
        if let seed = wish.seed { return show(seed, wish.isTraced) }
        if let worker = wish.worker { return Worker(wish, worker).run() }
        return Supervisor(wish).run()
    }

    private static func wish(_ arguments: [String]) -> Wish? {
        var wish = Wish()
        var words = arguments[...]
        while let word = words.popFirst() {
            switch word {
            case "--trace": wish.isTraced = true
            case "--ledger":
                guard let commit = words.popFirst(), let date = words.popFirst() else { return nil }
                wish.ledger = (commit, date)
            default:
                guard let number = words.popFirst().flatMap({ UInt64($0) }) else { return nil }
                switch word {
                case "--seeds": wish.seedCount = Int(clamping: number)
                case "--first": wish.first = number
                case "--minutes": wish.minutes = Int(clamping: number)
                case "--jobs": wish.jobs = max(1, min(64, Int(clamping: number)))
                case "--seed": wish.seed = number
                case "--worker": wish.worker = Int(clamping: number)
                default: return nil
                }
            }
        }
        return wish
    }

    private static func show(_ seed: UInt64, _ isTraced: Bool) -> Int32 {
        let finding = Runner().run(seed, keepsLines: isTraced)
        for line in finding.lines { say(line + "\n") }
        say("seed \(seed), events \(finding.eventCount), faults: \(finding.mix)\ntrace \(finding.hash)\n")
        say(finding.violation.map { "FAILED \($0)\n" } ?? "all promises held\n")
        return finding.violation == nil ? 0 : 1
    }

    static func say(_ text: String) {
        _ = try? StandardStream.output.write(text)
    }
}

/// One of the processes: runs its part of the seeds and says what came of them, a line each.
struct Worker {
    private let wish: SimulateCommand.Wish
    private let number: Int
    private let runner = Runner()

    init(_ wish: SimulateCommand.Wish, _ number: Int) {
        (self.wish, self.number) = (wish, number)
    }

    func run() -> Int32 {
        var coverage = Coverage()
        let clock = MonotonicClock()
        let nanoseconds = wish.minutes.map { Int64($0) * 60_000_000_000 }
        for offset in 0..<wish.seedCount {
            if let nanoseconds, clock.elapsedNanoseconds() > nanoseconds { break }
            let seed = wish.first &+ UInt64(offset)
            let isOwn = offset % wish.jobs == number
            // Of a hundred seeds one is run by two processes.
            let isCompared = offset % 100 == 0
            guard isOwn || isCompared && (offset + 1) % wish.jobs == number else { continue }
            let finding = runner.run(seed)
            if isCompared { SimulateCommand.say("hash \(seed) \(finding.hash)\n") }
            guard isOwn else { continue }
            coverage.add(finding.coverage)
            SimulateCommand.say("done \(seed)\n")
            if finding.violation != nil { tell(finding) }
        }
        for (name, count) in coverage.counts.sorted(by: { $0.key < $1.key }) {
            SimulateCommand.say("count \(name) \(count)\n")
        }
        return 0
    }

    private func tell(_ finding: Runner.Finding) {
        let kept = runner.shrink(finding)
        let shrunk = runner.run(finding.seed, kept: Set(kept), keepsLines: true)
        let violation = shrunk.violation ?? finding.violation ?? Violation(0, "")
        let text = [
            "seed \(finding.seed), faults: \(finding.mix)", "\(violation)",
            "events kept: \(kept.map { "\($0)" }.joined(separator: " "))",
        ]
        for line in text + shrunk.lines.suffix(200) { SimulateCommand.say("| \(line)\n") }
        SimulateCommand.say("failed \(finding.seed)\n")
        let remark = "\(violation)".split(separator: "\n").joined(separator: " ")
        let file = Regression.folder + "/seed-\(finding.seed).schedule"
        let regression = Regression(seed: finding.seed, kept: kept)
        try? Files.write(Array(regression.text(remark: remark).utf8), to: file)
    }
}

/// The process that starts the others, and judges what they say.
struct Supervisor {
    private let wish: SimulateCommand.Wish

    init(_ wish: SimulateCommand.Wish) {
        self.wish = wish
    }

    func run() -> Int32 {
        guard runRegressions() else { return 1 }
        let clock = MonotonicClock()
        var children: [ChildProcess] = []
        for worker in 0..<wish.jobs {
            var words = ["--worker", "\(worker)", "--jobs", "\(wish.jobs)", "--seeds", "\(wish.seedCount)"]
            words += ["--first", "\(wish.first)"]
            if let minutes = wish.minutes { words += ["--minutes", "\(minutes)"] }
            do {
                children.append(
                    try ChildProcess(
                        "/proc/self/exe", words.map { Array($0.utf8) },
                        environment: ProcessInformation.environment()))
            } catch {
                SimulateCommand.say("a process could not be started: \(error)\n")
                return 2
            }
        }
        watch(children, clock)
        let ends = children.map { $0.wait() }
        return judge(ends, seconds: Double(clock.elapsedNanoseconds()) / 1e9)
    }

    /// What once failed runs first.
    private func runRegressions() -> Bool {
        var isWell = true
        let runner = Runner()
        for (name, regression) in (try? Regression.all()) ?? [] {
            guard let violation = runner.run(regression.seed, kept: Set(regression.kept)).violation else { continue }
            SimulateCommand.say("FAILED again: \(name): \(violation)\n")
            isWell = false
        }
        return isWell
    }

    private func watch(_ children: [ChildProcess], _ clock: MonotonicClock) {
        while let running = children.first(where: \.isRunning) {
            _ = try? running.answer(on: .error, timeoutMilliseconds: 10_000) { _ in nil as Int? }
            var count = 0
            for child in children {
                _ = try? child.answer(on: .output, timeoutMilliseconds: 0) { text -> Int? in
                    count += text.split(separator: "\n").count { $0.hasPrefix("done ") }
                    return 0
                }
            }
            let seconds = Double(clock.elapsedNanoseconds()) / 1e9
            SimulateCommand.say("\(count) schedules, \(rate(count, seconds)) a second a core\n")
        }
    }

    private func rate(_ count: Int, _ seconds: Double) -> String {
        let tenths = Int(Double(count) * 10 / max(0.001, seconds) / Double(wish.jobs))
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func judge(_ ends: [ChildProcess.End], seconds: Double) -> Int32 {
        var coverage = Coverage()
        var (doneCount, failedCount) = (0, 0)
        var hashes: [String: String] = [:]
        var isSound = true
        for end in ends {
            if end.exitCode != 0 {
                SimulateCommand.say("a process ended badly: \(end.exitCode ?? -1) \(end.error)\n")
                isSound = false
            }
            for line in end.output.split(separator: "\n") {
                let words = line.split(separator: " ").map(String.init)
                switch words.first {
                case "done": doneCount += 1
                case "failed": failedCount += 1
                case "|": SimulateCommand.say("\(line.dropFirst(2))\n")
                case "count" where words.count == 3: coverage.add(words[1], Int(words[2]) ?? 0)
                case "hash" where words.count == 3:
                    if let other = hashes.updateValue(words[2], forKey: words[1]), other != words[2] {
                        SimulateCommand.say("seed \(words[1]) ran in two ways: \(other) and \(words[2])\n")
                        isSound = false
                    }
                default: break
                }
            }
        }
        for name in Coverage.names { SimulateCommand.say("\(name) \(coverage.counts[name, default: 0])\n") }
        SimulateCommand.say(
            "\(doneCount) schedules in \(Int(seconds)) s, \(rate(doneCount, seconds)) a second a core; "
                + "\(failedCount) failed\n")
        if doneCount >= 1_000, !coverage.missing.isEmpty {
            SimulateCommand.say("never met: \(coverage.missing.joined(separator: ", "))\n")
            isSound = false
        }
        if let (commit, date) = wish.ledger {
            append("\(commit)\t\(date)\t\(wish.first)\t\(doneCount)\t\(failedCount)\n")
        }
        return isSound && failedCount == 0 ? 0 : 1
    }

    private func append(_ row: String) {
        let path = Fixtures.repository + "/Tests/Simulation/ledger.tsv"
        let before = (try? Files.read(path, limitBytes: 16 << 20)) ?? []
        try? Files.write(before + Array(row.utf8), to: path)
    }
}
