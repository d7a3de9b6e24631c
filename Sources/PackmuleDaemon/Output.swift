// What a run leaves behind: its exit code and what it says.

import CommandLineTool
import Platform

/// The end of a run.
struct Output: Equatable {
    var exitCode: ExitCode = .done
    var standardOutput = ""
    var standardError = ""

    /// Writes both streams. Somebody who stops reading has seen enough, and where nobody listens there is nobody to
    /// tell.
    func write() {
        if !standardOutput.isEmpty { _ = try? StandardStream.output.write(standardOutput) }
        if !standardError.isEmpty { _ = try? StandardStream.error.write(standardError) }
    }
}
