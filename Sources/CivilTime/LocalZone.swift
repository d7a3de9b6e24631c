// In which zone a device is.

/// The zone of a device, and how that was found out.
public struct LocalZone: Equatable, Sendable {
    /// A name of the database, or the text of a rule given by `TZ`.
    public let name: ZoneName
    /// What its clocks show.
    public let rules: ZoneRules
    /// Which source named it.
    public let source: Source
    /// Sources that were set but led to no zone, with their text: worth a warning.
    public let ignored: [Ignored]

    /// Where a zone may be named, in the order of precedence.
    public enum Source: String, Sendable {
        /// The environment variable `TZ`.
        case environment
        /// The target of the link `/etc/localtime`.
        case localtimeLink
        /// The content of `/etc/timezone`.
        case timezoneFile
        /// Nothing names one: universal time.
        case none
    }

    /// A source that led to no zone.
    public struct Ignored: Equatable, Sendable {
        /// Which source it was.
        public let source: Source
        /// What it said, without the colon of `TZ`.
        public let text: String
    }

    /// What the system says about its zone; nil for what it does not say.
    public struct Facts: Equatable, Sendable {
        /// The environment variable `TZ`.
        public var tz: String?
        /// The environment variable `TZDIR`.
        public var tzdir: String?
        /// Where the link `/etc/localtime` leads, as the link spells it.
        public var localtimeLink: String?
        /// The content of `/etc/timezone`.
        public var timezoneFile: String?

        /// Everything that is left out is something the system does not say.
        public init(
            tz: String? = nil, tzdir: String? = nil, localtimeLink: String? = nil, timezoneFile: String? = nil
        ) {
            self.tz = tz
            self.tzdir = tzdir
            self.localtimeLink = localtimeLink
            self.timezoneFile = timezoneFile
        }

        /// The directory of zone files: `TZDIR` when it is an absolute path, else `/usr/share/zoneinfo`.
        public var zoneDirectory: String {
            tzdir.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/usr/share/zoneinfo"
        }
    }

    /// The zone by the first source that leads to one the database knows. `TZ` may hold a name, a path below the
    /// directory of zone files, or a rule, each with or without a leading colon; set but empty, it means universal
    /// time.
    public static func discover(_ facts: Facts, in database: ZoneDatabase) -> LocalZone {
        let sources: [(Source, text: String?)] = [
            (.environment, facts.tz.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }),
            (.localtimeLink, facts.localtimeLink),
            (.timezoneFile, facts.timezoneFile.map(firstLine)),
        ]
        var ignored: [Ignored] = []
        for case (let source, let text?) in sources {
            if let (name, rules) = zone(source, text, facts, database) {
                return LocalZone(name: name, rules: rules, source: source, ignored: ignored)
            }
            ignored.append(Ignored(source: source, text: text))
        }
        return LocalZone(name: .utc, rules: .utc, source: .none, ignored: ignored)
    }

    private static func zone(
        _ source: Source, _ text: String, _ facts: Facts, _ database: ZoneDatabase
    ) -> (ZoneName, ZoneRules)? {
        if source == .environment && text.isEmpty { return (.utc, .utc) }
        let isPath = source == .localtimeLink || text.hasPrefix("/")
        if let name = isPath ? name(ofPath: text, facts) : ZoneName(text), let rules = database.rules(name) {
            return (name, rules)
        }
        // A name comes first: EST5EDT is both.
        if source == .environment, let name = ZoneName(text), let rules = try? ZoneRules(rule: text) {
            return (name, rules)
        }
        return nil
    }

    /// The part of a path below the directory of zone files, wherever that is when its own name is `zoneinfo`.
    private static func name(ofPath path: String, _ facts: Facts) -> ZoneName? {
        let parts = path.split(separator: "/")
        let directory = facts.zoneDirectory.split(separator: "/")
        if path.hasPrefix("/") && parts.starts(with: directory) {
            return ZoneName(parts.dropFirst(directory.count).joined(separator: "/"))
        }
        guard let position = parts.lastIndex(of: "zoneinfo") else { return nil }
        return ZoneName(parts[(position + 1)...].joined(separator: "/"))
    }

    private static func firstLine(_ text: String) -> String {
        let line = text.utf8.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = line.drop(while: isBlank)
        let blanks = start.reversed().prefix(while: isBlank).count
        return String(decoding: start.dropLast(blanks), as: UTF8.self)
    }
}
