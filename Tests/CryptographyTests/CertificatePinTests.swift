// Tests of pins, against those that the openssl command made of the same certificates.

import Cryptography
import TestSupport
import Testing

@Suite("Certificate pin")
struct CertificatePinTests {
    @Test("The pin is the hash of the public key", arguments: [("certificate", 0), ("other-certificate", 1)])
    func pin(name: String, line: Int) throws {
        let pin = CertificatePin.ofFirst(inPEM: try Fixtures.bytes("server/\(name).pem"))
        let digits = pin?.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        #expect(digits.map { Substring($0) } == (try Fixtures.lines("server/pins.txt"))[line])
    }

    @Test("Of several certificates the first counts")
    func first() throws {
        let (first, second) = try (
            Fixtures.bytes("server/certificate.pem"), Fixtures.bytes("server/other-certificate.pem")
        )
        #expect(CertificatePin.ofFirst(inPEM: first + second) == CertificatePin.ofFirst(inPEM: first))
    }

    @Test("What holds no certificate has no pin")
    func none() throws {
        #expect(CertificatePin.ofFirst(inPEM: []) == nil)
        #expect(CertificatePin.ofFirst(inPEM: Array("-----BEGIN CERTIFICATE-----\n".utf8)) == nil)
        #expect(CertificatePin.ofFirst(inPEM: try Fixtures.bytes("server/key.pem")) == nil)
        #expect(CertificatePin.ofFirst(inPEM: try Fixtures.bytes("server/certificate.pem").dropLast(40)) == nil)
    }
}
