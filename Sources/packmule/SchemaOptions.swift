// Options that follow from an entity's fields, and the way from what was typed into a record.

import CommandLineTool
import PackmuleKit

/// The options of `add` and `edit` for some fields of an entity.
struct SchemaOptions<Record: NamedEntity>: Sendable {
    /// An option that writes a field.
    struct Link: Sendable {
        let option: Option
        /// The field's name in the schema.
        let field: String
    }

    let links: [Link]

    /// - Parameter fields: names of fields, each with the name of its option where that differs.
    init(_ fields: [(field: String, option: String)]) {
        links = fields.compactMap { name in
            guard let index = Record.schema.description.index(named: name.field) else { return nil }
            let field = Record.schema.description.fields[index]
            let option =
                field.kind.storage == .bool
                ? Option(flag: name.option, help: field.help)
                : Option(name.option, value: field.kind.name.uppercased(), help: field.help)
            return Link(option: option, field: name.field)
        }
    }

    /// The options of `add`.
    var adding: [Option] { links.map(\.option) }

    /// The options of `edit`: those of `add`, and `--clear`.
    var editing: [Option] {
        adding + [
            Option(
                "clear", value: "FIELD", .choices(links.map(\.option.name)), isRepeatable: true,
                help: "Empty a field")
        ]
    }

    /// Puts what was typed into a record.
    ///
    /// - Throws: ``Problem`` naming the option and the rule that a value breaks.
    func apply(_ command: ParsedCommand<Action>, to record: inout Record) throws {
        for link in links {
            if let typed = command.value(link.option.name) {
                try Self.set(link.field, to: typed, calling: link.option.name, in: &record)
            }
            if command.values("clear").contains(link.option.name) {
                try Self.clear(link.field, calling: link.option.name, in: &record)
            }
        }
    }

    /// Puts one typed text into one field.
    static func set(_ field: String, to typed: String, calling name: String, in record: inout Record) throws {
        guard let place = Record.schema.description.index(named: field) else { return }
        let schema = Record.schema.fields[place]
        let value = try schema.description.kind.parse(typed).mapError { Problem(field: name, clause: $0.clause) }.get()
        if let rule = schema.description.brokenRule(of: value) { throw Problem(field: name, clause: rule) }
        _ = schema.write(&record, value)
    }

    /// Gives a field the value of a record in which nothing was ever written.
    private static func clear(_ field: String, calling name: String, in record: inout Record) throws {
        guard let place = Record.schema.description.index(named: field) else { return }
        let schema = Record.schema.fields[place]
        if schema.description.isRequired { throw Problem(field: name, clause: "must be given") }
        _ = schema.write(&record, schema.read(Record(id: record.id)))
    }
}
