// Notifications by a program of one's own.

internal import Platform
public import Reminders
internal import Synchronization
internal import TripModel

/// Runs a program for each notification, without a shell. It gets the notification as JSON on its standard input, and
/// in its environment PACKMULE_IDENTIFIER and PACKMULE_LEVEL. What it prints is discarded, because that may be a
/// title. It has shown the notification when it ends with 0; otherwise it is run again later, with the same
/// identifier. What it showed cannot be taken away.
public final class CommandDelivery: NotificationDelivery {
    private let program: String
    private let arguments: [String]
    private let environment: [String: String]
    private let timeoutMilliseconds: Int
    private let isClosed = Mutex(false)

    /// - Parameters:
    ///   - program: an absolute path, or a name that is sought in the folders of PATH.
    ///   - environment: the variables that it gets besides; those with secrets of the program are left out.
    ///   - timeoutMilliseconds: how long it may take, with all that it starts and waits for; then it is ended.
    public init(
        program: String, arguments: [String], environment: [String: String],
        timeoutMilliseconds: Int = Limits.handOverMilliseconds
    ) {
        (self.program, self.arguments, self.timeoutMilliseconds) = (program, arguments, timeoutMilliseconds)
        self.environment = environment.filter { $0.key != DeliveryChoice.tokenVariable }
    }

    /// `command`
    public var name: String { "command" }

    /// Runs the program and waits for its end.
    ///
    /// - Returns: an empty token.
    public func show(_ notification: ReminderNotification, replacing token: String?) throws(DeliveryError) -> String {
        guard !isClosed.withLock({ $0 }) else { throw .unavailable("\(BusError.ended)") }
        var variables = environment
        variables["PACKMULE_IDENTIFIER"] = notification.identifier
        variables["PACKMULE_LEVEL"] = notification.level.rawValue
        let end: ProgramRun.End
        do {
            end = try ProgramRun.run(
                program, arguments: arguments, environment: variables,
                input: NotificationDocument.bytes(notification), timeoutMilliseconds: timeoutMilliseconds)
        } catch {
            throw .unavailable("the program \(program) could not be started")
        }
        switch end {
        case .exited(0): return ""
        case .exited(let status): throw .unavailable("the program \(program) ended with status \(status)")
        case .signalled(let signal): throw .unavailable("the program \(program) was ended by signal \(signal)")
        case .outOfTime: throw .unavailable("the program \(program) did not end in time and was stopped")
        }
    }

    /// Does nothing.
    public func withdraw(_ token: String) throws(DeliveryError) {}

    /// No program is started after that; one that runs is waited for by its call.
    public func close() {
        isClosed.withLock { $0 = true }
    }
}
