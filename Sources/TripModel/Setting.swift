// A replicated preference as it is stored: a key and a text.

public import Replication

/// One preference of the space. What the texts mean is known to ``Settings``; a key or value that this version does not
/// know is kept all the same.
public struct Setting: Entity {
    /// Follows from the key, so that two devices write the same record.
    public let id: RecordID
    /// One of ``Settings/Key``, or one of a later version.
    public var key = ""
    /// The value in the form in which it is typed.
    public var value = ""

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// The record of a key.
    public init(key: String, value: String) {
        id = Self.id(forKey: key)
        self.key = key
        self.value = value
    }

    /// The identity of a key's record.
    public static func id(forKey key: String) -> RecordID {
        .natural(entity: schema.description.number, key: key)
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<Setting>(
        5, "setting", plural: "settings",
        fields: [
            Field(1, "key", \.key, .text(1...Limits.settingCharacters), "Its name", isRequired: true),
            Field(2, "value", \.value, .text(1...Limits.settingCharacters), "What it is set to", isRequired: true),
        ])
}
