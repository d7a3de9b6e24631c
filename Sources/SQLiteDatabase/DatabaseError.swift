// What can go wrong with a database file, grouped by what a caller can do about it.

internal import CPackmuleSQLite

/// A failure of SQLite. Messages name no values of the data.
public enum DatabaseError: Error, Equatable, Sendable {
    /// Another process held the lock longer than ``Limits/busyMilliseconds``: try again.
    case busy
    /// The disk, the quota or the file-size limit is reached: make room; nothing of the transaction was written.
    case full
    /// The file or its folder cannot be written: nothing was changed.
    case readOnly
    /// The file cannot be opened: it is missing, or access to it or its folder is denied.
    case cannotOpen(path: String)
    /// The file is not an SQLite database.
    case notADatabase
    /// A page of the file is damaged: restore a backup, or export what can still be read.
    case corrupt(message: String)
    /// The operating system failed to read or write.
    case inputOutput(message: String)
    /// A value or row is larger than SQLite keeps.
    case tooBig
    /// Any other refusal: a fault in this program's statements.
    case failed(code: Int32, message: String)

    /// - Parameters:
    ///   - code: an extended result code (https://www.sqlite.org/rescode.html).
    ///   - message: SQLite's own words.
    init(code: Int32, message: String) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_FULL: self = .full
        case SQLITE_IOERR where code == Self.noRoomForSharedMemory: self = .full
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
        case SQLITE_CANTOPEN: self = .cannotOpen(path: message)
        case SQLITE_NOTADB: self = .notADatabase
        case SQLITE_CORRUPT: self = .corrupt(message: message)
        case SQLITE_IOERR: self = .inputOutput(message: message)
        case SQLITE_TOOBIG: self = .tooBig
        default: self = .failed(code: code, message: message)
        }
    }

    /// SQLITE_IOERR_SHMSIZE: what connections share in memory is a file beside the database, and needs room too. Swift
    /// does not see the macro.
    private static let noRoomForSharedMemory = SQLITE_IOERR | 19 << 8
}
