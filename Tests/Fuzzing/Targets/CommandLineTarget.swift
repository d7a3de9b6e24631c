// Command lines, on a store with a trip in it.

import CivilTime
import CommandLineTool
import HTTPMessages
import PackmuleCommands
import PackmuleKit
import Platform
import TestSupport

extension FuzzTarget {
    /// The words of a command line, one a line; the store is always the same at first. Commands that name files are
    /// left out, for a run may touch nothing of the machine.
    static let commandLine = FuzzTarget("command-line", mutationCount: 100) { bytes in
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let arguments = words.map(String.init)
        guard !arguments.contains(where: { fileWords.contains($0) || $0.hasPrefix("--store") }) else { return }
        let output = try FuzzedProgram.template.get().copy().run(arguments)
        try require(output.exitCode == .done || !output.standardError.isEmpty, "who is refused is told why")
        let isShown = { (scalar: Unicode.Scalar) in
            scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
        }
        try require(output.standardError.unicodeScalars.allSatisfy(isShown), "nothing commands a terminal")
    }

    /// The commands that read or write a file that is named.
    private static let fileWords: Set = ["backup", "export", "import", "restore"]
}

/// The program on a store in a temporary folder.
private struct FuzzedProgram {
    private let folder = TemporaryFolder()

    private var storePath: String { folder.path("store.sqlite") }

    private static let zones = ZoneDatabase { path in
        try? Files.read(Fixtures.path("zoneinfo/zones/" + path), limitBytes: 1 << 20)
    }

    /// A store with something to name in it, made once.
    static let template = Result {
        let program = FuzzedProgram()
        for line in [
            ["init", "--name", "test"], ["trip", "add", "Bergen", "--start", "2027-06-03", "--nights", "4"],
            ["item", "add", "Socks"], ["place", "add", "Bryggen"], ["remind", "at", "2027-06-01 09:00", "Pack"],
        ] {
            let output = program.run(line)
            try require(output.exitCode == .done, output.standardError)
        }
        return program
    }

    /// The same store in a folder of its own.
    func copy() throws -> FuzzedProgram {
        let copy = FuzzedProgram()
        for name in try Files.names(inFolder: folder.path) {
            try Files.write(Files.read(folder.path(name), limitBytes: 1 << 24), to: copy.folder.path(name))
        }
        return copy
    }

    /// Runs a command line without a process; nobody can be asked, and no server answers.
    func run(_ arguments: [String]) -> Output {
        let surroundings = Surroundings(
            clock: ManualClock(), random: SeededRandom(seed: 1), zones: Self.zones,
            localZone: .discover(LocalZone.Facts(tz: "Europe/Berlin"), in: Self.zones))
        let outside = Outside(
            environment: ["HOME": folder.path, "PACKMULE_STORE": storePath], surroundings: surroundings,
            screen: Screen(columns: 80, colour: .off, errorColour: .off, canAsk: false),
            input: Input(ask: { _ in nil }, readAll: { _ in [] }), transport: { _, _ in NoServer() })
        return Program.run(arguments, outside)
    }
}

/// No server answers.
private struct NoServer: Transport {
    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        throw .unreachable(reason: "there is no network here")
    }

    func cancel() {}
}
