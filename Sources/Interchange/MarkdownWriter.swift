// A packing list as a Markdown checklist that people read anywhere and this program reads back.

import Replication
public import TripModel

/// Writes the title, the note of the trip, and a list with boxes for each category that has items. Weights and columns
/// brought from elsewhere are not written: JSON keeps everything.
public enum MarkdownWriter {
    /// The list of a trip in its order; items without a category come first, for they have no heading.
    public static func text(of list: PackingList, trip: Trip) -> String {
        var parts = ["# \(escaped(trip.displayTitle))\n"]
        if !trip.note.isEmpty {
            parts.append(lines(of: trip.note).map { escapedLine($0) + "\n" }.joined())
        }
        let groups = list.groups.filter { !$0.items.isEmpty }
        for group in groups.filter({ $0.category == nil }) + groups.filter({ $0.category != nil }) {
            let heading = group.category.map { "## \(escaped($0.label))\n\n" } ?? ""
            parts.append(heading + group.items.map(entry).joined())
        }
        return parts.joined(separator: "\n")
    }

    private static func entry(_ item: PackingItem) -> String {
        let box = item.packed ? "- [x] " : "- [ ] "
        let isRemark = !item.note.isEmpty && item.note.utf8.count <= remarkByteCount && !item.note.utf8.contains(0x0A)
        let text = escaped(item.name) + (isRemark ? " (\(escaped(item.note)))" : "")
        let plain = MarkdownItem(text)
        let saysQuantity =
            item.quantity != 1 || plain.quantity != 1 || plain.rule != nil || plain.excessiveQuantity != nil
        let first = box + (saysQuantity ? "\(item.quantity) x " : "") + text + "\n"
        guard !isRemark, !item.note.isEmpty else { return first }
        return first + lines(of: item.note).map { $0.isEmpty ? "\n" : "  \(escapedLine($0))\n" }.joined()
    }

    /// Up to this length a note of one line stands in parentheses behind the name.
    private static let remarkByteCount = 80

    private static func lines(of note: String) -> [String] {
        note.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// Text within a line, with a backslash before every sign that could mean something.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if "\\`*_[](){}<>#~!".unicodeScalars.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    /// A line of a note: backslashes doubled, and one before a sign that would make it something else than text.
    private static func escapedLine(_ line: String) -> String {
        let scalars = Array(line.unicodeScalars)
        let start = scalars.prefix(while: MarkdownLine.isBlank).count
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars[..<start])
        var rest = scalars[start...]
        // The point behind a number makes it an entry.
        let digits = rest.prefix { ("0"..."9").contains($0) }.count
        if digits > 0, let sign = rest.dropFirst(digits).first, sign == "." || sign == ")" {
            result.append(contentsOf: rest.prefix(digits))
            rest = rest.dropFirst(digits)
        }
        for (index, scalar) in rest.enumerated() {
            if scalar == "\\" || (index == 0 && MarkdownLine.isEscapable(scalar)) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}
