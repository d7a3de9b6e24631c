// What a file gives: records to write, and what has to be told about them.

public import Replication
public import TripModel

/// Everything read from one file. Nothing is written yet: the caller compares each record with the store by
/// ``ExchangedRecord/comparison(with:isDeleted:)``, writes what is new, and leaves and names the rest.
public struct ImportedBatch: Equatable, Sendable {
    /// The format it was read from.
    public let format: Format
    /// The records, to be written in the order trips, categories, items, places, settings, reminders.
    public var records = ExchangedRecords()
    /// The title of a checklist.
    public var title: String?
    /// Text of a checklist that is no item: for the note of the trip. See ``note(joinedTo:)``.
    public var tripNote: String?
    /// Rows that are among the records, with something left out or read in one of several ways; by line.
    public var doubts: [ImportNote] = []
    /// Rows that are not among the records; by line.
    public var refused: [ImportNote] = []

    /// Nothing read yet.
    public init(format: Format) {
        self.format = format
    }

    /// The note of the trip with the text of the checklist: unchanged when it is already in it.
    public func note(joinedTo note: String) -> String {
        guard let tripNote, !tripNote.isEmpty else { return note }
        if note.isEmpty { return tripNote }
        return note.contains(tripNote) ? note : note + "\n\n" + tripNote
    }
}

/// The records of all kinds that a file holds or gets.
public struct ExchangedRecords: Equatable, Sendable {
    /// Trips, before all that belongs to them.
    public var trips: [ExchangedRecord<Trip>] = []
    /// Categories, before the items that name them.
    public var categories: [ExchangedRecord<PackingCategory>] = []
    /// Items of packing lists.
    public var items: [ExchangedRecord<PackingItem>] = []
    /// Places, of a trip or of none.
    public var places: [ExchangedRecord<Place>] = []
    /// Preferences.
    public var settings: [ExchangedRecord<Setting>] = []
    /// Reminders, after the records that they are about.
    public var reminders: [ExchangedRecord<Reminder>] = []

    /// No records.
    public init() {}
}

/// A record with what belongs to it beside its fields.
public struct ExchangedRecord<Record: Entity>: Equatable, Sendable {
    /// As the file gives it, under an id that the same file gives on every device.
    public var record: Record
    /// Values that this version cannot use, kept for a newer one; by field number.
    public var parked: [Change.Field]
    /// The line it starts at, counted from 1; nil outside text formats.
    public var line: Int?
    /// What the same row gives without the options that settle doubts, where that differs.
    public var unsettled: Record?

    /// A record, and what there is beside it.
    public init(_ record: Record, parked: [Change.Field] = [], line: Int? = nil) {
        self.record = record
        self.parked = parked
        self.line = line
    }

    /// How an imported record stands to the one in the store.
    public enum Comparison: Equatable, Sendable {
        /// There is none: write it.
        case new
        /// It is there and the same.
        case unchanged
        /// It is there as this file gave it before its doubts were settled: write it.
        case settled
        /// It was edited since, or is another one: leave it and name it with these fields.
        case edited(fields: [String])
        /// It was deleted since: leave it and name it.
        case deleted
    }

    /// Positions do not count: they depend on what else was in the list when it was imported.
    ///
    /// - Parameter stored: the record of the same id, nil where there is none.
    public func comparison(with stored: Record?, isDeleted: Bool) -> Comparison {
        guard let stored else { return .new }
        if isDeleted { return .deleted }
        let fields = Self.differences(record, stored)
        if fields.isEmpty { return .unchanged }
        if let unsettled, Self.differences(unsettled, stored).isEmpty { return .settled }
        return .edited(fields: fields)
    }

    private static func differences(_ left: Record, _ right: Record) -> [String] {
        let fields = Record.schema.description.fields
        return zip(fields, zip(Record.schema.read(left), Record.schema.read(right))).compactMap { field, values in
            field.name != "position" && values.0 != values.1 ? field.name : nil
        }
    }
}
