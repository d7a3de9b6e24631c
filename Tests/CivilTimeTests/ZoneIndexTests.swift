// The index of a zone database.

import Testing

@testable import CivilTime

@Suite struct ZoneIndexTests {
    @Test("Version, zones and aliases are read")
    func real() throws {
        let index = ZoneIndex(try Fixture.bytes("zones/tzdata.zi"))
        #expect(index.version == "2026f")
        #expect(index.names.count == 598)
        #expect(index.names.first == "Africa/Abidjan")
        #expect(index.names.last == "Zulu")
        #expect(index.canonicalNames["Europe/Berlin"] == "Europe/Berlin")
        #expect(index.canonicalNames["Asia/Calcutta"] == "Asia/Kolkata")
        #expect(index.canonicalNames["europe/berlin"] == nil)
    }

    @Test("An alias of an alias leads to the zone")
    func chain() {
        let index = ZoneIndex(Array("L B/B A/A\nZ C/C 0 - LMT\nL C/C B/B\n".utf8))
        #expect(index.canonicalNames["A/A"] == "C/C")
    }

    @Test("Lines of another form are passed over")
    func strange() {
        let text =
            "#\n# version\n# version 1 2\nZ\nZ ../x 0\nL a\nL a ../b\nL\n\n \nZ \u{fffd}\nR E 1 2\nZ Good/One 0 - X"
        let index = ZoneIndex(Array(text.utf8) + [0x0A, 0x5A, 0x20, 0xFF])
        #expect(index.version == nil)
        #expect(index.names == ["Good/One"])
        #expect(ZoneIndex([]).names.isEmpty)
    }
}
