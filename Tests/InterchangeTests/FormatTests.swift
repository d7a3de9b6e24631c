// Telling formats apart, and refusing encodings.

import Testing

@testable import Interchange

struct FormatTests {
    @Test(
        "Formats are told by content and name",
        arguments: [
            ("{\"format\":\"packmule\"}", "x", Format.json), ("  {}", "list.txt", .json), ("name,qty\n", "a.csv", .csv),
            ("name;qty\n", "", .csv), ("sep=;\nname;qty\n", "", .csv), ("- [ ] a", "", .markdown),
            ("# List", "x.md", .markdown),
            ("[ ] a\n", "todo.json.txt", .markdown), ("☐ a", "", .markdown), ("a", "a.MD", .markdown),
            ("Gegenstand\tMenge", "liste.txt", .csv),
        ])
    func detected(text: String, name: String, format: Format) throws {
        #expect(try Format.detected(in: Array(text.utf8), fileName: name) == format)
    }

    @Test(
        "Other formats are named and refused",
        arguments: [
            ("BEGIN:VCALENDAR\r\n", "a.csv", "iCalendar (ICS)"), ("<?xml version=\"1.0\"?><gpx>", "", "GPX"),
            ("<kml>", "x.xml", "KML"), ("%PDF-1.4", "list.csv", "PDF"),
            ("PK\u{3}\u{4}", "a.xlsx", "A spreadsheet or another ZIP archive"),
            ("{\"type\":\"FeatureCollection\"", "", "GeoJSON"), ("just words", "", "This file"),
            ("", "", "An empty file"),
            ("x", "trip.ics", "iCalendar (ICS)"),
        ])
    func foreign(text: String, name: String, kind: String) {
        #expect(throws: InterchangeError.notUnderstood(kind)) {
            try Format.detected(in: Array(text.utf8), fileName: name)
        }
    }

    @Test(
        "Bytes that are not UTF-8 are refused with their line and a hint",
        arguments: [
            (Array("name\na\n".utf8) + [0xFC, 0x0A], 3, "Windows-1252"), ([0xFF, 0xFE, 0x61, 0], 1, "UTF-16"),
            ([0xFE, 0xFF, 0, 0x61], 1, "UTF-16"), ([0x61, 0, 0x62, 0, 0x63, 0], 1, "UTF-16"),
        ] as [([UInt8], Int, String)])
    func encodings(bytes: [UInt8], line: Int, hint: String) {
        #expect {
            try ImportedBatch(reading: bytes, fileName: "a.csv", options: options())
        } throws: { error in
            guard case .unreadable(line, let reason)? = error as? InterchangeError else { return false }
            return reason.contains(hint)
        }
    }

    @Test("A picture is called a picture, and a file beyond the limit too large")
    func others() {
        #expect(throws: InterchangeError.notUnderstood("A photo")) {
            try ImportedBatch(reading: [0xFF, 0xD8, 0xFF, 0xE0], fileName: "a.csv", options: options())
        }
        #expect(throws: InterchangeError.tooLarge("32 MiB")) {
            try ImportedBatch(
                reading: Array(repeating: 0x61, count: InterchangeLimits.fileByteCount + 1), fileName: "",
                options: options())
        }
    }
}
