// Mistakes in trees of commands are found.

import CommandLineTool
import Testing

@Suite struct CommandCheckTests {
    @Test("A sound tree has no problems")
    func sound() {
        #expect(SampleProgram.root.problems == [])
    }

    private func leaf(_ name: String, operands: [Operand] = [], options: [Option] = []) -> Command<String> {
        Command(name, summary: "S", operands: operands, options: options, action: name)
    }

    private func group(_ commands: [Command<String>], options: [Option] = [], defaultName: String? = nil) -> Command<
        String
    > {
        Command("p", summary: "S", options: options, subcommands: commands, defaultName: defaultName)
    }

    @Test("Each mistake is named with its command")
    func mistakes() {
        let flag = Option(flag: "all", short: "a", help: "")
        #expect(group([]).problems == ["p: has no commands"])
        #expect(group([leaf("a"), leaf("a")]).problems == ["p: has two commands 'a'"])
        #expect(group([leaf("a")], defaultName: "b").problems == ["p: has no command 'b'"])
        #expect(group([leaf("A b")]).problems == ["p A b: 'A b' is not made of a–z, 0–9, dash and underscore"])
        #expect(
            group([leaf("a", options: [flag])], options: [flag]).problems == [
                "p a: has two options --all", "p a: has two options -a",
            ])
        #expect(
            group([leaf("a", options: [Option("help", value: "X", help: "")])]).problems == [
                "p a: --help has a meaning already"
            ])
        let valued = Option("all", value: "X", help: "")
        #expect(
            group([leaf("a", options: [flag]), leaf("b", options: [valued])]).problems
                == ["p: --all and -a takes a value in one place only", "p: --all takes a value in one place only"])
        #expect(
            leaf("a", operands: [Operand("X", .many, help: ""), Operand("Y", .optional, help: "")]).problems
                == ["a: an operand that takes many is not the last"])
        #expect(
            leaf("a", operands: [Operand("X", .optional, help: ""), Operand("Y", help: "")]).problems
                == ["a: a required operand follows one that is not"])
        #expect(
            leaf("a", operands: [Operand("X", help: ""), Operand("X", help: "")]).problems == ["a: has two operands X"])
        #expect(
            leaf("a", options: [Option("n", value: "N", .integer(1...2), default: "3", help: "")]).problems
                == ["a: the default of --n must be a whole number from 1 to 2"])
        #expect(
            leaf("a", options: [Option("n", value: "N", .choices(["a b"]), help: "")]).problems == [
                "a: 'a b' is no choice for --n"
            ])
        #expect(Command("a", summary: "", action: "").problems == ["a: has no summary"])
        #expect(Command("a", summary: "S.", action: "").problems == ["a: the summary ends with a full stop"])
    }
}
