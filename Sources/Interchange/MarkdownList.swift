// A Markdown checklist, read into items of a trip.

import Replication
import TripModel

/// Reads the blocks of a checklist one after the other.
struct MarkdownList {
    private let options: ImportOptions
    private let trip: RecordID
    /// Whether any entry has a box; where none has, bullets are items.
    private let hasBoxes: Bool
    private var keys: RowKeys
    private var book: CategoryBook
    private var position: FractionalKey?
    private var heading: Heading?
    /// The entries that the next one may stand below.
    private var parents: [(indent: Int, name: String)] = []
    private var note: [String] = []
    private var batch = ImportedBatch(format: .markdown)

    /// A heading that is no title.
    private struct Heading {
        let label: String
        let line: Int
        var isUsed = false
    }

    /// - Throws: ``InterchangeError/tripNeeded``, ``InterchangeError/tooLarge(_:)``.
    static func batch(reading text: String, options: ImportOptions) throws(InterchangeError) -> ImportedBatch {
        guard let trip = options.trip else { throw .tripNeeded }
        let blocks = try MarkdownBlocks(text).blocks
        var list = MarkdownList(blocks, options, trip)
        let title = title(of: blocks)
        for (index, block) in blocks.enumerated() where index != title { list.read(block) }
        if let title, case .heading(_, let text) = blocks[title].content {
            list.batch.title = MarkdownText(text).text
        }
        list.finish()
        return list.batch
    }

    private init(_ blocks: [MarkdownBlock], _ options: ImportOptions, _ trip: RecordID) {
        (self.options, self.trip) = (options, trip)
        keys = RowKeys(entity: PackingItem.schema.description.number, trip: trip, format: .markdown)
        book = CategoryBook(options.categories)
        position = options.lastPosition
        hasBoxes = blocks.contains { if case .entry(let entry, _) = $0.content { entry.box != nil } else { false } }
    }

    /// The place of the heading that is the title: the first of level 1, unless there are several and items stand
    /// right below it.
    private static func title(of blocks: [MarkdownBlock]) -> Int? {
        let headings = blocks.indices.filter { if case .heading = blocks[$0].content { true } else { false } }
        let first = headings.filter { if case .heading(1, _) = blocks[$0].content { true } else { false } }
        guard let title = first.first else { return nil }
        let next = headings.first { $0 > title } ?? blocks.endIndex
        let hasEntries = blocks[title..<next].contains { if case .entry = $0.content { true } else { false } }
        return first.count == 1 || !hasEntries ? title : nil
    }

    // MARK: - Blocks

    private mutating func read(_ block: MarkdownBlock) {
        switch block.content {
        case .heading(_, let text): readHeading(MarkdownText(text).text, block.line)
        case .entry(let entry, let indent): read(entry, indent, block.lines, block.line)
        case .paragraph: readParagraph(block.lines, block.line)
        case .rule: parents = []
        case .skipped(let what, let lastLine):
            let lines = lastLine > block.line ? "lines \(block.line) to \(lastLine)" : "the line"
            batch.doubts.append(
                ImportNote(line: block.line, field: nil, text: "", reason: "\(what); \(lines) were not read"))
        }
    }

    private mutating func readHeading(_ label: String, _ line: Int) {
        keepEmptyCategory()
        parents = []
        heading = label.isEmpty ? nil : Heading(label: label, line: line)
    }

    private mutating func readParagraph(_ lines: [String], _ line: Int) {
        parents = []
        let text = TextRules.cleaned(lines.map(MarkdownText.unescaped).joined(separator: "\n"))
        let isIntroduction = heading == nil && batch.records.items.isEmpty && batch.refused.isEmpty
        if isIntroduction { note.append(text) } else { keepInNote(text, line, "this is no entry of the list") }
    }

    private mutating func keepInNote(_ text: String, _ line: Int, _ reason: String) {
        batch.doubts.append(
            ImportNote(line: line, field: "note", text: text, reason: "\(reason); it was kept in the note of the trip"))
        note.append(heading.map { "\($0.label): \(text)" } ?? text)
        heading?.isUsed = true
    }

    /// A heading with nothing below it is a category all the same.
    private mutating func keepEmptyCategory() {
        guard let heading, !heading.isUsed else { return }
        addCategory(heading)
    }

    private mutating func finish() {
        keepEmptyCategory()
        batch.records.categories = book.added
        if !hasBoxes, let first = batch.records.items.first {
            batch.doubts.append(
                ImportNote(
                    line: first.line, field: nil, text: "",
                    reason: "no entry of this list has a box; all were taken as items, not packed"))
        }
        keepTripNote()
    }

    private mutating func keepTripNote() {
        let text = note.joined(separator: "\n\n")
        guard !text.isEmpty else { return }
        let probe = Trip.schema.description.fields.first { $0.name == "note" }
        if let rule = probe?.kind.brokenRule(.text(text)) {
            batch.refused.append(
                ImportNote(line: nil, field: "note", text: text, reason: "the text beside the list \(rule)"))
        } else {
            batch.tripNote = text
        }
    }

    // MARK: - Entries

    private mutating func read(_ entry: MarkdownLine.Entry, _ indent: Int, _ lines: [String], _ line: Int) {
        parents.removeAll { $0.indent > indent - 2 }
        let parsed = MarkdownItem(entry.text)
        let parent = parents.last?.name
        if parents.count < InterchangeLimits.nestingLevels { parents.append((indent, parsed.name)) }
        guard entry.box != nil || !hasBoxes else {
            let text = ([MarkdownText(entry.text).text] + lines.map(MarkdownText.unescaped)).joined(separator: "\n")
            keepInNote(TextRules.cleaned(text), line, "the entry has no box")
            return
        }
        var doubts: [ImportNote] = []
        func doubt(_ field: String?, _ text: String, _ reason: String, settledBy: String? = nil) {
            doubts.append(ImportNote(line: line, field: field, text: text, reason: reason, settledBy: settledBy))
        }
        let item = item(parsed, entry, lines, parent, line, doubt)
        let (kept, broken) = item.keepingRules()
        if let problem = broken.first(where: PackingItem.isRequired) {
            batch.refused.append(
                ImportNote(line: line, field: problem.field, text: entry.text, reason: problem.clause))
            return
        }
        for problem in broken { doubt(problem.field, entry.text, "\(problem.clause); it was left out") }
        position = kept.position ?? position
        var record = ExchangedRecord(kept, line: line)
        record.record.category = category(line, doubt)
        batch.records.items.append(record)
        batch.doubts += doubts
    }

    private mutating func item(
        _ parsed: MarkdownItem, _ entry: MarkdownLine.Entry, _ lines: [String], _ parent: String?, _ line: Int,
        _ doubt: (String?, String, String, String?) -> Void
    ) -> PackingItem {
        var item = PackingItem(id: keys.id(of: entry.text))
        (item.trip, item.source) = (trip, .imported)
        item.position = FractionalKey.between(position, nil)
        item.packed = entry.box?.isChecked ?? false
        item.quantity = parsed.quantity
        let below = TextRules.cleaned(lines.map(MarkdownText.unescaped).joined(separator: "\n"))
        item.note = [parsed.rule ?? "", parsed.remark ?? "", below].filter { !$0.isEmpty }.joined(separator: "\n")
        if item.setName(parsed.name) {
            doubt("name", parsed.name, "has more than \(Limits.itemNameCharacters) characters; the rest is in the note", nil)
        }
        if let rule = parsed.rule {
            doubt("quantity", rule, "is a rule that is not computed; 1 was taken, and the rule is in the note", nil)
        }
        if let number = parsed.excessiveQuantity {
            doubt("quantity", number, "is more than \(Limits.quantity); 1 was taken, and the number is in the name", nil)
        }
        if let oddity = entry.box?.oddity { doubt("packed", entry.text, oddity, nil) }
        if let parent, !parent.isEmpty { item.extra["Parent"] = parent }
        if !parsed.links.isEmpty { item.extra["Link"] = parsed.links.joined(separator: " ") }
        return item
    }

    // MARK: - Categories

    private mutating func category(_ line: Int, _ doubt: (String?, String, String, String?) -> Void) -> RecordID? {
        guard let heading else { return nil }
        let isFirst = !heading.isUsed
        self.heading?.isUsed = true
        switch book.id(for: heading.label, line: heading.line) {
        case .success(let id): return id
        case .failure(let problem):
            if isFirst { doubt("category", heading.label, "\(problem.description); it was left out", nil) }
            return nil
        }
    }

    private mutating func addCategory(_ heading: Heading) {
        if case .failure(let problem) = book.id(for: heading.label, line: heading.line) {
            batch.refused.append(
                ImportNote(line: heading.line, field: "category", text: heading.label, reason: problem.description))
        }
    }
}
