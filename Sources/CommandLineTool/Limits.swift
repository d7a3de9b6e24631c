// The limits of this module.

enum Limits {
    /// Up to how many bytes of a mistyped word a suggestion is looked for. The search takes time with the square of the
    /// length, and no command is as long.
    static let suggestionBytes = 64

    /// The widest help text in columns: longer lines are hard to read.
    static let helpColumns = 100

    /// The narrowest width in columns that text is wrapped to: below it a word a line would be left.
    static let narrowestColumns = 40

    /// From how many seconds on a task shows its progress: what ends sooner needs no explanation.
    static let progressDelaySeconds = 1.0

    /// What no task takes: 30 years, which still is a whole number on every machine. Beyond it a clock was set.
    static let progressEndSeconds = 1e9
}
