// The folder in which a server keeps everything, and what the program itself keeps there.

import Platform
import SQLiteServerStorage

/// The data folder by its path. The storage makes it, demands that nobody else can look into it, and locks it for one
/// server; the program records in it how clients reach the server.
struct DataFolder: Sendable {
    let path: String

    private var addressPath: String { path + "/server.url" }

    /// Remembers how clients reach the server, for ``recordedAddress()``.
    func record(_ address: PublicAddress) throws {
        guard try recordedAddress() != address else { return }
        let lines = [address.url] + (address.pin.map { [$0.hexadecimal] } ?? [])
        try Files.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: addressPath)
    }

    /// What the last start recorded: the address, and the pin where links name it; nil where none did.
    func recordedAddress() throws -> PublicAddress? {
        guard try Files.exists(addressPath) else { return nil }
        let bytes = try Files.read(addressPath, limitBytes: Limits.addressBytes)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let url = lines.first else { return nil }
        return PublicAddress(url: String(url), pin: lines.count > 1 ? Self.pin(lines[1]) : nil)
    }

    /// Whether a server was ever started here.
    func hasServerFile() throws -> Bool {
        try Files.exists(path + "/" + SQLiteServerStorage.fileName)
    }

    /// The bytes that all files of the folder have together.
    func sizeBytes() throws -> Int64 {
        try Files.names(inFolder: path).reduce(0) { sum, name in
            // A file may go between being listed and being looked at.
            sum &+ ((try? Files.attributes(of: path + "/" + name, followingLink: false).sizeBytes) ?? 0)
        }
    }

    /// The 32 bytes of a pin in hexadecimal; nil for any other text.
    private static func pin(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard text.utf8.count == 64, digits.count == 64 else { return nil }
        return (0..<32).map { UInt8(digits[2 * $0] * 16 + digits[2 * $0 + 1]) }
    }
}
