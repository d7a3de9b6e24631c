// A device is made and opened, and says what is next by the right zone.

import CivilTime
import PackmuleKit
import ReplicaStore
import TestSupport
import Testing
import TripModel

@Suite("Device")
struct DeviceTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store") }

    @Test("What a device was told is there when its file is opened again")
    func reopened() throws {
        let bergen = try Device.create(at: path, name: "phone", .test()).addTrip("Bergen", "2027-06-03", nights: 4)
        let device = try Device(at: path, .test(seed: 2))
        let trips = try device.read { try $0.trips() }
        #expect(trips.map(\.record.id) == [bergen])
        #expect(trips.map(\.number) == [1])
        #expect(trips.first?.record.displayTitle == "Bergen, June 2027")
    }

    @Test("A file is made once, and opened only where there is one")
    func refusals() throws {
        #expect(throws: StoreError.missing(path: path)) { try Device(at: path, .test()) }
        _ = try Device.create(at: path, name: "phone", .test())
        #expect(throws: StoreError.exists(path: path)) { try Device.create(at: path, name: "phone", .test()) }
    }

    @Test("A device opened to be read reads and refuses to write")
    func readOnly() throws {
        try Device.create(at: path, name: "phone", .test()).addTrip("Bergen")
        let device = try Device(at: path, .test(seed: 2), access: .readOnly)
        #expect(try device.read { try $0.trips() }.map(\.record.city) == ["Bergen"])
        #expect(throws: StoreError.self) { try device.addTrip("Oslo") }
        #expect(try device.read { try $0.trips() }.count == 1)
    }

    @Test("Two handles on one file read each other's writes at once")
    func twoHandles() throws {
        let one = try Device.create(at: path, name: "phone", .test())
        let other = try Device(at: path, .test(seed: 2))
        for number in 1...10 {
            try (number.isMultiple(of: 2) ? one : other).addTrip("City \(number)")
            #expect(try one.read { try $0.trips() }.count == number)
            #expect(try other.read { try $0.trips() }.count == number)
        }
    }

    @Test("Two devices in memory know nothing of each other")
    func inMemory() throws {
        let (one, other) = (try Device.test(1), try Device.test(2))
        try one.addTrip("Bergen")
        #expect(try one.read { try $0.trips() }.count == 1)
        #expect(try other.read { try $0.trips() }.isEmpty)
        #expect(one.store.path == "")
    }

    @Test("A transaction that fails leaves nothing behind")
    func failing() throws {
        struct Refusal: Error {}
        let device = try Device.test()
        #expect(throws: Refusal.self) {
            try device.edit("trip add") { edit in
                var trip = Trip(id: edit.newID())
                trip.city = "Bergen"
                try edit.create(trip)
                #expect(try edit.trips().count == 1)
                throw Refusal()
            }
        }
        #expect(try device.read { try $0.trips() }.isEmpty)
        #expect(try device.read { try $0.history(limit: 5) }.isEmpty)
    }

    // MARK: What is next

    @Test("Without another instant it is now, by the clock that was handed in")
    func now() throws {
        let clock = ManualClock(millisecondsSince1970: instant("2027-05-31T12:00:00Z").millisecondsSince1970)
        let device = try Device.test(clock: clock)
        #expect(try device.nextTrip().sentence == "No trips are planned.")
        try device.addTrip("Bergen", "2027-06-03", nights: 4)
        #expect(try device.nextTrip().line == "Bergen, in 3 days")
        clock.advance(milliseconds: 4 * 86_400_000)
        #expect(try device.nextTrip().sentence == "Bergen, day 2 of 5.")
        #expect(try device.nextTrip(at: instant("2027-06-08T12:00:00Z")).state == .none)
    }

    /// At 12:30 UTC on 2 June it is 2 June in Berlin and New York, and 3 June in Auckland (00:30).
    @Test(
        "The day is that of the trip's zone, else the one asked for, else the setting, else the device",
        arguments: [
            // zone of the trip, zone asked for, setting, what is said
            ("Pacific/Auckland", "America/New_York", "America/New_York", "Bergen, today"),
            (nil, "Pacific/Auckland", "America/New_York", "Bergen, today"),
            (nil, nil, "Pacific/Auckland", "Bergen, today"),
            (nil, nil, nil, "Bergen, tomorrow"),
            ("Europe/Berlin", "Pacific/Auckland", "Pacific/Auckland", "Bergen, tomorrow"),
            (nil, nil, "Atlantis/Capital", "Bergen, tomorrow"),
            ("Atlantis/Capital", nil, "Pacific/Auckland", "Bergen, today"),
        ] as [(String?, String?, String?, String)])
    func zones(trip: String?, asked: String?, setting: String?, line: String) throws {
        let device = try Device.test()
        try device.addTrip("Bergen", "2027-06-03", nights: 1) { $0.zone = trip.flatMap { ZoneName($0) } }
        if let setting {
            try device.edit("setting set") { try $0.put(Setting(key: "home.zone", value: setting)) }
        }
        let rules = asked.flatMap { ZoneName($0) }.flatMap(device.surroundings.zones.rules)
        #expect(try device.nextTrip(at: instant("2027-06-02T12:30:00Z"), zone: rules).line == line)
        #expect(
            try device.timeline(from: instant("2027-06-02T12:30:00Z"), hours: 1, zone: rules).entries[0].next.line
                == line)
    }

    @Test("The next trip within a transaction is the one just written")
    func withinTransaction() throws {
        let device = try Device.test()
        let line = try device.edit("trip add") { edit in
            var trip = Trip(id: edit.newID())
            (trip.city, trip.start) = ("Bergen", CalendarDay("2026-05-02"))
            try edit.create(trip)
            return try device.nextTrip(edit).line
        }.result
        #expect(line == "Bergen, tomorrow")
    }

    @Test("A timeline says each day's words from midnight where the trip is")
    func timeline() throws {
        let device = try Device.test()
        try device.addTrip("Auckland", "2026-05-02") { $0.zone = "Pacific/Auckland" }
        // Noon UTC on 1 May is midnight in Auckland, twelve hours ahead: the trip begins and ends at noon UTC.
        let timeline = try device.timeline(hours: 48)
        #expect(
            timeline.entries.map { "\($0.start) \($0.next.line)" } == [
                "2026-05-01T12:00:00Z Auckland, today", "2026-05-02T12:00:00Z No trips are planned",
            ])
        #expect(timeline.reload == .never)
    }
}
