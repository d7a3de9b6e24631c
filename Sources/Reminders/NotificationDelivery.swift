// The seam to everything that can show a notification.

/// One way to tell a person. Calls may block for a while and come from one thread; what happens to what is shown is
/// told through the closure that the delivery was made with, from any thread.
public protocol NotificationDelivery: Sendable {
    /// How it is called in logs and in what a device keeps: `desktop`, `terminal`, `command`, `ntfy`.
    var name: String { get }

    /// How many notifications that are not due yet it holds for itself, soonest first, because the program may not be
    /// running when they are due; 0 where the program shows each when it is due. The notifications of Apple's systems
    /// hold 60.
    var pendingCapacity: Int { get }

    /// Shows a notification, in the place of the one that a token stands for, if any. When it returns the notification
    /// has been handed over.
    ///
    /// - Returns: what is needed to take it away again; empty where it cannot be taken away.
    func show(_ notification: ReminderNotification, replacing token: String?) throws(DeliveryError) -> String

    /// Takes away what a token stands for. What is not there any more is no error.
    func withdraw(_ token: String) throws(DeliveryError)

    /// What an earlier run of the program showed by this delivery and did not take away. From now on what happens to it
    /// is told; where it is gone, ``DeliveryEvent/lost`` is. Does not wait.
    func adopt(_ shown: [ShownNotification])

    /// Whether ``ask(_:)`` can reach a person.
    var canAsk: Bool { get }

    /// Asks whether reminders may be shown, and waits for the answer, while other threads show notifications.
    ///
    /// - Parameter usage: why it is asked, in the words of the program.
    /// - Returns: nil when nobody answers.
    func ask(_ usage: String) -> Bool?

    /// Ends it: nothing is told after that. What is shown stays.
    func close()
}

extension NotificationDelivery {
    /// The program shows each when it is due.
    public var pendingCapacity: Int { 0 }

    /// Nobody can be asked.
    public var canAsk: Bool { false }

    /// Nobody answers.
    public func ask(_ usage: String) -> Bool? { nil }

    /// Nothing can happen to what was shown.
    public func adopt(_ shown: [ShownNotification]) {}
}

/// Something that is shown.
public struct ShownNotification: Hashable, Sendable {
    /// What ``NotificationDelivery/show(_:replacing:)`` returned.
    public let token: String
    /// ``ReminderNotification/identifier``
    public let identifier: String

    /// See the properties of the same names.
    public init(token: String, identifier: String) {
        (self.token, self.identifier) = (token, identifier)
    }
}

/// What happened to what a delivery shows.
public enum DeliveryEvent: Equatable, Sendable {
    /// A person pressed something.
    case pressed(identifier: String, ReminderNotification.Verb)
    /// A person closed it, here.
    case closed(identifier: String)
    /// What was shown is gone, and its tokens are void: whatever still counts has to be shown again.
    case lost
    /// It could not be reached before and can be now: what was kept can be shown.
    case available
}

/// Why nothing was shown.
public enum DeliveryError: Error, Equatable, Sendable {
    /// Nobody is there to show it; it is kept and tried again.
    case unavailable(String)
    /// It will not be shown by this way, whenever it is tried.
    case rejected(String)
}

extension DeliveryError: CustomStringConvertible {
    /// One sentence: what and why.
    public var description: String {
        switch self {
        case .unavailable(let why): "Nothing could be shown yet: \(why)."
        case .rejected(let why): "It cannot be shown: \(why)."
        }
    }
}
