// The numbers and names that stored and sent data rests on never change.

import Replication
import Testing

@testable import TripModel

@Suite("Catalogue")
struct CatalogueTests {
    @Test("Numbers and names of entities and fields are these, for ever")
    func stable() {
        let listing = Catalogue.packmule.entities.map { entity in
            let fields = entity.fields.map { "\($0.number) \($0.name) \($0.kind.storage)" }
            return ["\(entity.number) \(entity.name) \(entity.plural)"] + fields
        }
        #expect(listing == Self.listing)
    }

    @Test("The parent of items, places and reminders is their trip, that of occurrences their reminder")
    func parents() {
        #expect(Catalogue.packmule.entities.map(\.parent) == [nil, nil, 1, 1, nil, 3, 1, nil, nil, nil, nil])
    }

    @Test("What is numbered from 251 on stays on its device, and only that")
    func local() {
        #expect(Catalogue.packmule.entities.filter(\.isLocal).map(\.number) == [251, 252, 253, 254])
    }

    @Test("The built-in records are the three categories with label and position")
    func builtIns() {
        let builtIns = Catalogue.packmule.builtIns
        #expect(builtIns.map(\.entity) == [2, 2, 2])
        #expect(builtIns.map(\.record) == PackingCategory.builtIn.map(\.id))
        let rows = [("Clothes", "F"), ("Documents", "U"), ("Gear", "k")]
        let values = rows.map { [Change.Field(1, .text($0)), Change.Field(2, .text($1))] }
        #expect(builtIns.map(\.values) == values)
    }

    @Test("A fresh record takes every value that it gives")
    func defaults() {
        check(Trip.self)
        check(PackingCategory.self)
        check(PackingItem.self)
        check(Place.self)
        check(Setting.self)
        check(Reminder.self)
        check(ReminderOccurrence.self)
        check(Ring.self)
        check(ReminderMark.self)
        check(ZoneStay.self)
        check(Permission.self)
    }

    private func check<Record: Entity>(_ type: Record.Type) {
        var record = Record(id: id(1))
        for field in Record.schema.fields {
            #expect(field.write(&record, field.read(record)), "\(field.description.name)")
            #expect(!field.description.help.hasSuffix("."))
        }
        #expect(record == Record(id: id(1)))
    }

    private static let listing = [
        [
            "1 trip trips", "1 title text", "2 city text", "3 country text", "4 start text", "5 nights integer",
            "6 zone text", "7 status text", "8 archived bool", "9 note text",
        ],
        ["2 category categories", "1 label text", "2 position text"],
        [
            "3 item items", "1 trip bytes", "2 category bytes", "3 name text", "4 note text", "5 quantity integer",
            "6 packed bool", "7 position text", "8 weightGrams integer", "9 source text", "10 extra bytes",
        ],
        [
            "4 place places", "1 trip bytes", "2 name text", "3 latitude double", "4 longitude double",
            "5 address text", "6 category text", "7 note text", "8 visit text", "9 position text",
        ],
        ["5 setting settings", "1 key text", "2 value text"],
        [
            "6 reminder reminders", "1 title text", "2 body text", "3 trip bytes", "4 place bytes", "5 item bytes",
            "6 trigger text", "7 zone text", "8 gap text", "9 overlap text", "10 missingDay text", "11 zoneJump text",
            "12 misfire text", "13 grace text", "14 level text", "15 sound text", "16 badge integer", "17 thread text",
            "18 notBefore text", "19 notAfter text", "20 whileUnpacked bool", "21 quiet text", "22 quietFrom text",
            "23 quietTo text", "24 since text",
        ],
        [
            "7 occurrence occurrences", "1 reminder bytes", "2 key text", "3 delivered text", "4 snoozedUntil text",
            "5 dismissed text", "6 done text", "7 since text",
        ],
        [
            "251 ring rings", "1 reminder bytes", "2 key text", "3 due text", "4 state text", "5 changed text",
            "6 earlierCount integer", "7 shown bytes", "8 since text",
        ],
        ["252 reminderMark reminderMarks", "1 evaluated text", "2 since text"],
        ["253 zoneStay zoneStays", "1 start text", "2 zone text"],
        ["254 permission permissions", "1 status text", "2 alert bool", "3 badge bool", "4 sound bool"],
    ]
}
