// What a device has not seen, one page at a time.

internal import Replication
internal import SyncProtocol

/// Reads the page of an answer from one snapshot.
struct PageReading {
    let limits: ServerLimits
    let nowMilliseconds: Int64

    /// "Rows beyond the cursor not pushed by this number (all of them, from zero); new cursor; whether more waits; and
    /// at the head: sum, horizon" (docs/design, replication: Exchange).
    func page(
        for request: ExchangeRequest, _ outcomes: [Outcome], _ space: SpaceState, _ snapshot: any StorageReading
    ) throws -> ExchangePage {
        var rows: [StoredChange] = []
        var byteCount = 0
        var place = Place(request.cursor)
        var hasMore = false
        try snapshot.forEachRow(
            after: request.cursor.sequence, notPushedBy: request.isFromZero ? nil : request.number, in: space.key
        ) { row in
            let rowBytes = row.change.sealed.body.count + Self.greatestRowBytes
            let isFull = rows.count >= limits.pageRows || byteCount + rowBytes > limits.pageBytes
            guard rows.isEmpty || !isFull else {
                hasMore = true
                return false
            }
            rows.append(row.change)
            byteCount += rowBytes
            place = row.place
            return true
        }
        return try page(for: request, outcomes, rows, upTo: hasMore ? place : nil, space, snapshot)
    }

    /// The page of a request that has nothing to read.
    func pageWithoutRows(
        for request: ExchangeRequest, _ outcomes: [Outcome], _ space: SpaceState, _ snapshot: any StorageReading
    ) throws -> ExchangePage {
        try page(for: request, outcomes, [], upTo: nil, space, snapshot)
    }

    private func page(
        for request: ExchangeRequest, _ outcomes: [Outcome], _ rows: [StoredChange], upTo end: Place?,
        _ space: SpaceState, _ snapshot: any StorageReading
    ) throws -> ExchangePage {
        let place = end ?? space.head
        let base = request.cursor.isZero ? space.collectedTo : request.cursor.base
        guard let cursor = Cursor(sequence: place.sequence, tag: place.tag, base: base) else {
            throw StorageError.fault("a sequence number is beyond its range")
        }
        return ExchangePage(
            outcomes: outcomes, rows: rows, cursor: cursor, head: end == nil ? try head(of: space, snapshot) : nil)
    }

    private func head(of space: SpaceState, _ snapshot: any StorageReading) throws -> ExchangePage.Head {
        let retained = max(0, nowMilliseconds - Limits.retentionMilliseconds)
        let oldest = try snapshot.oldestDeletion(in: space.key).map { Int64($0 >> 16) }
        return ExchangePage.Head(
            sum: space.sum, horizonMilliseconds: min(retained, oldest ?? retained),
            devicesDigest: space.devicesDigest,
            wanted: try snapshot.damagedRows(limit: ReplicationLimits.damagedCount, in: space.key))
    }

    /// Bytes of a row besides its body: the longest header, owned mask, pusher, and the heads of array and body.
    static let greatestRowBytes = ChangeHeader.greatestByteCount + 9 + 9 + 1 + 5
}
