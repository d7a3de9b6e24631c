// The unit of replication and its cells.

import Replication
import Testing

struct ChangeTests {
    @Test("The mask of a change names its fields")
    func mask() throws {
        let change = Change(
            entity: 1, record: RecordID(high: 1, low: 2), stamp: try #require(Stamp(time: 1, device: 1)),
            fields: [Change.Field(0, .bool(false)), Change.Field(62, .null)])
        #expect(Array(change.mask) == [0, 62])
    }

    @Test("Cells are ordered by entity, record, field")
    func order() {
        let cells = [(1, 5, 9), (2, 1, 9), (2, 2, 1), (2, 2, 2)].map { entity, record, field in
            Cell(entity: entity, record: RecordID(high: 0, low: record), field: field)
        }
        #expect(zip(cells, cells.dropFirst()).allSatisfy { $0 < $1 && !($1 < $0) })
    }
}
