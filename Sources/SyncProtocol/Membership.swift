// How a device comes into a space, and the list of those that are in it.

internal import Replication

/// The request of `/v1/claim`: makes a space, once for each claim link. Asked again with the same token it gives the
/// same answer.
package struct ClaimRequest: Equatable, Sendable {
    /// The 16 bytes under which the server knows the link; see `Link`.
    package let lookup: [UInt8]
    /// SHA-256 of the token that the device made.
    package let tokenHash: [UInt8]
    /// The device number under which it will exchange.
    package let number: UInt64
    /// Whether the server may read the space.
    package let mode: SpaceMode
    /// The space to make; a device that had one on a server that was wiped names that.
    package let space: SpaceID

    /// A request of these parts.
    package init(lookup: [UInt8], tokenHash: [UInt8], number: UInt64, mode: SpaceMode, space: SpaceID) {
        self.lookup = lookup
        self.tokenHash = tokenHash
        self.number = number
        self.mode = mode
        self.space = space
    }

    /// The array [version, lookup (16), token hash (32), number, mode, space (16)].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 96)
        writer.writeArray(count: 6)
        writer.write(Wire.version)
        writer.write(lookup)
        writer.write(tokenHash)
        writer.write(number)
        writer.write(UInt64(mode.rawValue))
        writer.write(space)
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 6) { (reader) throws(ReplicationError) in
            ClaimRequest(
                lookup: try reader.readBytes(count: 16), tokenHash: try reader.readBytes(count: 32),
                number: try reader.readDeviceNumber(), mode: try reader.readMode(), space: try reader.readRecordID())
        }
    }
}

/// The request of `/v1/join` and `/v1/recovery`: comes into a space by an invitation, or by its recovery code. Asked
/// again with the same token it gives the same answer.
package struct JoinRequest: Equatable, Sendable {
    /// The 16 bytes under which the server knows the invitation or code.
    package let lookup: [UInt8]
    /// SHA-256 of the token that the device made.
    package let tokenHash: [UInt8]
    /// The device number under which it will exchange.
    package let number: UInt64

    /// A request of these parts.
    package init(lookup: [UInt8], tokenHash: [UInt8], number: UInt64) {
        self.lookup = lookup
        self.tokenHash = tokenHash
        self.number = number
    }

    /// The array [version, lookup (16), token hash (32), number].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 64)
        writer.writeArray(count: 4)
        writer.write(Wire.version)
        writer.write(lookup)
        writer.write(tokenHash)
        writer.write(number)
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 4) { (reader) throws(ReplicationError) in
            JoinRequest(
                lookup: try reader.readBytes(count: 16), tokenHash: try reader.readBytes(count: 32),
                number: try reader.readDeviceNumber())
        }
    }
}

/// The answer of `/v1/claim`, `/v1/join` and `/v1/recovery`.
package struct JoinAnswer: Equatable, Sendable {
    /// Whether the server can read the space.
    package let mode: SpaceMode
    /// The server's clock, in milliseconds since 1970.
    package let serverMilliseconds: Int64
    /// The space that the token opens from now on.
    package let space: SpaceID
    /// What whoever invited left for the device, wrapped; empty for a claim.
    package let wrapped: [UInt8]

    /// An answer of these parts.
    package init(mode: SpaceMode, serverMilliseconds: Int64, space: SpaceID, wrapped: [UInt8]) {
        self.mode = mode
        self.serverMilliseconds = serverMilliseconds
        self.space = space
        self.wrapped = wrapped
    }

    /// The array [version, mode, time, space (16), wrapped].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 64 + wrapped.count)
        writer.writeArray(count: 5)
        writer.write(Wire.version)
        writer.write(UInt64(mode.rawValue))
        writer.write(serverMilliseconds)
        writer.write(space)
        writer.write(wrapped)
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 5) { (reader) throws(ReplicationError) in
            JoinAnswer(
                mode: try reader.readMode(), serverMilliseconds: try reader.readMilliseconds(),
                space: try reader.readRecordID(),
                wrapped: Array(try reader.readSlice(through: Limits.wrappedByteCount)))
        }
    }
}

/// The request of `/v1/invitations`: leaves a wrapped key for a device to come.
package struct InvitationRequest: Equatable, Sendable {
    /// What is left.
    package enum Kind: UInt8, Sendable {
        /// For one device, within a quarter of an hour.
        case invitation = 0
        /// For any device at any time, in place of the space's recovery code before.
        case recovery = 1
    }

    /// What is left.
    package let kind: Kind
    /// SHA-256 of the 16 bytes under which it will be asked for.
    package let lookupHash: [UInt8]
    /// What the device will need, wrapped.
    package let wrapped: [UInt8]

    /// A request of these parts.
    package init(kind: Kind, lookupHash: [UInt8], wrapped: [UInt8]) {
        self.kind = kind
        self.lookupHash = lookupHash
        self.wrapped = wrapped
    }

    /// What is authenticated with ``wrapped``: space id (16 bytes) ‖ mode (1 byte). It is wrapped in an open space too,
    /// around nothing, so that no server can make a device believe that a sealed space is open.
    package static func associatedData(space: SpaceID, mode: SpaceMode) -> [UInt8] {
        space.bytes + [mode.rawValue]
    }

    /// The array [version, kind, lookup hash (32), wrapped].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 48 + wrapped.count)
        writer.writeArray(count: 4)
        writer.write(Wire.version)
        writer.write(UInt64(kind.rawValue))
        writer.write(lookupHash)
        writer.write(wrapped)
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 4) { (reader) throws(ReplicationError) in
            let start = reader.position
            guard let kind = Kind(rawValue: UInt8(try reader.readUnsigned(through: 255))) else {
                throw .malformed(.outOfRange, byteOffset: start)
            }
            return InvitationRequest(
                kind: kind, lookupHash: try reader.readBytes(count: 32),
                wrapped: Array(try reader.readSlice(through: Limits.wrappedByteCount)))
        }
    }
}

/// The answer of `/v1/invitations`.
package struct InvitationAnswer: Equatable, Sendable {
    /// Until when it can be used, in milliseconds since 1970; 0 for ever.
    package let validUntilMilliseconds: Int64

    /// An answer of these parts.
    package init(validUntilMilliseconds: Int64) {
        self.validUntilMilliseconds = validUntilMilliseconds
    }

    /// The array [version, valid until].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 16)
        writer.writeArray(count: 2)
        writer.write(Wire.version)
        writer.write(validUntilMilliseconds)
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 2) { (reader) throws(ReplicationError) in
            InvitationAnswer(validUntilMilliseconds: try reader.readMilliseconds())
        }
    }
}
