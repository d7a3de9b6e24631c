// Which zones there are: the compact source `tzdata.zi` that zone compilers install beside the zone files.

/// The names of a zone database, and where its aliases lead.
struct ZoneIndex: Sendable {
    /// `2026f`; nil when the index does not say.
    private(set) var version: String?
    /// The canonical name for each name, itself included.
    private(set) var canonicalNames: [ZoneName: ZoneName] = [:]

    /// Reads the lines `# version 2026f`, `Z Europe/Berlin …` and `L Asia/Kolkata Asia/Calcutta`; all others, and what
    /// is beyond ``Limits/zoneIndexBytes``, are passed over.
    init(_ bytes: [UInt8]) {
        var links: [ZoneName: ZoneName] = [:]
        for line in bytes.prefix(Limits.zoneIndexBytes).split(separator: UInt8(ascii: "\n")) {
            switch line.first {
            case UInt8(ascii: "Z"):
                guard let name = Self.names(in: line).first else { continue }
                canonicalNames[name] = name
            case UInt8(ascii: "L"):
                let names = Self.names(in: line)
                guard names.count == 2 else { continue }
                links[names[1]] = names[0]
            case UInt8(ascii: "#") where version == nil:
                let words = line.split(separator: UInt8(ascii: " "))
                guard words.count == 3, words[1].elementsEqual("version".utf8) else { continue }
                version = String(validating: words[2], as: UTF8.self)
            default: continue
            }
        }
        for (alias, target) in links {
            canonicalNames[alias] = links[target] ?? target
        }
    }

    /// All names, in the order of their bytes.
    var names: [ZoneName] {
        canonicalNames.keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    }

    /// The first two words after the keyword, if they have the form of names.
    private static func names(in line: ArraySlice<UInt8>) -> [ZoneName] {
        line.split(separator: UInt8(ascii: " "), maxSplits: 3).dropFirst().prefix(2)
            .compactMap { String(validating: $0, as: UTF8.self).flatMap(ZoneName.init) }
            .filter(\.hasDatabaseForm)
    }
}
