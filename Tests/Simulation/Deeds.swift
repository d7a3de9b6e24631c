// What people do with what a device shows: write, delete, restore, take back.

import CivilTime
import PackmuleKit
import Recurrence
import ReplicaStore
import Replication
import TestSupport
import TripModel

extension Station {
    /// One deed of a person; what cannot be done is not done.
    func write(_ event: Int, _ draws: inout SeededGenerator) throws {
        let text = "\(space.index) \(event) \(name)"
        let record = UInt64(draws.int(in: 0..<max(1, schedule.recordCount)))
        schedule.note("\(name) writes \(text) about \(record)")
        guard version == .current else {
            return try deed { try replica.writeAsFirst(.natural(record), city: text) }
        }
        switch draws.int(in: 0..<100) {
        case ..<30: try writeTrip(record, text, &draws)
        case ..<45: try writeItem(record, text, &draws)
        case ..<52: try writePlace(record, text, &draws)
        case ..<56: try writeSetting(&draws)
        case ..<74: try deleteOrRestore(record, &draws)
        case ..<78: try deed { _ = try store.undo() }
        default: try writeReminder(record, text, &draws)
        }
    }

    private func writeTrip(_ record: UInt64, _ text: String, _ draws: inout SeededGenerator) throws {
        let (hasTitle, hasNote, hasStart) = (draws.bool(), draws.bool(), draws.bool(probability: 0.3))
        let isLong = schedule.mix.has(.refusedChange) && draws.bool(probability: 0.1)
        if isLong { schedule.coverage.met(Fault.refusedChange) }
        let start = day(&draws)
        var written: [(FieldNumber, Value)] = []
        try edit("trip edit") { edit in
            func change(_ trip: inout Trip) {
                trip.city = text
                if hasTitle { trip.title = "title \(text)" }
                if hasNote { trip.note = isLong ? String(repeating: text, count: 40) : "note \(text)" }
                if hasStart { trip.start = start }
            }
            let id = RecordID.natural(record)
            if let known = try edit.record(Trip.self, id), !known.isDeleted {
                try edit.update(Trip.self, id, change)
            } else {
                var trip = Trip(id: id)
                change(&trip)
                try edit.create(trip)
            }
            written = [(2, .text(text))]
        }
        for (field, value) in written {
            try schedule.checker.checkRead(self, Cell(entity: 1, record: .natural(record), field: field), value)
        }
    }

    private func writeItem(_ record: UInt64, _ text: String, _ draws: inout SeededGenerator) throws {
        let id = RecordID.natural(entity: PackingItem.schema.description.number, key: "item \(record)")
        let trip = RecordID.natural(UInt64(draws.int(in: 0..<max(1, schedule.recordCount))))
        let isPacked = draws.bool()
        try edit("item") { edit in
            if let known = try edit.record(PackingItem.self, id), !known.isDeleted {
                try edit.update(PackingItem.self, id) { ($0.note, $0.packed) = (text, isPacked) }
            } else {
                var item = PackingItem(id: id)
                (item.name, item.trip) = (text, trip)
                try edit.create(item)
            }
        }
    }

    private func writePlace(_ record: UInt64, _ text: String, _ draws: inout SeededGenerator) throws {
        try edit("place") { edit in
            var place = Place(id: edit.newID())
            if record % 2 == 0, let known = try edit.records(Place.self).first { place = known.record }
            place.name = text
            try edit.put(place)
        }
    }

    private func writeSetting(_ draws: inout SeededGenerator) throws {
        let minutes = draws.int(in: 1...60)
        let id = RecordID.natural(entity: Setting.schema.description.number, key: "snooze.minutes")
        try edit("set") { edit in
            var setting = Setting(id: id)
            (setting.key, setting.value) = ("snooze.minutes", "\(minutes)")
            try edit.put(setting)
        }
    }

    private func deleteOrRestore(_ record: UInt64, _ draws: inout SeededGenerator) throws {
        let isItem = draws.bool(probability: 0.3)
        let schema = isItem ? PackingItem.schema.description : Trip.schema.description
        let id =
            isItem ? RecordID.natural(entity: schema.number, key: "item \(record)") : RecordID.natural(record)
        let isRestored = draws.bool(probability: 0.4)
        try edit(isRestored ? "restore" : "delete") { edit in
            if isRestored { try edit.restore(schema, id) } else { try edit.delete(schema, id) }
        }
    }

    private func writeReminder(_ record: UInt64, _ text: String, _ draws: inout SeededGenerator) throws {
        guard rings else { return }
        var reminder = Reminder(id: Reminder.id(forIdentifier: "reminder \(record % 6)"))
        reminder.title = text
        if draws.bool(probability: 0.3) { reminder.zone = .fixed(draws.pick(from: Station.zones)) }
        if draws.bool(probability: 0.2) { reminder.misfire = .all }
        let trip = RecordID.natural(record)
        let minutes = draws.scaled(1...600)
        let kind = draws.int(in: 0..<10)
        let local = device.surroundings
        let soon = local.localZone.rules.civil(at: local.now.adding(milliseconds: Int64(minutes) * 60_000))
        let isCancelled = draws.bool(probability: 0.15)
        try edit("reminder") { edit in
            if isCancelled { return _ = try edit.cancelReminder(reminder.id) }
            switch kind {
            case ..<5: try edit.add(reminder, when: .at(soon), in: local)
            case ..<7: try edit.add(reminder, when: .daily(soon.time), in: local)
            case ..<9:
                let trigger = Trigger.interval(seconds: 60 * minutes, start: local.now, repeats: true)
                try edit.add(reminder, when: trigger, in: local)
            default:
                reminder.trip = trip
                let lead = Lead(edge: .start, isAfter: false, distance: .minutes(minutes))
                try edit.add(reminder, when: .relative(lead), in: local)
            }
        }
    }

    private func day(_ draws: inout SeededGenerator) -> CalendarDay {
        let instant = device.surroundings.now.adding(milliseconds: Int64(draws.int(in: 0...5)) * 86_400_000)
        return device.surroundings.localZone.rules.civil(at: instant).day
    }

    private static let zones: [ZoneName] = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]
}

extension Checker {
    /// "A device sees its own writes."
    func checkRead(_ station: Station, _ cell: Cell, _ value: Value) throws {
        guard let held = views[station.index]?.dump.cells[cell], held.value == value else {
            throw Violation(5, "\(station.name) does not see what it has just written: \(cell) \(value)")
        }
    }
}
