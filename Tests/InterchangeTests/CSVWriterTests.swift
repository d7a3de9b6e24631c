// A packing list as CSV.

import Replication
import Testing
import TripModel

@testable import Interchange

struct CSVWriterTests {
    @Test("The list has our columns, then those from elsewhere, and guards formulas")
    func written() throws {
        let read = try batch(
            "Name;Kategorie;Gewicht (kg);price;note;id\n=1+1;Gear;0,5;12;\"a\n\"\"b\"\"\";0198f2a1-5c3e-7a44-9d10-2f6b8c1e4a77\n")
        #expect(
            CSVWriter.text(of: read.list())
                == "Name,Category,Quantity,Weight (g),Packed,Note,Id,price\r\n"
                + "'=1+1,Gear,1,500,no,\"a\n\"\"b\"\"\",0198f2a1-5c3e-7a44-9d10-2f6b8c1e4a77,12\r\n")
    }

    @Test("Price, address, worn and consumable of a gear list survive")
    func gearList() throws {
        let read = try batch(fixture: "packing-gear-list.csv")
        let categories = PackingCategory.builtIn + read.records.categories.map(\.record)
        let again = try batch(CSVWriter.text(of: read.list())) { $0.categories = categories }
        #expect(again.items.first { $0.name == "Fuel" }?.extra == TextMap([("price", "6"), ("consumable", "Consumable")]))
        #expect(Set(again.items.map(\.id)) == Set(read.items.map(\.id)))
        #expect(again.doubts.isEmpty && again.refused.isEmpty)
    }
}
