// Which space this device belongs to, on which server, and with what secrets.

package import Cryptography
package import Replication
internal import SQLiteDatabase

/// How a device belongs to a space (docs/design, replication: Joining). These are rows of the store's file: a copied
/// file is a copied identity, which a server notices.
package struct Membership: Equatable, Sendable {
    /// The server's address, as a link names it: an origin.
    package var server: String
    /// SHA-256 of the public key that the server's certificate must have; nil where the system decides.
    package var pin: [UInt8]?
    /// The space.
    package var space: RecordID
    /// Whether bodies are sealed. It never changes: a device takes nothing from a server that says otherwise.
    package var isSealed: Bool
    /// What opens the server to this device: 32 bytes.
    package var token: Secret
    /// What seals the space: 32 bytes; nil in an open one.
    package var key: Secret?

    /// A membership of these parts.
    package init(server: String, pin: [UInt8]?, space: RecordID, isSealed: Bool, token: Secret, key: Secret?) {
        (self.server, self.pin, self.space) = (server, pin, space)
        (self.isSealed, self.token, self.key) = (isSealed, token, key)
    }

    /// SHA-256 of the token: what the server knows of it, and what tells the devices of a space apart.
    package var tokenHash: [UInt8] { SHA256.digest(of: token.bytes) }
}

extension ReplicaStore {
    /// How this device belongs to a space; nil where it does not.
    package func membership() throws -> Membership? {
        try read { try Membership.stored(in: $0.core.connection, .current) }
    }

    /// Comes into a space, as its first device or by an invitation: everything will be read from the beginning, and
    /// what is here is offered.
    package func enter(_ membership: Membership) throws {
        _ = try write(.edit, "") { writer in
            try writer.core.connection.statement("DELETE FROM membership").run()
            try membership.store(in: writer.core.connection, .current)
            var sync = try SyncState(writer.core.connection)
            sync.known = [0]
            try writer.core.releaseAll()
            try writer.reconcile(&sync, .sameNumber)
            try sync.save(writer.core.connection)
        }
        // A daemon may wait for it, even where nothing is to be offered.
        announcer.announce()
    }

    /// How the device wants to come into a space by a link, written before the server is asked: when its answer is lost
    /// and the program with it, the same link is used again with the same token, to which the server gives the same
    /// answer (docs/design, replication: Joining).
    ///
    /// - Parameters:
    ///   - lookup: of the link.
    ///   - candidate: called where nothing was written for this link yet. It takes the place of one for another link.
    package func candidate(for lookup: [UInt8], _ candidate: () throws -> Membership) throws -> Membership {
        let found = try read { try Membership.stored(in: $0.core.connection, .candidate, lookup: lookup) }
        if let found { return found }
        let made = try candidate()
        _ = try write(.edit, "") { try made.store(in: $0.core.connection, .candidate, lookup: lookup) }
        return made
    }

    /// Forgets what ``candidate(for:_:)`` wrote: the token shall not be used again.
    package func forgetCandidate() throws {
        _ = try write(.edit, "") { writer in
            let statement = try writer.core.connection.statement("DELETE FROM membership WHERE number = ?")
            statement.bind(0, Membership.Row.candidate.rawValue)
            try statement.run()
        }
    }

    /// Leaves the space: what is here stays, and the identity in the space is forgotten.
    package func leave() throws {
        _ = try write(.edit, "") { writer in
            let connection = writer.core.connection
            try connection.statement("DELETE FROM membership").run()
            var sync = try SyncState(connection)
            sync.leave()
            try writer.core.releaseAll()
            try writer.core.forgetUnopenable()
            try writer.core.forgetExpected()
            try sync.save(connection)
        }
        announcer.announce()
    }

    /// The list of the space's devices as it was last saved, in the coding of the protocol; nil where none was.
    package func devices() throws -> [UInt8]? {
        try read { reader in
            try reader.core.connection.statement("SELECT devices FROM membership WHERE number = 1").firstRow {
                $0.isNull(0) ? nil : $0.bytes(0)
            } ?? nil
        }
    }

    /// Saves the list of the space's devices; nothing where the device belongs to no space.
    ///
    /// - Parameter names: how histories call the devices, by the numbers under which they wrote.
    package func saveDevices(_ encoded: [UInt8], names: [UInt64: String]) throws {
        _ = try write(.edit, "") { writer in
            let statement = try writer.core.connection.statement("UPDATE membership SET devices = ? WHERE number = 1")
            statement.bind(0, encoded)
            try statement.run()
            for (number, name) in names.sorted(by: { $0.key < $1.key }) where number > 0 && number >> 63 == 0 {
                try writer.core.devices.name(writer.core.devices.index(of: number), name)
            }
        }
    }
}

extension Membership {
    /// Which row of the table.
    fileprivate enum Row: Int64 {
        /// What is in force.
        case current = 1
        /// What was asked of a server whose answer is not here yet.
        case candidate = 2
    }

    static let definition = """
        CREATE TABLE membership (
            number INTEGER PRIMARY KEY CHECK (number IN (1, 2)), lookup BLOB, server TEXT NOT NULL, pin BLOB,
            space BLOB NOT NULL, sealed INTEGER NOT NULL, token BLOB NOT NULL, key BLOB, devices BLOB
        ) STRICT
        """

    fileprivate static func stored(
        in connection: Connection, _ number: Row, lookup: [UInt8]? = nil
    ) throws -> Membership? {
        let statement = try connection.statement(
            "SELECT server, pin, space, sealed, token, key FROM membership WHERE number = ? AND lookup IS ?")
        statement.bind(0, number.rawValue)
        if let lookup { statement.bind(1, lookup) } else { statement.bindNull(1) }
        return try statement.firstRow { row in
            guard let space = RecordID(bytes: row.bytes(2)) else {
                throw StoreError.database(.corrupt(message: "the membership cannot be read"))
            }
            return Membership(
                server: row.text(0), pin: row.isNull(1) ? nil : row.bytes(1), space: space,
                isSealed: row.integer(3) != 0, token: Secret(row.bytes(4)),
                key: row.isNull(5) ? nil : Secret(row.bytes(5)))
        }
    }

    fileprivate func store(in connection: Connection, _ number: Row, lookup: [UInt8]? = nil) throws {
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO membership (number, lookup, server, pin, space, sealed, token, key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        statement.bind(0, number.rawValue)
        if let lookup { statement.bind(1, lookup) } else { statement.bindNull(1) }
        statement.bind(2, server)
        if let pin { statement.bind(3, pin) } else { statement.bindNull(3) }
        statement.bind(4, space.bytes)
        statement.bind(5, isSealed ? 1 : 0)
        statement.bind(6, token.bytes)
        if let key { statement.bind(7, key.bytes) } else { statement.bindNull(7) }
        try statement.run()
    }
}
