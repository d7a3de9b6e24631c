// What the server limits: a name, a default, a range and a reason for each, so that whoever runs it can choose.

internal import Replication
internal import SyncProtocol

/// The limits that whoever runs the server can set, each by its name (docs/design, security: Limits). The length of one
/// value is not among them: the server cannot see it, the devices keep it.
package struct ServerLimits: Equatable, Sendable {
    /// Bytes of a request's body.
    package var requestBytes = SyncProtocol.Limits.requestByteCount
    /// Changes of one request.
    package var changesPerRequest = ReplicationLimits.pageChangeCount
    /// Bytes of one change's body; a longer one is refused for good.
    package var changeBytes = ReplicationLimits.bodyByteCount
    /// Rows of one answer.
    package var pageRows = ReplicationLimits.pageChangeCount
    /// Bytes of the rows of one answer; a longer row comes alone.
    package var pageBytes = ReplicationLimits.pageByteCount
    /// Records of one space, deleted ones that are not collected yet among them.
    package var recordsPerSpace = 200_000
    /// Bytes of the bodies of one space.
    package var bytesPerSpace = 1 << 30
    /// Devices of one space whose tokens open it.
    package var devicesPerSpace = 32
    /// Connections in all.
    package var connections = 256
    /// Connections of one address.
    package var connectionsPerAddress = 32
    /// Requests of one device in a second, in the long run.
    package var requestsPerSecond = 20
    /// Requests that a device may make at once after a rest.
    package var requestBurst = 100
    /// Requests without a valid token from one address in a minute.
    package var unauthenticatedPerMinute = 20
    /// Invitations of one space in an hour.
    package var invitationsPerHour = 20
    /// Pushes that wait for the one writer; more are asked to come again.
    package var waitingWrites = 1_024
    /// Long polls that are held at once; more are answered at once.
    package var watches = 200

    /// The defaults.
    package init() {}
}

extension ServerLimits {
    /// One limit: how it is called and what it may be.
    package struct Setting: Sendable {
        /// As in `--limit NAME=VALUE`: the property's own name.
        package let name: String
        /// Where it is kept.
        package let path: any WritableKeyPath<ServerLimits, Int> & Sendable
        /// The values it may have.
        package let range: ClosedRange<Int>
    }

    /// Every limit, in the order in which they are shown.
    package static let settings: [Setting] = [
        Setting(name: "requestBytes", path: \.requestBytes, range: 1_024...SyncProtocol.Limits.requestByteCount),
        Setting(name: "changesPerRequest", path: \.changesPerRequest, range: 1...ReplicationLimits.pageChangeCount),
        Setting(name: "changeBytes", path: \.changeBytes, range: 256...ReplicationLimits.bodyByteCount),
        Setting(name: "pageRows", path: \.pageRows, range: 1...ReplicationLimits.pageChangeCount),
        Setting(name: "pageBytes", path: \.pageBytes, range: 1...ReplicationLimits.pageByteCount),
        Setting(name: "recordsPerSpace", path: \.recordsPerSpace, range: 1...1_000_000_000),
        Setting(name: "bytesPerSpace", path: \.bytesPerSpace, range: 1...(1 << 50)),
        Setting(name: "devicesPerSpace", path: \.devicesPerSpace, range: 1...SyncProtocol.Limits.deviceCount / 2),
        Setting(name: "connections", path: \.connections, range: 1...100_000),
        Setting(name: "connectionsPerAddress", path: \.connectionsPerAddress, range: 1...100_000),
        Setting(name: "requestsPerSecond", path: \.requestsPerSecond, range: 1...1_000_000),
        Setting(name: "requestBurst", path: \.requestBurst, range: 1...1_000_000),
        Setting(name: "unauthenticatedPerMinute", path: \.unauthenticatedPerMinute, range: 1...1_000_000),
        Setting(name: "invitationsPerHour", path: \.invitationsPerHour, range: 1...1_000_000),
        Setting(name: "waitingWrites", path: \.waitingWrites, range: 1...1_000_000),
        Setting(name: "watches", path: \.watches, range: 1...100_000),
    ]

    /// The names, in the order of ``settings``.
    package static let names = settings.map(\.name)

    /// Why a limit cannot be set so.
    package enum Problem: Error, Equatable, Sendable {
        /// Not of the form NAME=VALUE.
        case malformed
        /// There is no limit of this name.
        case unknownName
        /// The value is no whole number of the range.
        case outOfRange(name: String, range: ClosedRange<Int>)
    }

    /// Sets one limit from `NAME=VALUE`.
    package mutating func set(_ text: String) throws(Problem) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .malformed }
        guard let setting = Self.settings.first(where: { $0.name.utf8.elementsEqual(parts[0].utf8) }) else {
            throw .unknownName
        }
        guard let value = Int(parts[1]), setting.range.contains(value) else {
            throw .outOfRange(name: setting.name, range: setting.range)
        }
        self[keyPath: setting.path] = value
    }
}

extension ServerLimits.Problem: CustomStringConvertible {
    /// One sentence for people.
    package var description: String {
        switch self {
        case .malformed: "A limit is set as NAME=VALUE."
        case .unknownName: "There is no such limit; there are \(ServerLimits.names.joined(separator: ", "))."
        case .outOfRange(let name, let range):
            "The limit \(name) is a whole number from \(range.lowerBound) to \(range.upperBound)."
        }
    }
}

/// What is fixed: rules that devices rely on, and bounds of memory.
enum Limits {
    /// How long deletions are kept, and how long a number that is not seen holds collection back: 90 days.
    static let retentionMilliseconds: Int64 = 90 * 24 * 3_600_000

    /// How far beyond the server's clock a stamp may lie: 60 seconds.
    static let aheadMilliseconds: Int64 = 60_000

    /// How far beyond the newest time of the space a stamp may lie although the clock stands against it: 1 second.
    static let aheadOfNewestMilliseconds: Int64 = 1_000

    /// How long an invitation can be redeemed: 15 minutes.
    static let invitationMilliseconds: Int64 = 15 * 60_000

    /// How long a redeemed link still gives the same answer to the same token, 7 days: an answer may be lost.
    static let redeemedMilliseconds: Int64 = 7 * 24 * 3_600_000

    /// Between two times that what was only seen is written: a minute.
    static let sightingMilliseconds: Int64 = 60_000

    /// Numbers whose sightings wait to be written, a bound on memory; more of them are not remembered.
    static let waitingSightings = 10_000

    /// The last attempt of a number that is known under another token: no device knows it, so that the asking one takes
    /// a new number.
    static let nobodysAttempt = UInt64(Int64.max)

    /// Seconds until a change is offered again that found the space full: ten minutes.
    static let quotaSeconds: UInt32 = 600

    /// Seconds until a request is repeated that met a full disk or a storage that cannot write.
    static let storageRetrySeconds = 60

    /// Seconds until a request is repeated that met a full queue.
    static let queueRetrySeconds = 1

    /// Seconds until a long poll is repeated for which there was no place.
    static let watchRetrySeconds = 30

    /// Senders for whom a rate is kept: about a mebibyte for each kind of rate.
    static let ratedSenders = 10_000

    /// Tokens whose membership is remembered between a request's head and its body: about a mebibyte.
    static let recentCallers = 4_096

    /// Between two rounds of collection: an hour.
    static let collectionMilliseconds: Int64 = 3_600_000

    /// The longest sleep of the writing thread, a second: a clock that was set back delays nothing for longer.
    static let longestWaitMilliseconds: Int64 = 1_000

    /// Deleted records looked at in one transaction of collection, so that no push waits long.
    static let collectionStep = 256
}
