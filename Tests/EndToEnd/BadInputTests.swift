// Whatever is typed, piped or set around the program: it answers in one sentence and never breaks.

import Platform
import TestSupport
import Testing

@Suite("Bad input")
struct BadInputTests {
    private static let refusals: [(line: String, exitCode: Int32, part: String)] = [
        ("frobnicate", 2, "no command 'frobnicate'"),
        ("trip ad Bergen", 2, "did you mean add?"),
        ("trip list --al", 2, "did you mean --all?"),
        ("trip add Bergen --start", 2, "--start"),
        ("trip add", 2, "CITY"),
        ("trip add ''", 1, "city must be given"),
        ("trip add '  '", 1, "city must be given"),
        ("trip add Oslo --start 2027-02-30", 1, "30 February does not exist"),
        ("trip add Oslo --start 2027-13-01", 1, "start"),
        ("trip add Oslo --start tomorrow", 1, "start"),
        ("trip add Oslo --nights -1", 1, "--nights must be a whole number from 0 to 3650"),
        ("trip add Oslo --nights 99999999999999999999", 1, "nights"),
        ("trip add Oslo --start 2027-06-03 --nights 4 --end 2027-06-09", 1, "end must agree with the nights"),
        ("item add Socks --quantity 1000", 1, "quantity must be a whole number from 0 to 999"),
        ("item add Socks --weight 1e400", 1, "weight"),
        ("item show 99999999999999999999", 1, "99999999999999999999"),
        ("item show -1", 1, "-1"),
        ("place add X --lat 91 --lon 0", 1, "lat must be a number from -90.0 to 90.0"),
        ("place add X --lat nan --lon inf", 1, "lat"),
        ("place add X --lat 1", 1, "lon"),
        ("next --at yesterday", 1, "at"),
        ("next --zone Atlantis/Capital", 1, "zone"),
        ("timeline --hours 745", 1, "hours"),
        ("undo 9223372036854775807", 1, "9223372036854775807"),
        ("undo 18446744073709551616", 1, "18446744073709551616"),
        ("log --limit -5", 2, "--limit"),
        ("setting set colour red", 1, "colour"),
        ("import /nonexistent", 1, "Cannot read /nonexistent: there is no such file or folder"),
        ("import /", 1, "Cannot read /"),
        ("backup /nonexistent/copy", 3, "/nonexistent"),
    ]

    @Test("A mistake is refused with a sentence that names it", arguments: refusals)
    func refused(line: String, exitCode: Int32, part: String) throws {
        let program = try RealProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        let before = program.text("dump")
        try program.run(line).expectRefusal(exitCode, saying: part, "\(line)")
        #expect(program.text("dump") == before)
    }

    @Test("Arguments that are no text, or have control characters, are refused")
    func bytes() throws {
        let program = try RealProgram()
        try program.run(bytes: [Array("trip".utf8), Array("add".utf8), [0xFF, 0xFE]])
            .expectRefusal(1, saying: "Argument 3 is not valid UTF-8 text.")
        for control in ["\u{1}", "\u{1B}[31m", "\u{7F}", "\u{9B}"] {
            let end = try program.run("trip add 'Ber\(control)gen'")
            end.expectRefusal(1, saying: "city must not contain control characters")
            let echoed = try program.run("trip show 'Ber\(control)gen'")
            echoed.expectRefusal(1)
            #expect(!echoed.error.contains(control))
        }
    }

    @Test("Huge arguments, and very many, are refused or obeyed")
    func size() throws {
        let program = try RealProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        let huge = String(repeating: "a", count: 100_000)
        try program.run("trip add \(huge)").expectRefusal(1, saying: "city must be 1 to 120 characters long")
        for line in ["trip show \(huge)", "search \(huge)", "\(huge)", "trip list --\(huge)", "next --at \(huge)"] {
            let end = try program.run(line)
            #expect(end.signal == nil && (end.exitCode ?? 128) <= 2, "\(line.prefix(20)): \(end.brief)")
        }
        let many = (1...10_000).map { Array(String($0).utf8) }
        for words in [["check"], ["trip", "show"], ["trip", "add"], ["search"], ["help"]] {
            let end = try program.run(bytes: words.map { Array($0.utf8) } + many)
            #expect(end.signal == nil && (end.exitCode ?? 128) <= 2, "\(words): \(end.brief)")
        }
    }

    @Test(
        "A surrounding that lacks something is no trap",
        arguments: [
            (["TZ": "Mars/Olympus"], 0), (["TZ": ":"], 0), (["TZ": "../../etc/passwd"], 0),
            (["TZDIR": "/nonexistent"], 0),
            (["LANG": "C", "LC_ALL": "C"], 0), (["COLUMNS": "0"], 0), (["COLUMNS": "99999999999999999999"], 0),
            (["TERM": ""], 0), (["PACKMULE_STORE": "", "HOME": ""], 1),
            (["PACKMULE_STORE": "", "HOME": "relative"], 1),
            (["PACKMULE_STORE": "/dev/null"], 3), (["PACKMULE_STORE": "/dev/zero"], 3),
        ] as [([String: String], Int32)])
    func environment(variables: [String: String], exitCode: Int32) throws {
        var program = try RealProgram()
        program.text("trip add Zürich --start 2027-06-03 --nights 4")
        program.environment.merge(variables) { $1 }
        let end = try program.run("next --at 2027-05-01T12:00:00Z")
        if exitCode == 0 {
            #expect(end.exitCode == 0 && end.output == "Zürich, on 3 June 2027.\n", "\(end)")
        } else {
            end.expectRefusal(exitCode)
        }
    }

    @Test("An empty environment says what to set")
    func emptyEnvironment() throws {
        var program = try RealProgram()
        program.environment = [:]
        try program.run("trip list").expectRefusal(1, saying: "Set HOME or XDG_DATA_HOME")
        #expect(try program.run("help").exitCode == 0)
        #expect(try program.run("version").exitCode == 0)
    }
}
