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
        let output = output(of: outside)
        output.write()
        ProcessInformation.exit(status: output.exitCode.rawValue)
    }

    private static func output(of outside: Outside) -> Output {
        do {
            return run(try ProcessInformation.arguments(), outside)
        } catch {
            return Output(Refusal(error), asJSON: false, outside.errorColour)
        }
    }

    /// Does what the arguments ask for.
    static func run(_ arguments: [String], _ outside: Outside) -> Output {
        do {
            return try answer(arguments, outside)
        } catch {
            let wantsJSON = arguments.prefix { $0 != "--" }.contains("--json")
            return Output(Refusal(error), asJSON: wantsJSON, outside.errorColour)
        }
    }

    private static func answer(_ arguments: [String], _ outside: Outside) throws -> Output {
        switch try CommandTree.root.parse(arguments) {
        case .help(let path):
            return Output(standardOutput: path.helpText(width: outside.columns ?? 80, colour: outside.colour))
        case .version:
            return Output(standardOutput: "packmuled \(Version.text)\n")
        case .run(let command):
            let invocation = Invocation(command: command, outside: outside)
            switch command.action {
            case .serve:
                return Output(exitCode: try RunCommand.serve(invocation))
            case .answer(let action):
                let answer = try action(invocation)
                return Output(standardOutput: command.has("json") ? answer.json.text(.pretty) + "\n" : answer.text)
            }
        }
    }
}

extension Output {
    init(_ refusal: Refusal, asJSON: Bool, _ colour: Colour) {
        self.init(exitCode: refusal.exitCode, standardError: refusal.text(asJSON: asJSON, colour: colour))
    }
}
