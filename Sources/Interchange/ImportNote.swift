// What an import has to tell about one line.

/// A doubt or a refusal: where, what stood there, why, and what settles it.
public struct ImportNote: Equatable, Sendable {
    /// The line in the file, counted from 1; nil where a path in ``field`` says where.
    public let line: Int?
    /// The field, named as in the model, or the path in a JSON document: `items[3].weightGrams`.
    public let field: String?
    /// What stood there.
    public let text: String
    /// Why it was left out, read in a certain way, or refused: a clause without a full stop.
    public let reason: String
    /// The option that settles it, such as `--dates day-first|month-first`.
    public let settledBy: String?

    /// See the properties of the same names.
    public init(line: Int?, field: String?, text: String, reason: String, settledBy: String? = nil) {
        self.line = line
        self.field = field
        self.text = text
        self.reason = reason
        self.settledBy = settledBy
    }
}

extension ImportNote: CustomStringConvertible {
    /// `line 4, weightGrams “3 stone”: the unit is not known (settled by --assume unit=g)`
    public var description: String {
        let place = [line.map { "line \($0)" }, field].compactMap { $0 }.joined(separator: ", ")
        let settled = settledBy.map { " (settled by \($0))" } ?? ""
        return "\(place)\(text.isEmpty ? "" : " “\(text)”"): \(reason)\(settled)"
    }
}
