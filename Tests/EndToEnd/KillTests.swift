// The program is killed at moments drawn by a seed: what it reported as done is there, and nothing is there by half.

import JSONText
import Platform
import TestSupport
import Testing

@Suite("Killed at any moment")
struct KillTests {
    private let program: RealProgram

    init() throws {
        program = try RealProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
    }

    @Test("What a command reported as done is there after later commands were killed")
    func killedEdits() throws {
        var random = SeededGenerator(seed: 1)
        var lifetime = try looks(at: program.start(["item", "add", "First"]), atMost: .max)
        var done: [String] = ["First"]
        var tried: Set = ["First"]
        for round in 1...60 {
            let name = "Item \(round)"
            tried.insert(name)
            let process = try program.start(["item", "add", name])
            _ = looks(at: process, atMost: random.int(in: 0...lifetime))
            process.kill()
            if process.wait().exitCode == 0 { done.append(name) }
            let after = "After \(round)"
            tried.insert(after)
            done.append(after)
            let next = try program.start(["item", "add", after])
            lifetime = max(1, looks(at: next, atMost: .max))
            #expect(next.wait().exitCode == 0)
        }
        let names = try program.itemNames()
        #expect(Set(done).subtracting(names) == [])
        #expect(Set(names).subtracting(tried) == [])
        #expect(names.count == Set(names).count)
        try program.expectWell()
    }

    @Test("An import that is killed came in whole or not at all")
    func killedImports() throws {
        var random = SeededGenerator(seed: 2)
        let list = program.folder.path("list.md")
        func write(_ round: Int) throws {
            try Files.write(Array((1...200).map { "- [ ] Thing \(round)/\($0)\n" }.joined().utf8), to: list)
        }
        try write(0)
        let lifetime = try looks(at: program.start(["import", list, "--dry-run"]), atMost: .max)
        for round in 1...10 {
            try write(round)
            let process = try program.start(["import", list])
            _ = looks(at: process, atMost: random.int(in: lifetime / 2...lifetime * 2))
            process.kill()
            let isDone = process.wait().exitCode == 0
            let count = try program.itemNames().count { $0.hasPrefix("Thing \(round)/") }
            #expect(count == 200 || count == 0 && !isDone)
        }
        try program.expectWell()
    }

    /// Looks again and again whether the process has ended: a measure of time without a clock.
    ///
    /// - Returns: how often it was still running.
    private func looks(at process: ChildProcess, atMost limit: Int) -> Int {
        var count = 0
        while count < limit, process.isRunning { count += 1 }
        return count
    }
}
