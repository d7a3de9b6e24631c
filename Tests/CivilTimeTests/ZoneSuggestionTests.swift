// Suggestions for zone names that are not known.

import Testing

@testable import CivilTime

@Suite struct ZoneSuggestionTests {
    @Test(
        "The zone that was meant is suggested",
        arguments: [
            ("europe/berlin", "Europe/Berlin"), ("EUROPE/BERLIN", "Europe/Berlin"), ("utc", "UTC"),
            ("america/new york", "America/New_York"), ("New York", "America/New_York"), ("tokyo", "Asia/Tokyo"),
            ("Europe/Berln", "Europe/Berlin"), ("Europe/Lisboa", "Europe/Lisbon"), ("Kathmando", "Asia/Kathmandu"),
            ("America/Noronja", "America/Noronha"),
        ])
    func suggested(typed: String, expected: String) throws {
        let typed = try #require(ZoneName(typed))
        #expect(ZoneIndex(try Fixture.bytes("zones/tzdata.zi")).suggestion(for: typed)?.text == expected)
    }

    @Test("Nothing is suggested when nothing is near", arguments: ["", "Z", "Q", "Mars/Olympus_Mons", "CESTY", "東京"])
    func nothing(typed: String) throws {
        let typed = try #require(ZoneName(typed))
        #expect(ZoneIndex(try Fixture.bytes("zones/tzdata.zi")).suggestion(for: typed) == nil)
    }
}
