// Packing lists brought as CSV.

import Replication
import Testing
import TripModel

@testable import Interchange

struct PackingTableTests {
    @Test("A list with semicolons and decimal commas gives eight items, one refusal and one doubtful weight")
    func semicolonsAndCommas() throws {
        let batch = try batch(fixture: "packing-semicolon-bom.csv")
        #expect(
            batch.items.map(\.name) == [
                "T-Shirt", "Regenjacke; leicht", "Reisepass", "Ladegerät 🔌", "Öl für Haare", "T-Shirt", "Wanderschuhe",
                "=1+1",
            ])
        #expect(batch.items.map(\.quantity) == [5, 1, 1, 1, 1, 2, 1, 1])
        #expect(batch.items.map(\.weightGrams) == [150, 420, nil, 90, 100, 150, nil, 0])
        #expect(batch.items.map(\.packed) == [true, false, true, false, false, false, false, false])
        #expect(
            batch.items.map(\.note) == [
                "", "Größe \"M\", blau", "gültig bis 03.04.2031\nKopie im Rucksack", "", "max. 100 ml", "nochmal",
                "Tausenderpunkt", "beginnt mit Gleichheitszeichen",
            ])
        #expect(
            batch.items.map(batch.label) == [
                "Kleidung", "Kleidung", "Dokumente", "Technik", "Kosmetik", "Kleidung", "Ausrüstung", "Technik",
            ])
        #expect(batch.items.allSatisfy { $0.trip == sampleTrip && $0.source == .imported && $0.extra.isEmpty })
        #expect(batch.records.items.map(\.line) == [2, 3, 4, 6, 7, 9, 10, 11])
        #expect(batch.refusalPlaces == ["8 name"])
        #expect(batch.refused[0].text == "Kleidung, 2, 0,05, nein, Name fehlt")
        #expect(batch.refused[0].settledBy == "--assume name=…")
        #expect(batch.doubtPlaces == ["10 weightGrams"])
        #expect(batch.doubts[0].text == "1.250,5")
        #expect(batch.doubts[0].settledBy == "--assume decimal=comma|point")
    }

    @Test("A gear list gives nine items, six of them without a doubt, and 3,114 grams")
    func gearList() throws {
        let batch = try batch(fixture: "packing-gear-list.csv")
        #expect(
            batch.items.map(\.name) == [
                "Rain jacket", "Socks", "Tarp \"Solo\" 2x3", "Fuel", "Water", "Unknown unit", "No quantity", "Nothing",
                "Short row",
            ])
        #expect(batch.items.map(\.quantity) == [1, 3, 1, 1, 2, 1, 1, 0, 1])
        #expect(batch.items.map(\.weightGrams) == [241, 62, 450, 227, 1000, nil, 10, 100, nil])
        #expect(batch.items.reduce(0) { $0 + $1.totalGrams } == 3114)
        #expect(batch.items[0].note == "2.5-layer, blue")
        #expect(batch.items[2].note == "two lines:\nguy lines included")
        #expect(batch.items.map(batch.label).dropFirst(3) == ["Kitchen", "Kitchen", "Gear", "Gear", "Gear", "Gear"])
        #expect(batch.items[0].extra == TextMap([("price", "129"), ("worn", "Worn")]))
        #expect(batch.items[2].extra["url"] == "https://shop.example/tarp?a=1&b=2")
        #expect(batch.items[3].extra == TextMap([("price", "6"), ("consumable", "Consumable")]))
        #expect(batch.refused.isEmpty)
        #expect(batch.doubtPlaces == ["8 weightGrams", "9 quantity", "11"])
        #expect(batch.doubts[0].text == "3 stone")
        #expect(batch.doubts[0].settledBy == "--assume unit=g|kg|oz|lb")
        #expect(batch.doubts[1].settledBy == "--assume quantity=…")
    }

    @Test("Importing twice gives the same ids, also for equal rows, and nothing differs")
    func twice() throws {
        let text = "Name,Quantity\nAdapter,1\nAdapter,1\nSocks,2\n"
        let (first, second) = (try batch(text), try batch(text))
        #expect(first == second)
        #expect(Set(first.items.map(\.id)).count == 3)
        for (one, other) in zip(first.records.items, second.records.items) {
            #expect(one.comparison(with: other.record, isDeleted: false) == .unchanged)
        }
    }

    @Test(
        "Headers are understood in seven languages",
        arguments: [
            "Name,Category,Quantity,Weight (g),Packed,Note",
            "Gegenstand,Kategorie,Anzahl,Gewicht in g,Eingepackt,Bemerkung",
            "Nom,Catégorie,Quantité,Poids (g),Emballé,Remarque",
            "Artículo,Categoría,Cantidad,Peso [g],Empacado,Nota",
            "Articolo,Categoria,Quantità,Peso (g),Imballato,Note",
            "Artigo,Categoria,Quantidade,peso_g,Embalado,Observações",
            "Naam,Categorie,Aantal,Gewicht (gram),Ingepakt,Opmerking",
        ])
    func languages(header: String) throws {
        let item = try #require(batch(header + "\nX,Gear,2,150,x,n\n").items.first)
        #expect(item.name == "X" && item.quantity == 2 && item.weightGrams == 150 && item.packed && item.note == "n")
        #expect(item.extra.isEmpty)
    }

    @Test(
        "Weights are taken with the unit of their cell, their column or their header",
        arguments: [
            ("weight,unit", "1,pound", 454), ("weight,unit", "8.5,ounces", 241), ("weight (kg)", "0.0005", 1),
            ("weight", "1.5 kg", 1500), ("weight", "150g", 150), ("Weight oz", "2", 57), ("weightGrams,x", "12,", 12),
            ("kg", "1", 1000), ("Gewicht/kg", "1", 1000),
            ("weight (g)", "-1", nil), ("weight (kg)", "201", nil), ("weight", "5", nil), ("weight (g)", "a lot", nil),
            ("weight (kg)", "\"1,250\"", nil), ("weight,unit", "1,Pfund", nil),
        ] as [(String, String, Int?)])
    func weights(header: String, cells: String, grams: Int?) throws {
        let batch = try batch("name,\(header)\nA,\(cells)\n")
        #expect(batch.items.map(\.weightGrams) == [grams])
        #expect(batch.doubts.isEmpty == (grams != nil))
    }

    @Test("The decimal mark that a column proves, or its owner gives, settles numbers that could mean either")
    func decimalMark() throws {
        #expect(try batch("name;weight (kg)\nA;0,15\nB;1,250\n").items.map(\.weightGrams) == [150, 1250])
        #expect(try batch("name;weight (kg)\nA;8.5\nB;1.250\n").items.map(\.weightGrams) == [8500, 1250])
        let questioned = try batch("name;weight (g)\nA;0,5\nB;1.250\n")
        #expect(questioned.items.map(\.weightGrams) == [1, nil])
        let text = "name;weight (g)\nB;1.250\nC;1.250,5\n"
        #expect(try batch(text) { $0.assumptions = ["decimal": "comma"] }.items.map(\.weightGrams) == [1250, 1251])
        #expect(try batch(text) { $0.assumptions = ["decimal": "point"] }.items.map(\.weightGrams) == [1, nil])
    }

    @Test("An assumption settles a doubt, and an item nobody edited since may be brought to it")
    func assumption() throws {
        let text = "name,weight\nTent,1500\n"
        let doubtful = try batch(text)
        let settled = try batch(text) { $0.assumptions = ["unit": "g"] }
        #expect(doubtful.doubtPlaces == ["2 weightGrams"] && doubtful.items[0].weightGrams == nil)
        #expect(settled.doubts.isEmpty && settled.items[0].weightGrams == 1500)
        let record = settled.records.items[0]
        #expect(record.comparison(with: doubtful.items[0], isDeleted: false) == .settled)
        var edited = doubtful.items[0]
        edited.packed = true
        #expect(record.comparison(with: edited, isDeleted: false) == .edited(fields: ["packed", "weightGrams"]))
        #expect(record.comparison(with: edited, isDeleted: true) == .deleted)
        #expect(record.comparison(with: nil, isDeleted: false) == .new)
    }

    @Test(
        "Quantities that are no whole numbers from 0 to 999 are doubted",
        arguments: [
            ("5x", 5, 0), ("3,0", 3, 0), ("0", 0, 0), ("1.5", 1, 1), ("-2", 1, 1), ("1000", 1, 1), ("", 1, 1),
            ("two", 1, 1),
            ("99999999999999999999", 1, 1),
        ])
    func quantities(cell: String, quantity: Int, doubtCount: Int) throws {
        let batch = try batch("name;qty\nA;\(cell)\n")
        #expect(batch.items.map(\.quantity) == [quantity])
        #expect(batch.doubts.count == doubtCount)
    }

    @Test("A quotation mark that is never closed costs the rows from there on, and says where")
    func openQuote() throws {
        let batch = try batch("name,note\nA,1\nB,\"open\nC,3\n")
        #expect(batch.items.map(\.name) == ["A"])
        #expect(batch.refused.map(\.line) == [3])
        #expect(batch.refused[0].reason.contains("line 3"))
    }

    @Test("Cells beyond the last column and columns of one name are kept")
    func oddShapes() throws {
        let batch = try batch("name,price,price\nA,1,2,3\n")
        #expect(batch.items[0].extra == TextMap([("price", "1"), ("price 2", "2"), ("Column 4", "3")]))
        #expect(batch.doubts.count == 1)
    }

    @Test("A name of more than 500 characters goes on in the note")
    func longName() throws {
        let name = String(repeating: "ab ", count: 200) + "end"
        let item = try #require(batch("name\n\(name)\n").items.first)
        #expect(item.name.count <= 500)
        #expect(item.note.hasSuffix("end"))
        #expect(item.name.count + 1 + item.note.count >= name.count)
    }

    @Test("Categories are found whatever their case and accents, and new ones stand behind the old")
    func categories() throws {
        let batch = try batch("name,category\nA,CLOTHES\nB,Küche\nC,kuche\n")
        #expect(batch.records.categories.map(\.record.label) == ["Küche"])
        #expect(batch.items[0].category == PackingCategory.builtIn[0].id)
        #expect(batch.items[1].category == batch.items[2].category)
        #expect(batch.list().groups.map(\.label) == ["Clothes", "Documents", "Gear", "Küche"])
    }

    @Test("A packing list without a trip is refused as a whole")
    func noTrip() {
        #expect(throws: InterchangeError.tripNeeded) {
            try ImportedBatch(reading: "name\nA\n", format: .csv, options: ImportOptions())
        }
    }

    @Test("An id of another trip's item makes an item of its own; a repeated id is refused")
    func ids() throws {
        let id = "0198f2a1-5c3e-7a44-9d10-2f6b8c1e4a77"
        let text = "name,id\nA,\(id)\nB,\(id)\nC,17\n"
        let batch = try batch(text)
        #expect(batch.items.map(\.id.description).first == id)
        #expect(batch.items.map(\.name) == ["A", "C"] && batch.refusalPlaces == ["3 id"])
        #expect(batch.items[1].extra["id"] == "17")
        let elsewhere = try batchOfOtherTrip(text, id)
        #expect(elsewhere.items[0].id.description != id)
    }

    private func batchOfOtherTrip(_ text: String, _ id: String) throws -> ImportedBatch {
        try batch(text) { $0.itemIDsElsewhere = Set([RecordID(id)].compactMap { $0 }) }
    }
}
