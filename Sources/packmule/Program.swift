// From the arguments to the exit code: the only place that reads the surroundings and prints.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform

/// The program around the commands.
enum Program {
    /// Runs the command line of this process and ends it.
    static func main() -> Never {
        Signals.ignoreBrokenPipes()
        let environment = ProcessInformation.environment()
        let screen = Screen(environment: environment)
        // Until the arguments are read, nobody can have asked for JSON.
        var wantsJSON = false
        do {
            let arguments = try ProcessInformation.arguments()
            wantsJSON = arguments.prefix { $0 != "--" }.contains("--json")
            let code = try run(arguments, environment, screen)
            ProcessInformation.exit(status: code.rawValue)
        } catch {
            let refusal = Refusal(error)
            _ = try? StandardStream.error.write(refusal.text(asJSON: wantsJSON, colour: screen.errorColour))
            ProcessInformation.exit(status: refusal.exitCode.rawValue)
        }
    }

    private static func run(
        _ arguments: [String], _ environment: [String: String], _ screen: Screen
    ) throws -> ExitCode {
        switch try CommandTree.root.parse(arguments) {
        case .help(let path):
            try print(path.helpText(width: screen.width, colour: screen.colour))
            return .done
        case .version:
            try print("packmule \(Version.text)\n")
            return .done
        case .run(let command):
            let invocation = Invocation(command: command, environment: environment, screen: screen)
            let answer = try command.action(invocation)
            if command.has("json") {
                try print(answer.json().text(.pretty) + "\n")
            } else {
                try print(answer.text())
            }
            return answer.exitCode
        }
    }

    /// Somebody who stops reading has seen enough: that is no failure.
    private static func print(_ text: String) throws {
        if !text.isEmpty { try StandardStream.output.write(text) }
    }
}

/// How things may look: width and colour, decided once.
struct Screen: Sendable {
    let width: Int
    let colour: Colour
    let errorColour: Colour
    /// Whether a person can be asked.
    let canAsk: Bool

    init(environment: [String: String]) {
        width = StandardStream.output.columns(environment: environment) ?? 80
        colour = .decide(isTerminal: StandardStream.output.isTerminal, environment: environment)
        errorColour = .decide(isTerminal: StandardStream.error.isTerminal, environment: environment)
        canAsk = StandardStream.input.isTerminal && StandardStream.error.isTerminal
    }
}
