// The header fields of a message, in order.

/// Header fields as they stand in a message: in order, names compared without regard to ASCII case (RFC 9110
/// section 5.1).
public struct HTTPHeaders: Sendable, Equatable {
    /// One header field.
    public struct Field: Sendable, Equatable {
        /// As it stands in the message.
        public let name: String
        /// Without the blanks around it.
        public let value: String

        /// A field of that name and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// In the order of the message.
    public private(set) var fields: [Field] = []

    /// Fields in this order.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The value of the first field of that name; nil where there is none.
    public subscript(_ name: String) -> String? {
        fields.first { Self.isSame($0.name, name) }?.value
    }

    /// How many fields have that name.
    public func count(of name: String) -> Int {
        fields.count { Self.isSame($0.name, name) }
    }

    /// Adds a field behind the others.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
