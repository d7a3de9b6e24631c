// Which format a file has, by what stands in it and by its name.

import Replication
import TripModel

/// The formats that people can bring.
public enum Format: String, CaseIterable, Sendable {
    case json, csv, markdown

    /// The format of a file. What stands in it counts more than its name.
    ///
    /// - Parameter fileName: with its extension; empty where there is none, such as standard input.
    /// - Throws: ``InterchangeError/notUnderstood(_:)``.
    public static func detected(in bytes: [UInt8], fileName: String) throws(InterchangeError) -> Format {
        if let foreign = foreignFormat(of: bytes) { throw .notUnderstood(foreign) }
        let start = beginning(of: bytes)
        let isBox = start.hasPrefix("[ ]") || start.hasPrefix("[]") || start.lowercased().hasPrefix("[x]")
        if start.hasPrefix("{") || (start.hasPrefix("[") && !isBox && fileExtension(of: fileName) == "json") {
            return .json
        }
        switch fileExtension(of: fileName) {
        case "json": return .json
        case "csv", "tsv", "tab": return .csv
        case "md", "markdown", "mdown", "mkd": return .markdown
        case let other where foreignExtensions[other] != nil:
            throw .notUnderstood(foreignExtensions[other] ?? other)
        default: break
        }
        return try detected(byContent: String(decoding: bytes.prefix(beginningByteCount), as: UTF8.self))
    }

    /// A table has columns that are known; a checklist has headings or boxes.
    private static func detected(byContent text: String) throws(InterchangeError) -> Format {
        let lines = SourceText.lines(of: text).filter { !TextRules.cleaned($0).isEmpty }
        guard let first = lines.first else { throw .notUnderstood("An empty file") }
        let looksLikeList = lines.contains { MarkdownLine($0).isHeadingOrEntry }
        if CSVTable.knowsColumns(inHeader: first), !(looksLikeList && MarkdownLine(first).isHeadingOrEntry) {
            return .csv
        }
        if looksLikeList { return .markdown }
        throw .notUnderstood("This file")
    }

    /// The name of a format that gives itself away in its first bytes.
    private static func foreignFormat(of bytes: [UInt8]) -> String? {
        let magic: [([UInt8], String)] = [
            (Array("%PDF".utf8), "PDF"), ([0x50, 0x4B, 0x03, 0x04], "A spreadsheet or another ZIP archive"),
            ([0xFF, 0xD8, 0xFF], "A photo"), ([0x89, 0x50, 0x4E, 0x47], "A picture"),
            ([0xD0, 0xCF, 0x11, 0xE0], "An old Office document"), (Array("SQLite format 3".utf8), "A database"),
            ([0x1F, 0x8B], "A compressed file"),
        ]
        if let match = magic.first(where: { bytes.starts(with: $0.0) }) { return match.1 }
        let start = beginning(of: bytes)
        let folded = start.lowercased()
        if folded.hasPrefix("begin:vcalendar") { return "iCalendar (ICS)" }
        if folded.hasPrefix("begin:vcard") { return "vCard" }
        if folded.hasPrefix("<?xml") || folded.hasPrefix("<gpx") || folded.hasPrefix("<kml") {
            if folded.contains("<gpx") { return "GPX" }
            return folded.contains("<kml") ? "KML" : "XML"
        }
        if folded.hasPrefix("<!doctype html") || folded.hasPrefix("<html") { return "HTML" }
        if folded.hasPrefix("{"), folded.contains("\"featurecollection\"") { return "GeoJSON" }
        return nil
    }

    /// What stands first, without a byte order mark and white space.
    private static func beginning(of bytes: [UInt8]) -> String {
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return TextRules.cleaned(String(decoding: content.prefix(beginningByteCount), as: UTF8.self))
    }

    private static func fileExtension(of name: String) -> String {
        let base = name.split(separator: "/").last ?? ""
        guard let dot = base.lastIndex(of: "."), dot != base.startIndex else { return "" }
        return base[base.index(after: dot)...].lowercased()
    }

    /// Enough to see what a file is.
    private static let beginningByteCount = 4096

    private static let foreignExtensions = [
        "ics": "iCalendar (ICS)", "ical": "iCalendar (ICS)", "gpx": "GPX", "kml": "KML", "kmz": "KML",
        "geojson": "GeoJSON", "xls": "A spreadsheet", "xlsx": "A spreadsheet", "ods": "A spreadsheet",
        "numbers": "A spreadsheet", "xml": "XML", "html": "HTML", "yaml": "YAML", "yml": "YAML", "pdf": "PDF",
    ]
}
