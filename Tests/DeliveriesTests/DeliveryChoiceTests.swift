// Which ways of notifying a person wants, as words of a command line.

import HTTPMessages
import Testing

@testable import Deliveries

@Suite("The choice of a delivery")
struct DeliveryChoiceTests {
    @Test(
        "Every form is read, and written so that it is read again",
        arguments: [
            ("desktop", DeliveryChoice.desktop, "desktop"), ("terminal", .terminal, "terminal"),
            ("none", .none, "none"),
            ("command:/usr/bin/say", .command(program: "/usr/bin/say", arguments: []), "command:/usr/bin/say"),
            (
                "command:  say\t-v  x ", .command(program: "say", arguments: ["-v", "x"]), "command:say -v x"
            ),
            (
                #"command:["/bin/a b","c \" d",""]"#, .command(program: "/bin/a b", arguments: ["c \" d", ""]),
                #"command:["/bin/a b","c \" d",""]"#
            ),
            ("ntfy:/etc/ntfy", .ntfyFile(path: "/etc/ntfy"), "ntfy:/etc/ntfy"),
        ])
    func forms(_ text: String, _ choice: DeliveryChoice, _ written: String) throws {
        #expect(try DeliveryChoice(parsing: text) == choice)
        #expect(choice.description == written)
        #expect(try DeliveryChoice(parsing: written) == choice)
    }

    @Test(
        "A server of ntfy has an address and a topic",
        arguments: [
            ("ntfy:https://ntfy.example.org/trips", "https://ntfy.example.org", "trips"),
            ("ntfy:https://ntfy.example.org:8443/trips/", "https://ntfy.example.org:8443", "trips"),
            ("ntfy:http://localhost:8080/T-1_x", "http://localhost:8080", "T-1_x"),
        ])
    func ntfy(_ text: String, _ origin: String, _ topic: String) throws {
        let choice = try DeliveryChoice(parsing: text)
        #expect(choice == .ntfy(try Origin(origin), topic: topic))
        #expect(choice.description == "ntfy:\(origin)/\(topic)")
    }

    @Test(
        "What is no choice says why",
        arguments: [
            ("", DeliveryChoice.Problem.unknown(suggestion: nil)), ("Desktop", .unknown(suggestion: "desktop")),
            ("mail", .unknown(suggestion: nil)), ("desktop ", .unknown(suggestion: "desktop")),
            ("command:", .noProgram), ("command:  ", .noProgram), ("command:[]", .noProgram),
            (#"command:[""]"#, .noProgram), (#"command:["a\u0000b"]"#, .noProgram), ("command:a\u{0}b", .noProgram),
            ("command:./say", .relativeProgram), ("command:bin/say", .relativeProgram),
            ("command:say \"two words\"", .quoted), ("command:say it\\ all", .quoted),
            ("command:[", .noList), ("command:[1]", .noList), (#"command:["a"] b"#, .noList),
            ("ntfy:", .noTopic), ("ntfy:https://ntfy.example.org", .noTopic), ("ntfy:trips", .noTopic),
            ("ntfy:https://ntfy.example.org/a/b", .noTopic), ("ntfy:https://ntfy.example.org/ä", .noTopic),
            ("ntfy:https://user:secret@ntfy.example.org/a", .noTopic),
            ("ntfy:http://ntfy.example.org/trips", .plainBeyondLoopback),
        ])
    func problems(_ text: String, _ problem: DeliveryChoice.Problem) {
        #expect(throws: problem) { try DeliveryChoice(parsing: text) }
        #expect(problem.description.hasSuffix("."))
        #expect(!problem.description.contains("secret@"))
    }
}
