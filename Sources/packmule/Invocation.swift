// One run of a command: its arguments, and what of the outside it may use.

import CommandLineTool
import PackmuleKit
import Platform

/// What a command is handed.
struct Invocation: Sendable {
    let command: ParsedCommand<Action>
    let environment: [String: String]
    let screen: Screen

    /// Time, chance and zones of this machine.
    var surroundings: Surroundings { .system(environment: environment) }

    /// The path of the store: `--store`, else `PACKMULE_STORE`, else the standard place.
    var storePath: String {
        get throws {
            if let path = command.value("store") { return path }
            if let path = environment["PACKMULE_STORE"], !path.isEmpty { return path }
            return try StandardPlaces(environment: environment, program: "packmule").folder(for: .data) + "/store.sqlite"
        }
    }

    /// The device whose store is meant.
    ///
    /// - Parameter access: `.readOnly` for commands that only look, so that they work on read-only media too.
    func device(_ access: ReplicaStore.Access = .readWrite) throws -> Device {
        try Device(at: storePath, surroundings, access: access)
    }

    // MARK: Trips

    /// The trip that an option or operand names, else the one that `next` shows.
    ///
    /// - Returns: the trip, and whether it was named.
    func trip(_ reader: Reader, of device: Device, named text: String?) throws -> (trip: Stored<Trip>, wasNamed: Bool) {
        if let text { return (try reader.find(Trip.self, text), true) }
        guard let next = try device.nextTrip(reader).trip, let stored = try reader.record(Trip.self, next.id) else {
            throw DeviceError.noTripPlanned
        }
        return (stored, false)
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
        try StandardStream.error.write(SafeText.visible(question) + " [y/N] ")
        let typed = (readLine() ?? "").lowercased()
        guard ["y", "yes"].contains(typed) else {
            throw Refusal("decision-needed", "Nothing was changed.", .decisionNeeded)
        }
    }

    // MARK: Showing

    /// A text of somebody's on one line, safe for a terminal.
    func safe(_ text: String) -> String { SafeText.visible(text) }
}
