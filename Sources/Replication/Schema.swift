// An entity says its fields once; tables, merging, coding, validation, command line and JSON are derived from them.

/// What a record of one kind is: a value with an identity, and a list of its fields.
public protocol Entity: Sendable, Equatable {
    /// The one list of fields from which everything else is derived.
    static var schema: Schema<Self> { get }

    /// Made on the device, never reused.
    var id: RecordID { get }

    /// A record whose fields hold their defaults: what is read where nothing was ever written.
    init(id: RecordID)

    /// Rules broken between fields, each of which keeps its own rule. They bind what people and imports write; what
    /// other devices wrote is shown as it is, for versions may not validate differently (docs/design, replication:
    /// Unknown).
    var disagreements: [Problem] { get }
}

/// One field of an entity: a stable number, a name, where it stands in the Swift value, and its kind.
public struct Field<Record: Sendable>: Sendable {
    /// What is known without the Swift type.
    public let description: FieldSchema
    /// The value in a record.
    public let read: @Sendable (Record) -> Value
    /// Puts a value into a record; false, and nothing changed, when this version cannot use it.
    public let write: @Sendable (inout Record, Value) -> Bool
    /// Where the value lies in the memory of a record, in bytes.
    @usableFromInline
    let span: Range<Int>

    /// - Parameters:
    ///   - number: 1…62, never reused for another meaning.
    ///   - name: camelCase, as in JSON; the column is named the same.
    ///   - path: to a stored property without observers; any other stops the program at its start.
    ///   - kind: storage, rule, and how a person types and reads it.
    ///   - help: one line for people, without a full stop.
    ///   - isRequired: whether a record a person makes must have it (a text then has at least one character).
    ///   - isSearched: whether `search` looks into it.
    @inlinable
    public init<Wrapped: FieldValue>(
        _ number: FieldNumber, _ name: String, _ path: any WritableKeyPath<Record, Wrapped> & Sendable,
        _ kind: FieldKind, _ help: String, isRequired: Bool = false, isSearched: Bool = false
    ) {
        precondition(number >= 1 && number <= 62)
        description = FieldSchema(
            number: number, name: name, kind: kind, help: help, isRequired: isRequired, isSearched: isSearched)
        guard let offset = MemoryLayout<Record>.offset(of: path) else {
            preconditionFailure("field \(name) must be a stored property without observers")
        }
        span = offset..<offset + MemoryLayout<Wrapped>.size
        // A key path costs some fifty times what its offset does, and every write reads every field.
        read = { record in
            withUnsafeBytes(of: record) { $0.load(fromByteOffset: offset, as: Wrapped.self).fieldValue }
        }
        write = { record, value in
            guard let wrapped = Wrapped(fieldValue: value) else { return false }
            withUnsafeMutableBytes(of: &record) { bytes in
                guard let start = bytes.baseAddress else { return }
                (start + offset).assumingMemoryBound(to: Wrapped.self).pointee = wrapped
            }
            return true
        }
    }
}

/// What is known of a field without its Swift type.
public struct FieldSchema: Sendable {
    /// 1…62, never reused for another meaning.
    public let number: FieldNumber
    /// camelCase, as in JSON; the column is named the same.
    public let name: String
    /// Storage, rule, and how a person types and reads it.
    public let kind: FieldKind
    /// One line for people, without a full stop.
    public let help: String
    /// Whether a record a person makes must have it.
    public let isRequired: Bool
    /// Whether `search` looks into it.
    public let isSearched: Bool

    /// A field without a place in a Swift type; else ``Field`` makes it.
    public init(
        number: FieldNumber, name: String, kind: FieldKind, help: String, isRequired: Bool = false,
        isSearched: Bool = false
    ) {
        self.number = number
        self.name = name
        self.kind = kind
        self.help = help
        self.isRequired = isRequired
        self.isSearched = isSearched
    }
}

/// The list of fields of one entity, with their places in the Swift type.
public struct Schema<Record: Sendable>: Sendable {
    /// What is known without the Swift type.
    public let description: EntitySchema
    /// In the order of ``EntitySchema/fields``.
    public let fields: [Field<Record>]
    /// The values of a record, in the order of ``fields``.
    public let read: @Sendable (Record) -> [Value]
    /// Puts values, in the order of ``fields``, into a record. A null, and a value of another kind than the Swift type,
    /// leaves the field as it is.
    public let write: @Sendable (inout Record, [Value]) -> Void
    @usableFromInline
    let reads: [@Sendable (Record) -> Value]
    @usableFromInline
    let spans: [Range<Int>]

    /// - Parameters:
    ///   - number: 1…255, never reused for another meaning.
    ///   - name: camelCase, singular; the table is named the same.
    ///   - plural: camelCase; the name of a list of them in JSON.
    ///   - parent: the field that names the record this one belongs to: while that one is deleted or missing, this one
    ///     is not shown. A null parent is none.
    ///   - isLocal: whether its records stay on this device: a table, but no stamps, and never sent.
    ///   - fields: by ascending number.
    @inlinable
    public init(
        _ number: EntityNumber, _ name: String, plural: String, parent: FieldNumber? = nil, isLocal: Bool = false,
        fields: [Field<Record>]
    ) {
        precondition(number > 0)
        self.fields = fields
        description = EntitySchema(
            number: number, name: name, plural: plural, parent: parent, isLocal: isLocal,
            fields: fields.map(\.description))
        // Formed here, where the Swift type is known, so that a generic caller pays once a record, not once a field.
        let (reads, writes) = (fields.map(\.read), fields.map(\.write))
        self.reads = reads
        spans = fields.map(\.span)
        read = { record in reads.map { $0(record) } }
        write = { record, values in
            for place in writes.indices {
                if case .null = values[place] { continue }
                _ = writes[place](&record, values[place])
            }
        }
    }
}

extension Schema {
    /// The value of the field at a place.
    package func value(_ place: Int, of record: Record) -> Value {
        reads[place](record)
    }

    /// Places, as bits, at which two records are not the same bytes in memory. What differs in value is among them;
    /// what is equal may be among them too. Most of an edited record is untouched, and this tells so without reading a
    /// value.
    package func placesToCompare(_ left: Record, _ right: Record) -> UInt64 {
        withUnsafeBytes(of: left) { left in
            withUnsafeBytes(of: right) { right in
                spans.indices.reduce(0) { places, place in
                    Self.areSame(left, right, spans[place]) ? places : places | 1 << UInt64(place)
                }
            }
        }
    }

    private static func areSame(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ span: Range<Int>
    ) -> Bool {
        var offset = span.lowerBound
        while offset + 8 <= span.upperBound {
            let word = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += 8
        }
        while offset < span.upperBound {
            guard left[offset] == right[offset] else { return false }
            offset += 1
        }
        return true
    }
}

/// What is known of an entity without its Swift type: what a store, a wire or a command line works from.
public struct EntitySchema: Sendable {
    /// 1…255, never reused for another meaning.
    public let number: EntityNumber
    /// camelCase, singular; the table is named the same.
    public let name: String
    /// camelCase; the name of a list of them in JSON.
    public let plural: String
    /// The field that names the record this one belongs to.
    public let parent: FieldNumber?
    /// Whether its records stay on this device.
    public let isLocal: Bool
    /// By ascending number.
    public let fields: [FieldSchema]
    /// The places, as bits, of fields that a record a person makes must have.
    package let requiredPlaces: UInt64

    /// See the properties of the same names; the fields by ascending number, the parent among them.
    public init(
        number: EntityNumber, name: String, plural: String, parent: FieldNumber? = nil, isLocal: Bool = false,
        fields: [FieldSchema]
    ) {
        precondition(zip(fields, fields.dropFirst()).allSatisfy { $0.number < $1.number })
        precondition(parent.map { parent in fields.contains { $0.number == parent } } ?? true)
        self.number = number
        self.name = name
        self.plural = plural
        self.parent = parent
        self.isLocal = isLocal
        self.fields = fields
        requiredPlaces = fields.indices.reduce(0) { $0 | (fields[$1].isRequired ? 1 << UInt64($1) : 0) }
    }

    /// The place of a field in ``fields``, by number.
    public func index(of number: FieldNumber) -> Int? {
        fields.firstIndex { $0.number == number }
    }

    /// The place of a field in ``fields``, by name.
    public func index(named name: String) -> Int? {
        fields.firstIndex { $0.name == name }
    }
}

/// All entities a program knows, by ascending number, and the records that exist in every store without a write.
public struct Catalogue: Sendable {
    /// By ascending number.
    public let entities: [EntitySchema]
    /// Records that are there from the start, with values that carry no stamp: whatever anybody writes wins over them.
    public let builtIns: [BuiltIn]

    /// A record that exists in every store, under an identity that all devices know.
    public struct BuiltIn: Sendable {
        /// Which schema it follows.
        public let entity: EntityNumber
        /// Its identity, often one with a natural key.
        public let record: RecordID
        /// Its values, by ascending field number.
        public let values: [Change.Field]

        /// See the properties of the same names.
        public init(entity: EntityNumber, record: RecordID, values: [Change.Field]) {
            self.entity = entity
            self.record = record
            self.values = values
        }
    }

    /// The entities by ascending number, and built-in records.
    public init(_ entities: [EntitySchema], builtIns: [BuiltIn] = []) {
        precondition(zip(entities, entities.dropFirst()).allSatisfy { $0.number < $1.number })
        self.entities = entities
        self.builtIns = builtIns
    }

    /// The entity with this number, if this version knows it.
    public subscript(_ number: EntityNumber) -> EntitySchema? {
        entities.first { $0.number == number }
    }
}
