// How far a long task has come.

/// The line that stands on a terminal while a task runs; the program writes it over the one before.
public struct ProgressLine: Sendable {
    /// What is being done: "Importing".
    public let task: String
    /// Parts done.
    public let done: Int
    /// Parts to do, or nil if nobody knows.
    public let total: Int?
    /// Seconds since the task began, measured by the program.
    public let elapsedSeconds: Double

    /// A state of the task.
    public init(task: String, done: Int, total: Int? = nil, elapsedSeconds: Double) {
        self.task = task
        self.done = done
        self.total = total
        self.elapsedSeconds = elapsedSeconds
    }

    /// The line, at most `width` columns wide: "Importing  1200 of 5000  24%  3 s". Nil where nothing is to be shown:
    /// on anything but a terminal, and during the first second.
    public func text(width: Int, isTerminal: Bool) -> String? {
        guard isTerminal, elapsedSeconds >= Limits.progressDelaySeconds else { return nil }
        let seconds = elapsedSeconds < Limits.progressEndSeconds ? Int(elapsedSeconds) : 0
        var parts = [SafeText.visible(task)]
        if let total, total > 0 {
            let share = min(1, max(0, Double(done) / Double(total)))
            parts += ["\(done) of \(total)", "\(Int(share * 100))%"]
        } else {
            parts.append("\(done)")
        }
        parts.append(seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s")
        return TerminalWidth.truncated(parts.joined(separator: "  "), to: width)
    }
}
