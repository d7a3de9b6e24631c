// What the daemon does, in a small file beside the store, for whoever asks.

import JSONText
import PackmuleKit
import Platform
import SyncProtocol

/// What is known of a daemon from outside. Without meaning when no daemon holds the lock of the store.
struct DaemonState: Equatable, Sendable {
    /// What it is busy with.
    enum Phase: String, Sendable {
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

    var processID: Int32
    var version: String
    var startedMilliseconds: Int64
    var phase: Phase
    /// When it goes on, in milliseconds since 1970; nil unless it waits.
    var untilMilliseconds: Int64?
    /// Why it waits.
    var reason: SyncReason?

    /// Where it stands.
    static func path(ofStore store: String) -> String { store + "-daemon" }

    // MARK: The file

    /// What the daemon wrote last; nil where nothing can be read.
    static func read(ofStore store: String) -> DaemonState? {
        guard let bytes = try? Files.read(path(ofStore: store), limitBytes: Limits.stateBytes),
            let json = try? JSONValue(reading: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return DaemonState(json)
    }

    /// Puts it in place. That nobody can be told is no reason to stop.
    func write(ofStore store: String) {
        try? Files.write(Array((json.text() + "\n").utf8), to: Self.path(ofStore: store))
    }

    /// Takes it away, when the daemon ends in good order.
    static func remove(ofStore store: String) {
        try? Files.remove(path(ofStore: store))
    }

    // MARK: As JSON

    var json: JSONValue {
        func instant(_ milliseconds: Int64?) -> JSONValue {
            milliseconds.map { .string(Instant(millisecondsSince1970: $0).description) } ?? .null
        }
        return [
            "pid": .integer(Int64(processID)), "version": .string(version), "since": instant(startedMilliseconds),
            "phase": .string(phase.rawValue), "until": instant(untilMilliseconds),
            "reason": reason.map { .string($0.rawValue) } ?? .null,
        ]
    }
}

extension DaemonState {
    /// Reads ``json``; nil for anything else, as a newer version may write.
    init?(_ json: JSONValue) {
        guard case .integer(let pid)? = json["pid"], let processID = Int32(exactly: pid),
            let version = json["version"]?.string, let phase = json["phase"]?.string.flatMap(Phase.init),
            let since = json["since"]?.string.flatMap({ Instant($0) })
        else { return nil }
        (self.processID, self.version, self.phase) = (processID, version, phase)
        startedMilliseconds = since.millisecondsSince1970
        untilMilliseconds = json["until"]?.string.flatMap { Instant($0) }?.millisecondsSince1970
        reason = json["reason"]?.string.flatMap(SyncReason.init)
    }
}

extension DaemonState.Phase {
    /// What people read.
    var words: String {
        switch self {
        case .starts: "starting"
        case .waitsForStore: "waiting for a store"
        case .storeFails: "waiting until the store can be used"
        case .waitsForSpace: "waiting until the store is in a space"
        case .listening: "in sync, listening to the server"
        case .syncing: "syncing"
        case .waiting: "waiting"
        }
    }
}
