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
    /// - Parameter elementCount: how many elements it must have; nil for a message of several forms.
    static func reading<Message>(
        _ bytes: [UInt8], elementCount: Int?,
        _ body: (inout CBORReader) throws(ReplicationError) -> Message
    ) throws(MessageError) -> Message {
        var reader = CBORReader(bytes)
        do {
            let count = try reader.readArray()
            guard try reader.readUnsigned() == Wire.version else { throw MessageError.unsupportedVersion }
            guard elementCount == nil || count == elementCount else {
                throw ReplicationError.malformed(.wrongLength, byteOffset: 0)
            }
            let message = try body(&reader)
            try reader.finish()
            return message
        } catch let error as ReplicationError {
            throw .malformed(error)
        } catch {
            throw .unsupportedVersion
        }
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
