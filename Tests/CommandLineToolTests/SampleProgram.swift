// A program that has one of everything; its actions are words.

import CommandLineTool

enum SampleProgram {
    static let root = Command<String>(
        "packmule", summary: "Trips and what to pack for them",
        discussion: "Packmule keeps trips and packing lists on this device.\n\nIt needs no account.",
        examples: [Example("packmule trip add Lisbon --nights 3", "Adds a trip of three nights.")],
        options: [
            Option("store", value: "FILE", .file, help: "Use this store"),
            Option(flag: "json", help: "Print JSON"),
            Option("trace", value: "N", .integer(0...3), help: "Trace", isHidden: true),
        ],
        subcommands: [
            trip, pack, item, place, completions,
            Command(
                "search", summary: "Find records", operands: [Operand("WORDS", .many, help: "Words to find")],
                action: "search"),
            Command(
                "__complete", summary: "", operands: [Operand("KIND", help: ""), Operand("WORD", .any, help: "")],
                isHidden: true, action: "complete"),
        ])

    static let trip = Command<String>(
        "trip", aliases: ["trips"], summary: "Make and show trips",
        subcommands: [
            Command(
                "add", aliases: ["new"], summary: "Add a trip",
                discussion:
                    "The first city names the trip unless --title is given. "
                    + "Dates are written as 2026-12-24; a trip without dates is a wish.",
                examples: [
                    Example("packmule trip add Lisbon Porto --start 2026-12-24", "Adds a trip to two cities."),
                    Example("packmule trip add 'New York'", "Adds a wish."),
                ],
                operands: [Operand("CITY", .many, help: "Cities in the order of the journey")],
                options: [
                    Option("title", value: "TEXT", help: "Title of the trip"),
                    Option(
                        "nights", short: "n", value: "N", .integer(1...365), default: "7", help: "Length of the stay"),
                    Option("tag", value: "TAG", isRepeatable: true, help: "A word to find the trip by"),
                    Option("zone", short: "z", value: "ZONE", .words("zone"), help: "Time zone"),
                ],
                seeAlso: ["trip show", "item add"], action: "trip add"),
            Command(
                "list", summary: "List trips", options: [Option(flag: "all", short: "a", help: "Archived trips too")],
                action: "trip list"),
            Command(
                "show", summary: "Show a trip",
                operands: [Operand("TRIP", .optional, .words("trip"), help: "The trip; the next if left out")],
                action: "trip show"),
        ], defaultName: "list")

    static let pack = Command<String>(
        "pack", summary: "Show what to pack", operands: [Operand("TRIP", .optional, .words("trip"), help: "The trip")],
        action: "pack")

    static let item = Command<String>(
        "item", summary: "Things to pack",
        options: [Option("trip", short: "t", value: "TRIP", .words("trip"), help: "The trip")],
        subcommands: [
            Command(
                "list", summary: "List items",
                options: [Option(flag: "unpacked", short: "u", help: "Only what is left")], action: "item list"),
            Command(
                "check", summary: "Mark items as packed",
                operands: [Operand("ITEM", .any, .words("item"), help: "Items")],
                options: [
                    Option(flag: "all", short: "a", help: "All items"),
                    Option(flag: "yes", short: "y", help: "Do not ask"),
                ], action: "item check"),
        ], defaultName: "list")

    static let place = Command<String>(
        "place", summary: "Places to go",
        subcommands: [
            Command(
                "add", summary: "Add a place",
                operands: [
                    Operand("NAME", help: "Its name"),
                    Operand("KIND", .optional, .choices(["food", "sight", "hotel"]), help: "What it is"),
                ],
                options: [
                    Option("lat", value: "DEGREES", .number(-90...90), help: "Latitude"),
                    Option("photo", value: "FILE", .file, help: "A picture"),
                    Option("album", value: "FOLDER", .directory, help: "Pictures"),
                ], action: "place add")
        ])

    static let completions = Command<String>(
        "completions", summary: "Print a script for the shell",
        operands: [Operand("SHELL", .one, .choices(["bash", "zsh", "fish"]), help: "The shell")], action: "completions")

    /// The path of a command: "trip add".
    static func path(_ words: String...) -> CommandPath<String> {
        words.reduce(CommandPath(root)) { path, word in
            path.command.subcommand(word).map(path.appending) ?? path
        }
    }
}

extension String {
    /// The words of a command line.
    var words: [String] { split(separator: " ").map { String($0) } }
}
