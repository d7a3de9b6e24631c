// The exit codes of the programs.

/// What a program tells the shell. Each has one meaning in every program; which error leads to which code is decided
/// by the program.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// Everything was done.
    case done = 0
    /// A rule refuses it, nothing was found, or a name means more than one thing. The store is unchanged.
    case refused = 1
    /// The command line was not understood.
    case usage = 2
    /// The store cannot be opened, read or written.
    case storeUnusable = 3
    /// The server cannot be reached; what is waiting will be sent later.
    case waiting = 4
    /// The server or the system does not allow it.
    case notAllowed = 5
    /// A person must decide, and nobody could be asked.
    case decisionNeeded = 6
    /// A bug in the program (sysexits.h, EX_SOFTWARE).
    case bug = 70
    /// Stopped by a person: 128 + SIGINT.
    case interrupted = 130

    /// One line for the manual page.
    public var meaning: String {
        switch self {
        case .done: "everything was done"
        case .refused: "refused: a rule forbids it, nothing was found, or a name is ambiguous"
        case .usage: "the command line was not understood"
        case .storeUnusable: "the store cannot be used"
        case .waiting: "waiting: the server cannot be reached"
        case .notAllowed: "not allowed"
        case .decisionNeeded: "a decision is needed"
        case .bug: "a bug in the program"
        case .interrupted: "interrupted"
        }
    }
}
