// A checker that cannot fail proves nothing: worlds made by hand, each breaking one promise.

import Replication
import Simulation
import Testing

@Suite("The checker")
struct CheckerTests {
    @Test("What is written, sent, taken in and deleted breaks nothing")
    func allIsWell() throws {
        let checker = try checkerWithTwoDevices()
        try checker.look(at: 0, .holding((.city, 1, "Bergen", .new)), .edit)
        try checker.lookAtServer(0, .server(version: 1, (.city, 1, 1)), now: 1_000)
        try checker.look(at: 0, .holding((.city, 1, "Bergen", .confirmed)), .sync)
        try checker.look(at: 1, .holding((.city, 1, "Bergen", .confirmed)), .sync)
        try checker.checkCursor(of: 1, at: 1, in: 0, opensAll: true)
        try checker.lookAtServer(0, .server(version: 1, (.city, 1, 1)), now: 1_000, isReplay: true)
    }

    @Test("An acknowledged cell that no medium holds any more is promise 3")
    func lostCell() throws {
        let checker = try checkerWithTwoDevices()
        try checker.look(at: 0, .holding((.city, 1, "Bergen", .new)), .edit)
        try checker.look(at: 0, .holding((.city, 1, "Bergen", .confirmed)), .sync)
        expect(3) { try checker.look(at: 0, Dump(), .sync) }
    }

    @Test("A cell that the server loses and a device still holds is not lost; one that nobody holds is")
    func copiesCount() throws {
        let checker = try checkerWithTwoDevices()
        try checker.look(at: 0, .holding((.city, 1, "Bergen", .new)), .edit)
        try checker.lookAtServer(0, .server(version: 1, (.city, 1, 1)), now: 1_000)
        expect(3) { try checker.lookAtServer(0, .server(version: 2), now: 1_000) }
        let other = try checkerWithTwoDevices()
        try other.look(at: 0, .holding((.city, 1, "Bergen", .new)), .edit)
        try other.lookAtServer(0, .server(version: 1, (.city, 1, 1)), now: 1_000)
        try other.look(at: 0, .holding((.city, 1, "Bergen", .confirmed)), .sync)
        try other.lookAtServer(0, .server(version: 2), now: 1_000)
    }

    @Test("A write that was never sent and vanishes is promise 3")
    func lostWrite() throws {
        let checker = try checkerWithTwoDevices()
        try checker.look(at: 0, .holding((.city, 1, "Bergen", .new)), .edit)
        expect(3) { try checker.look(at: 0, Dump(), .sync) }
    }

    @Test("An older change that wins on the server is promise 3")
    func olderWins() throws {
        let checker = try checkerWithTwoDevices()
        try checker.lookAtServer(0, .server(version: 1, (.city, 9, 1)), now: 1_000)
        expect(3) { try checker.lookAtServer(0, .server(version: 2, (.city, 5, 2)), now: 1_000) }
    }

    @Test("A value that nobody wrote, and one stamp with two values, are promise 4")
    func nothingFromNowhere() throws {
        let checker = try checkerWithTwoDevices()
        expect(4) { try checker.look(at: 1, .holding((.city, 1, "Oslo", .confirmed)), .sync) }
        let other = try checkerWithTwoDevices()
        try other.look(at: 0, .holding((.city, 1, "Bergen", .new)), .edit)
        try other.look(at: 0, .holding((.city, 1, "Bergen", .confirmed)), .sync)
        try other.look(at: 1, .holding((.city, 2, "Oslo", .new)), .edit)
        expect(4) { try other.look(at: 1, .holding((.city, 2, "Bergen", .confirmed)), .sync) }
    }

    @Test("What was written in another space is from nowhere here: promise 4")
    func spaces() throws {
        let checker = try checkerWithTwoDevices()
        try checker.begin(2, name: "carla", in: 1, Dump())
        try checker.look(at: 0, .holding((.city, 1, "Bergen", .new)), .edit)
        expect(4) { try checker.look(at: 2, .holding((.city, 1, "Bergen", .confirmed)), .sync) }
    }

    @Test("An older value that comes back is promise 5; a file that was put back begins anew")
    func monotonicReads() throws {
        let checker = try checkerWithTwoDevices()
        for (time, text) in [(1, "Bergen"), (2, "Oslo")] as [(UInt64, String)] {
            try checker.look(at: 0, .holding((.city, time, text, .new)), .edit)
            try checker.look(at: 0, .holding((.city, time, text, .confirmed)), .sync)
        }
        expect(5) { try checker.look(at: 0, .holding((.city, 1, "Bergen", .confirmed)), .sync) }
        try checker.begin(0, name: "anna", in: 0, .holding((.city, 1, "Bergen", .confirmed)))
    }

    @Test("A cursor that goes back in one history, or beyond what the file holds, is promise 6")
    func cursors() throws {
        let checker = try checkerWithTwoDevices()
        try checker.checkCursor(of: 0, at: 5, in: 0, opensAll: true)
        expect(6) { try checker.checkCursor(of: 0, at: 4, in: 0, opensAll: true) }
        try checker.checkCursor(of: 0, at: 4, in: 1, opensAll: true)
        try checker.lookAtServer(0, .server(version: 1, (.city, 1, 3)), now: 1_000)
        expect(6) { try checker.checkCursor(of: 1, at: 3, in: 0, opensAll: true) }
    }

    @Test("A request that changes the server when it comes again is promise 7")
    func replays() throws {
        let checker = try checkerWithTwoDevices()
        expect(7) {
            try checker.lookAtServer(0, .server(version: 1, (.city, 1, 1)), now: 1_000, isReplay: true)
        }
    }

    @Test("A stamp further ahead than a minute, or a second beyond the newest, is promise 8")
    func clocks() throws {
        let checker = try checkerWithTwoDevices()
        try checker.lookAtServer(0, .server(version: 1, (.city, 60_000, 1)), now: 0)
        try checker.lookAtServer(0, .server(version: 2, (.city, 61_000, 2)), now: 0)
        expect(8) { try checker.lookAtServer(0, .server(version: 3, (.city, 62_001, 3)), now: 0) }
    }

    @Test("A cell that two rows own, and rows without cells, are promise 9")
    func boundedRows() throws {
        var dump = Dump.server(version: 1, (.city, 1, 1))
        dump.rowCount = 2
        expect(9) { try checkerWithTwoDevices().lookAtServer(0, dump, now: 1_000) }
        dump.rowCount = 1
        dump.twiceOwned = [.city]
        expect(9) { try checkerWithTwoDevices().lookAtServer(0, dump, now: 1_000) }
    }

    private func checkerWithTwoDevices() throws -> Checker {
        let checker = Checker()
        try checker.begin(0, name: "anna", in: 0, Dump())
        try checker.begin(1, name: "ben", in: 0, Dump())
        return checker
    }

    private func expect(
        _ promise: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let violation = #expect(throws: Violation.self, sourceLocation: sourceLocation) { try body() }
        #expect(violation?.promise == promise, "\(violation.map { "\($0)" } ?? "-")", sourceLocation: sourceLocation)
    }
}

extension Cell {
    fileprivate static let city = Cell(entity: 1, record: RecordID(high: 1, low: 1), field: 2)
}

extension Dump {
    /// What a device holds, by times in milliseconds.
    fileprivate static func holding(
        _ cells: (Cell, milliseconds: UInt64, text: String, LivingChanges.State)...
    ) -> Dump {
        var dump = Dump()
        for (cell, milliseconds, text, state) in cells {
            dump.cells[cell] = Holding(stamp: .at(milliseconds), value: .text(text), state: state)
        }
        return dump
    }

    /// What a server holds, by times in milliseconds and the places of rows.
    fileprivate static func server(
        version: Int64, _ cells: (Cell, milliseconds: UInt64, sequence: UInt64)...
    ) -> Dump {
        var dump = Dump()
        (dump.version, dump.rowCount) = (version, cells.count)
        for (cell, milliseconds, sequence) in cells {
            dump.cells[cell] = Holding(stamp: .at(milliseconds), value: nil, state: .confirmed, sequence: sequence)
        }
        return dump
    }
}

extension Stamp {
    fileprivate static func at(_ milliseconds: UInt64) -> Stamp {
        Stamp(validTime: milliseconds << 16, validDevice: 7)
    }
}
