// The commands that all records share: show, edit, delete, restore.

import CommandLineTool
import JSONText
import PackmuleKit

/// A noun of the command line, with what differs from kind to kind.
protocol RecordCommands: SendableMetatype {
    associatedtype Record: JSONRecord

    /// The options of `add` and `edit`.
    static var options: SchemaOptions<Record> { get }
    /// Options of `edit` that write no single field.
    static var moreEditing: [Option] { get }
    /// Options that say where a name is looked up.
    static var lookup: [Option] { get }
    /// For the examples in help texts.
    static var samples: Samples { get }

    /// The record that somebody means.
    ///
    /// - Parameter deleted: whether a deleted one is meant.
    static func find(
        _ text: String, _ invocation: Invocation, _ reader: Reader, _ device: Device, deleted: Bool
    ) throws -> Stored<Record>

    /// Puts everything typed into a record.
    static func apply(_ invocation: Invocation, _ reader: Reader, to record: inout Record) throws

    /// A field for people; nil where there is nothing to show.
    static func shown(_ field: FieldSchema, _ value: Value, _ reader: Reader) throws -> String?

    /// What else is worth showing of a record.
    static func derivedLines(_ record: Record, _ reader: Reader) throws -> [(String, String)]

    /// Restores a deleted record.
    static func bringBack(_ id: RecordID, _ edit: Edit, _ device: Device) throws
}

/// What the help texts of a noun show.
struct Samples {
    /// A record, as typed in a shell.
    let name: String
    /// A deleted record, as typed in a shell.
    let deletedName: String
    /// Options of `edit`, and what they do.
    let editing: (options: String, explanation: String)
}

extension RecordCommands {
    static var moreEditing: [Option] { [] }
    static var lookup: [Option] { [] }

    static func find(
        _ text: String, _ invocation: Invocation, _ reader: Reader, _ device: Device, deleted: Bool
    ) throws -> Stored<Record> {
        deleted ? try reader.find(Record.self, text, deleted: true) : try reader.findOrExplain(Record.self, text)
    }

    static func apply(_ invocation: Invocation, _ reader: Reader, to record: inout Record) throws {
        try options.apply(invocation.command, reader, to: &record)
    }

    static func shown(_ field: FieldSchema, _ value: Value, _ reader: Reader) throws -> String? {
        field.shown(value)
    }

    static func derivedLines(_ record: Record, _ reader: Reader) throws -> [(String, String)] { [] }

    static func bringBack(_ id: RecordID, _ edit: Edit, _ device: Device) throws {
        try edit.restore(Record.schema.description, id)
    }

    // MARK: The record named

    static var kind: String { Record.kindName }

    /// The operand that names one record, or several.
    static func operand(_ arity: Operand.Arity = .one) -> Operand {
        Operand(
            kind.uppercased(), arity, .words(kind),
            help: "The \(kind): its number, a part of its name, or the start of its id")
    }

    /// The one record that the operand names.
    static func named(_ invocation: Invocation, _ reader: Reader, _ device: Device) throws -> Stored<Record> {
        let text = invocation.command.operand(kind.uppercased()) ?? ""
        return try find(text, invocation, reader, device, deleted: false)
    }

    /// Changes the record that the operand names, and says so.
    ///
    /// - Parameter verb: `Changed`
    static func change(
        _ invocation: Invocation, _ verb: String, unchanged: String? = nil,
        _ body: (Edit, Device, inout Record) throws -> Void
    ) throws -> Answer {
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let found = try named(invocation, edit, device)
            let effects = try edit.notingReminders(device.surroundings) {
                try edit.update(Record.self, found.record.id) { try body(edit, device, &$0) }
            }.effects
            return (words: found.words, effects: effects)
        }
        return try .changed(
            edited, device, effects: edited.result.effects,
            unchanged: "Nothing changed: \(edited.result.words) \(unchanged ?? "was so already")."
        ) { "\(verb) \($0)." }
    }

    // MARK: Show

    static var show: Command<Action> {
        Command(
            "show", summary: "Show everything known of \(English.indefinite(kind))",
            examples: [Example("packmule \(kind) show \(samples.name)", "by a part of its name")],
            operands: [operand()], options: lookup, action: runShow)
    }

    @Sendable private static func runShow(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let (stored, page) = try device.read { reader in
            let stored = try named(invocation, reader, device)
            return (stored, try RecordPage(stored, lines(of: stored, reader)))
        }
        return Answer(
            json: { .object([.init(kind, stored.json)]) }, text: { page.text(invocation.screen) })
    }

    /// Every field and what follows from them, for people.
    static func lines(of stored: Stored<Record>, _ reader: Reader) throws -> [(String, String)] {
        let schema = Record.schema
        let fields = try zip(schema.description.fields, schema.read(stored.record)).compactMap { field, value in
            try shown(field, value, reader).map { (options.label(of: field), $0) }
        }
        return fields + (try derivedLines(stored.record, reader))
    }

    // MARK: Edit

    static var edit: Command<Action> {
        Command(
            "edit", summary: "Change \(English.indefinite(kind))",
            examples: [
                Example("packmule \(kind) edit \(samples.name) \(samples.editing.options)", samples.editing.explanation)
            ],
            operands: [operand()], options: lookup + options.editing + moreEditing, action: runEdit)
    }

    @Sendable private static func runEdit(_ invocation: Invocation) throws -> Answer {
        guard (options.editing + moreEditing).contains(where: { invocation.command.has($0.name) }) else {
            throw invocation.misused("Nothing is named that should change.")
        }
        return try change(invocation, "Changed") { edit, _, record in try apply(invocation, edit, to: &record) }
    }

    // MARK: Delete and restore

    static var delete: Command<Action> {
        Command(
            "delete", summary: "Delete \(English.indefinite(kind))",
            discussion: "What is deleted stays in the trash and can be restored.",
            examples: [Example("packmule \(kind) delete \(samples.name)", "it can be brought back")],
            operands: [operand(.many)], options: lookup, action: runDelete)
    }

    @Sendable private static func runDelete(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            try edit.notingReminders(device.surroundings) {
                try invocation.command.operands(kind.uppercased()).map { text in
                    let found = try find(text, invocation, edit, device, deleted: false)
                    try edit.delete(Record.schema.description, found.record.id)
                    return found.number
                }
            }
        }
        let numbers = edited.result.result.map(String.init).joined(separator: " ")
        return try .changed(edited, device, effects: edited.result.effects) {
            "Deleted \($0). Undo it with 'packmule undo', or later with 'packmule \(kind) restore \(numbers)'."
        }
    }

    static var restore: Command<Action> {
        Command(
            "restore", summary: "Bring a deleted \(kind) back",
            examples: [Example("packmule \(kind) restore \(samples.deletedName)", "as it was when it was deleted")],
            operands: [operand(.many)], options: lookup, action: runRestore)
    }

    @Sendable private static func runRestore(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            try edit.notingReminders(device.surroundings) {
                for text in invocation.command.operands(kind.uppercased()) {
                    let found = try findDeleted(text, invocation, edit, device)
                    try bringBack(found.record.id, edit, device)
                }
            }.effects
        }
        // A reminder that is brought back is no effect of something else.
        let effects = Record.self == Reminder.self ? ReminderEffects() : edited.result
        return try .changed(edited, device, effects: effects) { "Brought back \($0)." }
    }

    private static func findDeleted(
        _ text: String, _ invocation: Invocation, _ reader: Reader, _ device: Device
    ) throws -> Stored<Record> {
        do {
            return try find(text, invocation, reader, device, deleted: true)
        } catch DeviceError.notFound {
            throw Refusal(
                "not-found", "There is no deleted \(kind) '\(text)'.", hint: "See what there is with 'packmule trash'.")
        }
    }
}

extension FieldSchema {
    /// The value for people; nil where it is empty, or means nothing to them.
    func shown(_ value: Value) -> String? {
        if value == .null || kind.name == FieldKind.position.name { return nil }
        let text = kind.format(value)
        return text.isEmpty ? nil : text
    }
}

/// Everything known of one record, for people.
struct RecordPage {
    private let heading: String
    private let lines: [(String, String)]

    init<Record: JSONRecord>(_ stored: Stored<Record>, _ lines: [(String, String)]) {
        heading = stored.words
        self.lines = lines + [("id", stored.record.id.description)]
    }

    /// The heading, a line for each field, and below them texts of several lines.
    func text(_ screen: Screen) -> String {
        let short = lines.filter { !$0.1.contains("\n") }
        let table = Table(
            [.init(""), .init("")],
            rows: short.map { [.init($0.0, .dim), .init($0.1)] })
        let blocks = lines.filter { $0.1.contains("\n") }.map { name, text in
            screen.colour.paint(name, .dim) + "\n" + SafeText.visible(text, keepingLines: true) + "\n"
        }
        let title = screen.colour.paint(SafeText.visible(heading), .bold) + "\n"
        return ([title + table.text(colour: screen.colour)] + blocks).joined(separator: "\n")
    }
}
