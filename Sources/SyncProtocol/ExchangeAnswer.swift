// What the server says in an exchange: what became of the changes, and what the device has not seen.

package import Replication

/// The answer of `/v1/exchange` (docs/design, replication: Exchange).
package struct ExchangeAnswer: Equatable, Sendable {
    /// Whether the server can read the space. A device that knows better takes nothing from the answer.
    package let mode: SpaceMode
    /// The server's clock, in milliseconds since 1970.
    package let serverMilliseconds: Int64
    /// What the server makes of where the device stands.
    package let verdict: ExchangeVerdict

    /// An answer of these parts.
    package init(mode: SpaceMode, serverMilliseconds: Int64, verdict: ExchangeVerdict) {
        self.mode = mode
        self.serverMilliseconds = serverMilliseconds
        self.verdict = verdict
    }
}

extension ExchangeAnswer {
    /// Makes sure that this can be the answer to a request, so that a wrong server neither confirms what it was not
    /// sent nor keeps a device reading without getting anywhere.
    ///
    /// - Parameter mode: that of the space, as the device was told when it came in.
    package func requireAnswer(to request: ExchangeRequest, mode: SpaceMode) throws(SyncFailure) {
        guard self.mode == mode else { throw .invalidAnswer(.wrongMode) }
        guard case .page(let page) = verdict else { return }
        guard page.outcomes.count == request.changes.count else {
            throw .invalidAnswer(.malformed(detail: "It has not one outcome for each change."))
        }
        let least = request.cursor.sequence + (page.head == nil ? 1 : 0)
        guard page.cursor.sequence >= least else {
            throw .invalidAnswer(.malformed(detail: "Its cursor does not go forward."))
        }
    }

    /// The array [version, mode, time, verdict, …]: 0, outcomes, rows, cursor, head or null · 1 foreign, last · 2
    /// expired, last. A row is [header, body, owned, pusher or 0 for the writer]; a head is [sum, horizon, devices,
    /// wanted]; an outcome is a number, or an array of a number and more.
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: reservedByteCount)
        switch verdict {
        case .page(let page):
            writer.writeArray(count: 8)
            writeStart(&writer, verdict: 0)
            writer.writeArray(count: page.outcomes.count)
            for outcome in page.outcomes { writer.write(outcome) }
            writer.writeArray(count: page.rows.count)
            for row in page.rows { writer.write(row) }
            writer.write(page.cursor)
            if let head = page.head { writer.write(head) } else { writer.writeNull() }
        case .foreign(let last):
            writer.writeArray(count: 5)
            writeStart(&writer, verdict: 1)
            writer.write(last)
        case .expired(let last):
            writer.writeArray(count: 5)
            writeStart(&writer, verdict: 2)
            writer.write(last)
        }
        return writer.bytes
    }

    private var reservedByteCount: Int {
        guard case .page(let page) = verdict else { return 32 }
        return 128 + page.outcomes.count + page.rows.reduce(0) { $0 + $1.sealed.body.count + 72 }
    }

    private func writeStart(_ writer: inout CBORWriter, verdict: UInt64) {
        writer.write(Wire.version)
        writer.write(UInt64(mode.rawValue))
        writer.write(serverMilliseconds)
        writer.write(verdict)
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes) { (reader, count) throws(ReplicationError) in
            let mode = try reader.readMode()
            let milliseconds = try reader.readMilliseconds()
            let form = try reader.readUnsigned(through: 2)
            try MessageError.require(count, form == 0 ? 8 : 5)
            let verdict: ExchangeVerdict =
                switch form {
                case 0: .page(try reader.readPage())
                case 1: .foreign(last: try reader.readUnsigned(through: UInt64(Int64.max)))
                default: .expired(last: try reader.readUnsigned(through: UInt64(Int64.max)))
                }
            return ExchangeAnswer(mode: mode, serverMilliseconds: milliseconds, verdict: verdict)
        }
    }
}

extension CBORWriter {
    fileprivate mutating func write(_ outcome: Outcome) {
        switch outcome {
        case .stored: write(UInt64(0))
        case .done: write(UInt64(1))
        case .ahead: write(UInt64(2))
        case .later(let reason, let seconds):
            writeArray(count: 3)
            write(UInt64(3))
            write(UInt64(reason.rawValue))
            write(UInt64(seconds))
        case .refused(let refusal):
            writeArray(count: 2)
            write(UInt64(4))
            write(UInt64(refusal.rawValue))
        }
    }

    fileprivate mutating func write(_ row: StoredChange) {
        writeArray(count: 4)
        write(row.sealed.header)
        write(row.sealed.body)
        write(row.owned.bits)
        write(row.pusher == row.sealed.header.stamp.device ? 0 : row.pusher)
    }

    fileprivate mutating func write(_ head: ExchangePage.Head) {
        writeArray(count: 4)
        write(head.sum.bytes)
        write(head.horizonMilliseconds)
        write(head.devicesDigest)
        writeArray(count: head.wanted.count)
        for key in head.wanted { write(key) }
    }
}

extension CBORReader {
    fileprivate mutating func readPage() throws(ReplicationError) -> ExchangePage {
        let outcomes = try readList(through: ReplicationLimits.pageChangeCount) {
            (reader) throws(ReplicationError) in try reader.readOutcome()
        }
        let rows = try readList(through: ReplicationLimits.pageChangeCount) {
            (reader) throws(ReplicationError) in try reader.readStoredChange()
        }
        let cursor = try readCursor()
        guard try nextKind() != .null else {
            try readNull()
            return ExchangePage(outcomes: outcomes, rows: rows, cursor: cursor, head: nil)
        }
        return ExchangePage(outcomes: outcomes, rows: rows, cursor: cursor, head: try readHead())
    }

    /// A number, or an array of it and one or two more. What this version does not know means later: the change stays
    /// in the queue.
    private mutating func readOutcome() throws(ReplicationError) -> Outcome {
        let start = position
        let hasMore = try nextKind() == .array
        let count = hasMore ? try readArray() : 1
        guard hasMore ? 2...3 ~= count : true else { throw .malformed(.wrongLength, byteOffset: start) }
        var numbers: [UInt64] = []
        for _ in 0..<count { numbers.append(try readUnsigned(through: UInt64(UInt32.max))) }
        switch (numbers[0], count) {
        case (0, 1): return .stored
        case (1, 1): return .done
        case (2, 1): return .ahead
        case (3, 3):
            let reason = UInt8(exactly: numbers[1]).flatMap(Outcome.Reason.init) ?? .unknown
            return .later(reason, seconds: UInt32(truncatingIfNeeded: numbers[2]))
        case (4, 2): return .refused(UInt8(exactly: numbers[1]).flatMap(Outcome.Refusal.init) ?? .unknown)
        case (0...4, _): throw .malformed(.wrongLength, byteOffset: start)
        default: return .later(.unknown, seconds: Limits.unknownOutcomeSeconds)
        }
    }

    private mutating func readStoredChange() throws(ReplicationError) -> StoredChange {
        let start = position
        try readArray(count: 4)
        let header = try readHeader()
        let body = try readSlice(through: ReplicationLimits.bodyByteCount)
        let owned = FieldMask(bits: try readUnsigned(through: FieldMask.all.bits))
        let pusher = try readUnsigned(through: UInt64(Int64.max))
        guard !owned.isEmpty, owned.subtracting(header.mask).isEmpty, pusher != header.stamp.device else {
            throw .malformed(.outOfRange, byteOffset: start)
        }
        return StoredChange(
            sealed: SealedChange(header: header, body: body), owned: owned,
            pusher: pusher == 0 ? header.stamp.device : pusher)
    }

    private mutating func readHead() throws(ReplicationError) -> ExchangePage.Head {
        let start = position
        try readArray(count: 4)
        guard let sum = EqualitySum(bytes: try readBytes(count: 16)) else {
            throw .malformed(.wrongLength, byteOffset: start)
        }
        return ExchangePage.Head(
            sum: sum, horizonMilliseconds: try readMilliseconds(), devicesDigest: try readBytes(count: 8),
            wanted: try readList(through: ReplicationLimits.damagedCount) {
                (reader) throws(ReplicationError) in try reader.readChangeKey()
            })
    }
}
