// Links and codes, which let whoever has them in: typed, or kept out of the command line.

import CommandLineTool
import PackmuleKit
import Platform
import SyncProtocol

extension Invocation {
    /// What an operand holds, or with `-` what stands on standard input: command lines can be read by others on the
    /// machine and are kept by shells.
    ///
    /// - Parameter question: shown where a person is asked for it.
    func secret(_ operand: String, asking question: String) throws -> String {
        let typed = command.operand(operand) ?? ""
        guard typed == "-" else { return typed }
        if screen.canAsk { return try outside.input.ask(question) ?? "" }
        return String(decoding: try outside.input.readAll(Self.longestSecretBytes), as: UTF8.self)
    }

    /// The link that an operand holds.
    func link() throws -> Link {
        try Link(try secret("LINK", asking: "Link: "))
    }

    /// Bytes of a link or code at most: an address, a secret and a pin, with room for blanks.
    private static let longestSecretBytes = 4_096
}
