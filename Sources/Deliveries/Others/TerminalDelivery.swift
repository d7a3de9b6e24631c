// Notifications as lines of a stream.

public import CivilTime
public import CommandLineTool
public import Reminders
internal import Synchronization
internal import TripModel

/// Where lines are shown.
public struct LineOutput: Sendable {
    /// Takes a whole line; false when nobody reads any more.
    public let write: @Sendable (String) -> Bool
    /// Whether lines may be coloured.
    public let colour: Colour
    /// Whether a person reads the lines now. Elsewhere, as in a journal, they are kept for others to read.
    public let isPrivate: Bool
    /// The clock reading of an instant where the device is: `09:41`.
    public let reading: @Sendable (Instant) -> String

    /// See the properties of the same names.
    public init(
        write: @escaping @Sendable (String) -> Bool, colour: Colour, isPrivate: Bool,
        reading: @escaping @Sendable (Instant) -> String
    ) {
        (self.write, self.colour, self.isPrivate, self.reading) = (write, colour, isPrivate, reading)
    }
}

/// Writes one line a notification: `09:41 Passport: in the drawer`. Where the lines are kept for others, as in a
/// journal, a line has nothing of its text: `09:41 A reminder is due: IDENTIFIER` (docs/design, security: Log). A
/// line cannot be taken away.
public final class TerminalDelivery: NotificationDelivery {
    private let output: LineOutput
    private let isClosed = Mutex(false)

    /// Lines go to the output.
    public init(_ output: LineOutput) {
        self.output = output
    }

    /// `terminal`
    public var name: String { "terminal" }

    /// Writes the line.
    ///
    /// - Returns: an empty token.
    public func show(_ notification: ReminderNotification, replacing token: String?) throws(DeliveryError) -> String {
        guard !isClosed.withLock({ $0 }) else { throw .unavailable("\(BusError.ended)") }
        guard output.write(line(notification) + "\n") else { throw .unavailable("nobody reads what is written") }
        return ""
    }

    /// Does nothing.
    public func withdraw(_ token: String) throws(DeliveryError) {}

    /// Nothing is written after that.
    public func close() {
        isClosed.withLock { $0 = true }
    }

    private func line(_ notification: ReminderNotification) -> String {
        let time = output.colour.paint(output.reading(notification.due), .dim)
        guard output.isPrivate else { return "\(time) A reminder is due: \(notification.identifier)" }
        let title = output.colour.paint(
            Self.oneLine(notification.title), notification.level == .timeSensitive ? .red : .bold)
        return "\(time) \(title)" + (notification.body.isEmpty ? "" : ": " + Self.oneLine(notification.body))
    }

    private static func oneLine(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline)
        return lines.map { SafeText.visible(String($0)) }.joined(separator: " · ")
    }
}
