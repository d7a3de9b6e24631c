// Comparison of secrets.

import CPackmuleCrypto

/// Operations whose duration tells nothing about the bytes they work on.
package enum ConstantTime {
    /// Whether both have the same bytes. Only the lengths may show in the time it takes.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
