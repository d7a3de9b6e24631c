// Small local numbers for the 63-bit numbers of devices, so that a stamp takes few bytes in a row.

internal import SQLiteDatabase

/// The table `device`. Known pairs are kept in memory: they never change once they are committed.
final class DeviceIndex {
    private let connection: Connection
    private var devices: [UInt32: UInt64] = [:]
    private var indexes: [UInt64: UInt32] = [:]
    /// The pair asked for last: most often it is asked for again.
    private var latest: (index: UInt32, device: UInt64)?

    static let definition = """
        CREATE TABLE device (number INTEGER PRIMARY KEY, identity INTEGER NOT NULL UNIQUE, name TEXT) STRICT
        """

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The device with a local number; nil where there is none, as only a damaged file can ask.
    func device(at index: UInt32) throws -> UInt64? {
        if let latest, latest.index == index { return latest.device }
        if let known = devices[index] {
            latest = (index, known)
            return known
        }
        let statement = try connection.statement("SELECT identity FROM device WHERE number = ?")
        statement.bind(0, Int64(index))
        guard let identity = try statement.firstRow({ $0.integer(0) }), identity > 0 else { return nil }
        remember(index, UInt64(identity))
        return UInt64(identity)
    }

    /// The local number of a device, made within the running transaction when it is new.
    func index(of device: UInt64) throws -> UInt32 {
        if let latest, latest.device == device { return latest.index }
        if let known = indexes[device] {
            latest = (known, device)
            return known
        }
        let insert = try connection.statement("INSERT INTO device (identity) VALUES (?) ON CONFLICT DO NOTHING")
        insert.bind(0, Int64(bitPattern: device))
        try insert.run()
        let select = try connection.statement("SELECT number FROM device WHERE identity = ?")
        select.bind(0, Int64(bitPattern: device))
        guard let index = try select.firstRow({ UInt32(truncatingIfNeeded: $0.integer(0)) }) else {
            throw StoreError.database(.corrupt(message: "the table of devices cannot be read"))
        }
        remember(index, device)
        return index
    }

    /// Says how a device is called.
    func name(_ index: UInt32, _ name: String) throws {
        let statement = try connection.statement("UPDATE device SET name = ? WHERE number = ?")
        statement.bind(0, String(name.prefix(Limits.deviceNameCharacters)))
        statement.bind(1, Int64(index))
        try statement.run()
    }

    /// How the devices are called, by their 63-bit numbers.
    func names() throws -> [UInt64: String] {
        let statement = try connection.statement("SELECT identity, name FROM device WHERE name IS NOT NULL")
        var names: [UInt64: String] = [:]
        try statement.forEachRow { names[UInt64(bitPattern: $0.integer(0))] = $0.text(1) }
        return names
    }

    /// After a rollback: what was made in the transaction is not there.
    func forget() {
        devices.removeAll()
        indexes.removeAll()
        latest = nil
    }

    private func remember(_ index: UInt32, _ device: UInt64) {
        devices[index] = device
        indexes[device] = index
    }
}
