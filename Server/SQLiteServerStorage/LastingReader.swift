// Reads on one snapshot as long as it is the newest, and remembers what it read.

internal import Replication
internal import SQLiteDatabase
internal import SyncServer

/// A connection that reads. "Is there anything new?" is asked far more often than anything is written: until the next
/// commit, of whatever process, who asks again is answered from memory.
final class LastingReader: SnapshotReader {
    /// What was read of a space.
    private struct Remembered {
        let state: SpaceState
        var oldestDeletion: UInt64??
        var isSound = false
        var numbers: [UInt64: NumberState] = [:]
    }

    private let snapshot: LastingSnapshot
    private var memberships: Set<Membership> = []
    private var spaces: [SpaceKey: Remembered] = [:]

    override init(_ connection: Connection) throws {
        snapshot = try LastingSnapshot(connection)
        try super.init(connection)
    }

    /// Runs the body on the newest snapshot.
    func read<Result>(_ body: (any StorageReading) throws -> Result) throws -> Result {
        if try !snapshot.renew() { forget() }
        do {
            return try body(self)
        } catch {
            rest()
            throw error
        }
    }

    /// Lets the snapshot go, so that the log of writes can be begun anew.
    func rest() {
        snapshot.end()
    }

    private func forget() {
        memberships.removeAll(keepingCapacity: true)
        spaces.removeAll(keepingCapacity: true)
    }

    // MARK: What is remembered

    override func holds(_ membership: Membership) throws -> Bool {
        if memberships.contains(membership) { return true }
        guard try super.holds(membership) else { return false }
        if memberships.count >= Limits.rememberedSpaces { forget() }
        memberships.insert(membership)
        return true
    }

    override func space(_ key: SpaceKey) throws -> SpaceState {
        if let state = spaces[key]?.state { return state }
        let state = try super.space(key)
        if spaces.count >= Limits.rememberedSpaces { forget() }
        spaces[key] = Remembered(state: state)
        return state
    }

    override func number(_ number: UInt64, in key: SpaceKey) throws -> NumberState? {
        if let state = spaces[key]?.numbers[number] { return state }
        let state = try super.number(number, in: key)
        spaces[key]?.numbers[number] = state
        return state
    }

    override func oldestDeletion(in key: SpaceKey) throws -> UInt64? {
        if let time = spaces[key]?.oldestDeletion { return time }
        let time = try super.oldestDeletion(in: key)
        spaces[key]?.oldestDeletion = .some(time)
        return time
    }

    override func damagedRows(limit: Int, in key: SpaceKey) throws -> [ChangeKey] {
        if spaces[key]?.isSound == true { return [] }
        let keys = try super.damagedRows(limit: limit, in: key)
        if keys.isEmpty && limit > 0 { spaces[key]?.isSound = true }
        return keys
    }

    override func forEachRow(
        after sequence: UInt64, notPushedBy number: UInt64?, in key: SpaceKey, _ body: (StoredRow) throws -> Bool
    ) throws {
        if let head = spaces[key]?.state.sequence, sequence >= head { return }
        try super.forEachRow(after: sequence, notPushedBy: number, in: key, body)
    }
}
