// The header field by which a device says who it is.

import Cryptography
import SyncProtocol
import Testing

struct CredentialsTests {
    static let token = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    static let value = "Bearer " + token

    @Test("A token is written as bearer and read back")
    func roundTrip() throws {
        #expect(Credentials.headerValue(for: Sample.token) == Self.value)
        #expect(Credentials.token(in: Self.value)?.bytes == Array(0..<32))
        #expect(Credentials.hash(of: Sample.token) == (try fixtureValue("token-hash")))
    }

    @Test(
        "Nothing else is read",
        arguments: [
            "", "Bearer", "Bearer ", "bearer " + token, "Bearer  " + token, " " + value,
            value + " ", value + "=", String(value.dropLast()), "Bearer " + token.dropLast() + "9", "Basic " + token,
            value + ", " + value, "Bearer\t" + token,
        ] as [String])
    func refused(value: String) {
        #expect(Credentials.token(in: value) == nil)
    }
}
