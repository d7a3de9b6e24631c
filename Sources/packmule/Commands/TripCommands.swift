// Trips: made, listed, changed, copied, put away.

import CommandLineTool
import JSONText
import PackmuleKit

enum TripCommands {
    static let trip = Command<Action>(
        "trip", summary: "Trips: where to, when, and for how long",
        subcommands: [add], defaultName: "add")

    private static let options = SchemaOptions<Trip>([
        ("title", "title"), ("country", "country"), ("start", "start"), ("nights", "nights"), ("zone", "zone"),
        ("note", "note"),
    ])

    private static let add = Command<Action>(
        "add", summary: "Add a trip",
        examples: [Example("packmule trip add Bergen --start 2027-06-03 --nights 4", "four nights in Bergen")],
        operands: [Operand("CITY", .many, help: "The city it goes to; several words are one name")],
        options: options.adding + [Option("end", value: "DAY", help: "The last day, instead of the nights")],
        action: runAdd)

    private static func runAdd(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let city = invocation.command.operands("CITY").joined(separator: " ")
        let edited = try device.edit("trip add") { edit in
            var trip = Trip(id: edit.newID())
            try SchemaOptions<Trip>.set("city", to: city, calling: "city", in: &trip)
            try options.apply(invocation.command, to: &trip)
            try edit.create(trip)
            return trip.id
        }
        return try .changed(edited, device) { "Added \($0)." }
    }
}
