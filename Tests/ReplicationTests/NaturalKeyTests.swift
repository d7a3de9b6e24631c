// Natural keys against identities made by hashlib.

import Replication
import Testing

struct NaturalKeyTests {
    @Test("Identities are those of the independent program", arguments: try fixtureRows("natural-keys.tsv"))
    func fixtures(row: [String]) {
        let id = RecordID.natural(entity: EntityNumber(row[0])!, key: textOf(hexadecimal: row[1]))
        #expect(id.bytes == bytesOf(hexadecimal: row[2]))
        let text = Array(id.description)
        #expect(text[14] == "8" && "89ab".contains(text[19]))
    }

    @Test("The fixture has all its rows")
    func count() throws {
        #expect(try fixtureRows("natural-keys.tsv").count == 9)
    }
}
