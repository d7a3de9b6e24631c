// Bodies of open spaces.

import Replication
import Testing

@testable import Sealing

struct PlainBodiesTests {
    @Test("The body is the map of the fields, and opens as the change it was", arguments: try BodyFixture.all())
    func there(fixture: BodyFixture) throws {
        let sealed = PlainBodies().seal(fixture.change)
        #expect(sealed == SealedChange(header: try ChangeHeader(encoded: fixture.header), body: fixture.plain[...]))
        #expect(try PlainBodies().open(sealed) == fixture.change)
    }

    @Test("A sealed body is refused in an open space", arguments: try BodyFixture.all())
    func sealed(fixture: BodyFixture) throws {
        let sealed = try fixture.sealed()
        #expect(throws: SealingError.self) { try PlainBodies().open(sealed) }
    }

    @Test("A body with other fields than the header says is refused")
    func otherFields() throws {
        let fixtures = try BodyFixture.all()
        let header = try ChangeHeader(encoded: fixtures[0].header)
        let moved = SealedChange(header: header, body: fixtures[1].plain[...])
        #expect(throws: SealingError.otherFields) { try PlainBodies().open(moved) }
    }
}
