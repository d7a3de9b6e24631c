// The unit of replication: the fields of one record that were written together.

/// Which schema a record follows: a stable small number.
public typealias EntityNumber = UInt8

/// One field of one record: what a stamp is kept for and what a merge decides.
public struct Cell: Hashable, Sendable {
    /// Which schema the record follows.
    public let entity: EntityNumber
    /// Which record.
    public let record: RecordID
    /// Which of its fields, 0…62.
    public let field: FieldNumber

    /// The cell of one field of one record.
    public init(entity: EntityNumber, record: RecordID, field: FieldNumber) {
        self.entity = entity
        self.record = record
        self.field = field
    }
}

extension Cell: Comparable {
    /// By entity, then record, then field.
    public static func < (left: Cell, right: Cell) -> Bool {
        (left.entity, left.record, left.field) < (right.entity, right.record, right.field)
    }
}

/// The fields of one record that were written together, under one stamp.
public struct Change: Equatable, Sendable {
    /// Which schema the record follows.
    public let entity: EntityNumber
    /// The record written.
    public let record: RecordID
    /// When and by which device it was written.
    public let stamp: Stamp
    /// 1 to 63 fields, by ascending number, each number once. Field 0 is a bool: true deleted, false restored.
    public let fields: [Field]

    /// One written field.
    public struct Field: Equatable, Sendable {
        /// 0…62.
        public let number: FieldNumber
        /// What was written.
        public let value: Value

        /// A field and what was written to it.
        public init(_ number: FieldNumber, _ value: Value) {
            self.number = number
            self.value = value
        }
    }

    /// The fields have to meet the rules of ``fields``. Changes from outside are read by `init(encoded:)`, which
    /// checks.
    public init(entity: EntityNumber, record: RecordID, stamp: Stamp, fields: [Field]) {
        precondition(!fields.isEmpty && zip(fields, fields.dropFirst()).allSatisfy { $0.number < $1.number })
        precondition(fields[fields.count - 1].number < 63)
        precondition(fields[0].number > 0 || fields[0].value == .bool(true) || fields[0].value == .bool(false))
        self.entity = entity
        self.record = record
        self.stamp = stamp
        self.fields = fields
    }

    /// The numbers of the fields.
    public var mask: FieldMask {
        fields.reduce(into: FieldMask()) { $0.insert($1.number) }
    }
}
