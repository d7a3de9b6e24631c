// One random schedule: chaos, healing, and the checks (docs/design, reliability: Deterministic simulator).

package import CivilTime
import Cryptography
import HTTPMessages
import PackmuleKit
import Platform
import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import TestSupport

/// Everything that may happen to the spaces of a server, drawn from one seed. All runs on one thread, in virtual time:
/// a request under way is a call that lets other things happen meanwhile.
package final class Schedule: @unchecked Sendable {
    /// One space, and the devices that are in it.
    final class Space {
        let index: Int
        var id: SpaceID?
        var stations: [Station] = []
        /// The code on paper, if somebody made one.
        var recoveryCode: String?

        init(index: Int) {
            self.index = index
        }
    }

    package let seed: UInt64
    package let mix: FaultMix
    /// How many things happen in the chaos, of those that were drawn.
    package let eventCount: Int
    package internal(set) var coverage = Coverage()
    let streams: Streams
    let clock: ManualClock
    let zones: ZoneDatabase
    let checker = Checker()
    private(set) var host: Host
    private(set) var server: Server?
    private(set) var spaces: [Space] = []
    /// All devices that there ever were.
    private(set) var stations: [Station] = []
    let recordCount: Int
    let hasReminders: Bool
    var isHealed = false
    /// Until when a partition lasts, and who is cut off by it.
    var partition: Partition?
    var serverCopies: [ServerCopy] = []
    var deviceCopies: [DeviceCopy] = []
    var trace: Trace
    private(set) var violation: Violation?
    private var agenda = Agenda()
    private var order: SeededGenerator
    private var claimCount: UInt64 = 0
    private let gapMilliseconds: Double
    private let kept: Set<Int>?
    private var folder: TemporaryFolder?
    /// Exchanges whose changes are all known to be on the server, by what they carry.
    private var settled: Set<[UInt8]> = []

    /// A server's file as it once was.
    struct ServerCopy {
        let storage: Host.Storage
        /// Who is known to it.
        let stations: Set<Int>
    }

    /// A device's file as it once was.
    struct DeviceCopy {
        let station: Int
        let version: Station.Version
        let file: Replica.File
    }

    struct Partition {
        let until: Int64
        let stations: Set<Int>
        /// Whether requests pass, and only answers do not.
        let isOneWay: Bool
    }

    /// - Parameters:
    ///   - kept: the numbers of the events that happen; all where nil.
    ///   - keepsLines: whether ``lines`` tells what happens.
    package init(
        seed: UInt64, zones: ZoneDatabase, kept: Set<Int>? = nil, keepsLines: Bool = false
    ) throws {
        (self.seed, self.zones, self.kept) = (seed, zones, kept)
        let streams = Streams(seed: seed)
        self.streams = streams
        trace = Trace(keepsLines: keepsLines)
        order = streams.fork(.order)
        clock = ManualClock()
        var draws = streams.fork(.mix)
        mix = FaultMix(&draws)
        eventCount = draws.scaled(100...2_000, skew: 4)
        recordCount = draws.scaled(1...50, skew: 2)
        gapMilliseconds = draws.scaled(50...15_000, skew: 2)
        hasReminders = draws.bool(probability: 0.4)
        let stationCount = draws.scaled(1...8, skew: 1)
        let spaceCount = min(stationCount, draws.int(in: 0..<10) < 7 ? 1 : draws.int(in: 2...3))
        let limits = Self.limits(mix, &draws)
        let seeds = Seeds(streams)
        let connection = Connection()
        host = try Host(clock, limits, nextSeed: { seeds.next() }, connect: { connection.server = $0 })
        server = connection.server
        connection.schedule = self
        for index in 0..<spaceCount { spaces.append(Space(index: index)) }
        for index in 0..<stationCount { try addStation(to: spaces[index % spaceCount], version: draws.version(mix)) }
        if mix.has(.skew) { for station in stations where draws.bool() { station.skew(&draws) } }
    }

    /// What the host tells where its server is.
    private final class Connection {
        weak var schedule: Schedule?
        var server: Server? { didSet { schedule?.server = server } }
    }

    private final class Seeds {
        private let streams: Streams
        private var count: UInt64 = 0

        init(_ streams: Streams) {
            self.streams = streams
        }

        func next() -> UInt64 {
            count += 1
            return streams.number(.identity, count)
        }
    }

    private static func limits(_ mix: FaultMix, _ draws: inout SeededGenerator) -> ServerLimits {
        var limits = ServerLimits.generous
        if mix.has(.smallPages) { limits.pageRows = draws.int(in: 1...5) }
        if mix.has(.smallQuota) { limits.bytesPerSpace = draws.scaled(1_000...60_000) }
        if mix.has(.refusedChange) { limits.changeBytes = 256 }
        return limits
    }

    // MARK: Time

    var now: Int64 { clock.millisecondsSince1970() }

    /// Does something at a time.
    func at(_ time: Int64, _ body: @escaping () -> Void) {
        agenda.add(at: time, draw: order.next(), body)
    }

    /// Lets happen what happens until a time, as long as a condition holds; then it is that time.
    func pump(until time: Int64, while isWanted: () -> Bool = { true }) {
        while violation == nil, isWanted(), let next = agenda.nextTime, next <= time, let entry = agenda.popFirst() {
            if entry.time > now { clock.set(millisecondsSince1970: entry.time) }
            entry.body()
        }
        if isWanted(), time > now { clock.set(millisecondsSince1970: time) }
    }

    /// Does what may find a fault; the first one ends the schedule.
    func attempt(_ body: () throws -> Void) {
        guard violation == nil else { return }
        do {
            try body()
        } catch let found as Violation {
            violation = found
        } catch {
            violation = Violation(0, "an error that nobody expected: \(error)")
        }
    }

    func note(_ text: @autoclosure () -> String) {
        trace.note(at: now, text())
    }

    // MARK: Running

    /// What came of a schedule.
    package struct Outcome: Sendable {
        package let violation: Violation?
        package let hash: UInt64
        package let lines: [String]
    }

    /// Runs it to its end.
    package func run() -> Outcome {
        for station in stations { station.boot() }
        var draws = streams.fork(.schedule, .max)
        var time = now
        for event in 0..<eventCount {
            time += Int64(draws.scaled(gapMilliseconds / 10...gapMilliseconds * 4))
            guard kept?.contains(event) ?? true else { continue }
            at(time) { [unowned self] in
                var draws = streams.fork(.schedule, UInt64(event))
                attempt { try happen(event, &draws) }
            }
        }
        pump(until: time)
        attempt { try heal() }
        for space in spaces { attempt { try checkEnd(space) } }
        end()
        return Outcome(violation: violation, hash: trace.hash, lines: trace.lines)
    }

    private func end() {
        agenda.removeAll()
        for station in stations { station.end() }
    }

    // MARK: Devices

    /// One more device of a space; the first one claims it.
    @discardableResult
    func addStation(to space: Space, version: Station.Version = .current) throws -> Station {
        let station = try makeStation(in: space, version: version)
        let direct = DirectLine(self, station)
        if space.stations.isEmpty {
            try claim(station)
            space.id = try station.device.membership()?.space
        } else if let host = space.stations.first(where: { !$0.isRevoked }) {
            let invitation = try host.device.invite(over: DirectLine(self, host))
            try station.device.join(invitation.link, over: direct)
        }
        space.stations.append(station)
        attempt { try checker.begin(station) }
        return station
    }

    /// A device that is in no space yet.
    func makeStation(in space: Space, version: Station.Version = .current) throws -> Station {
        let station = try Station(self, space, index: stations.count, version)
        stations.append(station)
        return station
    }

    /// Has a device claim its space with a link of the server's.
    func claim(_ station: Station) throws {
        claimCount += 1
        var secrets = streams.fork(.identity, 1 << 62 | claimCount)
        let link = Link(
            kind: .claim, origin: try Self.origin(), secret: Secret(secrets.bytes(count: 16)),
            pin: nil)
        try host.server.addClaim(lookup: link.lookup)
        try station.device.claim(link, over: DirectLine(self, station))
    }

    static func origin() throws -> Origin { try Origin("https://packmule.example.org") }

    /// A folder for files of this schedule; made when it is first needed.
    func sharedFolder() throws -> String {
        if folder == nil { folder = TemporaryFolder() }
        return folder?.path("") ?? ""
    }

    func lose(_ station: Station) {
        station.kill()
        station.space.stations.removeAll { $0 === station }
        checker.forget(station.index)
    }

    // MARK: The server

    /// Hands a request to the server; nil while it is down.
    ///
    /// - Parameter isReplay: whether it is one that came before.
    func deliver(_ request: HTTPRequest, of station: Station, isReplay: Bool = false) -> HTTPResponse? {
        guard let server, violation == nil else { return nil }
        attempt {
            try host.upkeep()
            if isReplay { try checker.lookAtServer(self, station.space) }
        }
        trace.add(request.body)
        let response = server.answer(request, from: "192.0.2.1")
        trace.add(UInt64(response.status))
        trace.add(response.body)
        station.answerHistory = host.history
        attempt { try checker.lookAtServer(self, station.space, isReplay: isReplay) }
        return response
    }
}

extension Schedule {
    /// Counts what an answer says, and remembers requests whose changes are all taken.
    func noteAnswer(_ response: HTTPResponse, to request: HTTPRequest) {
        guard response.status == 200, request.path == Route.exchange.rawValue,
            let answer = try? ExchangeAnswer(encoded: response.body)
        else { return }
        switch answer.verdict {
        case .foreign: coverage.met(.foreign)
        case .expired: coverage.met(.expired)
        case .page(let page):
            if page.outcomes.allSatisfy({ $0 == .stored || $0 == .done }) {
                if mix.has(.replayed) || mix.has(.duplicated) { settled.insert(request.body) }
            }
            for outcome in page.outcomes {
                switch outcome {
                case .ahead: coverage.met(.ahead)
                case .later:
                    coverage.met(.laterOutcome)
                    coverage.met(Fault.smallQuota)
                case .refused: coverage.met(.refusedOutcome)
                case .stored, .done: break
                }
            }
            if page.head == nil {
                coverage.met(.readFromZero)
                coverage.met(Fault.smallPages)
            }
        }
    }

    /// Whether a request was carried out, with all that it brought.
    func isSettled(_ request: HTTPRequest) -> Bool { settled.contains(request.body) }
}

extension SeededGenerator {
    /// Which version of the program a device runs.
    fileprivate mutating func version(_ mix: FaultMix) -> Station.Version {
        bool(probability: mix.strength(of: .oldVersion)) ? .first : .current
    }
}
