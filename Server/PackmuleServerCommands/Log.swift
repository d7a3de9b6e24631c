// The log: one JSON object a line, on standard error.

import CivilTime
import JSONText
import Platform
import Synchronization

/// Where the server tells what happens to it. What a line may hold is a closed list, ``LogFact``: no token, link, name
/// or body has a place in it.
final class Log: Sendable {
    /// How much a line matters; a log has a level below which nothing is written.
    enum Level: String, CaseIterable, Comparable, Sendable {
        case debug, info, warning, error

        static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    private let level: Level
    private let clock: any WallClock
    private let write: @Sendable (String) -> Void
    private let repeats = Mutex(Repeats())

    /// A log that writes whole lines.
    init(_ level: Level, clock: any WallClock, write: @escaping @Sendable (String) -> Void) {
        self.level = level
        self.clock = clock
        self.write = write
    }

    /// Whether a line of that level is written at all.
    func takes(_ level: Level) -> Bool { level >= self.level }

    /// Writes a line. Of many of one kind (level and event) in a minute only the first are written; the first after
    /// that says how many were left out. At the level debug every line is.
    func write(_ level: Level, _ event: String, _ facts: LogFact...) {
        write(level, event, facts)
    }

    /// Writes a line.
    func write(_ level: Level, _ event: String, _ facts: [LogFact]) {
        guard takes(level) else { return }
        let now = clock.millisecondsSince1970()
        var leftOut = 0
        if self.level > .debug {
            guard let count = repeats.withLock({ $0.admit("\(level.rawValue) \(event)", at: now) }) else { return }
            leftOut = count
        }
        var members: [JSONValue.Member] = [
            .init("time", .string(Instant(millisecondsSince1970: now).description)),
            .init("level", .string(level.rawValue)), .init("event", .string(event)),
        ]
        members += facts.map(\.member)
        if leftOut > 0 { members.append(.init("leftOut", .integer(Int64(leftOut)))) }
        write(JSONValue.object(members).text() + "\n")
    }

    /// How many lines of each kind were written lately.
    private struct Repeats {
        private var counts: [String: (start: Int64, count: Int)] = [:]

        /// How many lines of the kind were left out before this one; nil when this one is left out.
        mutating func admit(_ kind: String, at now: Int64) -> Int? {
            let (start, count) = counts[kind] ?? (now, 0)
            let isOver = now < start || now &- start >= Limits.logWindowMilliseconds
            if isOver || counts[kind] == nil {
                if counts.count >= Limits.logKinds { counts.removeAll() }
                counts[kind] = (now, 1)
                return max(0, count - Limits.logLinesPerWindow)
            }
            counts[kind] = (start, count + 1)
            return count < Limits.logLinesPerWindow ? 0 : nil
        }
    }
}

/// Something that a line of the log may say.
enum LogFact: Sendable {
    /// The number by which the client knows the request too.
    case requestID(UInt64)
    /// The route, one of a closed table; nil for any other path.
    case route(String?)
    case status(Int)
    case milliseconds(Double)
    /// The device that asked, by the hash of its token.
    case device(tokenHash: [UInt8])
    case space(String)
    /// The client's address, where whoever runs the server asked for it.
    case address(String)
    /// A closed word: why.
    case reason(String)
    /// A sentence of the server's own.
    case message(String)
    /// A path or an address that whoever runs the server gave.
    case place(String)
    case count(Int)
    case bytes(Int64)
    case limit(name: String, value: Int)
    case version(String)
    case processID(Int32)

    fileprivate var member: JSONValue.Member {
        switch self {
        case .requestID(let id): .init("request", .string(Self.hexadecimal(id)))
        case .route(let route): .init("route", route.map { .string($0) } ?? .null)
        case .status(let status): .init("status", .integer(Int64(status)))
        case .milliseconds(let time): .init("milliseconds", .double((time * 1_000).rounded() / 1_000))
        case .device(let hash): .init("device", .string(Self.prefix(ofHash: hash)))
        case .space(let space): .init("space", .string(space))
        case .address(let address): .init("address", .string(address))
        case .reason(let reason): .init("reason", .string(reason))
        case .message(let message): .init("message", .string(message))
        case .place(let place): .init("place", .string(place))
        case .count(let count): .init("count", .integer(Int64(count)))
        case .bytes(let bytes): .init("bytes", .integer(bytes))
        case .limit(let name, let value): .init(name, .integer(Int64(value)))
        case .version(let version): .init("version", .string(version))
        case .processID(let id): .init("pid", .integer(Int64(id)))
        }
    }

    /// The first 8 digits of a token's hash: enough to tell devices apart, of no use for anything else.
    static func prefix(ofHash hash: [UInt8]) -> String {
        hash.prefix(4).hexadecimal
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }.hexadecimal
    }
}

extension Sequence<UInt8> {
    /// Two digits a byte, in lower case.
    var hexadecimal: String {
        reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
