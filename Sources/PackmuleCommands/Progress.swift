// The line by which a long task shows how far it is.

import CommandLineTool
import PackmuleKit
import Platform

extension Invocation {
    /// Runs a task that reports parts done, and parts to do where that is known. Nothing is shown of a short one, and
    /// nothing where nobody looks.
    func withProgress<Result>(_ task: String, _ body: ((Int, Int?) -> Void) throws -> Result) rethrows -> Result {
        guard screen.canAsk else { return try body { _, _ in } }
        let clock = MonotonicClock()
        var shownSeconds = 0.0
        defer { if shownSeconds > 0 { Self.show("") } }
        return try body { done, total in
            let elapsed = clock.elapsedSeconds()
            guard elapsed - shownSeconds >= Self.secondsBetweenLines else { return }
            let line = ProgressLine(task: task, done: done, total: total, elapsedSeconds: elapsed)
            guard let text = line.text(width: screen.width - 1, isTerminal: true) else { return }
            shownSeconds = elapsed
            Self.show(text)
        }
    }

    private static let secondsBetweenLines = 0.1

    /// Writes over the line before. Whether anybody sees it does not matter to the task.
    private static func show(_ text: String) {
        _ = try? StandardStream.error.write("\r\(text)\u{1B}[K")
    }
}
