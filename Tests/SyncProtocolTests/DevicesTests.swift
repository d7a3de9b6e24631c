// The list of devices, against messages made by another program.

import SyncProtocol
import Testing

struct DevicesTests {
    @Test(
        "A request about devices is the bytes that another program writes",
        arguments: [
            ("ask", DevicesRequest.list(known: [])),
            ("rename", .rename(tokenHash: Sample.tokenHash, name: Sample.bytes("name", 44))),
            ("revoke", .revoke(tokenHash: Sample.tokenHash)),
        ])
    func request(name: String, request: DevicesRequest) throws {
        let bytes = try fixture("devices-request", name)
        #expect(request.encoded == bytes)
        #expect(try DevicesRequest(encoded: bytes) == request)
    }

    @Test("Devices are brought by token hash, in whatever order they are known")
    func order() throws {
        let bytes = try fixture("devices-request", "bring")
        #expect(DevicesRequest.list(known: [Sample.device, Sample.otherDevice]).encoded == bytes)
        #expect(DevicesRequest.list(known: [Sample.otherDevice, Sample.device]).encoded == bytes)
    }

    @Test("A list is the bytes that another program writes")
    func list() throws {
        let two = DeviceList(devices: [Sample.device, Sample.otherDevice])
        #expect(two.encoded == (try fixture("device-list", "two")))
        #expect(try DeviceList(encoded: two.encoded) == two)
        #expect(DeviceList(devices: []).encoded == (try fixture("device-list", "none")))
        let most = try DeviceList(encoded: try fixture("device-list", "most-numbers"))
        #expect(most.devices[0].numbers == Array(1...16))
        #expect(most.devices[0].name.count == 512)
    }

    @Test("The digest is the one of another program, and does not hang on when a device was seen")
    func digest() throws {
        let seenLater = MemberDevice(
            tokenHash: Sample.tokenHash, name: [], numbers: [Sample.number], isRevoked: false,
            joinedMilliseconds: 1, seenMilliseconds: 2)
        #expect(DeviceList(devices: [Sample.device]).digest == (try fixtureValue("digest-of-one")))
        #expect(DeviceList(devices: [seenLater]).digest == (try fixtureValue("digest-of-one")))
        let both = DeviceList(devices: [Sample.device, Sample.otherDevice])
        #expect(both.digest == (try fixtureValue("digest-of-two")))
    }
}
