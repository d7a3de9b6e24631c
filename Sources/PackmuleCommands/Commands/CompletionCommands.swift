// What shells need to complete command lines.

import CommandLineTool
import JSONText
import PackmuleKit

enum CompletionCommands {
    static let completions = Command<Action>(
        "completions", summary: "Print the completion script of a shell",
        examples: [
            Example("packmule completions bash", "what 'source <(packmule completions bash)' reads"),
            Example("packmule completions fish", "for ~/.config/fish/completions/packmule.fish"),
        ],
        operands: [Operand("SHELL", .one, .choices(Shell.allCases.map(\.rawValue)), help: "bash, zsh or fish")],
        action: runCompletions)

    /// What completion scripts run; a person never waits for it and never sees it fail.
    static let complete = Command<Action>(
        "__complete", summary: "Print the values that may be typed",
        operands: [
            Operand("KIND", help: "What is wanted: trip, item, zone"),
            Operand("WORD", .any, help: "The words before it"),
        ],
        isHidden: true,
        action: runComplete)

    private static func runCompletions(_ invocation: Invocation) -> Answer {
        let shell = invocation.command.operand("SHELL").flatMap(Shell.init(rawValue:)) ?? .bash
        let script = CommandTree.root.completionScript(for: shell)
        return Answer(
            json: { ["shell": .string(shell.rawValue), "script": .string(script)] }, text: { script })
    }

    private static func runComplete(_ invocation: Invocation) -> Answer {
        let offers = (try? offers(invocation)) ?? []
        return Answer(
            json: { ["words": .array(offers.map { .string($0.word) })] },
            text: {
                offers.map { "\(SafeText.visible($0.word))\t\(SafeText.visible($0.description))\n" }.joined()
            })
    }

    private typealias Offer = (word: String, description: String)

    private static func offers(_ invocation: Invocation) throws -> [Offer] {
        let words = invocation.command.operands("WORD")
        switch invocation.command.operand("KIND") {
        case "setting": return Settings.Key.allCases.map { ($0.rawValue, $0.help) }
        case "zone": return invocation.surroundings.zones.names.map { ($0.text, "") }
        case "reminder-zone":
            return [("floating", "wherever each device is"), ("trip", "that of the trip")]
                + invocation.surroundings.zones.names.map { ($0.text, "") }
        case "command": return CommandTree.root.subcommands.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
        case let kind? where !SchemaOptions.words(ofOption: kind).isEmpty:
            return SchemaOptions.words(ofOption: kind).map { ($0, "") }
        case let kind?: return try offers(ofRecords: kind, words, invocation)
        case nil: return []
        }
    }

    /// Values that stand in the store which the words before name.
    private static func offers(
        ofRecords kind: String, _ words: [String], _ invocation: Invocation
    ) throws -> [Offer] {
        let options = CommandTree.root.optionValues(in: words)
        let path = try options["store"]?.last ?? invocation.storePath
        let device = try Device(at: path, invocation.surroundings, access: .readOnly)
        // Only deleted records can be restored.
        let wantsDeleted = words.contains("restore")
        return try device.read { reader in
            switch kind {
            case "trip": return named(try wantsDeleted ? reader.deleted(Trip.self) : reader.records(Trip.self))
            case "category":
                return named(
                    try wantsDeleted ? reader.deleted(PackingCategory.self) : reader.records(PackingCategory.self))
            case "place": return named(try wantsDeleted ? reader.deleted(Place.self) : reader.records(Place.self))
            case "reminder":
                return named(try wantsDeleted ? reader.deleted(Reminder.self) : reader.records(Reminder.self))
            case "item" where wantsDeleted: return named(try reader.deleted(PackingItem.self))
            case "item":
                let trip = try invocation.trip(reader, of: device, named: options["trip"]?.last).trip
                return named(try reader.items(of: trip.record.id))
            case "change":
                return try reader.history(limit: 20).filter { $0.kind == .edit && !$0.isUndone }
                    .map { ("\($0.number)", $0.words) }
            default: return []
            }
        }
    }

    /// The names of records; their numbers where two are called the same.
    private static func named<Record: NamedEntity>(_ records: [Stored<Record>]) -> [Offer] {
        let names = Dictionary(grouping: records, by: \.record.displayName)
        return records.map { stored in
            let name = stored.record.displayName
            let isOnly = names[name]?.count == 1 && !name.isEmpty
            return isOnly ? (name, "\(Record.kindName) \(stored.number)") : ("\(stored.number)", name)
        }
    }
}
