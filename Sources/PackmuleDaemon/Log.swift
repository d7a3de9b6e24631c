// The log: one JSON object a line. What a line may hold is a closed list; no title, name or secret has a place in it.

import JSONText
import PackmuleKit
import Platform
import Reminders
import SyncProtocol

/// Where the daemon tells what happens to it.
struct Log: Sendable {
    /// How much a line matters.
    enum Level: String, Sendable {
        case info, warning, error
    }

    private let isQuiet: Bool
    private let clock: any WallClock
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - isQuiet: whether only warnings and errors are written.
    ///   - write: takes whole lines.
    init(isQuiet: Bool, clock: any WallClock, write: @escaping @Sendable (String) -> Void) {
        (self.isQuiet, self.clock, self.write) = (isQuiet, clock, write)
    }

    func write(_ line: LogLine) {
        let (level, event, facts) = line.content
        guard level != .info || !isQuiet else { return }
        let members: [JSONValue.Member] = [
            .init("time", .string(Instant(millisecondsSince1970: clock.millisecondsSince1970()).description)),
            .init("level", .string(level.rawValue)), .init("event", .string(event)),
        ]
        write(JSONValue.object(members + facts).text() + "\n")
    }
}

/// Everything that the daemon has to tell.
enum LogLine: Sendable {
    case started(store: String, version: String, processID: Int32)
    case stopping(signal: ServiceSignal)
    case waitsForStore
    case waitsForSpace
    case listening
    /// A sync came to its end.
    case synced(sent: Int, received: Int, refused: Int)
    case waiting(untilMilliseconds: Int64, SyncReason)
    /// Only a person can put it right; it is tried again all the same.
    case needsPerson(SyncReason, retryMilliseconds: Int64)
    /// The store cannot be read or written now: its code, as in ``Refusal/code``.
    case storeFailed(code: String)
    /// Another file stands in the place of the store.
    case storeReplaced
    case clockChanged
    case networkChanged
    /// The device is in another zone, or the rules of zones are others.
    case zoneChanged(String)
    /// By which ways reminders are shown.
    case ways([String])
    /// Reminders are shown by no way.
    case noWay
    /// A reminder was shown.
    case rung(way: String, identifier: String)
    /// It was not, and is tried again unless that is hopeless.
    case notShown(way: String, DeliveryError)
    /// What was shown was settled elsewhere, put off or cancelled; it is taken away where that is possible.
    case withdrawn(count: Int)
    case missed(count: Int)
    case pressed(way: String, ReminderNotification.Verb)
    /// A person was asked whether reminders may be shown, and answered.
    case asked(Bool)
    case wayChanged(way: String, String)
    /// What came of a reminder could not be written down yet.
    case notWritten(code: String)
    case edgeMissing(String)

    fileprivate typealias Content = (level: Log.Level, event: String, facts: [JSONValue.Member])

    fileprivate var content: Content {
        switch self {
        case .started(let store, let version, let processID):
            (
                .info, "started",
                [
                    .init("store", .string(store)), .init("version", .string(version)),
                    .init("pid", .integer(Int64(processID))),
                ]
            )
        case .stopping(let signal): (.info, "stopping", [.init("signal", .string("\(signal)"))])
        case .waitsForStore: (.info, "waits-for-store", [])
        case .waitsForSpace: (.info, "waits-for-space", [])
        case .listening: (.info, "listening", [])
        case .synced(let sent, let received, let refused):
            (
                refused == 0 ? .info : .warning, "synced",
                [
                    .init("sent", .integer(Int64(sent))), .init("received", .integer(Int64(received))),
                    .init("refused", .integer(Int64(refused))),
                ]
            )
        case .waiting(let until, let reason): (.info, "waiting", Self.facts(until, reason))
        case .needsPerson(let reason, let retry): (.warning, "needs-person", Self.facts(retry, reason))
        case .storeFailed(let code): (.error, "store-failed", [.init("code", .string(code))])
        case .storeReplaced: (.info, "store-replaced", [])
        case .clockChanged: (.info, "clock-changed", [])
        case .networkChanged: (.info, "network-changed", [])
        case .zoneChanged(let name): (.info, "zone-changed", [.init("zone", .string(name))])
        case .notWritten(let code): (.error, "not-written", [.init("code", .string(code))])
        case .edgeMissing(let edge): (.warning, "edge-missing", [.init("edge", .string(edge))])
        case .ways, .noWay, .rung, .notShown, .withdrawn, .missed, .pressed, .asked, .wayChanged: reminderContent
        }
    }

    /// What is told of reminders.
    private var reminderContent: Content {
        func content(
            _ level: Log.Level, _ event: String, _ way: String, _ more: KeyValuePairs<String, String> = [:]
        ) -> Content {
            (level, event, [.init("way", .string(way))] + more.map { .init($0.key, .string($0.value)) })
        }
        return switch self {
        case .ways(let names): (.info, "ways", [.init("ways", .array(names.map { .string($0) }))])
        case .rung(let way, let identifier): content(.info, "rung", way, ["ring": identifier])
        case .notShown(let way, let error): content(.warning, "not-shown", way, ["message": "\(error)"])
        case .withdrawn(let count): (.info, "withdrawn", [.init("count", .integer(Int64(count)))])
        case .missed(let count): (.info, "missed", [.init("count", .integer(Int64(count)))])
        case .pressed(let way, let verb): content(.info, "pressed", way, ["verb": verb.rawValue])
        case .asked(let answer):
            (.info, "asked", [.init("permission", .string(answer ? "authorized" : "denied"))])
        case .wayChanged(let way, let change): content(.info, "way-" + change, way)
        default: (.warning, "no-way", [])
        }
    }

    private static func facts(_ until: Int64, _ reason: SyncReason) -> [JSONValue.Member] {
        [
            .init("until", .string(Instant(millisecondsSince1970: until).description)),
            .init("reason", .string(reason.rawValue)), .init("message", .string(reason.description)),
        ]
    }
}

extension LogLine {
    /// The end of a sync.
    init(_ report: SyncReport) {
        self = .synced(sent: report.sentCount, received: report.receivedCount, refused: report.refusedCount)
    }
}
