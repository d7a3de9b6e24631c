// Categories: the headings of all packing lists.

import CommandLineTool
import JSONText
import PackmuleKit

enum CategoryCommands: RecordCommands {
    typealias Record = PackingCategory

    static let category = Command<Action>(
        "category", summary: "Categories: the headings of packing lists",
        discussion: "All trips share them.",
        examples: [
            Example("packmule category", "all of them, in their order"),
            Example("packmule category add Electronics", "one more heading"),
        ],
        subcommands: [add, list, show, edit, move, delete, restore], defaultName: "list")

    static let options = SchemaOptions<PackingCategory>(name: "label", [])

    static let samples = Samples(
        name: "gear", deletedName: "sport", editing: ("--label Equipment", "its items follow"))

    // MARK: Add

    private static let add = Command<Action>(
        "add", summary: "Add a category",
        examples: [Example("packmule category add Electronics", "behind the others")],
        operands: [Operand("LABEL", .many, help: "Its heading; several words are one label")], action: runAdd)

    private static func runAdd(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            var category = PackingCategory(id: edit.newID())
            let label = invocation.command.operands("LABEL").joined(separator: " ")
            try options.set(options.name, to: label, edit, in: &category)
            try requireNew(category, edit)
            try edit.add(category)
        }
        return try .changed(edited, device) { "Added \($0)." }
    }

    /// Two headings that read the same would only confuse.
    private static func requireNew(_ category: PackingCategory, _ reader: Reader) throws {
        let label = Folding.folded(category.label)
        let known = try reader.numberedCategories().first {
            $0.record.id != category.id && Folding.folded($0.record.label).hasSameBytes(as: label)
        }
        guard let known else { return }
        throw Refusal("exists", "There is a category '\(known.record.label)' already: number \(known.number).")
    }

    static func apply(_ invocation: Invocation, _ reader: Reader, to category: inout PackingCategory) throws {
        try options.apply(invocation.command, reader, to: &category)
        try requireNew(category, reader)
    }

    // MARK: List

    private static let list = Command<Action>(
        "list", summary: "List the categories in their order",
        examples: [Example("packmule category list", "as packing lists show them")], action: runList)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let categories = try invocation.device(.readOnly).read { try $0.numberedCategories() }
        return Answer(
            json: { ["categories": .array(categories.map(\.json))] },
            text: {
                if categories.isEmpty { return "There are no categories.\n" }
                let rows = categories.map { [Table.Cell(String($0.number)), Table.Cell($0.record.label)] }
                return Table([.init("No.", .right), .init("Category", isFlexible: true)], rows: rows)
                    .text(invocation.screen)
            })
    }

    // MARK: Move

    private static let move = Command<Action>(
        "move", summary: "Move a category among the others",
        examples: [Example("packmule category move gear --before clothes", "it comes first from now on")],
        operands: [operand()],
        options: [
            Option("before", value: "CATEGORY", .words("category"), help: "Put it directly before this category"),
            Option("after", value: "CATEGORY", .words("category"), help: "Put it directly after this category"),
        ],
        action: runMove)

    private static func runMove(_ invocation: Invocation) throws -> Answer {
        let target = try invocation.onlyOne(of: ["before", "after"])
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let category = try named(invocation, edit, device)
            let neighbour = try edit.findOrExplain(PackingCategory.self, target.value)
            guard neighbour.record.id != category.record.id else {
                throw Problem(field: target.option, clause: "must name another category")
            }
            try edit.moveCategory(
                category.record.id, target.option == "before" ? .before : .after, neighbour.record.id)
            return (category.words, neighbour.record.label)
        }
        let (category, neighbour) = edited.result
        return try .changed(edited, device) { _ in "Moved \(category), \(target.option) \(neighbour)." }
    }
}
