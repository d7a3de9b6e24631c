// What has to be true of all media together, judged from docs/design alone, without any merge code of the product.

import Replication

/// Watches the cells of every device and of the server, change by change. Media are compared with how they were when
/// they were last looked at, so that whatever changed has a cause.
package final class Checker {
    /// Why a device's file may have changed.
    package enum Cause: Sendable {
        /// A person or the program wrote here.
        case edit
        /// An answer of the server was taken in.
        case sync
    }

    /// A value under a stamp.
    struct StampedCell: Hashable {
        let cell: Cell
        let stamp: Stamp
    }

    /// What is known of one space.
    struct Board {
        /// What devices wrote, cell by cell.
        var written: [Cell: [Value]] = [:]
        /// The published value of each stamped cell, as first seen.
        var values: [StampedCell: Value] = [:]
        /// The newest published holding of each cell, by all media that are there.
        var best: [Cell: Holding] = [:]
        /// The newest published deletion or restoring of each record that there ever was.
        var deletions: [Cell: Holding] = [:]
        var server = Dump()
        /// See `Host.history`.
        var history = 0
        /// The newest time that the server ever stored in this history.
        var newestMilliseconds: Int64 = 0
    }

    /// One device as it was last looked at.
    struct View {
        let space: Int
        let name: String
        var dump: Dump
        /// Where it stood after its last sync, and in which history of the server.
        var cursor: (sequence: UInt64, history: Int)?
    }

    var boards: [Int: Board] = [:]
    var views: [Int: View] = [:]
    var rings = RingChecks()
    /// See `ReplicaStore.changedRowCount`, by device.
    var changedRowCounts: [Int: Int64] = [:]

    package init() {}

    // MARK: Devices that come and go

    /// A device is there, or another file is in its place: what its file held before counts no more.
    package func begin(_ device: Int, name: String, in space: Int, _ dump: Dump) throws {
        views[device] = View(space: space, name: name, dump: dump)
        rebase(space)
        for (cell, holding) in dump.cells where holding.state != .new {
            try boards[space, default: Board()].publish(cell, holding)
        }
    }

    /// A device is no more.
    package func forget(_ device: Int) {
        guard let view = views.removeValue(forKey: device) else { return }
        rebase(view.space)
    }

    /// Finds the newest of each cell anew, after an operator or a disk took copies away.
    private func rebase(_ space: Int) {
        boards[space, default: Board()].best = [:]
        for (cell, holding) in boards[space, default: Board()].server.cells {
            boards[space]?.best[cell] = holding
        }
        for (_, view) in views where view.space == space {
            for (cell, holding) in view.dump.cells where holding.state != .new {
                if let known = boards[space]?.best[cell], known.stamp >= holding.stamp { continue }
                boards[space]?.best[cell] = holding
            }
        }
    }

    // MARK: Devices

    /// Looks at a device whose file may have changed, for one cause.
    package func look(at device: Int, _ dump: Dump, _ cause: Cause) throws {
        guard let view = views[device] else { return }
        views[device]?.dump = dump
        var faults: [Violation] = []
        func note(_ body: () throws -> Void) rethrows {
            do { try body() } catch let fault as Violation { faults.append(fault) }
        }
        for (cell, holding) in dump.cells where view.dump.cells[cell] != holding {
            try note { try change(view, cell, view.dump.cells[cell], holding, cause) }
        }
        for (cell, before) in view.dump.cells where dump.cells[cell] == nil {
            try note { try vanish(view, cell, before, dump) }
        }
        if let fault = faults.min(by: { $0.description < $1.description }) { throw fault }
    }

    private func change(
        _ view: View, _ cell: Cell, _ before: Holding?, _ holding: Holding, _ cause: Cause
    ) throws {
        let space = view.space
        let value = holding.value ?? .null
        func fault(_ promise: Int, _ what: String) -> Violation {
            Violation(promise, "\(what): \(view.name) \(cell) \(before.map { "\($0)" } ?? "-") → \(holding)")
        }
        if let before {
            if before.stamp == holding.stamp, before.value != holding.value { throw fault(4, "one stamp, two values") }
            if holding.stamp < before.stamp {
                guard before.state == .new, cause == .sync else { throw fault(5, "an older value came back") }
                guard before.value == holding.value else { throw fault(3, "a new stamp lost the value") }
            }
        }
        switch cause {
        case .edit:
            if before?.stamp != holding.stamp {
                guard holding.state == .new else { throw fault(4, "a write that is not new") }
                boards[space]?.note(value, of: cell)
            }
        case .sync:
            // A device restores and deletes by itself, for what was lost beside it or lies beneath what it drops.
            guard cell.field == 0 || boards[space]?.written[cell]?.contains(value) == true else {
                throw fault(4, "a value that nobody wrote in this space")
            }
        }
        guard holding.state != .new else { return }
        try boards[space]?.publish(cell, holding)
        if let before, before.state != .new, holding.stamp < before.stamp { try lose(cell, before, space) }
    }

    private func vanish(_ view: View, _ cell: Cell, _ before: Holding, _ dump: Dump) throws {
        let space = view.space
        let isDeleted = boards[space]?.isDeleted(cell) == true || dump.hidden.contains(cell.key)
        guard isDeleted else { throw Violation(3, "a cell vanished: \(view.name) \(cell) \(before)") }
        guard before.state != .new else {
            guard dump.hidden.contains(cell.key) else { return }
            throw Violation(3, "a write that was never sent was hidden: \(view.name) \(cell) \(before)")
        }
        try lose(cell, before, space)
    }

    /// A medium does not hold a published change any more: some other one has to, or one that is newer.
    private func lose(_ cell: Cell, _ before: Holding, _ space: Int) throws {
        guard let best = boards[space]?.best[cell], best.stamp == before.stamp else { return }
        var holdings = [boards[space]?.server.cells[cell]]
        for (_, view) in views where view.space == space { holdings.append(view.dump.cells[cell]) }
        let rest = holdings.compactMap { $0 }.filter { $0.state != .new }.max { $0.stamp < $1.stamp }
        if let rest, rest.stamp >= before.stamp { return }
        guard boards[space]?.isDeleted(cell) == true else {
            throw Violation(3, "an acknowledged cell was lost: \(cell) \(before)")
        }
        boards[space]?.best[cell] = rest
    }

    // MARK: The server

    /// What was found in looking at a server.
    package struct ServerLook: Sendable {
        package var isChanged = false
        package var isCollected = false
    }

    /// Looks at what the server holds of a space, after something happened to it.
    ///
    /// - Parameters:
    ///   - now: what its clock shows, in milliseconds since 1970.
    ///   - isReplay: whether it was a request that had been carried out before, so that it changes nothing.
    @discardableResult
    package func lookAtServer(
        _ space: Int, _ dump: Dump, now: Int64, isReplay: Bool = false
    ) throws -> ServerLook {
        let before = boards[space, default: Board()]
        var look = ServerLook()
        guard dump.version != before.server.version else { return look }
        boards[space, default: Board()].server = dump
        if let cell = dump.twiceOwned.first { throw Violation(9, "two rows of the server own \(cell)") }
        if dump.rowCount > dump.cells.count { throw Violation(9, "the server has more rows than cells") }
        var fresh: Set<Stamp> = []
        let changed = dump.cells.filter { before.server.cells[$0.key]?.stamp != $0.value.stamp }
        for (cell, holding) in changed.sorted(by: { $0.key < $1.key }) {
            if let known = before.server.cells[cell], holding.stamp < known.stamp {
                throw Violation(3, "an older change won: \(cell) \(known) → \(holding)")
            }
            fresh.insert(holding.stamp)
            try boards[space]?.publish(cell, holding)
        }
        let lost = before.server.cells.filter { dump.cells[$0.key] == nil }
        look.isCollected = !lost.isEmpty
        look.isChanged = !fresh.isEmpty || !lost.isEmpty
        for (cell, holding) in lost.sorted(by: { $0.key < $1.key }) { try lose(cell, holding, space) }
        if isReplay, look.isChanged { throw Violation(7, "a request that came again changed the server") }
        try checkTimes(fresh, before.newestMilliseconds, now, space)
        return look
    }

    /// The server's file is another one, which begins a history of its own.
    ///
    /// - Parameter newest: the newest time that it ever stored, in milliseconds since 1970.
    package func beginHistory(_ history: Int, of space: Int, _ dump: Dump, newest: Int64) {
        boards[space, default: Board()].server = dump
        boards[space]?.history = history
        boards[space]?.newestMilliseconds = newest
        rebase(space)
    }

    /// "More than 60 s beyond the server's clock and more than 1 s beyond the newest time stored in the space."
    private func checkTimes(_ stamps: Set<Stamp>, _ newest: Int64, _ now: Int64, _ space: Int) throws {
        var newest = newest
        for stamp in stamps.sorted() {
            guard stamp.milliseconds <= max(now + 60_000, newest + 1_000) else {
                throw Violation(8, "the server stored \(stamp) at \(now), the newest being \(newest)")
            }
            newest = max(newest, stamp.milliseconds)
        }
        boards[space]?.newestMilliseconds = newest
    }

    // MARK: Cursors

    /// "Within one history of the server cursors move forward only, never past what is durable."
    ///
    /// - Parameters:
    ///   - sequence: of the cursor that the device holds after a sync.
    ///   - history: that of the server which answered it.
    ///   - opensAll: whether it could open all that it was sent.
    package func checkCursor(of device: Int, at sequence: UInt64, in history: Int, opensAll: Bool) throws {
        guard let view = views[device], let board = boards[view.space] else { return }
        if let last = view.cursor, last.history == history, sequence < last.sequence {
            throw Violation(6, "the cursor of \(view.name) went back from \(last.sequence) to \(sequence)")
        }
        views[device]?.cursor = (sequence, history)
        guard history == board.history, opensAll else { return }
        let unread = board.server.cells.filter { cell, holding in
            guard holding.sequence <= sequence else { return false }
            if let held = view.dump.cells[cell] { return held.stamp < holding.stamp && held.state != .new }
            return !board.isDeleted(cell) && !view.dump.hidden.contains(cell.key)
        }
        if let (cell, holding) = unread.min(by: { $0.key < $1.key }) {
            throw Violation(6, "\(view.name) stands at \(sequence) and has not \(cell) \(holding)")
        }
    }
}

extension Checker.Board {
    mutating func note(_ value: Value, of cell: Cell) {
        if written[cell]?.contains(value) != true { written[cell, default: []].append(value) }
    }

    /// Whether the record of a cell is deleted, by the newest word that was ever published.
    func isDeleted(_ cell: Cell) -> Bool { deletions[cell.deletion]?.value == .bool(true) }

    /// Takes in a published holding.
    mutating func publish(_ cell: Cell, _ holding: Holding) throws {
        if let value = holding.value {
            let key = Checker.StampedCell(cell: cell, stamp: holding.stamp)
            if let known = values[key], known != value {
                throw Violation(4, "one stamp, two values: \(cell) \(holding.stamp) \(known) \(value)")
            }
            values[key] = value
        }
        if best[cell].map({ $0.stamp < holding.stamp }) ?? true { best[cell] = holding }
        guard cell.field == 0 else { return }
        if deletions[cell].map({ $0.stamp < holding.stamp }) ?? true { deletions[cell] = holding }
    }
}
