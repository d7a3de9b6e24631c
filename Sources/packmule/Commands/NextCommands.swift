// What is next, for people, scripts, widgets and status bars.

import CommandLineTool
import JSONText
import PackmuleKit

enum NextCommands {
    static let next = Command<Action>(
        "next", summary: "Show the trip that is on or comes next",
        examples: [
            Example("packmule next", "Bergen, on 3 June 2027."),
            Example("packmule next --format waybar", "one line of JSON for a status bar"),
        ],
        options: [
            Option("at", value: "INSTANT", help: "As of this instant, such as 2027-06-03T07:00:00Z"),
            Option("zone", value: "ZONE", .words("zone"), help: "As seen in this time zone"),
            Option("format", value: "FORMAT", .choices(["text", "waybar"]), default: "text", help: "How to print it"),
        ],
        action: runNext)

    private static func runNext(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let instant = try invocation.command.value("at").map(Typed.instant)
        let zone = try invocation.command.value("zone").map { try Typed.zone($0, device.surroundings.zones) }
        let next = try device.nextTrip(at: instant, zone: zone)
        let stored = try next.trip.flatMap { trip in try device.read { try $0.record(Trip.self, trip.id) } }
        let isWaybar = invocation.command.value("format") == "waybar"
        return Answer(
            json: { json(next, stored) },
            text: { isWaybar ? waybar(next).text() + "\n" : invocation.safe(next.sentence) + "\n" })
    }

    /// `{trip|null, phrase, state, daysUntil, day, days}`
    static func json(_ next: NextTrip, _ stored: Stored<Trip>?) -> JSONValue {
        [
            "trip": stored?.json ?? .null, "phrase": .string(next.sentence), "state": .string(next.state.rawValue),
            "daysUntil": next.daysUntil.json, "day": next.day.json, "days": next.days.json,
        ]
    }

    private static func waybar(_ next: NextTrip) -> JSONValue {
        ["text": .string(next.line), "tooltip": .string(next.sentence), "class": .string(next.state.rawValue)]
    }
}

extension Int? {
    var json: JSONValue { map { .integer(Int64($0)) } ?? .null }
}
