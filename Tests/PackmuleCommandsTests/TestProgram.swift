// The program on a store in a temporary folder, at a time and with chance that tests decide.

import CivilTime
import CommandLineTool
import HTTPMessages
import JSONText
import PackmuleKit
import Platform
import Replication
import Synchronization
import TestSupport
import Testing

@testable import PackmuleCommands

/// Runs command lines without a process.
struct TestProgram {
    let folder = TemporaryFolder()
    /// On 2026-05-01 at 12:00 UTC until a test moves it.
    let clock: ManualClock
    private let random: SeededRandom
    /// Leads to the server, whatever its address.
    private let transport: @Sendable () -> any Transport

    var storePath: String { folder.path("store.sqlite") }

    private var surroundings: Surroundings {
        let zones = ZoneDatabase { path in
            try? Files.read(Fixtures.path("zoneinfo/zones/" + path), limitBytes: 1 << 20)
        }
        return Surroundings(
            clock: clock, random: random, zones: zones,
            localZone: .discover(LocalZone.Facts(tz: "Europe/Berlin"), in: zones))
    }

    /// A new store; without one nothing stands at ``storePath`` yet.
    ///
    /// - Parameters:
    ///   - name: of the device.
    ///   - seed: another one where a copied store holds what the usual seed gave, and for each device of a space.
    ///   - clock: one for all devices of a space.
    ///   - transport: leads to the server, whatever its address.
    init(
        withStore: Bool = true, name: String = "test", seed: UInt64 = 1, clock: ManualClock = ManualClock(),
        transport: @escaping @Sendable () -> any Transport = { NoServer() }
    ) throws {
        random = SeededRandom(seed: seed)
        (self.clock, self.transport) = (clock, transport)
        if withStore { _ = try Device.create(at: storePath, name: name, surroundings) }
    }

    /// Runs one command line.
    ///
    /// - Parameters:
    ///   - input: what is on standard input; its lines are also the answers to questions.
    ///   - canAsk: whether somebody sits at the terminal.
    func run(
        _ arguments: [String], input: String = "", canAsk: Bool = false, columns: Int? = nil, colour: Colour = .off
    ) -> Output {
        let lines = Mutex(input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        let outside = Outside(
            environment: ["HOME": folder.path, "PACKMULE_STORE": storePath], surroundings: surroundings,
            screen: Screen(columns: columns, colour: colour, errorColour: colour, canAsk: canAsk),
            input: Input(
                ask: { _ in lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } },
                readAll: { _ in Array(input.utf8) }),
            transport: { [transport] _, _ in transport() })
        return Program.run(arguments, outside)
    }

    /// Runs one command line as typed in a shell after the program's name; single quotes hold blanks together.
    func run(_ line: String, input: String = "", canAsk: Bool = false) -> Output {
        run(words(of: line), input: input, canAsk: canAsk)
    }

    /// What a command that succeeds prints.
    @discardableResult
    func text(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let output = run(line)
        #expect(output.exitCode == .done, "\(line): \(output.standardError)", sourceLocation: sourceLocation)
        #expect(output.standardError == "", sourceLocation: sourceLocation)
        return output.standardOutput
    }

    /// What a command that succeeds prints, whatever it notes besides.
    @discardableResult
    func told(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let output = run(line)
        #expect(output.exitCode == .done, "\(line): \(output.standardError)", sourceLocation: sourceLocation)
        return output.standardOutput
    }

    /// What a command that is refused says; it must print nothing.
    func refusal(
        _ line: String, _ exitCode: ExitCode = .refused, sourceLocation: SourceLocation = #_sourceLocation
    ) -> String {
        let output = run(line)
        #expect(output.exitCode == exitCode, "\(line): \(output)", sourceLocation: sourceLocation)
        #expect(output.standardOutput == "", sourceLocation: sourceLocation)
        return output.standardError
    }
}

extension TestProgram {
    /// A store with something of everything: what the examples in help texts speak of.
    static func withSamples() throws -> TestProgram {
        let program = try TestProgram(withStore: false, seed: 2)
        for (name, bytes) in try sampleFiles.get() { try Files.write(bytes, to: program.folder.path(name)) }
        return program
    }

    /// Made once, for it takes longer than most tests: the files of the store by name.
    private static let sampleFiles = Result {
        let program = try TestProgram()
        for line in samples { program.text(line) }
        return try Files.names(inFolder: program.folder.path).map { name in
            (name: name, bytes: try Files.read(program.folder.path(name), limitBytes: 1 << 24))
        }
    }

    private static let samples = [
        "trip add Bergen --start 2027-06-03 --nights 4 --country Norway",
        "trip add Paris --start 2027-07-01 --nights 2", "trip cancel Paris",
        "trip add Rome --start 2025-05-01 --nights 6", "trip archive Rome",
        "trip add Oslo", "trip delete Oslo",
        "category add Sport", "category delete Sport",
        "item add Passport --category Documents", "check Passport",
        "item add Socks --category Clothes --quantity 4 --weight 40",
        "item add 'Rain jacket' --category Clothes --weight 240", "check 'Rain jacket'",
        "item add Book --quantity 0", "item add Umbrella", "item delete Umbrella", "item add 'Wool socks'",
        "place add Bryggen --lat 60.3975 --lon 5.3245 -t Bergen --address 'Bryggen 1, Bergen'",
        "place add Fish market", "place delete 'Fish market'",
    ]
}

extension TestProgram {
    /// What a command that succeeds answers to scripts, on one line; ids and positions are shown as `*`.
    func json(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let text = text(line + " --json", sourceLocation: sourceLocation)
        #expect(text.last == "\n", sourceLocation: sourceLocation)
        return try JSONValue(reading: text).withStarsForIDs.text().replacing("\"", with: "")
    }
}

extension TestProgram {
    /// The occurrences in the answer of `reminder next`, on one line.
    func occurrences(_ line: String) throws -> String {
        let answer = try JSONValue(reading: told(line + " --json"))
        return try #require(answer["occurrences"]).text().replacing("\"", with: "")
    }
}

extension JSONValue {
    /// The value with `*` for everything that is drawn by chance, or follows from it.
    fileprivate var withStarsForIDs: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withStarsForIDs))
        case .object(let members):
            .object(
                members.map { member in
                    let isPosition = member.name == "position" && member.value.string != nil
                    return Member(member.name, isPosition ? "*" : member.value.withStarsForIDs)
                })
        case .string(let text) where RecordID(text) != nil: "*"
        default: self
        }
    }
}

extension TestProgram {
    /// How the device belongs to its space, secrets included.
    func membership() throws -> Membership? {
        try Device(at: storePath, surroundings).store.membership()
    }

    /// Replaces a text in the file of the store by one of the same length, as only another version could have written.
    func replace(_ text: String, by other: String) throws {
        var bytes = try Files.read(storePath, limitBytes: 1 << 24)
        var start = 0
        while let range = bytes[start...].firstRange(of: Array(text.utf8)) {
            bytes.replaceSubrange(range, with: other.utf8)
            start = range.upperBound
        }
        #expect(start > 0)
        try Files.write(bytes, to: storePath)
    }

    /// Rings what is due, as the daemon does.
    func ring() throws {
        let device = try Device(at: storePath, surroundings)
        let plan = try device.planReminders()
        try device.record(plan, handed: plan.show.map { HandedOver($0, shown: TextMap()) })
    }

    /// Changes the store without the program.
    func edit(_ body: (Edit) throws -> Void) throws {
        _ = try Device(at: storePath, surroundings).edit("test", body)
    }
}

/// No server answers.
struct NoServer: Transport {
    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        throw .unreachable(reason: "there is no network in this test")
    }

    func cancel() {}
}
