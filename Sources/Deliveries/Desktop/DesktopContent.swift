// What a notification is on a desktop: its texts, buttons and hints, as the server there can show them.

internal import CommandLineTool
internal import Reminders
internal import TripModel

/// The arguments of `Notify` (Desktop Notifications Specification 1.2, section "Basic Design").
struct DesktopContent: Equatable, Sendable {
    /// A fact about a notification that a server may use.
    enum Hint: Equatable, Sendable {
        case byte(UInt8)
        case truth(Bool)
        case text(String)
    }

    /// A fact with its name.
    struct NamedHint: Equatable, Sendable {
        let name: String
        let value: Hint

        init(_ name: String, _ value: Hint) { (self.name, self.value) = (name, value) }
    }

    /// A key and what stands on its button.
    struct Action: Equatable, Sendable {
        let key: String
        let label: String
    }

    /// One line.
    let summary: String
    /// Further lines, in the form the server wants; empty for none.
    let body: String
    /// What can be pressed.
    let actions: [Action]
    /// By name, in the order of names.
    let hints: [NamedHint]
    /// -1: the server decides how long it stays; 0: until somebody closes it.
    let timeoutMilliseconds: Int32

    /// What a reminder is on a server with these capabilities.
    init(_ notification: ReminderNotification, capabilities: Set<String>) {
        let actions = notification.actions.map { Action(key: $0.rawValue, label: Self.label($0)) }
        self.init(
            title: notification.title, body: notification.body,
            actions: [Action(key: Self.defaultKey, label: "Hide")] + actions, level: notification.level,
            sound: notification.sound, capabilities: capabilities)
    }

    /// The question whether reminders may be shown.
    ///
    /// - Parameter usage: why it is asked, as the program says it.
    init(asking usage: String, capabilities: Set<String>) {
        self.init(
            title: "May Packmule show reminders?", body: usage,
            actions: [Action(key: Self.allowKey, label: "Allow"), Action(key: Self.refuseKey, label: "Don't Allow")],
            level: .active, sound: nil, capabilities: capabilities)
    }

    private init(
        title: String, body: String, actions: [Action], level: ReminderLevel, sound: String?, capabilities: Set<String>
    ) {
        let (title, body) = (SafeText.visible(title), SafeText.visible(body, keepingLines: true))
        let showsBody = capabilities.contains("body")
        summary = showsBody || body.isEmpty ? title : title + ": " + SafeText.visible(body)
        self.body = showsBody ? (capabilities.contains("body-markup") ? Self.escaped(body) : body) : ""
        self.actions = capabilities.contains("actions") ? actions : []
        hints = Self.hints(level, sound)
        // Where nothing is kept, what goes by itself is lost for who was not looking.
        timeoutMilliseconds = level == .passive || capabilities.contains("persistence") ? -1 : 0
    }

    /// The key that the specification gives to a press on the notification itself.
    static let defaultKey = "default"
    /// The key of a yes.
    static let allowKey = "allow"
    /// The key of a no.
    static let refuseKey = "refuse"

    /// What a key stands for; nil for one that is not ours.
    static func verb(_ key: String) -> ReminderNotification.Verb? {
        key == defaultKey ? .hide : ReminderNotification.Verb(rawValue: key)
    }

    private static func label(_ verb: ReminderNotification.Verb) -> String {
        switch verb {
        case .done: "Done"
        case .snooze: "Snooze"
        case .dismiss: "Dismiss"
        case .hide: "Hide"
        }
    }

    private static func hints(_ level: ReminderLevel, _ sound: String?) -> [NamedHint] {
        let urgency: UInt8 =
            switch level {
            case .passive: 0
            case .active: 1
            case .timeSensitive: 2
            }
        var hints = [NamedHint("desktop-entry", .text("packmule"))]
        switch sound {
        case nil: if level == .passive { hints.append(NamedHint("suppress-sound", .truth(true))) }
        case "": hints.append(NamedHint("suppress-sound", .truth(true)))
        case let sound?:
            let isFile = sound.utf8.first == UInt8(ascii: "/")
            hints.append(NamedHint(isFile ? "sound-file" : "sound-name", .text(SafeText.visible(sound))))
        }
        return hints + [NamedHint("urgency", .byte(urgency))]
    }

    /// Text that a server which reads markup shows as it stands (section "Markup").
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
