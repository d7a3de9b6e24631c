// Preferences: shown, set, and given back to their defaults.

import CommandLineTool
import JSONText
import PackmuleKit

enum SettingCommands {
    static let setting = Command<Action>(
        "setting", aliases: ["settings"], summary: "Preferences, the same on all your devices",
        examples: [Example("packmule setting", "all of them with their defaults")],
        subcommands: [list, get, set, unset], defaultName: "list")

    private static let key = Operand("KEY", .one, .words("setting"), help: "The setting")

    private static let list = Command<Action>(
        "list", summary: "List all settings with their defaults",
        examples: [Example("packmule setting list", "all of them with their defaults")],
        action: runList)

    private static let get = Command<Action>(
        "get", summary: "Show one setting",
        examples: [Example("packmule setting get units.weight", "the unit of weights")],
        operands: [key], action: runGet)

    private static let set = Command<Action>(
        "set", summary: "Set a setting",
        examples: [Example("packmule setting set home.zone Europe/Oslo", "days begin as in Oslo")],
        operands: [key, Operand("VALUE", help: "What to set it to")], action: runSet)

    private static let unset = Command<Action>(
        "unset", summary: "Give a setting its default back",
        examples: [Example("packmule setting unset home.zone", "days begin as on each device")],
        operands: [key], action: runUnset)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let stored = try device.read { try $0.records(Setting.self).map(\.record) }
        let rows = Settings.Key.allCases.map { Row($0, stored) } + unknown(stored)
        return Answer(
            json: { ["settings": .array(rows.map(\.json))] },
            text: {
                let cells: [[Table.Cell]] = rows.map { row in
                    [
                        .init(row.key), .init(row.value ?? "–", row.stored == nil ? .dim : .plain),
                        .init(row.defaultValue ?? "–", .dim), .init(row.note, .dim),
                    ]
                }
                let columns: [Table.Column] = [
                    .init("Setting"), .init("Value"), .init("Default"), .init("Meaning", isFlexible: true),
                ]
                return Table(columns, rows: cells)
                    .text(width: invocation.screen.columns, colour: invocation.screen.colour)
            })
    }

    private static func runGet(_ invocation: Invocation) throws -> Answer {
        let typed = invocation.command.operand("KEY") ?? ""
        let device = try invocation.device(.readOnly)
        let stored = try device.read { try $0.records(Setting.self).map(\.record) }
        let row = try unknown(stored).first { $0.key == typed } ?? Row(Self.key(typed), stored)
        return Answer(json: { row.json }, text: { invocation.safe(row.value ?? "–") + "\n" })
    }

    private static func runSet(_ invocation: Invocation) throws -> Answer {
        let typedValue = invocation.command.operand("VALUE") ?? ""
        let key = try Self.key(invocation.command.operand("KEY") ?? "")
        let setting = try Settings.setting(key: key.rawValue, value: typedValue).get()
        if setting.key == Settings.Key.homeZone.rawValue {
            _ = try Typed.zone(typedValue, invocation.surroundings.zones)
        }
        let device = try invocation.device()
        let edited = try device.edit("setting set") { try $0.put(setting) }
        return try .changed(edited, device) { _ in "Set \(setting.key) to \(setting.value)." }
    }

    private static func runUnset(_ invocation: Invocation) throws -> Answer {
        let typed = TextRules.cleaned(invocation.command.operand("KEY") ?? "").lowercased()
        let device = try invocation.device()
        let edited = try device.edit("setting unset") { edit in
            let id = Setting.id(forKey: typed)
            guard let setting = try edit.record(Setting.self, id) else {
                _ = try Self.key(typed)
                return
            }
            if !setting.isDeleted { try edit.delete(Setting.schema.description, id) }
        }
        return try .changed(edited, device) { _ in "\(typed) has its default again." }
    }

    /// The key that somebody means.
    private static func key(_ typed: String) throws -> Settings.Key {
        if case .success(let key) = Settings.key(typed) { return key }
        let keys = Settings.Key.allCases.map(\.rawValue)
        let hint = Suggestion.best(for: typed, among: keys).map { "Did you mean \($0)?" }
        throw Refusal(
            "not-found", "There is no setting '\(typed)'.", hint: hint ?? "The settings are \(English.list(keys)).")
    }

    /// Settings that a newer version wrote.
    private static func unknown(_ stored: [Setting]) -> [Row] {
        stored.filter { Settings.Key(rawValue: $0.key) == nil }.map(Row.init)
    }
}

/// One setting as it is shown.
private struct Row {
    let key: String
    /// What counts; nil where nothing is set and that means something.
    let value: String?
    let defaultValue: String?
    /// The text stored for it, which may not be one that this version takes.
    let stored: String?
    let note: String

    init(_ key: Settings.Key, _ settings: [Setting]) {
        self.key = key.rawValue
        value = Settings(stored: settings).text(of: key)
        defaultValue = Settings(stored: []).text(of: key)
        let id = Setting.id(forKey: key.rawValue)
        stored = settings.first { $0.id == id }?.value
        let isUnusable = stored != nil && value == defaultValue && stored != value
        note = isUnusable ? "'\(stored ?? "")' is stored, which does not count here" : key.help
    }

    init(_ setting: Setting) {
        key = setting.key
        (value, stored, defaultValue) = (setting.value, setting.value, nil)
        note = "Not known to this version"
    }

    var json: JSONValue {
        [
            "key": .string(key), "value": value.json, "default": defaultValue.json, "stored": stored.json,
            "help": .string(note),
        ]
    }
}
