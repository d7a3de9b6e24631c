// What can go wrong with a store, grouped by what a caller can do about it.

public import Replication
public import SQLiteDatabase

/// A failure of the store. Messages name fields and rules, never contents.
public enum StoreError: Error, Equatable, Sendable {
    // Fix the input.

    /// A value breaks the rule of its field: the rule is a clause that follows the field's name.
    case invalid(entity: String, field: String, rule: String)
    /// There is no such record.
    case notFound(entity: String, id: RecordID)
    /// A record with this identity exists already.
    case alreadyExists(entity: String, id: RecordID)
    /// The record is deleted: restore it first.
    case deleted(entity: String, id: RecordID)
    /// What is written of the record at once, or the record as a whole, has more bytes than can be sent.
    case tooLarge(entity: String, id: RecordID)
    /// There is nothing left to undo or redo.
    case nothingToUndo, nothingToRedo
    /// There is no such entry in the log, or it cannot be undone.
    case noSuchEntry(number: Int64)

    // Choose another file, or make one.

    /// There is no store at this path.
    case missing(path: String)
    /// There is a store at this path already.
    case exists(path: String)
    /// The file is something else.
    case notAStore(path: String)
    /// The file was written by a newer version: update this program.
    case newer(path: String, version: Int64)

    // Mend the surroundings, or repair.

    /// SQLite or the file system refused; the file is as it was.
    case database(DatabaseError)
    /// The file system refused, in plain words.
    case files(message: String)
}
