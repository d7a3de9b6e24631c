// Several processes use one store at the same time.

import JSONText
import PackmuleKit
import Platform
import TestSupport
import Testing

@Suite("Several processes at once")
struct TwoProcessesTests {
    private let program: RealProgram

    init() throws {
        program = try RealProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
    }

    @Test("Two that edit at the same time lose nothing and never fail")
    func edits() throws {
        for round in 1...40 {
            let adds = !round.isMultiple(of: 2)
            let both = try ["Left", "Right"].map { side in
                try program.start(adds ? ["item", "add", "\(side) \(round)"] : ["check", "\(side) \(round - 1)"])
            }
            for process in both {
                let end = process.wait()
                #expect(end.exitCode == 0 && end.error == "", "\(end)")
            }
        }
        let list = try program.json("pack")
        #expect(list["packed"] == 40 && list["total"] == 40)
        try program.expectWell()
    }

    @Test("Two that undo at the same time take back one change each")
    func undo() throws {
        for number in 1...4 { program.text("item add 'Thing \(number)'") }
        let ends = try (1...2).map { _ in try program.start(["undo"]) }.map { $0.wait() }
        #expect(ends.map(\.exitCode) == [0, 0], "\(ends)")
        #expect(try program.itemNames() == ["Thing 1", "Thing 2"])
        try program.expectWell()
    }

    @Test("Two that make the store at the same time make one")
    func makeStore() throws {
        let program = try RealProgram(withStore: false)
        let ends = try (1...4).map { _ in try program.start(["init", "--json"]) }.map { $0.wait() }
        #expect(ends.map(\.exitCode) == [0, 0, 0, 0], "\(ends)")
        #expect(ends.count { $0.output.contains("\"created\": true") } == 1)
        try program.expectWell()
    }

    @Test("One process is told what another one wrote", .timeLimit(.minutes(1)))
    func observation() async throws {
        let device = try Device(at: program.storePath, .system(environment: program.environment))
        let changes = try device.store.changes()
        let added = try program.json("item add Socks")
        var iterator = changes.makeAsyncIterator()
        let change = await iterator.next()
        let id = added["changed"]?.elements?.first?["id"]?.string.flatMap { RecordID($0) }
        #expect(change?.touched.map(\.id) == id.map { [$0] })
    }
}
