// Options that follow from an entity's fields, and the way from what was typed into a record.

import CommandLineTool
import PackmuleKit

/// The options of `add` and `edit` for some fields of an entity.
struct SchemaOptions<Record: NamedEntity>: Sendable {
    /// What turns a typed text into a value; the reader finds records that are named. The record holds what the options
    /// before have set.
    typealias Reading = @Sendable (String, Reader, Record) throws -> Value

    /// An option that writes a field.
    struct Link: Sendable {
        let option: Option
        /// The field's name in the schema.
        let field: String
        /// Nil where the kind of the field reads it.
        let reading: Reading?
    }

    /// The field that `add` takes as its operand; `edit` has an option for it.
    let name: Link
    let links: [Link]

    /// - Parameters:
    ///   - name: of the field that `add` takes as its operand.
    ///   - links: the other fields, see ``link(_:as:value:_:reading:)``.
    init(name: String, _ links: [Link?]) {
        self.name = Link(option: Option(name, value: name.uppercased(), help: "Its \(name)"), field: name, reading: nil)
        self.links = links.compactMap { $0 }
    }

    /// A field as an option.
    ///
    /// - Parameters:
    ///   - option: its name where it differs from that of the field.
    ///   - value: the word for its value, where the kind of the field does not give it.
    ///   - help: where that of the field does not fit.
    static func link(
        _ field: String, as option: String? = nil, value: String? = nil, _ kind: ValueKind = .text,
        help: String? = nil, meanings: [String] = [], reading: Reading? = nil
    ) -> Link? {
        guard let index = Record.schema.description.index(named: field) else { return nil }
        let description = Record.schema.description.fields[index]
        return Link(
            option: Option(
                option ?? field, short: field == "trip" ? "t" : nil, value: value ?? description.kind.name.uppercased(),
                kind, help: help ?? description.help, meanings: meanings),
            field: field, reading: reading)
    }

    /// A field that is set by naming it, and unset by `--clear`.
    static func flag(_ field: String, as name: String) -> Link? {
        guard let index = Record.schema.description.index(named: field) else { return nil }
        let help = Record.schema.description.fields[index].help
        return Link(option: Option(flag: name, help: help), field: field, reading: { _, _, _ in .bool(true) })
    }

    /// The options of `add`.
    var adding: [Option] { links.map(\.option) }

    /// The options of `edit`: those of `add`, the name, and `--clear`.
    var editing: [Option] {
        let clearable = links.filter { link in
            Record.schema.description.index(named: link.field)
                .map { !Record.schema.description.fields[$0].isRequired } ?? false
        }
        return [name.option] + adding + [
            Option(
                "clear", value: "FIELD", .choices(clearable.map(\.option.name)), isRepeatable: true,
                help: "Empty a field")
        ]
    }

    /// What people know a field as: the name of its option.
    func label(of field: FieldSchema) -> String {
        links.first { $0.field == field.name }?.option.name ?? field.name.asWords
    }

    /// Puts what was typed into a record, and checks the rules across its fields.
    ///
    /// - Throws: ``Problem`` naming the option and the rule that a value breaks.
    func apply(_ command: ParsedCommand<Action>, _ reader: Reader, to record: inout Record) throws {
        for link in [name] + links {
            let clears = command.values("clear").contains(link.option.name)
            let isFlagged = !link.option.takesValue && command.has(link.option.name)
            if let typed = command.value(link.option.name) ?? (isFlagged ? "" : nil) {
                let name = "--" + link.option.name
                if clears { throw Problem(field: name, clause: "is both given and cleared") }
                try set(link, to: typed, reader, in: &record, calledBy: name)
            } else if clears {
                try clear(link, in: &record)
            }
        }
        if let problem = record.disagreements.first {
            let link = links.first { $0.field == problem.field }
            throw Problem(field: link.map { "--" + $0.option.name } ?? problem.field, clause: problem.clause)
        }
    }

    /// Puts one typed text into the field of a link.
    ///
    /// - Parameter caller: what a refusal calls it; nil for the name of the link, where it is no option.
    func set(
        _ link: Link, to typed: String, _ reader: Reader, in record: inout Record, calledBy caller: String? = nil
    ) throws {
        guard let place = Record.schema.description.index(named: link.field) else { return }
        let field = Record.schema.fields[place]
        let name = caller ?? link.option.name
        let value: Value
        do {
            value = try link.reading?(typed, reader, record) ?? field.description.kind.parse(typed).get()
        } catch let rule as RuleBroken {
            throw Problem(field: name, clause: rule.clause)
        }
        if let rule = field.description.brokenRule(of: value) { throw Problem(field: name, clause: rule) }
        _ = field.write(&record, value)
    }

    /// Gives a field the value of a record in which nothing was ever written.
    private func clear(_ link: Link, in record: inout Record) throws {
        guard let place = Record.schema.description.index(named: link.field) else { return }
        let field = Record.schema.fields[place]
        _ = field.write(&record, field.read(Record(id: record.id)))
    }
}
