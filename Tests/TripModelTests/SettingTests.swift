// A setting's identity follows from its key.

import Replication
import Testing

@testable import TripModel

@Suite("Setting")
struct SettingTests {
    @Test("Two devices make the same record for the same key")
    func identity() {
        // The UUIDv8 of sha256(b"\x05home.zone"), by Python's hashlib.
        #expect(Setting.id(forKey: "home.zone").description == "30334c0a-3a40-85e2-be06-ba0f4f22a21b")
        #expect(Setting(key: "home.zone", value: "UTC").id == Setting.id(forKey: "home.zone"))
        #expect(Setting.id(forKey: "log.days") != Setting.id(forKey: "home.zone"))
    }
}
