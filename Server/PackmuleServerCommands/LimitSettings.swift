// The limits of a server that whoever runs it can set, by name.

import HTTPListener
import SyncServer

/// What clients can take, behind the door and at it (docs/design, security: Limits).
struct LimitSettings: Sendable {
    /// What requests can take.
    private(set) var server = ServerLimits()
    /// What connections can take; how many, ``server`` says.
    private var door = HTTPListener.Limits()

    /// A limit that can be set.
    struct Setting: Sendable {
        /// As it is typed, and as `Limits.swift` of its module has it.
        let name: String
        /// One line with the unit.
        let meaning: String
        /// What is allowed.
        let range: ClosedRange<Int>
        fileprivate let place: @Sendable (inout LimitSettings, Int?) -> Int

        /// - Parameter place: sets the value where there is one, and says what it is.
        fileprivate init(
            _ name: String, _ range: ClosedRange<Int>, _ place: @escaping @Sendable (inout LimitSettings, Int?) -> Int
        ) {
            self.name = name
            self.range = range
            self.place = place
            meaning = LimitMeanings.byName[name] ?? ""
        }
    }

    /// Every limit in the order shown.
    static let settings: [Setting] =
        ServerLimits.settings.map { setting in
            Setting(setting.name, setting.range) { limits, value in
                if let value { limits.server[keyPath: setting.path] = value }
                return limits.server[keyPath: setting.path]
            }
        } + doorSettings

    /// The usual limits.
    init() {}

    /// The usual limits, changed by settings of the form NAME=VALUE; of two for one name the last counts.
    ///
    /// - Throws: a refusal with ``ExitCode/usage``.
    init(_ texts: [String], _ invocation: Invocation) throws {
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw invocation.misused("--limit '\(text)' is not of the form NAME=VALUE.")
            }
            guard let setting = Self.settings.first(where: { $0.name == parts[0] }) else {
                throw invocation.misused("There is no limit '\(parts[0])'; see 'packmule-server limits'.")
            }
            guard let value = Int(parts[1]), setting.range.contains(value) else {
                throw invocation.misused(
                    "--limit \(setting.name) must be a whole number from \(setting.range.lowerBound) to "
                        + "\(setting.range.upperBound).")
            }
            _ = setting.place(&self, value)
        }
    }

    /// The value of a limit.
    subscript(setting: Setting) -> Int {
        var copy = self
        return setting.place(&copy, nil)
    }

    /// Those that are not as usual.
    var changed: [(name: String, value: Int)] {
        let usual = LimitSettings()
        return Self.settings.filter { self[$0] != usual[$0] }.map { ($0.name, self[$0]) }
    }

    /// What the listener is given.
    var listener: HTTPListener.Limits {
        var limits = door
        limits.connections = server.connections
        limits.connectionsPerAddress = server.connectionsPerAddress
        return limits
    }

    private static let doorSettings = [
        door("headBytes", 1_024...65_536) { limits, value in exchange(&limits.headBytes, value) },
        door("headMilliseconds", 100...600_000) { limits, value in exchange(&limits.headMilliseconds, value) },
        door("keepAliveMilliseconds", 100...600_000) { limits, value in
            exchange(&limits.keepAliveMilliseconds, value)
        },
        door("bodyMilliseconds", 100...600_000) { limits, value in exchange(&limits.bodyMilliseconds, value) },
        door("bodyBytesPerSecond", 1...1_000_000) { limits, value in exchange(&limits.bodyBytesPerSecond, value) },
        door("answerMilliseconds", 100...600_000) { limits, value in exchange(&limits.answerMilliseconds, value) },
    ]

    private static func door(
        _ name: String, _ range: ClosedRange<Int>, _ place: @escaping @Sendable (inout HTTPListener.Limits, Int?) -> Int
    ) -> Setting {
        Setting(name, range) { limits, value in place(&limits.door, value) }
    }

    private static func exchange(_ place: inout Int, _ value: Int?) -> Int {
        if let value { place = value }
        return place
    }
}

/// What each limit means to whoever runs the server.
enum LimitMeanings {
    /// One line with the unit, by name.
    static let byName = [
        "requestBytes": "bytes of a request's body",
        "changesPerRequest": "changes of one request",
        "changeBytes": "bytes of one change's body; a longer one is refused for good",
        "pageRows": "changes of one answer",
        "pageBytes": "bytes of the changes of one answer; a longer one comes alone",
        "recordsPerSpace": "records of one space; more wait on their device",
        "bytesPerSpace": "bytes of all changes of one space; more wait on their device",
        "devicesPerSpace": "devices of one space that were not revoked",
        "connections": "connections open at once",
        "connectionsPerAddress": "connections open at once from one address; not counted behind a proxy",
        "requestsPerSecond": "requests of one device a second, in the long run",
        "requestBurst": "requests that a device may make at once after a rest",
        "unauthenticatedPerMinute": "requests without a valid token from one address a minute",
        "invitationsPerHour": "invitations of one space an hour",
        "waitingWrites": "pushes that wait to be written; more are asked to come again",
        "watches": "devices that may wait for news; more ask again by themselves",
        "headBytes": "bytes of a request's first line and fields",
        "headMilliseconds": "milliseconds for the first line and fields of a request",
        "keepAliveMilliseconds": "milliseconds that a connection is kept between requests",
        "bodyMilliseconds": "milliseconds for a body",
        "bodyBytesPerSecond": "bytes a second that must come of a body",
        "answerMilliseconds": "milliseconds to take an answer",
    ]
}
