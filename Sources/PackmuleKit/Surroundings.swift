// What a device is handed from outside: time, chance and zones.

public import CivilTime
public import Platform

/// The outside of a device, as arguments, so that tests decide what time it is and where.
public struct Surroundings: Sendable {
    /// What time it is.
    public let clock: any WallClock
    /// Where chance comes from.
    public let random: any RandomSource
    /// The rules of all zones.
    public let zones: ZoneDatabase
    /// The zone of this device.
    public let localZone: LocalZone

    /// Whether all is done on the thread of the caller, one after the other, so that what happens can be repeated.
    package var isSingleThreaded = false

    /// For tests and previews; an app takes ``system(environment:)``.
    public init(clock: any WallClock, random: any RandomSource, zones: ZoneDatabase, localZone: LocalZone) {
        self.clock = clock
        self.random = random
        self.zones = zones
        self.localZone = localZone
    }

    /// The clock, random source and zone files of this machine.
    ///
    /// - Parameter environment: `TZ` and `TZDIR` count.
    public static func system(environment: [String: String]) -> Surroundings {
        let facts = LocalZone.Facts(
            tz: environment["TZ"], tzdir: environment["TZDIR"],
            localtimeLink: try? Files.linkTarget(localtimePath),
            timezoneFile: (try? Files.read(timezonePath, limitBytes: 4096)).map {
                String(decoding: $0, as: UTF8.self)
            })
        let directory = facts.zoneDirectory
        let zones = ZoneDatabase { path in
            // Whoever opens a pipe or a device may wait without end.
            let path = directory + "/" + path
            guard (try? Files.attributes(of: path))?.kind == .file else { return nil }
            return try? Files.read(path, limitBytes: Limits.zoneFileBytes)
        }
        return Surroundings(
            clock: SystemClock(), random: SystemRandom(), zones: zones,
            localZone: LocalZone.discover(facts, in: zones))
    }

    /// The files whose change makes ``system(environment:)`` another one: those that name the zone, unless `TZ` does,
    /// and the index of the rules, which every update of them replaces. A program that runs for long watches them.
    package static func zoneFiles(environment: [String: String]) -> [String] {
        let facts = LocalZone.Facts(tz: environment["TZ"], tzdir: environment["TZDIR"])
        return (facts.tz == nil ? [localtimePath, timezonePath] : []) + [facts.zoneDirectory + "/tzdata.zi"]
    }

    private static let localtimePath = "/etc/localtime"
    private static let timezonePath = "/etc/timezone"

    /// This moment.
    public var now: Instant { Instant(millisecondsSince1970: clock.millisecondsSince1970()) }
}
