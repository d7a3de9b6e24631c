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
        try read { try Membership.stored(in: $0.core.connection) }
    }

    /// Comes into a space, as its first device or by an invitation: everything will be read from the beginning, and
    /// what is here is offered.
    package func enter(_ membership: Membership) throws {
        _ = try write(.edit, "") { writer in
            try membership.store(in: writer.core.connection)
            var sync = try SyncState(writer.core.connection)
            sync.known = [0]
            try writer.core.releaseAll()
            try writer.reconcile(&sync, .sameNumber)
            try sync.save(writer.core.connection)
        }
        // A daemon may wait for it, even where nothing is to be offered.
        announcer.announce()
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
    static let definition = """
        CREATE TABLE membership (
            number INTEGER PRIMARY KEY CHECK (number = 1), server TEXT NOT NULL, pin BLOB, space BLOB NOT NULL,
            sealed INTEGER NOT NULL, token BLOB NOT NULL, key BLOB, devices BLOB
        ) STRICT
        """

    fileprivate static func stored(in connection: Connection) throws -> Membership? {
        try connection.statement(
            "SELECT server, pin, space, sealed, token, key FROM membership WHERE number = 1"
        ).firstRow { row in
            guard let space = RecordID(bytes: row.bytes(2)) else {
                throw StoreError.database(.corrupt(message: "the membership cannot be read"))
            }
            return Membership(
                server: row.text(0), pin: row.isNull(1) ? nil : row.bytes(1), space: space,
                isSealed: row.integer(3) != 0, token: Secret(row.bytes(4)),
                key: row.isNull(5) ? nil : Secret(row.bytes(5)))
        }
    }

    fileprivate func store(in connection: Connection) throws {
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO membership (number, server, pin, space, sealed, token, key)
            VALUES (1, ?, ?, ?, ?, ?, ?)
            """)
        statement.bind(0, server)
        if let pin { statement.bind(1, pin) } else { statement.bindNull(1) }
        statement.bind(2, space.bytes)
        statement.bind(3, isSealed ? 1 : 0)
        statement.bind(4, token.bytes)
        if let key { statement.bind(5, key.bytes) } else { statement.bindNull(5) }
        try statement.run()
    }
}
