// Sending and receiving, now.

import CommandLineTool
import JSONText
import PackmuleKit

enum SyncCommand {
    static let sync = Command<Action>(
        "sync", summary: "Send and receive what changed, now",
        discussion: """
            Goes on until this device and the server hold the same. While packmuled runs nobody has to call it. When \
            the server cannot be reached it ends with 4: what is to be sent is kept and goes with the next sync.
            """,
        examples: [
            Example("packmule sync", "say what went up and came down"),
            Example("packmule sync --accept-hiding", "after looking at what was deleted elsewhere"),
        ],
        options: [
            Option(
                flag: "accept-hiding",
                help: "Put into the trash what was deleted elsewhere while this device was away, however much it is")
        ],
        seeAlso: ["status", "quarantine list"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let transport = try invocation.transport(of: device)
        let report = try invocation.withProgress("Syncing") { progress in
            try device.sync(
                over: transport, acceptHiding: invocation.command.has("accept-hiding"), retryWaiting: true
            ) { progress($0.sentCount + $0.receivedCount, nil) }
        }
        let beneath = try device.read { reader in
            try report.beneathDeletion.compactMap { try reader.spoken($0.entity, $0.id) }
        }
        let words = SyncWords(
            report: report, beneath: beneath, pendingCount: try device.syncStatus().pendingCount,
            surroundings: invocation.surroundings)
        return Answer(json: { words.json }, text: { words.text })
    }
}

/// What a sync did, in words and as JSON.
struct SyncWords {
    let report: SyncReport
    /// Records written here that lie beneath somebody's deletion.
    let beneath: [SpokenRecord]
    /// Records with something that the server does not have yet.
    let pendingCount: Int
    let surroundings: Surroundings

    // MARK: For scripts

    var json: JSONValue {
        func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }
        return [
            "sent": count(report.sentCount), "received": count(report.receivedCount),
            "refused": count(report.refusedCount), "pending": count(pendingCount),
            "waiting": report.later.map { wait in
                ["until": instant(wait.untilMilliseconds), "reason": .string(wait.reason.rawValue)]
            } ?? .null,
            "beneathDeletions": .array(beneath.map(\.reference)), "ahead": count(report.aheadCount),
            "manyDeletions": .bool(report.isMassDeletion), "hidden": count(report.hiddenCount),
            "dropped": count(report.droppedCount), "unopenable": count(report.unopenableCount),
            "equal": report.isEqual.map { .bool($0) } ?? .null, "comparedAnew": .bool(report.wasReconciled),
            "backup": report.backupPath.json,
        ]
    }

    private func instant(_ milliseconds: Int64) -> JSONValue { Instant(millisecondsSince1970: milliseconds).json }

    // MARK: For people

    var text: String { (summary + warnings).map { SafeText.visible($0) + "\n" }.joined() }

    private var summary: [String] {
        let moved = [
            report.sentCount > 0 ? "sent \(English.count(report.sentCount, "change"))" : nil,
            report.receivedCount > 0 ? "received \(English.count(report.receivedCount, "change"))" : nil,
        ].compactMap { $0 }
        let isDone = report.later == nil && report.refusedCount == 0 && pendingCount == 0
        guard !moved.isEmpty else {
            return [isDone ? "In sync; nothing had changed." : "Nothing was sent or received."]
        }
        return [(isDone ? "In sync: " : "Done as far as possible: ") + English.list(moved) + "."]
    }

    private var warnings: [String] {
        var lines: [String] = []
        if report.wasReconciled {
            lines.append("Everything was compared anew, because one of both sides had gone back.")
        }
        if let wait = report.later {
            lines.append(
                "\(English.count(pendingCount, "record")) will be sent after "
                    + "\(surroundings.localTime(wait.untilMilliseconds)), because \(wait.reason).")
        }
        if report.refusedCount > 0 {
            lines.append(
                "The server refused \(English.count(report.refusedCount, "change")): see 'packmule quarantine list'.")
        }
        lines += beneath.map {
            "\($0.words) was deleted on another device; what you wrote is kept. Bring it back with "
                + "'packmule \($0.kindName) restore \($0.number)'."
        }
        if report.isMassDeletion {
            lines.append("Many records were deleted on another device: see 'packmule trash'.")
        }
        if report.hiddenCount > 0 {
            lines.append(
                "\(English.count(report.hiddenCount, "record")) deleted elsewhere while this device was away went to "
                    + "the trash.")
        }
        if report.unopenableCount > 0 {
            lines.append(
                "\(English.count(report.unopenableCount, "change")) could not be opened; the other devices are asked "
                    + "to send them again.")
        }
        if report.isEqual == false {
            lines.append("This device and the server did not hold the same; the next sync compares everything.")
        }
        if let path = report.backupPath { lines.append("What was here before is kept in \(path).") }
        return lines
    }
}

extension SpokenRecord {
    /// `{kind, id, number, name}`
    var reference: JSONValue {
        [
            "kind": .string(kindName), "id": .string(id.description), "number": .integer(Int64(number)),
            "name": .string(name),
        ]
    }
}
