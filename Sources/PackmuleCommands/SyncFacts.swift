// Where this device stands in its space, for `status`.

import CommandLineTool
import JSONText
import PackmuleKit
import SyncProtocol

/// What is known of the sync without asking the server.
struct SyncFacts {
    let membership: SpaceMembership?
    /// Nil in no space.
    let status: SyncStatus?
    let pendingCount: Int
    let surroundings: Surroundings

    /// What the daemon waits for; nil where none is at work, or it does not wait.
    let daemonWait: SyncWait?

    init(_ device: Device) throws {
        surroundings = device.surroundings
        pendingCount = try device.read { try $0.pendingCount() }
        membership = try device.membership()
        status = membership == nil ? nil : try device.syncStatus()
        let path = device.store.path
        daemonWait = DaemonState.isAtWork(onStore: path) ? DaemonState.read(ofStore: path)?.wait : nil
    }

    /// Nil in no space. What the daemon waits for comes first: it knows of the server.
    private var state: SyncState? {
        guard let status else { return nil }
        guard let daemonWait else { return status.state }
        return SyncState(
            pendingCount: pendingCount, hasSynced: status.lastInSync != nil,
            waiting: (daemonWait.untilMilliseconds, daemonWait.reason),
            nowMilliseconds: surroundings.now.millisecondsSince1970)
    }

    // MARK: For scripts

    var json: JSONValue {
        var (word, until, reason) = ("none", JSONValue.null, JSONValue.null)
        switch state {
        case nil: break
        case .inSync: word = "in-sync"
        case .pending: word = "pending"
        case .waiting(let milliseconds, let why, _):
            (word, until) = ("waiting", Instant(millisecondsSince1970: milliseconds).json)
            reason = .string(why.rawValue)
        }
        return [
            "state": .string(word), "server": (membership.map { "\($0.server)" }).json,
            "space": (membership?.space.description).json,
            "sealed": membership.map { .bool($0.isSealed) } ?? .null, "until": until, "reason": reason,
            "lastInSync": status?.lastInSync?.json ?? .null,
            "quarantined": .integer(Int64(status?.quarantinedCount ?? 0)),
            "unopenable": .integer(Int64(status?.unopenableCount ?? 0)),
            "serverOffsetMilliseconds": .integer(status?.serverOffsetMilliseconds ?? 0),
        ]
    }

    // MARK: For people

    /// The rows of `status` about sync.
    var rows: [(String, String)] {
        guard let membership, let status else { return [("sync", "this device keeps everything locally")] }
        let seal = membership.isSealed ? "sealed" : "open: whoever runs the server can read it"
        var rows = [
            ("sync", sentence), ("space", "\(membership.space) at \(membership.server), \(seal)"),
            ("last in sync", status.lastInSync.map(lag) ?? "never"),
        ]
        if status.quarantinedCount > 0 {
            let count = English.count(status.quarantinedCount, "change")
            rows.append(("refused", "\(count) the server does not take: see 'packmule quarantine list'"))
        }
        if status.unopenableCount > 0 {
            let count = English.count(status.unopenableCount, "change")
            rows.append(("unopenable", "\(count) that the other devices are asked to send again"))
        }
        if abs(status.serverOffsetMilliseconds) >= Self.notedOffsetMilliseconds {
            let seconds = status.serverOffsetMilliseconds.magnitude / 1000
            let side = status.serverOffsetMilliseconds > 0 ? "behind" : "ahead of"
            rows.append(("clock", "\(English.count(Int(clamping: seconds), "second")) \(side) the server's"))
        }
        return rows
    }

    private var sentence: String {
        switch state {
        case nil: ""
        case .inSync: "in sync"
        case .pending where pendingCount == 0:
            "what the space holds was not fetched yet: run 'packmule sync', or packmuled"
        case .pending: "\(English.count(pendingCount, "record")) to be sent: run 'packmule sync', or packmuled"
        case .waiting(let milliseconds, let reason, _):
            (pendingCount > 0 ? "\(English.count(pendingCount, "record")) to be sent, " : "")
                + "waiting until \(surroundings.localTime(milliseconds)) because \(reason)"
        }
    }

    /// `2027-06-03 09:41, 3 hours ago`
    private func lag(_ instant: Instant) -> String {
        let seconds = (surroundings.now.millisecondsSince1970 - instant.millisecondsSince1970) / 1000
        let ago =
            switch seconds {
            case ..<60: "just now"
            case ..<3_600: English.count(Int(seconds / 60), "minute") + " ago"
            case ..<86_400: English.count(Int(seconds / 3_600), "hour") + " ago"
            default: English.count(Int(clamping: seconds / 86_400), "day") + " ago"
            }
        return "\(surroundings.localTime(instant)), \(ago)"
    }

    /// A clock that is so much off is worth a word.
    private static let notedOffsetMilliseconds: Int64 = 2_000
}
