// What there is on this device, at a glance.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform

enum StatusCommand {
    static let status = Command<Action>(
        "status", summary: "Show the store, what is in it, and this device's zone",
        examples: [Example("packmule status", "which store this is, and what it holds")],
        seeAlso: ["doctor", "log"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let sync = try SyncFacts(device)
        let reminders = try ReminderStatus(device)
        let status = try device.read { try Status($0, device, sync, reminders) }
        var answer = Answer(json: { status.json }, text: { status.text(invocation) })
        if let warning = invocation.surroundings.zoneDataWarning { answer.notes = [warning.what + " " + warning.hint] }
        return answer
    }
}

/// What `status` found.
private struct Status {
    let path: String
    let sizeBytes: Int64
    let deviceName: String?
    let counts: [(plural: String, count: Int)]
    let trash: Int
    let sync: SyncFacts
    let reminders: ReminderStatus
    let parked: Int
    let history: ClosedRange<Int64>?
    let surroundings: Surroundings
    /// Where the copy stands that was made before the last upgrade, and when.
    let upgradeBackup: (path: String, milliseconds: Int64)?

    init(_ reader: Reader, _ device: Device, _ sync: SyncFacts, _ reminders: ReminderStatus) throws {
        (self.sync, self.reminders) = (sync, reminders)
        path = device.store.path
        surroundings = device.surroundings
        sizeBytes = ["", "-wal"].reduce(0) { sum, suffix in
            sum + ((try? Files.attributes(of: device.store.path + suffix))?.sizeBytes ?? 0)
        }
        deviceName = try reader.deviceName()
        counts = try Kinds.all.map { $0.entity }.map { ($0.plural, try reader.shownCount(of: $0)) }
        trash = try reader.trashCount()
        parked = try reader.parkedCount()
        history = try reader.historySpan()
        let copy = path + ".before-upgrade"
        upgradeBackup = (try? Files.attributes(of: copy)).map { (copy, $0.modifiedMilliseconds) }
    }

    var json: JSONValue {
        func instant(_ milliseconds: Int64?) -> JSONValue {
            milliseconds.map { Instant(millisecondsSince1970: $0).json } ?? .null
        }
        let zone = surroundings.localZone
        return [
            "path": .string(path), "sizeBytes": .integer(sizeBytes), "device": deviceName.json,
            "counts": .object(counts.map { .init($0.plural, .integer(Int64($0.count))) }),
            "trash": .integer(Int64(trash)),
            "history": ["from": instant(history?.lowerBound), "to": instant(history?.upperBound)],
            "pending": .integer(Int64(sync.pendingCount)), "parked": .integer(Int64(parked)), "sync": sync.json,
            "reminders": reminders.json,
            "zone": ["name": .string(zone.name.text), "source": .string(zone.source.rawValue)],
            "zoneData": [
                "version": surroundings.zones.version.json,
                "warning": (surroundings.zoneDataWarning?.what).json,
            ],
            "upgradeBackup": upgradeBackup.map { ["path": .string($0.path), "at": instant($0.milliseconds)] } ?? .null,
        ]
    }

    func text(_ invocation: Invocation) -> String {
        let zone = surroundings.localZone
        var rows: [(String, String)] = [
            ("store", "\(path), \(Self.words(sizeBytes))"),
            ("device", deviceName ?? "without a name"),
            ("records", English.list(counts.map { "\($0.count) \($0.plural)" })),
            ("trash", English.count(trash, "record")),
            ("history", history.map(words) ?? "nothing yet"),
        ]
        rows += reminders.rows + sync.rows
        rows += [
            ("zone", "\(zone.name.text), \(zone.source.words)"),
            ("zone data", surroundings.zones.version ?? "none"),
        ]
        if parked > 0 { rows.append(("newer", "\(English.count(parked, "value")) kept for a newer version")) }
        if let upgradeBackup {
            let time = surroundings.localTime(upgradeBackup.milliseconds)
            rows.append(("before upgrade", "\(upgradeBackup.path), \(time)"))
        }
        let table = Table(
            [.init(""), .init("", isFlexible: true)], rows: rows.map { [.init($0.0, .dim), .init($0.1)] })
        return table.text(width: invocation.screen.columns, colour: invocation.screen.colour)
    }

    private func words(_ span: ClosedRange<Int64>) -> String {
        "\(surroundings.localTime(span.lowerBound)) to \(surroundings.localTime(span.upperBound))"
    }

    /// `132 kB`, `1.4 MB`
    private static func words(_ bytes: Int64) -> String {
        bytes < 1_000_000 ? "\((bytes + 999) / 1_000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
}

extension LocalZone.Source {
    /// How the zone was found out.
    fileprivate var words: String {
        switch self {
        case .environment: "by the variable TZ"
        case .localtimeLink: "by /etc/localtime"
        case .timezoneFile: "by /etc/timezone"
        case .none: "because nothing names another"
        }
    }
}
