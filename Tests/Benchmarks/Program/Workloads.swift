// The workloads, each timed from the first call of the store to the last.

import CivilTime
import JSONText
import Platform
import ReplicaStore
import Replication
import TestSupport
import TripModel

/// One run of the program. Input is parsed before the time starts.
struct Workloads {
    let arguments: [String]

    func run() throws {
        switch arguments.first {
        case "load" where arguments.count == 4:
            try load(trips: arguments[1], items: arguments[2], into: arguments[3])
        case "edits-each" where arguments.count == 4:
            try edit(arguments[1], edits: arguments[2], trace: arguments[3], isBatch: false)
        case "edits-batch" where arguments.count == 4:
            try edit(arguments[1], edits: arguments[2], trace: arguments[3], isBatch: true)
        case "trips" where arguments.count == 4:
            try fill(trips: arguments[1], items: arguments[2], into: arguments[3])
        case "lean" where arguments.count == 3:
            try lean(arguments[1], into: arguments[2])
        case "sync-up" where arguments.count == 6:
            try syncUp(
                link: arguments[1], mode: arguments[2], trips: arguments[3], items: arguments[4], into: arguments[5])
        case "sync-down" where arguments.count == 4:
            try syncDown(from: arguments[1], into: arguments[2], count: Int(arguments[3]) ?? 0)
        case "sync-latency" where arguments.count == 4:
            try syncLatency(arguments[1], arguments[2], arguments[3])
        case "sync-conflicts" where arguments.count > 5:
            try syncConflicts(
                arguments[1], arguments[2], edits: (arguments[3], arguments[4]),
                expected: Array(arguments[5...]))
        case "sync-add" where arguments.count == 4:
            try syncAdd(arguments[1], items: arguments[2], count: Int(arguments[3]) ?? 0)
        case "sync-only" where arguments.count == 2: try syncOnly(arguments[1])
        case "sync-check" where arguments.count == 2: try syncCheck(arguments[1])
        case "next-ask" where arguments.count == 3:
            try nextOccurrences(arguments[1], count: Int(arguments[2]) ?? 0, isWalk: false)
        case "next-walk" where arguments.count == 3:
            try nextOccurrences(arguments[1], count: Int(arguments[2]) ?? 0, isWalk: true)
        case "plan" where arguments.count == 3:
            try planReminders(arguments[1], count: Int(arguments[2]) ?? 0)
        case "server-fill" where arguments.count == 5:
            try ServerFilling().run(
                folder: arguments[1], spaceCount: Int(arguments[2]) ?? 0, recordCount: Int(arguments[3]) ?? 0,
                list: arguments[4])
        default:
            throw Misuse(
                usage: """
                    sync-up LINK sealed|open TRIPS.jsonl ITEMS.jsonl STORE | sync-down INVITER STORE COUNT | \
                    sync-latency STORE OTHER CHECKOFFS.jsonl | \
                    sync-conflicts STORE OTHER A.jsonl B.jsonl EXPECTED.jsonl… | \
                    sync-add STORE ITEMS.jsonl COUNT | sync-only STORE | sync-check STORE | \
                    server-fill FOLDER SPACES RECORDS DEVICES.tsv | \
                    load TRIPS.jsonl ITEMS.jsonl STORE | edits-each|edits-batch STORE EDITS.jsonl TRACE.tsv | \
                    next-ask|next-walk|plan ZONEFILE COUNT | lean ITEMS.jsonl STORE | \
                    trips TRIPS.jsonl ITEMS.jsonl STORE
                    """)
        }
    }

    struct Misuse: Error {
        let usage: String
    }

    // MARK: Workloads

    /// 100 trips untimed, then all items with their six fields in one transaction.
    private func load(trips: String, items: String, into path: String) throws {
        let clock = ManualClock(millisecondsSince1970: 1_760_000_000_000)
        let store = try ReplicaStore.create(at: path, deviceName: "bench", options(clock))
        let trips = try lines(trips)
        let items = try lines(items).map(Item.init)
        _ = try store.edit("trip add") { edit in
            for trip in trips {
                var record = Trip(id: try identity(trip["id"]))
                record.city = trip["destination"]?.string ?? "?"
                record.title = trip["name"]?.string
                try edit.create(record)
            }
        }
        clock.advance(milliseconds: 1000)
        let start = ContinuousClock.now
        _ = try store.edit("item add") { edit in
            for item in items { try edit.create(item.record) }
        }
        report(start, items.count)
    }

    /// Single-field edits, each its own durable transaction at its own time, or all in one.
    private func edit(_ path: String, edits file: String, trace: String, isBatch: Bool) throws {
        let clock = ManualClock(millisecondsSince1970: 1_760_000_001_000)
        let store = try ReplicaStore(path: path, options(clock))
        let edits = try lines(file).map(FieldEdit.init)
        try writeTrace(edits, store, trace)
        let start = ContinuousClock.now
        if isBatch {
            _ = try store.edit("item edit") { edit in
                for change in edits { try edit.update(PackingItem.self, change.item, change.apply) }
            }
        } else {
            for change in edits {
                clock.set(millisecondsSince1970: change.time)
                _ = try store.edit("item edit") { try $0.update(PackingItem.self, change.item, change.apply) }
            }
        }
        report(start, edits.count)
    }

    /// The store that the program is timed on: every trip twice, dated and undated, and all items.
    private func fill(trips: String, items: String, into path: String) throws {
        let clock = ManualClock(millisecondsSince1970: 1_760_000_000_000)
        let store = try ReplicaStore.create(at: path, deviceName: "bench", options(clock))
        let (trips, items) = (try lines(trips), try lines(items).map(Item.init))
        _ = try store.edit("fill") { edit in
            for (index, trip) in trips.enumerated() {
                var dated = Trip(id: try identity(trip["id"]))
                dated.city = trip["destination"]?.string ?? "?"
                dated.start = CalendarDay(daysSince1970: 21_000 + 7 * index)
                dated.nights = 4
                try edit.create(dated)
                var undated = Trip(id: edit.newID())
                undated.city = dated.city
                try edit.create(undated)
            }
            for item in items { try edit.create(item.record) }
        }
    }

    /// 20,000 records of eight fields, for the space that metadata takes.
    private func lean(_ items: String, into path: String) throws {
        let clock = ManualClock(millisecondsSince1970: 1_760_000_000_000)
        let store = try ReplicaStore.create(at: path, deviceName: "bench", options(clock))
        let items = try lines(items).map(Item.init)
        _ = try store.edit("item add") { edit in
            for item in items {
                var record = item.record
                record.quantity = 3
                record.packed = true
                record.note = "in the blue bag"
                record.weightGrams = 150
                try edit.create(record)
            }
        }
        try store.compact()
    }

    // MARK: Input and output

    private func options(_ clock: ManualClock) -> StoreOptions {
        StoreOptions(
            catalogue: .packmule, rulesVersion: "bench", fold: Folding.folded, clock: clock,
            random: SeededRandom(seed: 42))
    }

    func lines(_ path: String) throws -> [JSONValue] {
        let bytes = try Files.read(path, limitBytes: 1 << 30)
        return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue(reading: Array($0)) }
    }

    /// What the C limit needs to write the same: number, column, value and folded text of each edit that counts.
    private func writeTrace(_ edits: [FieldEdit], _ store: ReplicaStore, _ path: String) throws {
        var lines = ""
        let stored = try store.read { try $0.records(PackingItem.self) }
        var items = Dictionary(stored.map { ($0.record.id, $0) }) { $1 }
        for edit in edits {
            guard let stored = items[edit.item] else { throw Misuse(usage: "the edits do not fit the store") }
            var record = stored.record
            edit.apply(&record)
            guard record != stored.record else { continue }
            items[edit.item] = Stored(number: stored.number, record: record, isDeleted: false)
            let folded = edit.column == "name" ? Folding.folded(record.name) : ""
            lines += "\(stored.number)\t\(edit.column)\t\(edit.trace)\t\(folded)\n"
        }
        try Files.write(Array(lines.utf8), to: path, permissions: 0o600)
    }

    func report(_ start: ContinuousClock.Instant, _ count: Int) {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        _ = try? StandardStream.output.write("\(seconds) \(count)\n")
    }
}

/// The record's identity in the workload.
func identity(_ value: JSONValue?) throws -> RecordID {
    guard let text = value?.string, let id = RecordID(text) else { throw Workloads.Misuse(usage: "an id is missing") }
    return id
}

/// One item of the workload.
struct Item {
    let record: PackingItem

    init(_ line: JSONValue) throws {
        var item = PackingItem(id: try identity(line["id"]))
        item.trip = try identity(line["trip_id"])
        item.name = line["name"]?.string ?? ""
        item.category = Item.category(line["category"]?.string ?? "")
        item.quantity = Int(line["quantity"]?.integer ?? 1)
        item.position = Item.position(line["position"]?.integer ?? 0)
        item.packed = line["packed"]?.bool ?? false
        record = item
    }

    static func category(_ label: String) -> RecordID {
        .natural(entity: PackingCategory.schema.description.number, key: label)
    }

    /// The position as a key of six digits.
    static func position(_ number: Int64) -> FractionalKey? {
        let digits = String(number)
        return FractionalKey(String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
    }
}

/// One single-field edit of the workload.
struct FieldEdit {
    let time: Int64
    let item: RecordID
    let column: String
    /// The value as the trace has it: a letter for its kind, then the value.
    let trace: String
    let apply: (inout PackingItem) -> Void

    init(_ line: JSONValue) throws {
        time = line["ts"]?.integer ?? 0
        item = try identity(line["item_id"])
        let value = line["value"] ?? .null
        column = line["field"]?.string ?? ""
        switch column {
        case "packed":
            let packed = value.bool ?? false
            trace = packed ? "i1" : "i0"
            apply = { $0.packed = packed }
        case "quantity":
            let quantity = Int(value.integer ?? 0)
            trace = "i\(quantity)"
            apply = { $0.quantity = quantity }
        case "position":
            let position = Item.position(value.integer ?? 0)
            trace = "t" + (position?.text ?? "")
            apply = { $0.position = position }
        case "category":
            let category = Item.category(value.string ?? "")
            trace = "b" + category.description.filter { $0 != "-" }
            apply = { $0.category = category }
        default:
            let name = value.string ?? ""
            trace = "t" + name
            apply = { $0.name = name }
        }
    }
}
