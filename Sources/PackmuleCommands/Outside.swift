// What of the outside a run may use; handed in, so that tests decide it.

package import CommandLineTool
import HTTPClient
package import HTTPMessages
package import PackmuleKit
import Platform

/// The environment, time and zones, the screen, what is typed, and the ways to servers.
package struct Outside: Sendable {
    let environment: [String: String]
    let surroundings: Surroundings
    let screen: Screen
    let input: Input
    /// Makes the way to a server; with a pin (SHA-256 of the key of its certificate) only to that one.
    let transport: @Sendable (_ origin: Origin, _ pin: [UInt8]?) -> any Transport

    /// An outside of these parts.
    ///
    /// - Parameter transport: makes the way to a server; with a pin (SHA-256 of the key of its certificate) only to
    ///   that one.
    package init(
        environment: [String: String], surroundings: Surroundings, screen: Screen, input: Input,
        transport: @escaping @Sendable (_ origin: Origin, _ pin: [UInt8]?) -> any Transport
    ) {
        (self.environment, self.surroundings, self.screen) = (environment, surroundings, screen)
        (self.input, self.transport) = (input, transport)
    }

    /// The outside of this process.
    static func system() -> Outside {
        let environment = ProcessInformation.environment()
        return Outside(
            environment: environment, surroundings: .system(environment: environment),
            screen: Screen(environment: environment), input: .system,
            transport: { CurlTransport(origin: $0, pin: $1) })
    }
}

/// How things may look: width and colour, decided once.
package struct Screen: Sendable {
    /// Columns of the terminal; nil where nothing has to fit, as in a file.
    let columns: Int?
    let colour: Colour
    let errorColour: Colour
    /// Whether a person can be asked.
    let canAsk: Bool

    /// A screen of these parts.
    package init(columns: Int?, colour: Colour, errorColour: Colour, canAsk: Bool) {
        (self.columns, self.colour, self.errorColour, self.canAsk) = (columns, colour, errorColour, canAsk)
    }

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

/// What a person types, or another program sends.
package struct Input: Sendable {
    /// Shows a question and gives the line typed; nil at the end of the input.
    let ask: @Sendable (_ question: String) throws -> String?
    /// All there is, up to a number of bytes; more is an error.
    let readAll: @Sendable (_ limitBytes: Int) throws -> [UInt8]

    /// An input of these parts.
    package init(
        ask: @escaping @Sendable (_ question: String) throws -> String?,
        readAll: @escaping @Sendable (_ limitBytes: Int) throws -> [UInt8]
    ) {
        (self.ask, self.readAll) = (ask, readAll)
    }

    /// Standard input; questions go to standard error.
    static let system = Input(
        ask: { question in
            try StandardStream.error.write(question)
            return readLine()
        },
        readAll: { try StandardStream.input.readAll(limitBytes: $0) })
}
