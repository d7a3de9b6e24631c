// What was only seen: where numbers stand that read without writing.

internal import SyncProtocol
internal import Synchronization

/// Remembers, until the next transaction, what exchanges without changes presented and were given. Lost in a crash it
/// costs at worst a false alarm or a lower floor.
final class Sightings: Sendable {
    /// Which number of which space.
    struct Key: Hashable, Sendable {
        let space: SpaceKey
        let number: UInt64
    }

    private let seen = Mutex<[Key: NumberState]>([:])

    /// What is known of a number: what was seen last, with the attempt that is stored.
    func newest(_ stored: NumberState?, _ number: UInt64, in space: SpaceKey) -> NumberState? {
        guard var state = seen.withLock({ $0[Key(space: space, number: number)] }) else { return stored }
        guard let stored else { return state }
        guard stored.tokenHash == state.tokenHash else { return stored }
        state.lastAttempt = stored.lastAttempt
        return state
    }

    /// Remembers a number; one more than ``Limits/waitingSightings`` only once others were written.
    func remember(_ state: NumberState, _ number: UInt64, in space: SpaceKey) {
        let key = Key(space: space, number: number)
        seen.withLock { seen in
            guard seen.count < Limits.waitingSightings || seen[key] != nil else { return }
            seen[key] = state
        }
    }

    /// What waits to be written, in one order on every run.
    func all() -> [(key: Key, state: NumberState)] {
        seen.withLock { seen in
            seen.isEmpty ? [] : seen.map { ($0, $1) }
        }.sorted { ($0.key.space.number, $0.key.number) < ($1.key.space.number, $1.key.number) }
    }

    /// Forgets what was written, unless it was seen again meanwhile.
    func forget(_ written: [(key: Key, state: NumberState)]) {
        guard !written.isEmpty else { return }
        seen.withLock { seen in
            for (key, state) in written where seen[key] == state { seen[key] = nil }
        }
    }
}

extension Server {
    /// Writes what was only seen.
    func write(_ seen: [(key: Sightings.Key, state: NumberState)], _ transaction: any StorageWriting) throws {
        for (key, state) in seen {
            let membership = Membership(space: key.space, tokenHash: state.tokenHash)
            guard try transaction.holds(membership) else { continue }
            let stored = try transaction.number(key.number, in: key.space)
            guard stored == nil || stored?.tokenHash == state.tokenHash else { continue }
            guard let newest = sightings.newest(stored, key.number, in: key.space) else { continue }
            if try transaction.save(newest, key.number, in: key.space) {
                var space = try transaction.space(key.space)
                try space.renewDevicesDigest(transaction)
                try transaction.save(space)
            }
        }
    }

    /// Writes what was only seen since the last transaction. To be called once a minute, and before the server ends.
    package func writeSightings() throws {
        let seen = sightings.all()
        guard !seen.isEmpty else { return }
        try storage.write { try write(seen, $0) }
        sightings.forget(seen)
    }
}

extension SpaceState {
    /// To be called when a device, its name, its numbers or its standing has changed.
    mutating func renewDevicesDigest(_ transaction: any StorageReading) throws {
        devicesDigest = DeviceList(devices: try transaction.devices(in: key)).digest
    }
}
