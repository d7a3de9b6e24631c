// The header field by which a device says who it is.

import Cryptography
import SyncProtocol
import Testing

struct CredentialsTests {
    /// Python: urlsafe_b64encode(space + bytes(range(32))).
    static let token = "AZjyoVw-ekSdEC9rjB5KdwABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
    static let value = "Bearer " + token

    @Test("A token is written as bearer, behind the space that it is for, and read back")
    func roundTrip() throws {
        #expect(Credentials.headerValue(for: Sample.token, of: Sample.space) == Self.value)
        let read = try #require(Credentials.read(Self.value))
        #expect(read.space == Sample.space)
        #expect(read.token.bytes == Array(0..<32))
        #expect(Credentials.hash(of: Sample.token) == (try fixtureValue("token-hash")))
    }

    @Test(
        "Nothing else is read",
        arguments: [
            "", "Bearer", "Bearer ", "bearer " + token, "Bearer  " + token, " " + value,
            value + " ", value + "=", String(value.dropLast()), "Bearer " + token + "AAAA",
            "Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
            "Basic " + token,
            value + ", " + value, "Bearer\t" + token,
        ] as [String])
    func refused(value: String) {
        #expect(Credentials.read(value) == nil)
    }
}
