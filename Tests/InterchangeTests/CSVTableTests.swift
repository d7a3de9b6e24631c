// Finding delimiter and columns of a table.

import Testing

@testable import Interchange

struct CSVTableTests {
    @Test(
        "The delimiter is found by the header",
        arguments: [
            "Name,Quantity", "Name;Quantity", "Name\tQuantity", "Name|Quantity", "\"Name, long\";Name;Quantity",
            "sep=;\r\nName;Quantity", "\n\nName,Quantity", "Name;Quantity;a,b,c,d,e",
        ])
    func delimiter(header: String) throws {
        let table = try CSVTable(reading: header + "\n")
        #expect(table.index(of: .name) != nil && table.index(of: .quantity) != nil)
        #expect(table.kind == .packing)
    }

    @Test("A table that names no item and no city is refused at its header", arguments: ["a,b\n1,2\n", "", "\n", ","])
    func unknownHeader(text: String) {
        #expect {
            try CSVTable(reading: text)
        } throws: { error in
            if case .unreadable(line: 1, _)? = error as? InterchangeError { true } else { false }
        }
    }

    @Test("A table with more rows or columns than the limit is refused")
    func limits() {
        #expect(throws: InterchangeError.tooLarge("100000 rows")) {
            try CSVTable(reading: "name\n" + String(repeating: "a\n", count: 100_001))
        }
        #expect(throws: InterchangeError.tooLarge("200 columns at line 2")) {
            try CSVTable(reading: "name\nx" + String(repeating: ",", count: 200))
        }
    }
}
