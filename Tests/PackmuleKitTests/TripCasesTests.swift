// What users of other systems reported, told again here with the right end.

import CivilTime
import PackmuleKit
import ReplicaStore
import Replication
import TestSupport
import Testing
import TripModel

@Suite("What went wrong elsewhere")
struct TripCasesTests {
    private let device: Device
    private let other: Device
    private let trip: RecordID

    /// Two devices that know the same trip.
    init() throws {
        (device, other) = (try Device.test(1), try Device.test(2))
        trip = try device.addTrip("Bergen", "2027-06-03", nights: 4)
        try exchange(device, other)
    }

    private func state(_ device: Device) throws -> [String] {
        try device.read { try $0.packingList(of: trip).items.map { "\($0.name) \($0.packed ? "x" : "-")" } }
    }

    // MARK: Two devices

    /// KitchenOwl#224, norish#214: after "offline on, remove and tick, offline off" the entries are back.
    @Test("What was ticked and deleted offline stays so when news is fetched first")
    func offlineEdits() throws {
        let items = try device.addItems((1...10).map { "Thing \($0)" }, to: trip)
        try exchange(device, other)
        for item in items[..<5] { try other.change(item) { $0.packed = true } }
        for item in items[8...] { try other.delete(item) }
        try device.addItem("Late", to: trip)
        let expected = (1...8).map { "Thing \($0) \($0 <= 5 ? "x" : "-")" } + ["Late -"]
        // Fetched before anything is handed over.
        try other.store.merge(device.store.pendingChanges())
        #expect(try state(other) == expected)
        try exchange(device, other)
        #expect(try state(device) == expected)
        #expect(try state(other) == expected)
        #expect(try device.equalitySum() == other.equalitySum())
    }

    /// KitchenOwl#1141: the owner's ticks reach the guest, the guest's never reach the owner.
    @Test("Ticks go both ways, twenty in turn on the same list")
    func bothWays() throws {
        let items = try device.addItems((1...20).map { "Thing \($0)" }, to: trip)
        try exchange(device, other)
        for (index, item) in items.enumerated() {
            try (index.isMultiple(of: 2) ? device : other).change(item) { $0.packed = true }
            if index.isMultiple(of: 5) { try exchange(device, other) }
        }
        try exchange(device, other)
        #expect(try state(device) == (1...20).map { "Thing \($0) x" })
        #expect(try state(other) == state(device))
    }

    /// opentasks#863, joplin#13121: the server's version silently replaces the whole record.
    @Test("Different fields of one item are both kept; of one field the loser stands in the history")
    func fieldByField() throws {
        let (clock, late) = (ManualClock(), ManualClock())
        late.advance(milliseconds: 60_000)
        let (phone, laptop) = (try Device.test(3, clock: clock), try Device.test(4, clock: late))
        let trip = try phone.addTrip("Oslo")
        let socks = try phone.addItem("Socks", to: trip)
        try exchange(phone, laptop)
        try phone.change(socks) { $0.quantity = 4 }
        try laptop.change(socks) { $0.note = "wool" }
        try phone.change(socks) { $0.name = "Stockings" }
        late.advance(milliseconds: 1)
        try laptop.change(socks) { $0.name = "Long socks" }
        try exchange(phone, laptop)
        for device in [phone, laptop] {
            let item = try #require(try device.item(socks))
            #expect(item.name == "Long socks")
            #expect(item.quantity == 4)
            #expect(item.note == "wool")
        }
        let name: FieldNumber = 3
        // The phone saw its own value go, the laptop saw a value come too late.
        let seen = try phone.read { try $0.history(of: PackingItem.schema.description.number, socks) }
        #expect(
            seen.flatMap(\.fields).contains { field in
                field.number == name && field.from == .text("Stockings") && field.to == .text("Long socks")
            })
        let lost = try laptop.read { try $0.history(of: PackingItem.schema.description.number, socks) }
        #expect(lost.flatMap(\.lost).contains(Change.Field(name, .text("Stockings"))))
    }

    /// super-productivity#4692, #4544, #8107: an empty or old state is pushed over the good one.
    @Test("A device that starts empty takes nothing away")
    func emptyDevice() throws {
        try device.addItems(["Socks", "Tent"], to: trip)
        let before = try device.read { try $0.packingList(of: trip) }
        let fresh = try Device.test(3)
        #expect(try fresh.store.pendingChanges().isEmpty)
        try exchange(fresh, device)
        #expect(try device.read { try $0.packingList(of: trip) } == before)
    }

    /// super-productivity#9537: a bulk "archive all" blocks sync for ever without a message.
    @Test("A trip of 2,000 items is archived with one change while three of them are edited, and the three are named")
    func bulkArchive() throws {
        let items = try device.addItems((1...2_000).map { "Thing \($0)" }, to: trip)
        try exchange(device, other)
        #expect(try other.read { try $0.items(of: trip) }.count == 2_000)
        try device.edit("trip archive") { try $0.update(Trip.self, trip) { $0.archived = true } }
        let edited = [items[3], items[500], items[1_999]]
        for item in edited { try other.change(item) { $0.note = "edited" } }
        #expect(try device.store.pendingChanges().count == 1)
        #expect(try other.store.pendingChanges().count == 3)
        try exchange(device, other)
        #expect(try device.store.pendingChanges().isEmpty)
        #expect(try other.store.pendingChanges().isEmpty)
        #expect(try device.equalitySum() == other.equalitySum())
        #expect(try other.read { try $0.record(Trip.self, trip)?.record.archived } == true)
        let received = try #require(try device.read { try $0.history(limit: 10) }.first { $0.kind == .received })
        #expect(Set(received.records.map(\.id)) == Set(edited))
    }

    /// Tasks.org#3334, #2387: an entry that was handed over twice shows twice.
    @Test("An edit whose answer was lost and that is handed over again is one item; deleted once, it is gone")
    func repeated() throws {
        let socks = try device.addItem("Socks", to: trip)
        try other.store.merge(device.store.pendingChanges())
        try device.change(socks) { $0.name = "Wool socks" }
        for _ in 1...3 { try other.store.merge(device.store.pendingChanges()) }
        #expect(try other.list(trip) == ["Other: Wool socks"])
        try other.delete(socks)
        try exchange(device, other)
        #expect(try device.list(trip).isEmpty)
        #expect(try other.list(trip).isEmpty)
    }

    /// TREK#1289: deleting the last item of a category removes the category.
    @Test("An empty category stays, in its place, after an exchange too")
    func emptyCategory() throws {
        let camping = try device.addCategory("Camping")
        try device.edit("category move") { try $0.moveCategory(camping, .before, try #require(builtIn("Documents"))) }
        let stove = try device.addItem("Stove", to: trip, camping)
        try exchange(device, other)
        try other.delete(stove)
        try exchange(device, other)
        for device in [device, other, try joined(device)] {
            #expect(try device.labels() == ["Clothes", "Camping", "Documents", "Gear"])
            let groups = try device.read { try $0.packingList(of: trip).groups }
            #expect(groups.map(\.label) == ["Clothes", "Camping", "Documents", "Gear"])
            #expect(groups.allSatisfy { $0.items.isEmpty })
        }
    }

    // MARK: Days and times

    /// AdventureLog#827: a one-day trip treats its own visit as outside.
    @Test(
        "A trip of one day is on from its first to its last minute where it is, eight hours behind UTC",
        arguments: [
            ("2026-12-25T07:59:59Z", "Los Angeles, tomorrow"), ("2026-12-25T08:00:00Z", "Los Angeles, today"),
            ("2026-12-25T16:00:00Z", "Los Angeles, today"), ("2026-12-26T07:59:59Z", "Los Angeles, today"),
            ("2026-12-26T08:00:00Z", "No trips are planned"),
        ])
    func oneDay(time: String, line: String) throws {
        let device = try Device.test(zone: "Asia/Kolkata")
        try device.addTrip("Los Angeles", "2026-12-25") { $0.zone = "America/Los_Angeles" }
        #expect(try device.nextTrip(at: instant(time)).line == line)
    }

    /// AdventureLog#771, #816: a saved time turns into a whole day, or the end shifts by the offset.
    @Test("Times in New York saved again and again in Kolkata stay the times they are")
    func timesStay() throws {
        let folder = TemporaryFolder()
        let surroundings = Surroundings.test(zone: "Asia/Kolkata")
        let path = folder.path("store")
        let times = ["2027-06-03T16:00[America/New_York]", "2027-06-03T18:00[America/New_York]"]
        try Device.create(at: path, name: "phone", surroundings).edit("place add") { edit in
            for time in times {
                var place = Place(id: edit.newID())
                (place.name, place.visit) = ("Museum", PlanTime(time))
                try edit.create(place)
            }
        }
        for _ in 1...5 {
            let device = try Device(at: path, surroundings)
            let places = try device.read { try $0.records(Place.self) }.map(\.record)
            #expect(places.map(\.visit?.description) == times)
            let saved = try device.edit("place edit") { edit in try places.map { try edit.put($0) } }
            #expect(saved.result == [false, false])
            #expect(saved.touched.isEmpty)
        }
    }

    /// itskovacs/trip#64: a trip created with dates cannot be opened again under another locale.
    @Test(
        "Dates are the same whatever the locale",
        arguments: ["de_DE.UTF-8", "en_US.UTF-8", "ar_EG.UTF-8", "th_TH.UTF-8"])
    func locales(locale: String) throws {
        let path = TemporaryFolder()
        let environment = ["LANG": locale, "LC_ALL": locale, "LC_TIME": locale, "TZ": "UTC"]
        let device = try Device.create(at: path.path("store"), name: "phone", .system(environment: environment))
        try device.addTrip("Bergen", "2027-06-03", nights: 4)
        let reopened = try Device(at: path.path("store"), .system(environment: ["LC_ALL": "C", "TZ": "UTC"]))
        let trip = try #require(try reopened.read { try $0.trips() }.first?.record)
        #expect(trip.start?.description == "2027-06-03")
        #expect(trip.lastDay?.description == "2027-06-07")
        #expect(trip.displayTitle == "Bergen, June 2027")
    }

    // MARK: One rule everywhere

    /// TREK#1264: archived trips are counted in one figure, not in the other.
    @Test("An archived trip is in the list of all trips, and in nothing that is to come")
    func archived() throws {
        let oslo = try device.addTrip("Oslo", "2027-05-20") { $0.archived = true }
        try device.addTrip("Rome", "2027-05-25") { $0.status = .cancelled }
        let time = instant("2027-05-15T12:00:00Z")
        #expect(try device.nextTrip(at: time).trip?.id == trip)
        #expect(try device.timeline(from: time, hours: 744).entries.allSatisfy { $0.next.trip?.id != oslo })
        let trips = try device.read { try $0.trips() }.map(\.record)
        #expect(trips.count == 3)
        #expect(trips.count { $0.archived } + trips.count { !$0.archived } == 3)
        // It is put away, not gone: it still has its list.
        try device.addItem("Socks", to: oslo)
        #expect(try device.list(oslo) == ["Other: Socks"])
        try device.edit("trip unarchive") { try $0.update(Trip.self, oslo) { $0.archived = false } }
        #expect(try device.nextTrip(at: time).trip?.id == oslo)
    }

    /// AdventureLog#316: the return is missing when the days between are empty.
    @Test("Every day of a trip counts, with nothing planned on it", arguments: 1...5)
    func emptyDays(day: Int) throws {
        let noon = instant("2027-06-03T10:00:00Z").adding(milliseconds: Int64(day - 1) * 86_400_000)
        let next = try device.nextTrip(at: noon)
        #expect(next.day == day)
        #expect(next.days == 5)
    }

    /// deja-vu#1098: the same word typed two ways is never found.
    @Test(
        "Search finds the same items however the word is typed",
        arguments: ["cafe", "caf\u{E9}", "cafe\u{301}", "CAFÉ"])
    func search(typed: String) throws {
        let found = try device.addItems(["Caf\u{E9} crème", "Filters for cafe\u{301}", "Tea"], to: trip)[..<2]
        let matching = try device.read { try $0.matching(PackingItem.self, Folding.words(in: typed)) }
        #expect(matching.map(\.record.id) == Array(found))
    }
}
