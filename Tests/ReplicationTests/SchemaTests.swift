// The list of fields and what is derived from it.

import Replication
import Testing

struct SchemaTests {
    struct Bag: Entity {
        let id: RecordID
        var name = ""
        var weight: Int?

        init(id: RecordID) {
            self.id = id
        }

        static let schema = Schema<Bag>(
            3, "bag", plural: "bags",
            fields: [
                Field(1, "name", \.name, .text(0...120), "name", isRequired: true, isSearched: true),
                Field(4, "weight", \.weight, .integer(0...200_000), "weight in grams"),
            ])
    }

    @Test("Values are read in the order of the list and written by it")
    func readAndWrite() {
        var bag = Bag(id: RecordID(high: 1, low: 2))
        bag.name = "Rucksack"
        #expect(Bag.schema.read(bag) == [.text("Rucksack"), .null])
        #expect(Bag.schema.fields[1].write(&bag, .integer(900)))
        #expect(bag.weight == 900)
        #expect(Bag.schema.fields[1].write(&bag, .null))
        #expect(bag.weight == nil)
    }

    @Test("A value that the Swift type cannot hold changes nothing")
    func unusable() {
        var bag = Bag(id: RecordID(high: 1, low: 2))
        #expect(!Bag.schema.fields[0].write(&bag, .null))
        #expect(!Bag.schema.fields[1].write(&bag, .text("heavy")))
        #expect(bag == Bag(id: RecordID(high: 1, low: 2)))
    }

    @Test("Fields are found by number and name")
    func description() {
        let schema = Bag.schema.description
        #expect(schema.index(of: 4) == 1)
        #expect(schema.index(of: 2) == nil)
        #expect(schema.index(named: "name") == 0)
        #expect(schema.index(named: "Name") == nil)
        #expect(schema.fields[0].isRequired && schema.fields[0].isSearched)
        #expect(!schema.fields[1].isRequired && !schema.fields[1].isSearched && !schema.isLocal)
    }

    @Test("A catalogue finds its entities by number")
    func catalogue() {
        let local = EntitySchema(number: 9, name: "view", plural: "views", isLocal: true, fields: [])
        let catalogue = Catalogue([Bag.schema.description, local])
        #expect(catalogue[3]?.name == "bag")
        #expect(catalogue[9]?.isLocal == true)
        #expect(catalogue[4] == nil)
    }
}
