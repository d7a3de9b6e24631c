// Identities that two devices make alike, because they follow from what the record is about.

import Cryptography

extension RecordID {
    /// The identity of a record with a natural key: a UUIDv8 (RFC 9562 section 5.8) of the first 16 bytes of
    /// SHA-256(entity byte ‖ UTF-8 of the key), of which 6 bits give way to version and variant. Making such a record
    /// always writes field 0 = false (docs/design, replication: Change).
    ///
    /// - Parameter key: its bytes count, so é and e + ´ are two keys.
    public static func natural(entity: EntityNumber, key: String) -> RecordID {
        let word = ([entity] + key.utf8).withUnsafeBytes { SHA256.firstWord128(of: $0) }
        return RecordID(high: word.high & ~0xF000 | 0x8000, low: word.low & ~(0b11 << 62) | 0b10 << 62)
    }
}
