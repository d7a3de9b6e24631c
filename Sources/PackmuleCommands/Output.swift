// What a run leaves behind: its exit code and what it says.

package import CommandLineTool
import Platform

/// The end of a run.
package struct Output: Equatable, Sendable {
    /// What the process ends with.
    package internal(set) var exitCode: ExitCode = .done
    /// The answer.
    package internal(set) var standardOutput = ""
    /// What is to be known besides, or why there is no answer.
    package internal(set) var standardError = ""
}

extension Output {
    init(_ refusal: Refusal, asJSON: Bool, _ screen: Screen) {
        exitCode = refusal.exitCode
        standardError = refusal.text(asJSON: asJSON, colour: screen.errorColour)
    }

    /// Writes both streams. Somebody who stops reading has seen enough: that is no failure. Where nobody listens on
    /// standard error there is nobody to tell, and the exit code stays what it is.
    func write() throws {
        if !standardOutput.isEmpty { try StandardStream.output.write(standardOutput) }
        if !standardError.isEmpty { _ = try? StandardStream.error.write(standardError) }
    }
}
