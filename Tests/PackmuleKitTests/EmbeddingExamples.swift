// The code of docs/embedding.md: what stands below each mark is the code under that heading there, byte for byte.

import PackmuleKit

// MARK: Open a device

/// The device at a path; made there when the app starts for the first time.
func openDevice(at path: String, environment: [String: String]) throws -> Device {
    let surroundings = Surroundings.system(environment: environment)
    do {
        return try Device(at: path, surroundings)
    } catch StoreError.missing {
        return try Device.create(at: path, name: "phone", surroundings)
    }
}

// MARK: Plan a trip

func planTrip(_ device: Device) throws -> Trip {
    try device.edit("plan trip") { edit in
        var trip = Trip(id: edit.newID())
        trip.city = "Bergen"
        trip.country = "NO"
        trip.start = CalendarDay(year: 2027, month: 6, day: 3)
        trip.nights = 4
        trip.zone = "Europe/Oslo"
        try edit.create(trip)
        return trip
    }.result
}

func postpone(_ trip: Trip, byDays days: Int, _ device: Device) throws {
    try device.edit("postpone trip") { edit in
        try edit.update(Trip.self, trip.id) { $0.start = $0.start?.adding(days: days) }
    }
}

// MARK: Pack

func fillList(of trip: Trip, _ device: Device) throws {
    try device.edit("fill list") { edit in
        let clothes = try edit.find(PackingCategory.self, "clothes").record
        for (name, quantity) in [("Rain jacket", 1), ("Socks", 4)] {
            var item = PackingItem(id: edit.newID())
            item.trip = trip.id
            item.category = clothes.id
            item.name = name
            item.quantity = quantity
            try edit.add(item)
        }
        let (jacket, socks) = (
            try edit.find(PackingItem.self, "jacket").record,
            try edit.find(PackingItem.self, "socks").record
        )
        try edit.move(socks.id, .before, jacket.id)
        try edit.update(PackingItem.self, jacket.id) { $0.packed = true }
    }
}

func packingLines(of trip: Trip, _ device: Device) throws -> [String] {
    let list = try device.read { try $0.packingList(of: trip.id) }
    var lines = ["\(list.progress.packed) of \(list.progress.total) packed"]
    for group in list.groups where !group.items.isEmpty {
        lines.append(group.label)
        lines += group.items.map { "  \($0.packed ? "✓" : "·") \($0.quantity) × \($0.name)" }
    }
    return lines
}

// MARK: Say what is next

func widgetLine(_ device: Device, at instant: Instant) throws -> String {
    try device.nextTrip(at: instant).line
}

func widgetEntries(_ device: Device, from start: Instant) throws -> [(Instant, String)] {
    try device.timeline(from: start, hours: 24).entries.map { ($0.start, $0.next.line) }
}

// MARK: Find what a person means

func check(_ typed: String, _ device: Device) throws -> String {
    do {
        return try device.edit("check") { edit in
            let item = try edit.find(PackingItem.self, typed).record
            try edit.update(PackingItem.self, item.id) { $0.packed = true }
            return "\(item.name) is packed."
        }.result
    } catch DeviceError.notFound(_, let text) {
        return "There is no \(text) on the list."
    } catch DeviceError.ambiguous(_, let text, let candidates) {
        let names = candidates.map { "#\($0.number) \($0.name)" }.joined(separator: " or ")
        return "\(text) could be \(names)."
    }
}

func search(_ typed: String, _ device: Device) throws -> [String] {
    let words = Folding.words(in: typed)
    return try device.read { try $0.matching(PackingItem.self, words).map(\.record.name) }
}

// MARK: Take back

func undo(_ device: Device) throws -> String {
    do {
        let undone = try device.store.undo().result
        return "Took back: \(undone.words)"
    } catch StoreError.nothingToUndo {
        return "There is nothing to take back."
    }
}

func recentDeeds(_ device: Device) throws -> [String] {
    try device.read { try $0.history(limit: 20) }
        .filter { $0.kind == .edit && !$0.isUndone }
        .map(\.words)
}

// MARK: Follow changes

/// Shows what is next, now and after each commit of this or another process, until the task is cancelled.
func follow(_ device: Device, show: (String) -> Void) async throws {
    let changes = try device.store.changes()
    show(try device.nextTrip().line)
    for await _ in changes {
        show(try device.nextTrip().line)
    }
}

// MARK: Sync

/// Makes a space at a server, with this device as its first; gives an invitation for the next one.
func startSpace(_ claimLink: String, _ device: Device, over transport: any Transport) throws -> String {
    try device.claim(Link(claimLink), name: "phone", over: transport)
    try device.sync(over: transport)
    return try device.invite(over: transport).link.text
}

/// Comes into a space by an invitation. Where something is here already, `ask` is shown what is here and what is there.
func enterSpace(
    _ invitation: String, _ device: Device, over transport: any Transport, ask: (JoinCounts) -> Bool
) throws -> SyncReport {
    try device.join(Link(invitation), name: "tablet", over: transport, asking: ask)
    return try device.sync(over: transport)
}

func syncLine(_ device: Device, over transport: any Transport) -> String {
    do {
        let report = try device.sync(over: transport)
        return "\(report.sentCount) sent, \(report.receivedCount) received"
    } catch let error as SyncError {
        return error.description
    } catch {
        return "Nothing was changed: \(error)."
    }
}

func statusLine(_ device: Device) throws -> String {
    switch try device.syncStatus().state {
    case .inSync: "In sync"
    case .pending(let count): "\(count) changed here, not sent yet"
    case .waiting(let until, let reason, _): "Waits until \(Instant(millisecondsSince1970: until)): \(reason)"
    }
}

/// Carries out what an agent decided; `tell` hands it what came of that, `arm` sees to it that it is told at a time.
func carryOut(
    _ action: Agent.Action, _ device: Device, over transport: any Transport, watchingOver watchTransport: any Transport,
    tell: (Agent.Event) -> Void, arm: (Int64?) -> Void
) {
    switch action {
    case .exchange: tell(.exchanged(device.exchange(over: transport)))
    case .watch(let number, let seconds):
        tell(.watchEnded(number: number, device.watch(over: watchTransport, seconds: seconds)))
    case .cancelWatch: watchTransport.cancel()
    case .arm(let milliseconds): arm(milliseconds)
    case .report(let state): print(state)
    }
}

// MARK: Remind

/// Asks once whether it may ring; `ask` puts the question to the person, and gives nil where nobody answers.
func mayRing(_ device: Device, ask: (String) -> Bool?) throws -> Bool {
    try device.requestPermission("To tell you when it is time to pack.", ask: ask)
}

/// Two days before the trip at six in the evening, wherever the trip is moved to.
func remindToPack(for trip: Trip, _ device: Device) throws -> RecordID {
    try device.edit("remind") { edit in
        var reminder = Reminder(id: Reminder.id(forIdentifier: "pack for \(trip.id)"))
        (reminder.title, reminder.trip, reminder.whileUnpacked) = ("Pack for \(trip.city)", trip.id, true)
        let lead = Lead(distance: .days(2, TimeOfDay(hour: 18, minute: 0) ?? .midnight))
        return try edit.add(reminder, when: .relative(lead), in: device.surroundings).record.id
    }.result
}

func reminderLines(_ device: Device) throws -> [String] {
    try device.reminders().map { facts in
        let next = facts.next.map { "\($0.reading) in \($0.zone)" } ?? facts.problem?.description ?? "over"
        return "\(facts.stored.record.title): \(next)"
    }
}

// MARK: Say what went wrong

func explanation(of error: StoreError) -> String {
    switch error {
    case .invalid(_, let field, let rule): "The \(field) \(rule)."
    case .notFound, .deleted: "It is not there any more."
    case .newer: "Please update the app: a newer version wrote this file."
    case .missing(let path), .notAStore(let path): "There is no store at \(path)."
    default: "Nothing was changed: \(error)."
    }
}
