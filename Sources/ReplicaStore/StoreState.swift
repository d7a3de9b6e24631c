// The one row that every transaction reads first and writes last.

package import Replication
internal import SQLiteDatabase

/// The device's own number, its clock, and the sum over what it holds.
package struct StoreState: Sendable, Equatable {
    /// This device's local number in the table `device`.
    var ownIndex: UInt32
    /// This device's 63-bit number, the second part of its stamps.
    package var device: UInt64
    /// The clock as it stood after the last transaction; whatever process writes next goes on from there.
    package var clock: HybridClock
    /// The sum over all cells that this device holds, kept up to date by every transaction.
    package var sum: EqualitySum

    static let definition = """
        CREATE TABLE state (
            number INTEGER PRIMARY KEY CHECK (number = 1), own INTEGER NOT NULL,
            last INTEGER NOT NULL, published INTEGER NOT NULL, offset INTEGER NOT NULL, sum BLOB NOT NULL,
            catalogue BLOB NOT NULL
        ) STRICT
        """

    init(_ connection: Connection, _ devices: DeviceIndex) throws {
        let statement = try connection.statement("SELECT own, last, published, offset, sum FROM state WHERE number = 1")
        let read = try statement.firstRow { row -> (UInt32, HybridClock, EqualitySum?) in
            let clock = HybridClock(
                last: UInt64(bitPattern: row.integer(1)), published: UInt64(bitPattern: row.integer(2)),
                offsetMilliseconds: row.integer(3))
            return (UInt32(truncatingIfNeeded: row.integer(0)), clock, row.withBytes(4) { EqualitySum(bytes: $0) })
        }
        guard let (ownIndex, clock, sum) = read, let sum, let device = try devices.device(at: ownIndex) else {
            throw StoreError.database(.corrupt(message: "the row of this device cannot be read"))
        }
        (self.ownIndex, self.device, self.clock, self.sum) = (ownIndex, device, clock, sum)
    }

    /// Writes the row of a new store.
    static func insert(_ connection: Connection, ownIndex: UInt32) throws {
        let statement = try connection.statement(
            """
            INSERT INTO state (number, own, last, published, offset, sum, catalogue) VALUES (1, ?, 0, 0, 0, ?, x'')
            """)
        statement.bind(0, Int64(ownIndex))
        statement.bind(1, EqualitySum().bytes)
        try statement.run()
    }

    func save(_ connection: Connection) throws {
        let statement = try connection.statement(
            "UPDATE state SET last = ?, published = ?, offset = ?, sum = ?, own = ? WHERE number = 1")
        statement.bind(0, Int64(bitPattern: clock.last))
        statement.bind(1, Int64(bitPattern: clock.published))
        statement.bind(2, clock.offsetMilliseconds)
        RecordID(high: sum.high, low: sum.low).withBytes { statement.bind(3, $0) }
        statement.bind(4, Int64(ownIndex))
        try statement.run()
    }
}
