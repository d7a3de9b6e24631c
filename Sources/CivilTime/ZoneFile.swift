// Reads the bytes of a TZif file: what the zone compiler wrote about one zone.

/// The content of a TZif file of version 1 or later (RFC 9636) as far as offsets and abbreviations go. Whether a local
/// time is daylight time is not kept: nothing may depend on it.
struct ZoneFile {
    /// At least one; the first is valid before the first transition.
    private(set) var localTimes: [LocalTime] = []
    /// Ascending. The type is an index into ``localTimes``.
    private(set) var transitions: [(seconds: Int, type: Int)] = []
    /// What holds after the last transition; nil when the file does not say, and then it is that transition's type.
    private(set) var rule: PosixZone?

    /// Takes any bytes and throws for all that are not a whole file. Memory is bounded by the number of bytes. Versions
    /// after 4 are read as 4, for every version so far kept the form of the one before.
    init(_ bytes: [UInt8]) throws(CivilTimeError) {
        guard bytes.count <= Limits.zoneFileBytes else {
            throw .damagedZoneFile(reason: "it has more than \(Limits.zoneFileBytes) bytes")
        }
        var reader = BigEndianReader(bytes)
        let header = try Header(from: &reader)
        guard header.isLongForm else {
            try readBlock(header, timeBytes: 4, from: &reader)
            return
        }
        try reader.skip(header.shortBlockBytes)
        try readBlock(Header(from: &reader), timeBytes: 8, from: &reader)
        try readFooter(from: &reader)
    }

    private mutating func readBlock(
        _ header: Header, timeBytes: Int, from reader: inout BigEndianReader
    ) throws(CivilTimeError) {
        guard header.leapCount == 0 else { throw .zoneFileCountsLeapSeconds }
        guard (1...256).contains(header.typeCount), header.abbreviationBytes > 0 else {
            throw .damagedZoneFile(reason: "it has no local time, or too many")
        }
        let indicatorCounts = [0, header.typeCount]
        guard indicatorCounts.contains(header.standardCount), indicatorCounts.contains(header.utCount) else {
            throw .damagedZoneFile(reason: "its counts contradict each other")
        }
        var times: [Int] = []
        for _ in 0..<header.transitionCount {
            times.append(try reader.integer(bytes: timeBytes))
        }
        let types = try reader.bytes(header.transitionCount)
        let records = try reader.bytes(header.typeCount * 6)
        let abbreviations = try reader.bytes(header.abbreviationBytes)
        try reader.skip(header.standardCount + header.utCount)

        localTimes = try Self.localTimes(in: records, abbreviations: abbreviations)
        transitions = zip(times, types).map { ($0, Int($1)) }
        guard types.allSatisfy({ $0 < header.typeCount }) else {
            throw .damagedZoneFile(reason: "a transition leads to a local time that is not there")
        }
        guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }), times.allSatisfy(Self.timeRange.contains) else {
            throw .damagedZoneFile(reason: "its transitions are not in the order of time")
        }
    }

    private static func localTimes(
        in records: ArraySlice<UInt8>, abbreviations: ArraySlice<UInt8>
    ) throws(CivilTimeError) -> [LocalTime] {
        var reader = BigEndianReader(records)
        var localTimes: [LocalTime] = []
        while !reader.isAtEnd {
            let offset = try reader.integer(bytes: 4)
            let isDaylight = try reader.byte()
            let text = abbreviations.dropFirst(Int(try reader.byte()))
            guard Limits.offsetSeconds.contains(offset), isDaylight <= 1 else {
                throw .damagedZoneFile(reason: "a local time is out of range")
            }
            guard let end = text.firstIndex(of: 0), text[..<end].allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .damagedZoneFile(reason: "an abbreviation has no end, or strange characters")
            }
            localTimes.append(
                LocalTime(offsetSeconds: offset, abbreviation: String(decoding: text[..<end], as: UTF8.self)))
        }
        return localTimes
    }

    /// The footer is demanded, although it may be empty: a file cut off before it would keep its last offset for ever.
    private mutating func readFooter(from reader: inout BigEndianReader) throws(CivilTimeError) {
        let lineFeed = UInt8(ascii: "\n")
        guard reader.rest.first == lineFeed, let end = reader.rest.dropFirst().firstIndex(of: lineFeed) else {
            throw .damagedZoneFile(reason: "its last line is missing")
        }
        let text = reader.rest[..<end].dropFirst()
        guard !text.isEmpty else { return }
        do throws(CivilTimeError) {
            rule = try PosixZone(String(decoding: text, as: UTF8.self))
        } catch {
            throw .damagedZoneFile(reason: "its last line is not a rule")
        }
    }

    /// RFC 9636 section 3.2 allows no earlier time; so bounded, sums with offsets cannot overflow.
    private static let timeRange = -(1 << 59)...(1 << 59)
}

/// The 44 bytes before each data block (RFC 9636 section 3.1).
private struct Header {
    /// Whether a second header and block with 64-bit times, and a footer, follow.
    let isLongForm: Bool
    let utCount: Int
    let standardCount: Int
    let leapCount: Int
    let transitionCount: Int
    let typeCount: Int
    let abbreviationBytes: Int

    init(from reader: inout BigEndianReader) throws(CivilTimeError) {
        guard try reader.bytes(4).elementsEqual("TZif".utf8) else {
            throw .damagedZoneFile(reason: "it does not begin with \"TZif\"")
        }
        let version = try reader.byte()
        guard version == 0 || (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(version) else {
            throw .damagedZoneFile(reason: "its version is none")
        }
        isLongForm = version != 0
        try reader.skip(15)
        utCount = try reader.count()
        standardCount = try reader.count()
        leapCount = try reader.count()
        transitionCount = try reader.count()
        typeCount = try reader.count()
        abbreviationBytes = try reader.count()
    }

    /// The length of a data block with 32-bit times after this header. Each count has 32 bits, so the sum cannot
    /// overflow.
    var shortBlockBytes: Int {
        transitionCount * 5 + typeCount * 6 + abbreviationBytes + leapCount * 8 + standardCount + utCount
    }
}

/// A cursor over bytes, most significant first, that throws at the end.
private struct BigEndianReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) {
        rest = ArraySlice(bytes)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ count: Int) throws(CivilTimeError) {
        _ = try bytes(count)
    }

    mutating func bytes(_ count: Int) throws(CivilTimeError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .damagedZoneFile(reason: "it ends too early") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func byte() throws(CivilTimeError) -> UInt8 {
        UInt8(truncatingIfNeeded: try integer(bytes: 1))
    }

    /// An unsigned number of 32 bits.
    mutating func count() throws(CivilTimeError) -> Int {
        Int(UInt32(truncatingIfNeeded: try integer(bytes: 4)))
    }

    /// A number in two's complement.
    ///
    /// - Parameter count: 1…8.
    mutating func integer(bytes count: Int) throws(CivilTimeError) -> Int {
        let bits = try bytes(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = UInt64(64 - 8 * count)
        return Int(Int64(bitPattern: bits << unused) >> Int64(unused))
    }
}
