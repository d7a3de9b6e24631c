// Notifications on the desktop of a Linux session.

public import Platform
public import Reminders

/// Shows notifications by the server of the desktop (org.freedesktop.Notifications on the session's message bus), with
/// buttons where it has them.
///
/// A server, and the bus itself, may come later than the program and go at any time. Nothing is tried in between: each
/// call tries, and where a server appears on a bus that is there it is told as ``DeliveryEvent/available``. A press on
/// the notification itself counts as ``ReminderNotification/Verb/hide``.
public final class DesktopDelivery: NotificationDelivery {
    private let thread: DesktopThread
    private let handOverMilliseconds: Int

    /// - Parameters:
    ///   - environment: its DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR says where the bus is.
    ///   - handOverMilliseconds: how long one call may take.
    ///   - tell: takes what happens to what is shown, on a thread of the delivery.
    /// - Throws: when the system has no more threads or files.
    public init(
        environment: [String: String], handOverMilliseconds: Int = Limits.handOverMilliseconds,
        tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) throws(PlatformError) {
        thread = try DesktopThread(environment: environment, tell: tell)
        self.handOverMilliseconds = handOverMilliseconds
    }

    deinit {
        thread.end()
    }

    /// `desktop`
    public var name: String { "desktop" }

    /// Shows a notification, in the place of the earlier one where the same server shows that still.
    ///
    /// - Returns: the number that the server gave, and who it is.
    public func show(_ notification: ReminderNotification, replacing token: String?) throws(DeliveryError) -> String {
        let reply = try Reply<String>()
        thread.post(.show(notification, replacing: token.flatMap { DesktopToken($0) }, deadline, reply))
        return try result(reply)
    }

    /// Takes a notification away; does nothing when the server that showed it is gone.
    public func withdraw(_ token: String) throws(DeliveryError) {
        guard let token = DesktopToken(token) else { return }
        let reply = try Reply<Void>()
        thread.post(.withdraw(token, deadline, reply))
        try result(reply)
    }

    /// What an earlier run of the program showed: presses on it are told from now on. Tells ``DeliveryEvent/lost`` when
    /// a part of it is gone with its server. Does not wait.
    public func adopt(_ shown: [ShownNotification]) {
        guard !shown.isEmpty else { return }
        thread.post(.adopt(shown.map { (DesktopToken($0.token), $0.identifier) }, deadline))
    }

    /// Asks whether reminders may be shown, by a notification with the buttons Allow and Don't Allow, and waits for the
    /// answer. May be called while other threads show notifications.
    ///
    /// - Parameters:
    ///   - usage: why it is asked, as the program says it.
    ///   - timeoutMilliseconds: how long the question stays.
    /// - Returns: nil when nobody answered in time, when somebody closed it, and where nobody can be asked.
    public func ask(usage: String, timeoutMilliseconds: Int = Limits.answerMilliseconds) -> Bool? {
        guard let reply = try? Reply<Bool?>() else { return nil }
        thread.post(.ask(usage: usage, deadline, reply))
        switch reply.wait(timeoutMilliseconds: timeoutMilliseconds) {
        case .success(let answer): return answer
        case .failure: return nil
        case nil:
            thread.post(.withdrawQuestion(reply, deadline))
            return nil
        }
    }

    /// A desktop has buttons for an answer, as far as its server has.
    public var canAsk: Bool { true }

    /// Asks as ``ask(usage:timeoutMilliseconds:)``, for as long as that waits.
    public func ask(_ usage: String) -> Bool? { ask(usage: usage) }

    /// Leaves the bus. Calls that wait fail, and questions stay without an answer.
    public func close() {
        thread.end()
    }

    private var deadline: Deadline { Deadline(milliseconds: handOverMilliseconds) }

    /// Every job keeps its deadline, and those before it had earlier ones, so that no other limit is needed.
    private func result<Value>(_ reply: Reply<Value>) throws(DeliveryError) -> Value {
        guard let result = reply.wait() else { throw .unavailable("\(BusError.outOfTime)") }
        return try result.get()
    }
}
