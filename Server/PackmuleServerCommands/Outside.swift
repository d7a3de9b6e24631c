// What of the outside a run may use; handed in, so that tests decide it.

import CommandLineTool
import Platform

/// The environment, time and chance, the screen, the streams, and the signals that end a server.
struct Outside: Sendable {
    let environment: [String: String]
    let clock: any WallClock
    let random: any RandomSource
    let screen: Screen
    /// Shows a question and gives the line typed; nil at the end of the input.
    let ask: @Sendable (_ question: String) throws -> String?
    /// Says something while a server runs: on standard output its ready line, on standard error its log.
    let say: @Sendable (_ stream: StandardStream, _ text: String) -> Void
    /// The signals that a running server obeys; asked for once, before any thread is started.
    let signals: @Sendable () throws -> any SignalSource

    /// The outside of this process.
    static func system() -> Outside {
        let environment = ProcessInformation.environment()
        return Outside(
            environment: environment, clock: SystemClock(), random: SystemRandom(),
            screen: Screen(environment: environment),
            ask: { question in
                try StandardStream.error.write(question)
                return readLine()
            },
            // A reader who went away must not stop a server.
            say: { stream, text in _ = try? stream.write(text) },
            signals: { HeldSignals([.terminate, .interrupt, .hangUp]) })
    }
}

/// How things may look: width and colour, decided once.
struct Screen: Sendable {
    /// Columns of the terminal; nil where nothing has to fit, as in a file.
    let columns: Int?
    let colour: Colour
    let errorColour: Colour
    /// Whether a person can be asked.
    let canAsk: Bool

    /// The columns to wrap running text to.
    var width: Int { columns ?? 80 }
}

extension Screen {
    /// That of this process.
    init(environment: [String: String]) {
        columns = StandardStream.output.columns(environment: environment)
        colour = .decide(isTerminal: StandardStream.output.isTerminal, environment: environment)
        errorColour = .decide(isTerminal: StandardStream.error.isTerminal, environment: environment)
        canAsk = StandardStream.input.isTerminal && StandardStream.error.isTerminal
    }
}
