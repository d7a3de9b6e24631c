// Checklists brought as Markdown.

import Replication
import Testing
import TripModel

@testable import Interchange

struct MarkdownListTests {
    @Test("The sample checklist gives seventeen items in three categories")
    func sample() throws {
        let batch = try batch(fixture: "checklist.md")
        #expect(
            batch.items.prefix(14).map(\.name) == [
                "T-shirt", "pairs of socks", "Rain jacket", "inner fleece", "belt", "Swimsuit 🩱", "שמלה", "Passport",
                "Visa copy", "Adapter type F", "no space after the dash", "empty brackets", "cancelled item",
                "tab-indented child 👨‍👩‍👧‍👦",
            ])
        #expect(batch.items.count == 17)
        #expect(
            batch.items.map(batch.label).map { $0 ?? "" } == Array(repeating: "Clothes", count: 7)
                + Array(repeating: "Documents", count: 2) + Array(repeating: "Gear", count: 8))
        #expect(batch.items.map(\.quantity) == [5, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1])
        #expect(batch.items.indices.filter { batch.items[$0].packed } == [0, 2, 4, 7])
        #expect(
            batch.items.map(\.note) == [
                "", "{nights}+1", "Ana carries", "", "", "", "dress for the concert", "", "", "", "", "", "", "",
                "NFC é", "NFD e + accent", "",
            ])
        #expect(batch.items[14].name.utf8.elementsEqual("Caf\u{E9} filters".utf8))
        #expect(batch.items[15].name.utf8.elementsEqual("Cafe\u{301} filters".utf8))
        #expect(batch.items[16].name.count > 300 && batch.items[16].name.hasSuffix("line end"))
        #expect(
            batch.items.map { $0.extra["Parent"] }.map { $0 ?? "" } == [
                "", "", "", "Rain jacket", "Rain jacket", "", "", "", "", "", "", "", "", "plain bullet without a box",
                "",
                "", "",
            ])
        #expect(batch.items[9].extra["Link"] == "https://example.org/f")
        #expect(batch.title == "Lisbon – packing 🧳")
        #expect(batch.tripNote == "Notes before we start: water the plants.\n\nGear: plain bullet without a box")
        #expect(batch.doubtPlaces == ["8 quantity", "21 packed", "22 packed", "23 packed", "24 note", "27"])
        #expect(batch.refusalPlaces == ["34 name"])
    }

    @Test("Items stand below others by their indentation, with blanks or tabs")
    func nesting() throws {
        let batch = try batch(
            "- [ ] a\n  - [ ] b\n      - [ ] c\n  - [ ] d\n - [ ] e\n\t- [ ] f\n\n## Next\n    - [ ] g\n", .markdown)
        #expect(batch.items.map { $0.extra["Parent"] ?? "" } == ["", "a", "b", "a", "", "e", ""])
    }

    @Test("Lines below an item are its note")
    func notes() throws {
        let batch = try batch("- [ ] a\n  first\n\n    second\n- [ ] b (short)\n  long\n\ntext behind\n", .markdown)
        #expect(batch.items.map(\.note) == ["first\n\n  second", "short\nlong"])
        #expect(batch.tripNote == "text behind" && batch.doubtPlaces == ["8 note"])
    }

    @Test("In a list without any box the bullets are items")
    func noBoxes() throws {
        let batch = try batch("# Trip\n## Clothes\n- Socks\n* 2x Shirt\n", .markdown)
        #expect(batch.items.map(\.name) == ["Socks", "Shirt"] && batch.items.map(\.quantity) == [1, 2])
        #expect(batch.doubts.count == 1)
    }

    @Test("Several headings of level 1 are categories when items stand below the first")
    func titles() throws {
        let categories = try batch("# Clothes\n- [ ] a\n# Kitchen\n- [ ] b\n", .markdown)
        #expect(categories.title == nil && categories.items.map(categories.label) == ["Clothes", "Kitchen"])
        let titled = try batch("Trip\n====\n\nKitchen\n---\n- [ ] b\n", .markdown)
        #expect(titled.title == "Trip" && titled.items.map(titled.label) == ["Kitchen"])
    }

    @Test("Code and the settings of other programs are skipped, and it is said")
    func skipped() throws {
        let batch = try batch("---\ntitle: x\n---\n- [ ] a\n~~~\n- [ ] no\n~~~\n- [ ] b\n```\n- [ ] lost\n", .markdown)
        #expect(batch.items.map(\.name) == ["a", "b"])
        #expect(batch.doubts.map(\.line) == [1, 5, 9])
    }

    @Test("An empty heading of a list is a category all the same")
    func emptyCategory() throws {
        let batch = try batch("# T\n## Kitchen\n## Gear\n- [ ] a\n", .markdown)
        #expect(batch.records.categories.map(\.record.label) == ["Kitchen"])
    }

    @Test("The same list gives the same ids, whatever is packed")
    func twice() throws {
        let first = try batch("- [ ] a\n- [ ] a\n- [ ] b\n", .markdown)
        let second = try batch("- [x] a\r\n- [ ] a\r\n- [ ] b\r\n", .markdown)
        #expect(first.items.map(\.id) == second.items.map(\.id) && Set(first.items.map(\.id)).count == 3)
        #expect(
            second.records.items[0].comparison(with: first.items[0], isDeleted: false) == .edited(fields: ["packed"]))
    }

    @Test("The note of a trip gets the text once")
    func tripNote() throws {
        let batch = try batch("# T\n\nwater plants\n\n- [ ] a\n", .markdown)
        #expect(batch.note(joinedTo: "") == "water plants")
        #expect(batch.note(joinedTo: "mine") == "mine\n\nwater plants")
        #expect(batch.note(joinedTo: "mine\n\nwater plants") == "mine\n\nwater plants")
    }
}
