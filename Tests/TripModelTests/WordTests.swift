// Enumerations are stored as words.

import Replication
import Testing

@testable import TripModel

@Suite("Words")
struct WordTests {
    @Test("A case is stored as its name, and an unknown word is not taken")
    func stored() {
        #expect(Trip.Status.cancelled.fieldValue == .text("cancelled"))
        #expect(Trip.Status(fieldValue: .text("planned")) == .planned)
        #expect(Trip.Status(fieldValue: .text("postponed")) == nil)
        #expect(Trip.Status(fieldValue: .integer(1)) == nil)
        #expect(PackingItem.Source.words == ["typed", "imported", "template", "suggested"])
    }
}
