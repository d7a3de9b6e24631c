// What is next, now and over the coming hours, for people, scripts, widgets and status bars.

import CommandLineTool
import JSONText
import PackmuleKit

enum NextCommands {
    static let next = Command<Action>(
        "next", summary: "Show the trip that is on or comes next",
        discussion:
            "Which day it is, is decided where the trip is; for a trip without a time zone where the device is.",
        examples: [
            Example("packmule next", "Bergen, on 3 June 2027."),
            Example("packmule next --at 2027-06-04T12:00:00Z --zone Europe/Berlin", "as seen then and there"),
            Example("packmule next --format waybar", "one line of JSON for a status bar"),
        ],
        options: [
            Option("at", value: "INSTANT", help: "As of this instant, such as 2027-06-03T07:00:00Z"),
            Option("zone", value: "ZONE", .words("zone"), help: "As seen in this time zone"),
            Option("format", value: "FORMAT", .choices(["text", "waybar"]), default: "text", help: "How to print it"),
        ],
        seeAlso: ["timeline", "trip list"], action: runNext)

    private static func runNext(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let instant = try invocation.command.value("at").map { try Typed.instant($0, calling: "at") }
        let zone = try invocation.command.value("zone").map { try Typed.zone($0, device.surroundings.zones) }
        let (next, stored) = try device.read { reader in
            let next = try device.nextTrip(reader, at: instant, zone: zone)
            return (next, try next.trip.flatMap { try reader.record(Trip.self, $0.id) })
        }
        let isWaybar = invocation.command.value("format") == "waybar"
        return Answer(
            json: { .object(members(next, stored)) },
            text: { isWaybar ? waybar(next).text() + "\n" : SafeText.visible(next.sentence) + "\n" })
    }

    /// `{trip|null, phrase, line, state, daysUntil, day, days}`
    private static func members(_ next: NextTrip, _ stored: Stored<Trip>?) -> [JSONValue.Member] {
        [
            .init("trip", stored?.json ?? .null), .init("phrase", .string(next.sentence)),
            .init("line", .string(next.line)), .init("state", .string(next.state.rawValue)),
            .init("daysUntil", next.daysUntil.json), .init("day", next.day.json), .init("days", next.days.json),
        ]
    }

    /// What the module `custom` of waybar reads with `"return-type": "json"`: text and tooltip are Pango markup there.
    private static func waybar(_ next: NextTrip) -> JSONValue {
        func markup(_ text: String) -> JSONValue {
            .string(
                SafeText.visible(text).reduce(into: "") { markup, character in
                    switch character {
                    case "&": markup += "&amp;"
                    case "<": markup += "&lt;"
                    case ">": markup += "&gt;"
                    default: markup.append(character)
                    }
                })
        }
        return ["text": markup(next.line), "tooltip": markup(next.sentence), "class": .string(next.state.rawValue)]
    }

    // MARK: Timeline

    static let timeline = Command<Action>(
        "timeline", summary: "Show what a widget shows over the coming hours",
        discussion:
            "Each line is right from its instant until the next one. After the last it is said when to ask again, "
            + "even if no trip changes.",
        examples: [
            Example("packmule timeline", "the next day"),
            Example("packmule timeline --from 2027-06-02T00:00:00Z --hours 72 --json", "three days, for a widget"),
        ],
        options: [
            Option("from", value: "INSTANT", help: "Where it begins, such as 2027-06-03T07:00:00Z; now if left out"),
            Option("hours", value: "NUMBER", default: "24", help: "How long it is, 1 to 744"),
        ],
        seeAlso: ["next"], action: runTimeline)

    private static func runTimeline(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let start = try invocation.command.value("from").map { try Typed.instant($0, calling: "from") }
        let hours = try Typed.hours(invocation.command.value("hours") ?? "")
        let timeline = try device.timeline(from: start, hours: hours)
        let trips = try device.read { reader in
            try timeline.entries.map { try $0.next.trip.flatMap { try reader.record(Trip.self, $0.id) } }
        }
        return Answer(
            json: {
                let entries = zip(timeline.entries, trips).map { entry, stored in
                    JSONValue.object([.init("at", entry.start.json)] + members(entry.next, stored))
                }
                return ["entries": .array(entries), "next": timeline.reload.json]
            },
            text: {
                let rows = timeline.entries.map { [Table.Cell($0.start.description), Table.Cell($0.next.line)] }
                return Table([.init(""), .init("", isFlexible: true)], rows: rows).text(invocation.screen)
                    + timeline.reload.sentence + "\n"
            })
    }
}

extension Timeline.Reload {
    /// `{kind: after|atEnd|never, at}`
    fileprivate var json: JSONValue {
        switch self {
        case .after(let instant): ["kind": "after", "at": instant.json]
        case .atEnd: ["kind": "atEnd", "at": .null]
        case .never: ["kind": "never", "at": .null]
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .after(let instant): "Ask again at \(instant)."
        case .atEnd: "Ask again at the end."
        case .never: "It stays so until a trip is changed."
        }
    }
}
