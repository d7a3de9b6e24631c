// Notifications on phones, by a server of ntfy.

internal import CommandLineTool
public import HTTPMessages
internal import JSONText
public import Reminders
internal import Replication
internal import TripModel

/// Publishes to a topic of an ntfy server (ntfy's documentation, "Publish as JSON"). Every occurrence has a sequence id
/// that follows from it alone ("Updating notifications"), so that one which is sent twice, or by two devices, is shown
/// once by apps that know sequences (server 2.16 and later); older ones show each that comes.
public final class NtfyDelivery: NotificationDelivery {
    private let topic: String
    private let token: String?
    private let transport: any Transport

    /// - Parameters:
    ///   - topic: 1…64 letters, digits, `-` and `_` (``isTopic(_:)``).
    ///   - token: an access token, 1…256 visible characters of ASCII; nil where everybody may publish.
    ///   - transport: leads to the server.
    public init(topic: String, token: String?, transport: any Transport) {
        precondition(Self.isTopic(topic) && token.map(Self.isToken) ?? true)
        (self.topic, self.token, self.transport) = (topic, token, transport)
    }

    /// Whether a text can name a topic.
    public static func isTopic(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Whether a text can be an access token.
    public static func isToken(_ text: String) -> Bool {
        1...256 ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// `ntfy`
    public var name: String { "ntfy" }

    /// Publishes the notification.
    ///
    /// - Returns: its sequence id.
    public func show(
        _ notification: ReminderNotification, replacing earlier: String?
    ) throws(DeliveryError) -> String {
        guard let sequence = Self.sequence(notification) else { throw .rejected("it is about no reminder") }
        let body = document(notification, sequence).bytes()
        let response = try send(HTTPRequest(.post, "/", headers: headers(isJSON: true), body: body))
        guard 200...299 ~= response.status else { throw Self.error(response.status) }
        if let earlier, earlier != sequence { try? withdraw(earlier) }
        return sequence
    }

    /// Tells the apps to take it away. Servers before 2.16 cannot, which is no error.
    public func withdraw(_ token: String) throws(DeliveryError) {
        guard Self.isTopic(token) else { return }
        let response = try send(HTTPRequest(.delete, "/\(topic)/\(token)", headers: headers(isJSON: false)))
        switch response.status {
        case 408, 429, 500...: throw Self.error(response.status)
        default: return
        }
    }

    /// Breaks off what is under way; calls fail from now on.
    public func close() {
        transport.cancel()
    }

    private func document(_ notification: ReminderNotification, _ sequence: String) -> JSONValue {
        let title = SafeText.visible(notification.title)
        let body = SafeText.visible(notification.body, keepingLines: true)
        let priority: Int64 =
            switch notification.level {
            case .passive: 2
            case .active: 3
            case .timeSensitive: 4
            }
        // An empty message would be shown as "triggered".
        return .object([
            .init("topic", .string(topic)),
            .init("title", .string(body.isEmpty ? "Packmule" : title)),
            .init("message", .string(Self.cut(body.isEmpty ? title : body))),
            .init("priority", .integer(priority)),
            .init("tags", ["alarm_clock"]),
            .init("sequence_id", .string(sequence)),
        ])
    }

    private func headers(isJSON: Bool) -> HTTPHeaders {
        var headers = HTTPHeaders()
        if isJSON { headers.append("Content-Type", "application/json") }
        if let token { headers.append("Authorization", "Bearer " + token) }
        return headers
    }

    private func send(_ request: HTTPRequest) throws(DeliveryError) -> HTTPResponse {
        do {
            return try transport.send(
                request, limitBytes: Limits.answerBytes, timeoutSeconds: Limits.handOverMilliseconds / 1000)
        } catch {
            switch error {
            case .unreachable: throw .unavailable("the ntfy server cannot be reached")
            case .timedOut: throw .unavailable("the ntfy server did not answer in time")
            case .untrusted: throw .unavailable("the certificate of the ntfy server is not trusted")
            case .invalidAnswer: throw .unavailable("what answers is no ntfy server")
            case .cancelled: throw .unavailable("\(BusError.ended)")
            }
        }
    }

    /// A token may be renewed and a server repaired; only a message that the server cannot read stays one.
    private static func error(_ status: Int) -> DeliveryError {
        switch status {
        case 401, 403: .unavailable("the ntfy server does not accept the token for this topic (\(status))")
        case 429: .unavailable("the ntfy server wants fewer messages for a while")
        case 400, 413, 422: .rejected("the ntfy server refuses the message (\(status))")
        default: .unavailable("the ntfy server answered with status \(status)")
        }
    }

    /// The identity of the latest occurrence's record, which is the same on all devices.
    private static func sequence(_ notification: ReminderNotification) -> String? {
        notification.rings.last.map { (notification.rings.count > 1 ? "summary-" : "") + $0.record.description }
    }

    /// A longer message would become a file for download.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > Limits.messageBytes else { return text }
        var end = text.startIndex
        var byteCount = 0
        while end < text.endIndex {
            byteCount += text[end].utf8.count
            guard byteCount <= Limits.messageBytes else { break }
            end = text.index(after: end)
        }
        return text[..<end] + "…"
    }
}
