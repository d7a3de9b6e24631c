// The living changes of one record: which change owns which of its cells.

/// The owners of the cells of one record (docs/design, replication: Living): each entry is what a change still owns. No
/// field has two owners, no entry is empty, and there is one entry for each stamp and state, by ascending stamp. The
/// values are not here; they are in the record's row.
package struct LivingChanges: Equatable, Sendable {
    /// How far a cell has come on its way to the server.
    package enum State: UInt8, Sendable {
        /// Has never left the device.
        case new = 0
        /// Published once, and not known to be on this server.
        case offered = 1
        /// Known to be on this server.
        case confirmed = 2
    }

    /// What one change still owns, as far as it is in one state.
    package struct Entry: Equatable, Sendable {
        /// When and by which device the change was written.
        package let stamp: Stamp
        /// The fields it still owns; never none.
        package fileprivate(set) var owned: FieldMask
        /// How far these cells have come.
        package let state: State

        init(stamp: Stamp, owned: FieldMask, state: State) {
            self.stamp = stamp
            self.owned = owned
            self.state = state
        }

        /// The order of ``LivingChanges/entries``.
        func isBefore(_ other: Entry) -> Bool {
            stamp != other.stamp ? stamp < other.stamp : state.rawValue < other.state.rawValue
        }
    }

    /// By ascending stamp, then state.
    package private(set) var entries: [Entry] = []

    /// A record of which nothing was ever written.
    package init() {}

    /// A record of one change: what a creation leaves. Nothing when the mask is empty.
    package init(_ mask: FieldMask, stamp: Stamp, state: State) {
        if !mask.isEmpty { entries = [Entry(stamp: stamp, owned: mask, state: state)] }
    }

    /// Entries that keep the rules of this type.
    init(sorted entries: [Entry]) {
        self.entries = entries
    }

    /// Whether nothing was ever written.
    package var isEmpty: Bool { entries.isEmpty }

    /// All fields that were ever written.
    package var owned: FieldMask {
        entries.reduce(FieldMask()) { $0.union($1.owned) }
    }

    /// The change that owns a field, or nil where nothing was ever written.
    package func owner(of field: FieldNumber) -> (stamp: Stamp, state: State)? {
        entries.first { $0.owned.contains(field) }.map { ($0.stamp, $0.state) }
    }

    /// The fields that a stamp owns, in whatever state.
    package func owned(by stamp: Stamp) -> FieldMask {
        var owned = FieldMask()
        for entry in entries where entry.stamp == stamp { owned = owned.union(entry.owned) }
        return owned
    }

    /// The greatest time that owns one of these fields, 0 if none is owned: what
    /// ``HybridClock/tick(now:beyond:)`` has to pass.
    package func latestTime(of mask: FieldMask) -> UInt64 {
        entries.last { !$0.owned.intersection(mask).isEmpty }?.stamp.time ?? 0
    }

    /// Whether anything is not yet known to be on the server.
    package var hasPending: Bool { entries.contains { $0.state != .confirmed } }

    /// What is still to be offered, by ascending stamp.
    package var pendingChanges: [Entry] { entries.filter { $0.state != .confirmed } }
}

extension LivingChanges {
    /// Gives the cells to a change of this device, whatever stamp owned them before: a local write, or a write that is
    /// stamped anew. A received change has to go through ``merge(_:stamp:state:)``.
    package mutating func write(_ mask: FieldMask, stamp: Stamp, state: State) {
        guard !mask.isEmpty else { return }
        release(mask)
        let entry = Entry(stamp: stamp, owned: mask, state: state)
        let place = entries.lastIndex { !entry.isBefore($0) }
        if let place, entries[place].stamp == stamp, entries[place].state == state {
            entries[place].owned = entries[place].owned.union(mask)
        } else {
            entries.insert(entry, at: (place ?? -1) + 1)
        }
    }

    /// Merges a change: cell by cell the greater stamp wins. Of a cell that has this very stamp already, nothing
    /// changes but that a confirmed change confirms it.
    ///
    /// - Returns: the cells that it won: the caller stores their values, and those only.
    package mutating func merge(_ mask: FieldMask, stamp: Stamp, state: State) -> FieldMask {
        var won = mask
        var held = FieldMask()
        for entry in entries where entry.stamp >= stamp {
            won = won.subtracting(entry.owned)
            if entry.stamp == stamp { held = held.union(entry.owned) }
        }
        write(won, stamp: stamp, state: state)
        if state == .confirmed { confirm(held.intersection(mask), at: stamp) }
        return won
    }

    /// Notes that the server holds the cells that this stamp still owns.
    package mutating func confirm(_ mask: FieldMask, at stamp: Stamp) {
        mark(mask, at: stamp, as: .confirmed)
    }

    /// Notes another state for the cells that this stamp still owns; those that others own by now stay as they are.
    package mutating func mark(_ mask: FieldMask, at stamp: Stamp, as state: State) {
        // Most records have one change, and all of it comes along together.
        if entries.count == 1, entries[0].stamp == stamp, entries[0].owned.subtracting(mask).isEmpty {
            entries[0] = Entry(stamp: stamp, owned: entries[0].owned, state: state)
            return
        }
        var changing = FieldMask()
        for entry in entries where entry.stamp == stamp && entry.state != state {
            changing = changing.union(entry.owned.intersection(mask))
        }
        write(changing, stamp: stamp, state: state)
    }

    /// Offers everything anew that was confirmed: what a reconcile does, and a restored record.
    package mutating func offerAgain() {
        for entry in entries where entry.state == .confirmed {
            mark(entry.owned, at: entry.stamp, as: .offered)
        }
    }

    /// Leaves the cells without an owner: as if nobody had written them.
    package mutating func remove(_ mask: FieldMask) {
        release(mask)
    }

    /// Takes the cells from their owners, and drops the owners that are left with none.
    private mutating func release(_ mask: FieldMask) {
        var leavesNone = false
        for index in entries.indices where !entries[index].owned.intersection(mask).isEmpty {
            entries[index].owned = entries[index].owned.subtracting(mask)
            leavesNone = leavesNone || entries[index].owned.isEmpty
        }
        if leavesNone { entries.removeAll { $0.owned.isEmpty } }
    }
}
