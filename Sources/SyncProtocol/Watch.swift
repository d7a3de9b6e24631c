// Waiting for news: a long poll that carries no data.

package import Replication

/// The request of `/v1/watch`: asks to be told when somebody else pushes.
package struct WatchRequest: Equatable, Sendable {
    /// The device number that asks: what it pushes itself is no news.
    package let number: UInt64
    /// How far it has read; its base does not count. A server whose head is elsewhere answers at once.
    package let cursor: Cursor
    /// How long to wait at most, 1…``Limits/watchSeconds``.
    package let seconds: UInt32

    /// A request of these parts.
    package init(number: UInt64, cursor: Cursor, seconds: UInt32) {
        self.number = number
        self.cursor = cursor
        self.seconds = seconds
    }

    /// The array [version, number, cursor, seconds].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 48)
        writer.writeArray(count: 4)
        writer.write(Wire.version)
        writer.write(number)
        writer.write(cursor)
        writer.write(UInt64(seconds))
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 4) { (reader) throws(ReplicationError) in
            let (number, cursor) = (try reader.readDeviceNumber(), try reader.readCursor())
            let start = reader.position
            let seconds = UInt32(try reader.readUnsigned(through: UInt64(Limits.watchSeconds)))
            guard seconds != 0 else { throw .malformed(.outOfRange, byteOffset: start) }
            return WatchRequest(number: number, cursor: cursor, seconds: seconds)
        }
    }
}

/// The answer of `/v1/watch`.
package struct WatchAnswer: Equatable, Sendable {
    /// Whether there is anything to exchange; else the time is over.
    package let isChanged: Bool

    /// An answer of these parts.
    package init(isChanged: Bool) {
        self.isChanged = isChanged
    }

    /// The array [version, changed].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 4)
        writer.writeArray(count: 2)
        writer.write(Wire.version)
        writer.write(isChanged)
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 2) { (reader) throws(ReplicationError) in
            WatchAnswer(isChanged: try reader.readBool())
        }
    }
}

/// The body of every answer that is not 200.
package struct ErrorBody: Equatable, Sendable {
    /// Why.
    package let code: ErrorCode
    /// By which the server's log knows the request.
    package let requestID: UInt64

    /// A body of these parts.
    package init(code: ErrorCode, requestID: UInt64) {
        self.code = code
        self.requestID = requestID
    }

    /// The array [version, code (text), request id].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 40)
        writer.writeArray(count: 3)
        writer.write(Wire.version)
        writer.write(code.rawValue)
        writer.write(requestID)
        return writer.bytes
    }

    /// Reads ``encoded``; a code that this version does not know is malformed.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 3) { (reader) throws(ReplicationError) in
            let start = reader.position
            guard let code = ErrorCode(rawValue: try reader.readText()) else {
                throw .malformed(.outOfRange, byteOffset: start)
            }
            return ErrorBody(code: code, requestID: try reader.readUnsigned())
        }
    }
}
