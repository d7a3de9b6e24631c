// The packed form of the living changes of one record, as a row of the store keeps it.

/// One entry after the other, each:
///
/// | bytes | what |
/// |---|---|
/// | 6 | milliseconds of the time, big-endian |
/// | 1… | number: 4 × index of the device in the store's table + state (0 new, 1 offered, 2 confirmed) |
/// | 1… | number: counter of the time |
/// | 1… | number: owned mask |
///
/// A number is written in groups of 7 bits, the least significant first, every byte but the last with its top bit set
/// (LEB128), in as few bytes as it needs. A change with 8 low fields takes 10 bytes. There is exactly one form for a
/// value, and nothing else is read.
extension LivingChanges {
    /// The packed form; empty for a record of which nothing was written.
    ///
    /// - Parameter index: the place of a device number in the store's table, where it may add it.
    package func packed(index: (_ device: UInt64) throws -> UInt32) rethrows -> [UInt8] {
        var packed: [UInt8] = []
        try withPacked(index: index) { packed = Array($0) }
        return packed
    }

    /// Lends the packed form; its bytes end with the call.
    package func withPacked(
        index: (_ device: UInt64) throws -> UInt32, _ body: (UnsafeRawBufferPointer) -> Void
    ) rethrows {
        let limit = entries.count * Self.longestEntryByteCount
        try withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { bytes in
            var count = 0
            for entry in entries {
                let time = entry.stamp.time
                bytes.storeBytes(of: UInt32(time >> 32).bigEndian, toByteOffset: count, as: UInt32.self)
                bytes.storeBytes(of: UInt16(time >> 16 & 0xFFFF).bigEndian, toByteOffset: count + 4, as: UInt16.self)
                count += 6
                let owner = UInt64(try index(entry.stamp.device)) << 2 | UInt64(entry.state.rawValue)
                Self.store(owner, in: bytes, at: &count)
                Self.store(time & 0xFFFF, in: bytes, at: &count)
                Self.store(entry.owned.bits, in: bytes, at: &count)
            }
            body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }

    /// Reads the packed form. Nil when it is not exactly what ``packed(index:)`` gives, or when the table lacks a
    /// device: the file is damaged.
    ///
    /// - Parameter device: the device number at a place of the store's table.
    package init?(packed bytes: UnsafeRawBufferPointer, device: (_ index: UInt32) throws -> UInt64?) rethrows {
        var entries: [Entry] = []
        entries.reserveCapacity(bytes.count / Self.shortestEntryByteCount)
        var owned = FieldMask()
        var position = 0
        while position < bytes.count {
            guard
                let entry = try Self.entry(in: bytes, at: &position, device: device),
                entries.last.map({ $0.isBefore(entry) }) ?? true,
                owned.intersection(entry.owned).isEmpty
            else { return nil }
            owned = owned.union(entry.owned)
            entries.append(entry)
        }
        self.init(sorted: entries)
    }

    /// Reads the packed form from an array.
    package init?(packed bytes: [UInt8], device: (_ index: UInt32) throws -> UInt64?) rethrows {
        guard let living = try bytes.withUnsafeBytes({ try LivingChanges(packed: $0, device: device) }) else {
            return nil
        }
        self = living
    }

    /// 6 bytes of milliseconds, and one each for the three numbers.
    private static let shortestEntryByteCount = 9
    /// 6 bytes of milliseconds, and numbers of 34, 16 and 63 bits.
    private static let longestEntryByteCount = 6 + 5 + 3 + 9

    private static func entry(
        in bytes: UnsafeRawBufferPointer, at position: inout Int, device: (UInt32) throws -> UInt64?
    ) rethrows -> Entry? {
        guard bytes.count - position >= 6 else { return nil }
        let upper = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
        let lower = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt16.self))
        position += 6
        guard
            let owner = number(in: bytes, at: &position),
            let state = State(rawValue: UInt8(owner & 3)),
            let index = UInt32(exactly: owner >> 2),
            let counter = number(in: bytes, at: &position), counter <= 0xFFFF,
            let bits = number(in: bytes, at: &position), bits != 0, bits <= FieldMask.all.bits,
            let device = try device(index),
            let stamp = Stamp(time: UInt64(upper) << 32 | UInt64(lower) << 16 | counter, device: device)
        else { return nil }
        return Entry(stamp: stamp, owned: FieldMask(bits: bits), state: state)
    }

    private static func store(_ number: UInt64, in bytes: UnsafeMutableRawBufferPointer, at position: inout Int) {
        var rest = number
        while rest >= 0x80 {
            bytes[position] = UInt8(truncatingIfNeeded: rest) | 0x80
            position += 1
            rest >>= 7
        }
        bytes[position] = UInt8(rest)
        position += 1
    }

    /// Nil when the bytes end, the number is above 63 bits, or it could be written in fewer bytes.
    private static func number(in bytes: UnsafeRawBufferPointer, at position: inout Int) -> UInt64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 63 {
            let byte = bytes[position]
            position += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return byte == 0 && shift > 0 ? nil : number }
            shift += 7
        }
        return nil
    }
}
