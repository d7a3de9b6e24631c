// What could be seen on a screen.

import Platform

/// A picture, pixel by pixel.
package struct Picture: Sendable {
    /// Pixels in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// Red, green and blue of each pixel, row by row from the top.
    package let bytes: [UInt8]

    struct Malformed: Error {}

    /// Reads a picture as X dumps it (XWD, version 7, 32 bits a pixel).
    init(xwd: [UInt8]) throws {
        func number(_ index: Int) -> Int {
            xwd[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        guard xwd.count > 100, number(1) == 7, number(11) == 32 else { throw Malformed() }
        (width, height) = (number(4), number(5))
        let (start, lineBytes) = (number(0) + number(19) * 12, number(12))
        guard xwd.count >= start + lineBytes * height, lineBytes >= width * 4 else { throw Malformed() }
        let isLittleEndian = number(7) == 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for row in 0..<height {
            for column in 0..<width {
                let pixel = start + row * lineBytes + column * 4
                bytes +=
                    isLittleEndian
                    ? [xwd[pixel + 2], xwd[pixel + 1], xwd[pixel]] : [xwd[pixel + 1], xwd[pixel + 2], xwd[pixel + 3]]
            }
        }
        self.bytes = bytes
    }

    /// How many pixels of an area differ from those of a picture of the same size.
    package func differingPixels(from other: Picture, in area: VirtualScreen.Area) -> Int {
        precondition(width == other.width && height == other.height)
        var count = 0
        for row in max(0, area.y)..<min(height, area.y + area.height) {
            for column in max(0, area.x)..<min(width, area.x + area.width) {
                let pixel = (row * width + column) * 3
                if bytes[pixel..<pixel + 3] != other.bytes[pixel..<pixel + 3] { count += 1 }
            }
        }
        return count
    }

    /// Keeps the picture as .build/artefacts/NAME.png, for people to look at.
    ///
    /// - Returns: the path.
    @discardableResult
    package func keep(as name: String) throws -> String {
        let folder = Fixtures.repository + "/.build/artefacts"
        try Files.createFolder(folder)
        try Files.write(png, to: "\(folder)/\(name).png")
        return "\(folder)/\(name).png"
    }

    /// The picture as PNG (W3C PNG specification), not compressed.
    package var png: [UInt8] {
        var lines: [UInt8] = []
        for row in 0..<height { lines += [0] + bytes[row * width * 3..<(row + 1) * width * 3] }
        let header = Self.bigEndian(width) + Self.bigEndian(height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", Self.stored(lines)) + Self.chunk("IEND", [])
    }

    /// A stream of zlib (RFC 1950) of blocks that are stored as they are (RFC 1951 section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var start = 0
        while start < bytes.count {
            let end = min(start + 65_535, bytes.count)
            let (low, high) = (UInt8((end - start) & 0xFF), UInt8((end - start) >> 8))
            result += [end == bytes.count ? 1 : 0, low, high, ~low, ~high] + bytes[start..<end]
            start = end
        }
        var (first, second) = (1, 0)
        for byte in bytes {
            first = (first + Int(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return result + bigEndian(second << 16 | first)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return bigEndian(content.count) + body + bigEndian(Int(checksum(body)))
    }

    /// CRC-32 (PNG specification, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
    }
}
