// The device's file: records with their stamps, history and observers, for whatever catalogue it is given.

internal import Platform
public import Replication
internal import SQLiteDatabase

/// A store on one device: one SQLite file, opened by as many processes as wish.
///
/// Reads and writes are plain synchronous calls. A write is on disk when its call returns
/// (docs/design, reliability: promise 1). Two processes that write at once wait for each other, a minute at most.
public final class ReplicaStore: Sendable {
    /// The path of the file; empty for a store in memory.
    public let path: String
    /// The entities this program knows.
    public let catalogue: Catalogue
    let core: Exclusive<StoreCore>
    let announcer: Announcer

    /// A store on a connection whose file is known to be ours.
    init(core: sending StoreCore) {
        let path = core.path
        self.path = path
        catalogue = core.options.catalogue
        announcer = Announcer(storePath: path)
        self.core = Exclusive(core)
    }

    /// Runs `body` on one unchanging snapshot.
    public func read<Result>(_ body: (Reader) throws -> Result) throws -> Result {
        try mapped {
            try core.withLock { core in
                try core.read { try body(Reader(core)) }
            }
        }
    }

    /// Runs `body` as one transaction: all of its writes are on disk when this returns, or none is.
    ///
    /// - Parameters:
    ///   - words: what the program is doing, for the history: a command without its objects.
    ///   - isAutomatic: whether the program does it by itself. Then it is no person's deed: `undo` never takes it back,
    ///     and `redo` survives it.
    @discardableResult
    public func edit<Result>(
        _ words: String, isAutomatic: Bool = false, _ body: (Edit) throws -> Result
    ) throws -> Edited<Result> {
        try write(isAutomatic ? .automatic : .edit, words) { try body(Edit($0)) }
    }

    /// Runs `body` as one transaction and tells observers of what it touched.
    func write<Result>(
        _ kind: LogKind, _ words: String, _ body: (Writer) throws -> Result
    ) throws -> Edited<Result> {
        let edited = try mapped {
            try core.withLock { core in
                try core.write {
                    let writer = try Writer(core, kind: kind, words: words)
                    let result = try body(writer)
                    try writer.finish()
                    return Edited(result: result, transaction: writer.transaction, touched: writer.touched)
                }
            }
        }
        if !edited.touched.isEmpty { announcer.announce() }
        return edited
    }

    /// Turns SQLite's errors into the store's.
    func mapped<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}

/// What a transaction gave and did.
public struct Edited<Result> {
    /// What the body of the transaction returned.
    public let result: Result
    /// Its number in the log, by which it can be undone; nil where nothing was written, or only what stays here.
    public let transaction: Int?
    /// The records written, in order; one may occur twice.
    public let touched: [TouchedRecord]
}

/// A record that a transaction touched.
public struct TouchedRecord: Hashable, Sendable {
    /// The entity of the record, by its number in the catalogue.
    public let entity: EntityNumber
    /// The identity of the record.
    public let id: RecordID
}

extension Edited: Sendable where Result: Sendable {}

extension StoreError {
    init(_ error: DatabaseError, path: String) {
        switch error {
        case .notADatabase: self = .notAStore(path: path)
        case .failed(let code, let message) where code & 0xFF == 1:
            // Every statement is tested against a sound file: a table or column that is not there was lost.
            self = .database(.corrupt(message: message))
        case .cannotOpen: self = .database(.cannotOpen(path: path))
        default: self = .database(error)
        }
    }
}

extension StoreCore {
    /// A fresh identity: a UUIDv7 of this moment.
    func newID() -> RecordID {
        RecordID.version7(
            milliseconds: options.clock.millisecondsSince1970(),
            random: (options.random.next64(), options.random.next64()))
    }
}
