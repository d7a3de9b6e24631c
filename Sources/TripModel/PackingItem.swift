// One line of a packing list.

public import Replication

/// Something to pack for a trip, or several alike.
public struct PackingItem: Entity {
    /// Only a copy is given another one.
    public internal(set) var id: RecordID
    /// The trip it is packed for.
    public var trip: RecordID?
    /// The category it is listed under; none, or a missing one, lists it under "Other".
    public var category: RecordID?
    /// What to pack, 1…``Limits/itemNameCharacters`` characters.
    public var name = ""
    /// Anything else, up to ``Limits/noteCharacters`` characters.
    public var note = ""
    /// How many, 0…``Limits/quantity``; 0 is decided not to take it.
    public var quantity = 1
    /// Whether it is in the bag.
    public var packed = false
    /// Its place among the items of its trip and category, as a fractional key.
    public var position: FractionalKey?
    /// Grams of one piece, 0…``Limits/weightGrams``; nil while nobody weighed it.
    public var weightGrams: Int?
    /// How it came into the list.
    public var source = Source.typed
    /// Columns brought from elsewhere, kept so that an export gives them back.
    public var extra = TextMap()

    /// How it came into the list.
    public enum Source: String, Word {
        case typed, imported, template, suggested
    }

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<PackingItem>(
        3, "item", plural: "items", parent: 1,
        fields: [
            Field(1, "trip", \.trip, .record, "The trip it is packed for", isRequired: true),
            Field(2, "category", \.category, .record, "The category it is listed under"),
            Field(
                3, "name", \.name, .text(1...Limits.itemNameCharacters), "What to pack", isRequired: true,
                isSearched: true),
            Field(4, "note", \.note, .note(Limits.noteCharacters), "Anything else", isSearched: true),
            Field(5, "quantity", \.quantity, .integer(0...Int64(Limits.quantity)), "How many; 0 for not taking it"),
            Field(6, "packed", \.packed, .flag, "Whether it is in the bag"),
            Field(7, "position", \.position, .position, "Its place in the list"),
            Field(
                8, "weightGrams", \.weightGrams, .integer(0...Int64(Limits.weightGrams), unit: "grams"),
                "Grams of one piece"),
            Field(9, "source", \.source, .choice(Source.words), "How it came into the list"),
            Field(10, "extra", \.extra, .textMap, "Columns brought from elsewhere"),
        ])
}

extension PackingItem: Positioned {}

extension PackingItem {
    /// Whether it is to be taken at all.
    public var isTaken: Bool { quantity > 0 }

    /// Quantity × grams, each within its limit; 0 while nobody weighed it.
    public var totalGrams: Int {
        min(max(quantity, 0), Limits.quantity) * min(max(weightGrams ?? 0, 0), Limits.weightGrams)
    }
}
