// From names of zones to their rules.

import Synchronization

/// The zones of a directory such as `/usr/share/zoneinfo`, read through a closure and remembered. It shows the
/// directory as it was when each zone was first asked for: when files are replaced, make another.
public final class ZoneDatabase: Sendable {
    private let load: @Sendable (_ relativePath: String) -> [UInt8]?
    private let memory = Mutex(Memory())

    private struct Memory {
        var index: ZoneIndex?
        var answers: [ZoneName: ZoneLookup] = [:]
    }

    /// - Parameter load: the content of a file below the directory, nil when it is not there. It is called while a lock
    ///   is held, with `tzdata.zi` or a path of plain parts (``ZoneName/hasDatabaseForm``): never absolute, never with
    ///   `.` or `..`.
    public init(load: @escaping @Sendable (_ relativePath: String) -> [UInt8]?) {
        self.load = load
    }

    /// The version of the data, `2026f`; nil when there is no index that tells it.
    public var version: String? {
        memory.withLock { index(in: &$0).version }
    }

    /// All names in the order of their bytes, aliases included; empty when there is no index `tzdata.zi`.
    public var names: [ZoneName] {
        memory.withLock { index(in: &$0).names }
    }

    /// What is known about a name of the database, an alias or a Windows name. An unknown name is never answered with
    /// another zone.
    public func find(_ name: ZoneName) -> ZoneLookup {
        memory.withLock { memory in
            if let answer = memory.answers[name] { return answer }
            let index = index(in: &memory)
            let answer =
                lookUp(name, index)
                ?? WindowsZones.databaseName(of: name).flatMap { lookUp($0, index) }
                ?? .unknown(suggestion: index.suggestion(for: name))
            if memory.answers.count == Limits.rememberedZones { memory.answers.removeAll() }
            memory.answers[name] = answer
            return answer
        }
    }

    /// The rules of a zone, nil when it is not known or its file is damaged.
    public func rules(_ name: ZoneName) -> ZoneRules? {
        if case .known(_, let rules) = find(name) { rules } else { nil }
    }

    /// Nil when the name is none of the database. An index decides that by itself, so that neither a file system that
    /// ignores case nor files such as `posixrules` add names; and an alias whose own file is not installed still works.
    private func lookUp(_ name: ZoneName, _ index: ZoneIndex) -> ZoneLookup? {
        guard name.hasDatabaseForm else { return nil }
        let indexed = index.canonicalNames[name]
        guard indexed != nil || index.canonicalNames.isEmpty else { return builtIn(name) }
        let canonical = indexed ?? name
        guard let bytes = load(name.text) ?? (canonical == name ? nil : load(canonical.text)),
            bytes.starts(with: "TZif".utf8)
        else { return builtIn(name) }
        do throws(CivilTimeError) {
            return .known(canonical: canonical, rules: try ZoneRules(zoneFile: bytes))
        } catch {
            return .damaged(error)
        }
    }

    /// Universal time needs no data.
    private func builtIn(_ name: ZoneName) -> ZoneLookup? {
        name == .utc || name == "Etc/UTC" ? .known(canonical: "Etc/UTC", rules: .utc) : nil
    }

    private func index(in memory: inout Memory) -> ZoneIndex {
        if let index = memory.index { return index }
        let index = ZoneIndex(load("tzdata.zi") ?? [])
        memory.index = index
        return index
    }
}

/// What a zone database says to a name.
public enum ZoneLookup: Equatable, Sendable {
    /// The name stands for these rules. The canonical name is that of the data (`Asia/Kolkata` for `Asia/Calcutta`,
    /// but also `Europe/Berlin` for `Europe/Oslo`), for comparing; people are shown what they wrote.
    case known(canonical: ZoneName, rules: ZoneRules)
    /// There is no such zone: the clock time and the name stay as they are, flagged, and never count as UTC.
    case unknown(suggestion: ZoneName?)
    /// The zone exists but its file cannot be used.
    case damaged(CivilTimeError)
}
