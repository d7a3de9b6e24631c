// Zone names keep their bytes.

import Testing

@testable import CivilTime

@Suite struct ZoneNameTests {
    @Test("The text is kept and compared by bytes")
    func bytes() {
        let composed = ZoneName("Zürich")
        let decomposed = ZoneName("Zu\u{308}rich")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, ZoneName("Zürich")]).count == 2)
        #expect(ZoneName("europe/berlin").text == "europe/berlin")
        #expect(ZoneName("europe/berlin") != ZoneName("Europe/Berlin"))
    }

    @Test(
        "Control characters and overlong texts are refused",
        arguments: ["a\nb", "a\u{0}", "\u{85}", "a\u{2028}b", "\t"])
    func refused(text: String) {
        #expect(ZoneName(text) == nil)
        let longest = String(repeating: "z", count: 255)
        #expect(ZoneName(longest)?.text == longest)
        #expect(ZoneName(longest + "z") == nil)
    }

    @Test(
        "The form of the database is told from others",
        arguments: [
            ("Europe/Berlin", true), ("UTC", true), ("Etc/GMT+5", true), ("America/Port-au-Prince", true),
            ("America/Argentina/Buenos_Aires", true), ("Z", true), ("", false), ("Eastern Standard Time", false),
            ("/etc/passwd", false), ("../../etc/passwd", false), ("Europe/../passwd", false), ("Europe//Berlin", false),
            ("Europe/", false), ("Europe/.", false), ("Zürich", false), ("+03", false), ("America/..x", true),
        ])
    func form(text: String, expected: Bool) {
        #expect(ZoneName(text)?.hasDatabaseForm == expected)
    }
}
