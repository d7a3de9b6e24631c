// The list of the devices of a space, and what can be done to it.

internal import Cryptography
internal import Replication

/// A device of a space, as the server and every device keep it.
package struct MemberDevice: Hashable, Sendable {
    /// SHA-256 of its token: what tells it from the others.
    package let tokenHash: [UInt8]
    /// Its name, sealed or plain as bodies are; empty where none was given yet.
    package let name: [UInt8]
    /// The numbers under which it has exchanged, the newest last; at most ``Limits/numbersPerDevice``.
    package let numbers: [UInt64]
    /// Whether its token opens nothing any more.
    package let isRevoked: Bool
    /// When it came in, in milliseconds since 1970.
    package let joinedMilliseconds: Int64
    /// When it last exchanged, in milliseconds since 1970; 0 never. Not part of ``DeviceList/digest(of:)``.
    package let seenMilliseconds: Int64

    /// A device of these parts.
    package init(
        tokenHash: [UInt8], name: [UInt8], numbers: [UInt64], isRevoked: Bool, joinedMilliseconds: Int64,
        seenMilliseconds: Int64
    ) {
        self.tokenHash = tokenHash
        self.name = name
        self.numbers = numbers
        self.isRevoked = isRevoked
        self.joinedMilliseconds = joinedMilliseconds
        self.seenMilliseconds = seenMilliseconds
    }
}

/// The request of `/v1/devices`.
package enum DevicesRequest: Equatable, Sendable {
    /// Brings the devices that the asking one knows, and asks for the list: the server adds those it does not know, as
    /// after a roll-back, and a device that anybody knows as revoked is revoked.
    case list(known: [MemberDevice])
    /// Gives a device a name, sealed or plain as bodies are.
    case rename(tokenHash: [UInt8], name: [UInt8])
    /// Makes a device's token open nothing, from now on; it may be the asking device's own.
    case revoke(tokenHash: [UInt8])

    /// The array [version, 0, devices by ascending token hash], [version, 1, token hash (32), name] or [version, 2,
    /// token hash (32)].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 64)
        switch self {
        case .list(let known):
            writer.writeArray(count: 3)
            writer.write(Wire.version)
            writer.write(UInt64(0))
            writer.write(DeviceList(devices: known))
        case .rename(let tokenHash, let name):
            writer.writeArray(count: 4)
            writer.write(Wire.version)
            writer.write(UInt64(1))
            writer.write(tokenHash)
            writer.write(name)
        case .revoke(let tokenHash):
            writer.writeArray(count: 3)
            writer.write(Wire.version)
            writer.write(UInt64(2))
            writer.write(tokenHash)
        }
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes) { (reader, count) throws(ReplicationError) in
            let form = try reader.readUnsigned(through: 2)
            try MessageError.require(count, form == 1 ? 4 : 3)
            switch form {
            case 0: return .list(known: try reader.readDevices())
            case 1:
                return .rename(
                    tokenHash: try reader.readBytes(count: 32),
                    name: Array(try reader.readSlice(through: Limits.deviceNameByteCount)))
            default: return .revoke(tokenHash: try reader.readBytes(count: 32))
            }
        }
    }
}

/// The answer of `/v1/devices`: the list as it stands after the request, by token hash.
package struct DeviceList: Equatable, Sendable {
    /// By ascending token hash.
    package let devices: [MemberDevice]

    /// A list of these devices, in any order; none twice.
    package init(devices: [MemberDevice]) {
        self.devices = devices.sorted { $0.tokenHash.lexicographicallyPrecedes($1.tokenHash) }
    }

    /// The array [version, devices]; a device is [token hash (32), name, numbers, revoked, joined, seen].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 16 + 128 * devices.count)
        writer.writeArray(count: 2)
        writer.write(Wire.version)
        writer.write(self)
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 2) { (reader) throws(ReplicationError) in
            DeviceList(devices: try reader.readDevices())
        }
    }

    /// The first 8 bytes of the SHA-256 of the array of all devices, each as [token hash, name, numbers, revoked].
    package var digest: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 128 * devices.count)
        writer.writeArray(count: devices.count)
        for device in devices {
            writer.writeArray(count: 4)
            writer.write(device.tokenHash)
            writer.write(device.name)
            writer.writeArray(count: device.numbers.count)
            for number in device.numbers { writer.write(number) }
            writer.write(device.isRevoked)
        }
        return Array(SHA256.digest(of: writer.bytes).prefix(8))
    }
}

extension CBORWriter {
    fileprivate mutating func write(_ list: DeviceList) {
        writeArray(count: list.devices.count)
        for device in list.devices { write(device) }
    }

    fileprivate mutating func write(_ device: MemberDevice) {
        writeArray(count: 6)
        write(device.tokenHash)
        write(device.name)
        writeArray(count: device.numbers.count)
        for number in device.numbers { write(number) }
        write(device.isRevoked)
        write(device.joinedMilliseconds)
        write(device.seenMilliseconds)
    }
}

extension CBORReader {
    /// Reads devices, which must come by ascending token hash, each once.
    fileprivate mutating func readDevices() throws(ReplicationError) -> [MemberDevice] {
        let start = position
        let devices = try readList(through: Limits.deviceCount) { (reader) throws(ReplicationError) in
            try reader.readArray(count: 6)
            return MemberDevice(
                tokenHash: try reader.readBytes(count: 32),
                name: Array(try reader.readSlice(through: Limits.deviceNameByteCount)),
                numbers: try reader.readList(through: Limits.numbersPerDevice) {
                    (reader) throws(ReplicationError) in try reader.readDeviceNumber()
                },
                isRevoked: try reader.readBool(), joinedMilliseconds: try reader.readMilliseconds(),
                seenMilliseconds: try reader.readMilliseconds())
        }
        let isAscending = zip(devices, devices.dropFirst()).allSatisfy {
            $0.tokenHash.lexicographicallyPrecedes($1.tokenHash)
        }
        guard isAscending else { throw .malformed(.unsortedKeys, byteOffset: start) }
        return devices
    }
}
