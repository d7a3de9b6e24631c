// What is known beside a file when it is imported.

public import Replication
public import TripModel

/// What settles doubts, and where the records go. All of it is optional but the trip of a packing list.
public struct ImportOptions: Sendable {
    /// How dates such as 03/04/2027 are read.
    public var dates = DateOrder.automatic
    /// What to take where a field is missing or in doubt, by the name of the field: `unit`, `decimal`, `quantity`,
    /// `city`.
    public var assumptions: [String: String] = [:]
    /// The trip that rows without a trip belong to.
    public var trip: RecordID?
    /// Ids of the items of other trips: a row that carries one of them becomes an item of its own in this trip.
    public var itemIDsElsewhere: Set<RecordID> = []
    /// The categories there are, so that labels are found again whatever their case and accents.
    public var categories = PackingCategory.builtIn
    /// The greatest position of the trip's items: imported ones stand behind it.
    public var lastPosition: FractionalKey?

    /// Which part of a date with slashes or hyphens comes first.
    public enum DateOrder: String, CaseIterable, Sendable {
        /// By what other dates of the table prove; in doubt without proof.
        case automatic
        case dayFirst = "day-first"
        case monthFirst = "month-first"
    }

    /// Nothing is known.
    public init() {}

    /// The same without what settles doubts.
    var unsettled: ImportOptions {
        var options = self
        (options.dates, options.assumptions) = (.automatic, [:])
        return options
    }

    var settlesDoubts: Bool { dates != .automatic || !assumptions.isEmpty }

    /// What to take for a field; names are compared without case and accents.
    func assumed(_ field: String) -> String? {
        let key = Folding.folded(field)
        let match = assumptions.filter { Folding.folded($0.key) == key }.min { $0.key < $1.key }
        return match.map { TextRules.cleaned($0.value) }
    }
}
