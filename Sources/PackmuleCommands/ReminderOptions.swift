// The options by which a reminder is made and changed.

import CommandLineTool
import PackmuleKit

extension SchemaOptions<Reminder> {
    /// All but when it is due.
    static let reminder = SchemaOptions<Reminder>(
        name: "title",
        [
            link("body"),
            link(
                "trip", value: "TRIP", .words("trip"),
                reading: { text, reader, _ in try reader.findOrExplain(Trip.self, text).record.id.fieldValue }),
            link(
                "item", value: "ITEM", .words("item"), help: "The item it is about: it is silent once that is packed",
                reading: { text, reader, reminder in
                    let items = try reminder.trip.map { try reader.items(of: $0) }
                    return try reader.findOrExplain(PackingItem.self, text, among: items).record.id.fieldValue
                }),
            link(
                "place", value: "PLACE", .words("place"), help: "The place whose visit it goes by, instead of the trip",
                reading: { text, reader, _ in try reader.findOrExplain(Place.self, text).record.id.fieldValue }),
            flag("whileUnpacked", as: "while-unpacked"),
            link("zone", value: "floating|trip|NAME", .words("reminder-zone"), help: "Whose clocks count"),
            word("gap", GapPolicy.self), word("overlap", OverlapPolicy.self),
            word("missingDay", as: "missing-day", MissingDayPolicy.self),
            word("zoneJump", as: "zone-jump", ZoneJumpPolicy.self), word("misfire", MisfirePolicy.self), link("grace"),
            word("level", ReminderLevel.self), link("sound"), link("badge"), link("thread"),
            link("notBefore", as: "not-before"), link("notAfter", as: "not-after"),
            word("quiet", ReminderQuiet.self), link("quietFrom", as: "quiet-from"), link("quietTo", as: "quiet-to"),
        ])

    /// Which end of a trip is counted from.
    static let edge = Option(
        "edge", value: "EDGE", .choices(Lead.Edge.allCases.map(\.rawValue)),
        help: "Which end of the trip is meant: its start for what comes before, its end for what comes after")

    /// A field that holds one of a few words; they may be typed as `lastDay` and as `last-day`.
    private static func word<Type: Word>(_ field: String, as option: String? = nil, _ type: Type.Type) -> Link? {
        link(
            field, as: option, value: type.words.joined(separator: "|"), .words(option ?? field),
            meanings: meanings[field] ?? [],
            reading: { text, _, _ in
                let typed = TextRules.cleaned(text).lowercased().replacing("-", with: "")
                let word = type.words.first { $0.lowercased() == typed }
                return try FieldKind.word(type).parse(word ?? text).get()
            })
    }

    /// What each word of such an option means.
    private static var meanings: [String: [String]] {
        [
            "gap": [
                "shift: as much later as the clocks jump (if left out)", "firstValid: at the first time after the jump",
                "skip: not on that day", "before: as much earlier",
            ],
            "overlap": [
                "first: the first time (if left out)", "last: the second time", "both: each time",
            ],
            "missingDay": [
                "lastDay: on the last day of the month (if left out)", "skip: not in that month",
                "nextDay: on the first day of the next month",
            ],
            "zoneJump": ["skip: not at all (if left out)", "fireLate: when the zone changes"],
            "misfire": [
                "latest: the latest, with the number of the earlier ones (if left out)", "all: each of them",
                "none: none of them; they are listed as missed",
            ],
            "level": [
                "passive: shown without a sound", "active: shown and heard (if left out)",
                "timeSensitive: also in quiet hours",
            ],
            "quiet": [
                "defer: at their end (if left out)", "drop: not at all", "ignore: all the same",
            ],
        ]
    }

    /// The words that such an option takes, for completions; none of any other.
    static func words(ofOption name: String) -> [String] {
        switch name {
        case "gap": GapPolicy.words
        case "overlap": OverlapPolicy.words
        case "missing-day": MissingDayPolicy.words
        case "zone-jump": ZoneJumpPolicy.words
        case "misfire": MisfirePolicy.words
        case "level": ReminderLevel.words
        case "quiet": ReminderQuiet.words
        default: []
        }
    }

    /// The options of `add` where the trip is an operand.
    var addingToTrip: [Option] { adding.filter { $0.name != "trip" } }
}

extension ParsedCommand {
    /// A trigger that goes by the end of a trip that `--edge` names, else by that to which it is nearest.
    func lead(_ distance: Lead.Distance, isAfter: Bool) -> Trigger {
        let edge = value("edge").flatMap(Lead.Edge.init) ?? (isAfter ? .end : .start)
        return .relative(Lead(edge: edge, isAfter: isAfter, distance: distance))
    }
}

extension Invocation {
    /// Puts the options of a reminder into it. What is about an item belongs to the item's trip, unless another is
    /// named.
    func applyReminderOptions(_ reader: Reader, to reminder: inout Reminder) throws {
        try SchemaOptions.reminder.apply(command, reader, to: &reminder)
        if reminder.trip == nil, let item = reminder.item {
            reminder.trip = try reader.record(PackingItem.self, item)?.record.trip
        }
    }

    /// This moment by the clocks that a reminder goes by: those of `--zone` where it is given.
    ///
    /// - Parameter trip: whose zone may count.
    func moment(for reminder: Reminder, _ trip: Trip?) throws -> TypedTrigger.Moment {
        var zone = reminder.zone
        if let typed = command.value("zone"), case .success(let value) = FieldKind.reminderZone.parse(typed) {
            zone = ReminderZone(fieldValue: value) ?? zone
        }
        let name: ZoneName? =
            switch zone {
            case .floating: nil
            case .trip: trip?.zone
            case .fixed(let name): name
            }
        // What is no zone, or none that is known, is refused when the reminder is written.
        let rules = name.flatMap { surroundings.zones.rules($0) } ?? surroundings.localZone.rules
        return TypedTrigger.Moment(surroundings.now, in: rules)
    }
}
