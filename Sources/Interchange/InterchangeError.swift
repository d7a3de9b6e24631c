// Why a whole file cannot be imported.

/// A file of which nothing was taken, grouped by what its owner can do.
public enum InterchangeError: Error, Equatable, Sendable {
    /// Bring another file: this kind is not understood yet.
    case notUnderstood(String)
    /// Mend the file: its text cannot be read from this line on.
    case unreadable(line: Int, reason: String)
    /// Bring another file, or a newer program: the document says itself that it is not one of ours.
    case wrongDocument(String)
    /// Say for which trip the list is.
    case tripNeeded
    /// Split the file: it is beyond this limit.
    case tooLarge(String)
}

extension InterchangeError: CustomStringConvertible {
    /// One sentence for people: what, where, what to do.
    public var description: String {
        switch self {
        case .notUnderstood(let kind):
            "\(kind) is not understood yet; bring JSON, CSV or a Markdown checklist."
        case .unreadable(let line, let reason):
            "The file cannot be read at line \(line): \(reason)."
        case .wrongDocument(let reason):
            "Nothing was imported: \(reason)."
        case .tripNeeded:
            "A packing list belongs to a trip; say to which one with --trip."
        case .tooLarge(let limit):
            "The file is too large: it has more than \(limit); split it."
        }
    }
}
