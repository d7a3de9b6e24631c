// A prepared statement: bind, step, read columns.

internal import CPackmuleSQLite

/// A prepared statement of one connection. It never leaves the closure in which the connection is held.
///
/// Parameters and columns count from 0. A statement is reset before it is bound anew and after its last row.
public final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    init(handle: OpaquePointer, connection: OpaquePointer) {
        self.handle = handle
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    // MARK: Running

    /// Goes to the next row; false, and reset, after the last one.
    public func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE {
            sqlite3_reset(handle)
            return false
        }
        let error = DatabaseError(code: sqlite3_extended_errcode(connection), message: message)
        sqlite3_reset(handle)
        throw error
    }

    /// Runs a statement that gives no rows, or whose rows do not matter.
    public func run() throws {
        while try step() {}
    }

    /// Calls `body` at each row.
    public func forEachRow(_ body: (Statement) throws -> Void) throws {
        do {
            while try step() { try body(self) }
        } catch {
            reset()
            throw error
        }
    }

    /// What `body` makes of the first row; nil when there is none.
    @inlinable
    public func firstRow<Result>(_ body: (Statement) throws -> Result) throws -> Result? {
        guard try step() else { return nil }
        defer { reset() }
        return try body(self)
    }

    /// Ends reading early and makes the statement ready for new parameters.
    public func reset() {
        sqlite3_reset(handle)
    }

    /// Whether a row was read and the last one not yet.
    var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

    private var message: String {
        String(cString: sqlite3_errmsg(connection))
    }

    // MARK: Parameters

    /// Binds an integer. What is bound, here and below, stays bound until it is bound anew; an index that the statement
    /// lacks stops the program.
    public func bind(_ index: Int32, _ value: Int64) {
        check(sqlite3_bind_int64(handle, index + 1, value))
    }

    /// Binds an integer.
    public func bind(_ index: Int32, _ value: Int) {
        check(sqlite3_bind_int64(handle, index + 1, Int64(value)))
    }

    /// Binds a number. It is kept to the bit; only NaN becomes null, because SQLite has no such number.
    public func bind(_ index: Int32, _ value: Double) {
        check(sqlite3_bind_double(handle, index + 1, value))
    }

    /// Binds a copy of a text in UTF-8, not normalised; the byte zero may be in it.
    public func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { text in
                check(packmule_bind_text(handle, index + 1, text.baseAddress, Int32(text.count)))
            }
        }
    }

    /// Binds a copy of the bytes; none are an empty blob, not null.
    public func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
        check(packmule_bind_blob(handle, index + 1, bytes.baseAddress, Int32(bytes.count)))
    }

    /// Binds a copy of the bytes; none are an empty blob, not null.
    public func bind(_ index: Int32, _ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bind(index, $0) }
    }

    /// Binds null.
    public func bindNull(_ index: Int32) {
        check(sqlite3_bind_null(handle, index + 1))
    }

    /// Binding fails only for an index that the statement lacks, a fault of this program, or for want of memory.
    private func check(_ code: Int32) {
        precondition(code == SQLITE_OK, "binding a parameter failed")
    }

    // MARK: Columns

    /// Whether the column of the row read last is null; so is one that the row lacks.
    public func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// 0 where the column is null.
    public func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// 0 where the column is null.
    public func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// Empty where the column is null; bytes that are no UTF-8, which only a damaged file can hold, are replaced.
    public func text(_ column: Int32) -> String {
        // Asked for as text, SQLite would copy the bytes to put a zero behind them.
        String(decoding: lentBytes(column), as: UTF8.self)
    }

    /// Empty where the column is null.
    public func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { [UInt8]($0) }
    }

    /// Lends the bytes of a column; they end with the call.
    @inlinable
    public func withBytes<Result>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try body(lentBytes(column))
    }

    @usableFromInline
    func lentBytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let pointer = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: pointer, count: Int(sqlite3_column_bytes(handle, column)))
    }
}
