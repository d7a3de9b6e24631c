// One run of a command: its arguments, and what of the outside it may use.

import CommandLineTool
import PackmuleKit
import Platform

/// What a command is handed.
struct Invocation: Sendable {
    let command: ParsedCommand<Action>
    let outside: Outside

    var environment: [String: String] { outside.environment }
    var screen: Screen { outside.screen }
    /// Time, chance and zones.
    var surroundings: Surroundings { outside.surroundings }

    /// The path of the store: `--store`, else `PACKMULE_STORE`, else the standard place.
    var storePath: String {
        get throws { try StorePlace.path(asked: command.value("store"), environment: environment) }
    }

    /// The device whose store is meant.
    ///
    /// - Parameter access: `.readOnly` for commands that only look, so that they work on read-only media too.
    func device(_ access: ReplicaStore.Access = .readWrite) throws -> Device {
        try Device(at: storePath, surroundings, access: access)
    }

    /// The command as history keeps it: `trip add`.
    var words: String { command.path.commands.dropFirst().map(\.name).joined(separator: " ") }

    // MARK: Trips

    /// The trip that an option or operand names, else the one that `next` shows.
    ///
    /// - Returns: the trip, and whether it was named.
    func trip(_ reader: Reader, of device: Device, named text: String?) throws -> (trip: Stored<Trip>, wasNamed: Bool) {
        if let text { return (try reader.findOrExplain(Trip.self, text), true) }
        guard let next = try device.nextTrip(reader).trip, let stored = try reader.record(Trip.self, next.id) else {
            throw DeviceError.noTripPlanned
        }
        return (stored, false)
    }

    /// The trip that `-t` names, else the one that `next` shows.
    func tripMeant(_ reader: Reader, of device: Device) throws -> Stored<Trip> {
        try trip(reader, of: device, named: command.value("trip")).trip
    }

    // MARK: Asking

    /// Asks a question that is answered by yes or no; `--yes` answers it.
    ///
    /// - Throws: a refusal with ``ExitCode/decisionNeeded`` when the answer is no, or when nobody can be asked.
    func confirm(_ question: String) throws {
        if command.has("yes") { return }
        guard screen.canAsk else {
            throw Refusal("decision-needed", question, hint: "Say yes with --yes.", .decisionNeeded)
        }
        let typed = try outside.input.ask(SafeText.visible(question) + " [y/N] ") ?? ""
        guard ["y", "yes"].contains(typed.lowercased()) else {
            throw Refusal("decision-needed", "Nothing was changed.", .decisionNeeded)
        }
    }

    /// A command line that the grammar allows, but that says too little or too much.
    func misused(_ sentence: String) -> Refusal {
        Refusal("usage", sentence, hint: "Try '\(command.path.name) --help'.", .usage)
    }

    // MARK: Showing

    /// A text of somebody's on one line, safe for a terminal.
    func safe(_ text: String) -> String { SafeText.visible(text) }
}

extension Reader {
    /// As ``find(_:_:among:deleted:)``; of a record that is deleted it is said that it can be brought back.
    func findOrExplain<Record: NamedEntity>(
        _ type: Record.Type, _ text: String, among candidates: @autoclosure () throws -> [Stored<Record>]? = nil
    ) throws -> Stored<Record> {
        do {
            return try find(type, text, among: candidates())
        } catch let error as DeviceError {
            guard case .notFound = error, let deleted = try? find(type, text, deleted: true) else { throw error }
            let (kind, number) = (Record.kindName, deleted.number)
            throw Refusal(
                "deleted", "The \(kind) '\(deleted.record.displayName)' is deleted.",
                hint: "Bring it back with 'packmule \(kind) restore \(number)'.")
        }
    }
}
