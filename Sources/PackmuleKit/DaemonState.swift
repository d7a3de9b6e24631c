// What the daemon of a store does, in a small file beside the store, for whoever asks.

internal import CivilTime
package import JSONText
package import Platform
internal import SyncProtocol

/// What is known of a daemon from outside. Without meaning when no daemon is at work, see ``isAtWork(onStore:)``.
package struct DaemonState: Equatable, Sendable {
    /// What it is busy with.
    package enum Phase: String, Sendable {
        /// It has just started.
        case starts
        /// There is no store yet.
        case waitsForStore = "waits-for-store"
        /// The store cannot be used; it is looked at again and again.
        case storeFails = "store-fails"
        /// The store is in no space yet.
        case waitsForSpace = "waits-for-space"
        /// Everything is in sync, and it listens to the server.
        case listening
        /// An exchange is under way.
        case syncing
        /// It goes on at a time, for a reason.
        case waiting
    }

    /// The number of its process.
    package let processID: Int32
    /// The version of its program.
    package let version: String
    /// When it started, in milliseconds since 1970.
    package let startedMilliseconds: Int64
    /// What it does.
    package var phase: Phase
    /// When it goes on, and why it waits; nil unless it does.
    package var wait: SyncWait?
    /// When a reminder is due next, in milliseconds since 1970; nil for never.
    package var nextRingMilliseconds: Int64?
    /// The ways by which reminders are shown.
    package var ways: [RingAgent.WayState]

    /// A daemon that has just started.
    package init(
        processID: Int32, version: String, startedMilliseconds: Int64, phase: Phase = .starts, wait: SyncWait? = nil,
        nextRingMilliseconds: Int64? = nil, ways: [RingAgent.WayState] = []
    ) {
        (self.processID, self.version, self.startedMilliseconds) = (processID, version, startedMilliseconds)
        (self.phase, self.wait) = (phase, wait)
        (self.nextRingMilliseconds, self.ways) = (nextRingMilliseconds, ways)
    }

    // MARK: The files

    /// Where it stands.
    package static func path(ofStore store: String) -> String { store + "-daemon" }

    /// The lock that the daemon of a store holds as long as it lives.
    package static func lock(ofStore store: String) throws(PlatformError) -> FileLock {
        try FileLock(path: store + "-daemon-lock")
    }

    /// Whether a daemon is at work on a store.
    package static func isAtWork(onStore store: String) -> Bool {
        guard (try? Files.exists(store + "-daemon-lock")) == true, let lock = try? lock(ofStore: store) else {
            return false
        }
        return (try? lock.tryLock()) == false
    }

    /// What the daemon wrote last; nil where nothing can be read.
    package static func read(ofStore store: String) -> DaemonState? {
        guard let bytes = try? Files.read(path(ofStore: store), limitBytes: Limits.daemonStateBytes),
            let json = try? JSONValue(reading: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return DaemonState(json)
    }

    /// Puts it in place. That nobody can be told is no reason to stop.
    package func write(ofStore store: String) {
        try? Files.write(Array((json.text() + "\n").utf8), to: Self.path(ofStore: store))
    }

    /// Takes it away, when the daemon ends in good order.
    package static func remove(ofStore store: String) {
        try? Files.remove(path(ofStore: store))
    }

    // MARK: As JSON

    /// As scripts get it.
    package var json: JSONValue {
        func instant(_ milliseconds: Int64) -> JSONValue {
            .string(Instant(millisecondsSince1970: milliseconds).description)
        }
        return [
            "pid": .integer(Int64(processID)), "version": .string(version), "since": instant(startedMilliseconds),
            "phase": .string(phase.rawValue), "until": wait.map { instant($0.untilMilliseconds) } ?? .null,
            "reason": wait.map { .string($0.reason.rawValue) } ?? .null,
            "nextReminder": nextRingMilliseconds.map(instant) ?? .null,
            "ways": .array(
                ways.map { ["name": .string($0.name), "problem": $0.problem.map { .string($0) } ?? .null] }),
        ]
    }

    /// Reads ``json``; nil for anything else, as another version may write.
    package init?(_ json: JSONValue) {
        guard case .integer(let pid)? = json["pid"], let processID = Int32(exactly: pid),
            let version = json["version"]?.string, let phase = json["phase"]?.string.flatMap(Phase.init),
            let since = json["since"]?.string.flatMap({ Instant($0) })
        else { return nil }
        self.init(
            processID: processID, version: version, startedMilliseconds: since.millisecondsSince1970, phase: phase)
        nextRingMilliseconds = json["nextReminder"]?.string.flatMap { Instant($0) }?.millisecondsSince1970
        ways = (json["ways"]?.elements ?? []).compactMap { way in
            way["name"]?.string.map { RingAgent.WayState(name: $0, problem: way["problem"]?.string) }
        }
        guard let until = json["until"]?.string.flatMap({ Instant($0) }),
            let reason = json["reason"]?.string.flatMap(SyncReason.init)
        else { return }
        wait = SyncWait(untilMilliseconds: until.millisecondsSince1970, reason: reason)
    }
}
