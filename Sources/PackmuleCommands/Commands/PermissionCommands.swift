// Whether this device may show reminders: asked once, then only changed here.

import CommandLineTool
import JSONText
import PackmuleKit

enum PermissionCommands {
    static let permission = Command<Action>(
        "permission", summary: "Whether this device may show reminders",
        discussion: "Every device has its own. It is asked for once; afterwards only 'allow' and 'deny' change it.",
        examples: [Example("packmule permission", "what was said, and what may be shown and heard")],
        subcommands: [status, request, allow, deny], defaultName: "status")

    // MARK: Status

    private static let status = Command<Action>(
        "status", summary: "Show whether this device may show reminders",
        examples: [Example("packmule permission status", "what was said, and what may be shown and heard")],
        action: { invocation in
            let permission = try invocation.device(.readOnly).permission()
            return answer(permission, asked: false)
        })

    private static func answer(_ permission: Permission, asked: Bool) -> Answer {
        Answer(
            json: {
                [
                    "status": .string(permission.status.rawValue), "alert": .bool(permission.alert),
                    "badge": .bool(permission.badge), "sound": .bool(permission.sound), "asked": .bool(asked),
                ]
            },
            text: { permission.sentence + "\n" })
    }

    // MARK: Request

    private static let request = Command<Action>(
        "request", summary: "Ask whether this device may show reminders",
        discussion: """
            The question is put once. After a yes nothing is asked again; after a no neither, and only 'allow' leads \
            back. Where nobody can be asked, or nobody answers, it stays open, and the exit code is 6.
            """,
        examples: [Example("packmule permission request --yes", "without asking")], seeAlso: ["permission allow"],
        action: runRequest)

    private static func runRequest(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        var wasAsked = false
        _ = try device.requestPermission(Permission.usage) { usage in
            if invocation.command.has("yes") { return true }
            guard invocation.screen.canAsk else { return nil }
            wasAsked = true
            switch try invocation.outside.input.ask(usage + " [y/n] ")?.lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            default: return nil
            }
        }
        let permission = try device.permission()
        guard permission.status != .notDetermined else {
            throw Refusal(
                "decision-needed",
                wasAsked ? "Neither yes nor no was answered." : "Nobody could be asked whether reminders may be shown.",
                hint: "Allow them with 'packmule permission allow'.", .decisionNeeded)
        }
        return answer(permission, asked: wasAsked)
    }

    // MARK: Allow and deny

    private static let allow = Command<Action>(
        "allow", summary: "Let this device show reminders",
        discussion: "What was due while they were not allowed does not ring any more.",
        examples: [
            Example("packmule permission allow", "reminders are shown when they are due"),
            Example("packmule permission allow --sound off", "shown, but not heard"),
        ],
        options: [
            part("alert", "Whether reminders are shown; off, they are only listed"),
            part("sound", "Whether reminders are heard"), part("badge", "Whether a number is shown at the program"),
        ],
        action: { invocation in
            try set(invocation) { permission in
                permission.status = .authorized
                let command = invocation.command
                permission.alert = command.value("alert").map { $0 == "on" } ?? permission.alert
                permission.sound = command.value("sound").map { $0 == "on" } ?? permission.sound
                permission.badge = command.value("badge").map { $0 == "on" } ?? permission.badge
            }
        })

    private static func part(_ name: String, _ help: String) -> Option {
        Option(name, value: "on|off", .choices(["on", "off"]), help: help)
    }

    private static let deny = Command<Action>(
        "deny", summary: "Let this device show no reminders",
        discussion: "Reminders are kept and listed as before, and other devices show them.",
        examples: [Example("packmule permission deny", "nothing is shown here")],
        action: { invocation in try set(invocation) { $0.status = .denied } })

    private static func set(_ invocation: Invocation, _ body: (inout Permission) -> Void) throws -> Answer {
        let device = try invocation.device()
        var permission = try device.permission()
        body(&permission)
        try device.setPermission(permission)
        return answer(permission, asked: false)
    }
}

extension Permission {
    /// What counts, and the way to change it.
    var sentence: String {
        switch status {
        case .notDetermined:
            return "Nobody has said yet whether this device may show reminders: packmule permission request"
        case .denied: return "This device may not show reminders. Only this leads back: packmule permission allow"
        case .authorized where !alert: return "Reminders are allowed on this device, but only listed and not shown."
        case .authorized:
            let without = [sound ? nil : "sound", badge ? nil : "a number"].compactMap { $0 }
            let ending = without.isEmpty ? "" : ", without \(English.list(without, "or"))"
            return "This device may show reminders\(ending)."
        }
    }
}
