// By what a client knows a server whose certificate no authority signed.

import CPackmuleCrypto

/// The pin of a certificate.
package enum CertificatePin {
    /// The SHA-256 of the public key, as DER of SubjectPublicKeyInfo, of the first certificate in a text of PEM (RFC
    /// 7469 section 2.4); nil when there is none.
    package static func ofFirst(inPEM text: [UInt8]) -> [UInt8]? {
        guard let count = Int32(exactly: text.count) else { return nil }
        var isFound: Int32 = 0
        let pin = [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { digest, filled in
            isFound = packmule_certificate_key_sha256(text, count, digest.baseAddress)
            filled = isFound == 1 ? SHA256.byteCount : 0
        }
        return isFound == 1 ? pin : nil
    }
}
