// What whoever runs the server may look at and change, without the token of any device.

package import SyncProtocol

/// A space as whoever runs the server sees it.
package struct SpaceFacts: Sendable {
    /// The space apart from its rows.
    package let state: SpaceState
    /// Its devices, by ascending token hash.
    package let devices: [MemberDevice]

    /// When one of its devices was last seen, in milliseconds since 1970; 0 never.
    package var seenMilliseconds: Int64 { devices.map(\.seenMilliseconds).max() ?? 0 }
}

extension Server {
    /// All spaces in the order in which they were made.
    package func spaceFacts() throws -> [SpaceFacts] {
        try storage.read { snapshot in
            var facts: [SpaceFacts] = []
            var key = try snapshot.spaceKey(after: nil)
            while let next = key {
                facts.append(
                    SpaceFacts(state: try snapshot.space(next), devices: try snapshot.devices(in: next)))
                key = try snapshot.spaceKey(after: next)
            }
            return facts
        }
    }

    /// How many spaces there are, and devices in them whose tokens open something.
    package func countSpacesAndDevices() throws -> (spaces: Int, devices: Int) {
        let facts = try spaceFacts()
        return (facts.count, facts.reduce(0) { $0 + $1.devices.count { !$0.isRevoked } })
    }

    /// Makes the token of a device open nothing, from now on and on every process, and closes the doors that it left
    /// open; false when it is not there any more.
    @discardableResult
    package func revoke(_ device: MemberDevice, of facts: SpaceFacts) throws -> Bool {
        let key = facts.state.key
        return try storage.write { transaction in
            guard try transaction.revoke(tokenHash: device.tokenHash, in: key) else { return false }
            try transaction.removeInvitations(madeBy: device.tokenHash, andRecovery: true, in: key)
            var space = try transaction.space(key)
            try space.renewDevicesDigest(transaction)
            try transaction.save(space)
            return true
        }
    }

    /// Forgets a space with everything in it: rows, devices, numbers, invitations.
    package func delete(_ facts: SpaceFacts) throws {
        try storage.write { try $0.removeSpace(facts.state.key) }
    }
}
