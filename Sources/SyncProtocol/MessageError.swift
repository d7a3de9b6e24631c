// Why a message could not be read.

package import Replication

/// A message that is not of this protocol, by what its reader can do.
package enum MessageError: Error, Equatable, Sendable {
    /// Another version of the protocol: update the older side.
    case unsupportedVersion
    /// Not what docs/protocol.md says: nothing was taken from it.
    case malformed(ReplicationError)

    /// Reads a message whole: an array whose first element is the version.
    ///
    /// - Parameters:
    ///   - elementCount: how many elements it must have.
    ///   - body: reads those behind the version.
    static func reading<Message>(
        _ bytes: [UInt8], elementCount: Int,
        _ body: (inout CBORReader) throws(ReplicationError) -> Message
    ) throws(MessageError) -> Message {
        try reading(bytes) { (reader, count) throws(ReplicationError) in
            try require(count, elementCount)
            return try body(&reader)
        }
    }

    /// Reads a message of several forms whole.
    ///
    /// - Parameter body: reads the elements behind the version, and makes sure that their count, the version among
    ///   them, is that of the form.
    static func reading<Message>(
        _ bytes: [UInt8],
        _ body: (inout CBORReader, _ elementCount: Int) throws(ReplicationError) -> Message
    ) throws(MessageError) -> Message {
        var reader = CBORReader(bytes)
        do {
            let count = try reader.readArray()
            guard try reader.readUnsigned() == Wire.version else { throw MessageError.unsupportedVersion }
            let message = try body(&reader, count)
            try reader.finish()
            return message
        } catch let error as ReplicationError {
            throw .malformed(error)
        } catch {
            throw .unsupportedVersion
        }
    }

    /// Refuses a message that has not as many elements as its form.
    static func require(_ count: Int, _ elementCount: Int) throws(ReplicationError) {
        guard count == elementCount else { throw .malformed(.wrongLength, byteOffset: 0) }
    }
}

extension CBORReader {
    mutating func readMode() throws(ReplicationError) -> SpaceMode {
        let start = position
        guard let mode = SpaceMode(rawValue: UInt8(try readUnsigned(through: 255))) else {
            throw .malformed(.outOfRange, byteOffset: start)
        }
        return mode
    }

    /// Milliseconds since 1970, 0…2⁴⁷ − 1.
    mutating func readMilliseconds() throws(ReplicationError) -> Int64 {
        Int64(try readUnsigned(through: (1 << 47) - 1))
    }
}
