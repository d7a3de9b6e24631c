// From the arguments to the exit code: the program around the commands.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform

/// One run of the program, as a function from arguments and outside to output.
package enum Program {
    /// Runs the command line of this process and ends it.
    package static func main() -> Never {
        CoreFiles.turnOff()
        Signals.ignoreBrokenPipes()
        Signals.ignoreFileSizeLimit()
        let outside = Outside.system()
        end(output(of: outside), outside.screen)
    }

    private static func output(of outside: Outside) -> Output {
        do {
            return run(try ProcessInformation.arguments(), outside)
        } catch {
            // Until the arguments are read, nobody can have asked for JSON.
            return Output(Refusal(error), asJSON: false, outside.screen)
        }
    }

    private static func end(_ output: Output, _ screen: Screen) -> Never {
        do {
            try output.write()
            ProcessInformation.exit(status: output.exitCode.rawValue)
        } catch {
            let refusal = Refusal(error)
            // The store is as the command left it: who reads "refused" would do it again.
            let done = Refusal(
                refusal.code, "The command was carried out, but its answer could not be written.",
                hint: refusal.message, refusal.exitCode)
            _ = try? StandardStream.error.write(done.text(asJSON: false, colour: screen.errorColour))
            ProcessInformation.exit(status: refusal.exitCode.rawValue)
        }
    }

    /// Does what the arguments ask for.
    package static func run(_ arguments: [String], _ outside: Outside) -> Output {
        do {
            return try answer(arguments, outside)
        } catch {
            let wantsJSON = arguments.prefix { $0 != "--" }.contains("--json")
            return Output(Refusal(error), asJSON: wantsJSON, outside.screen)
        }
    }

    private static func answer(_ arguments: [String], _ outside: Outside) throws -> Output {
        switch try CommandTree.root.parse(arguments) {
        case .help(let path):
            return Output(standardOutput: path.helpText(width: outside.screen.width, colour: outside.screen.colour))
        case .version:
            return Output(standardOutput: "packmule \(Version.text)\n")
        case .run(let command):
            let answer = try command.action(Invocation(command: command, outside: outside))
            if command.has("json") {
                return Output(exitCode: answer.exitCode, standardOutput: try answer.json().text(.pretty) + "\n")
            }
            return Output(
                exitCode: answer.exitCode, standardOutput: try answer.text(),
                standardError: answer.notes.map { SafeText.visible($0) + "\n" }.joined())
        }
    }
}
