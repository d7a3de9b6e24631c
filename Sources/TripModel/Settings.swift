// What the replicated preferences mean.

public import CivilTime
public import Replication

/// The preferences of a space, read from its stored settings. A value that is missing or cannot be read counts as the
/// default, and stays stored as it is (docs/design, model: Setting).
public struct Settings: Equatable, Sendable {
    /// `home.zone`: the zone of those who travel; nil for the zone of each device.
    public let homeZone: ZoneName?
    /// `units.weight`: the unit in which weights are shown; grams by default.
    public let weightUnit: WeightUnit
    /// `quiet.from`: when reminders begin to wait; nil (the default) for no quiet hours.
    public let quietFrom: TimeOfDay?
    /// `quiet.to`: when they come again; nil (the default) for no quiet hours.
    public let quietTo: TimeOfDay?
    /// `snooze.minutes`: 1…1,440, 10 by default.
    public let snoozeMinutes: Int
    /// `log.days`: how long the history is kept, 1…3,650, 90 by default.
    public let logDays: Int

    /// The units of weight.
    public enum WeightUnit: String, Word {
        case g, kg, oz, lb
    }

    /// The keys that this version knows.
    public enum Key: String, CaseIterable, Sendable {
        case homeZone = "home.zone"
        case weightUnit = "units.weight"
        case quietFrom = "quiet.from"
        case quietTo = "quiet.to"
        case snoozeMinutes = "snooze.minutes"
        case logDays = "log.days"

        /// What it is for, in a few words.
        public var help: String {
            switch self {
            case .homeZone: "The time zone of those who travel, instead of the device's"
            case .weightUnit: "The unit in which weights are shown"
            case .quietFrom: "When reminders begin to wait"
            case .quietTo: "When reminders come again"
            case .snoozeMinutes: "Minutes that a put-off reminder waits"
            case .logDays: "Days that the history is kept"
            }
        }

        /// What the value may be, and how it is typed.
        public var kind: FieldKind {
            switch self {
            case .homeZone: .zone
            case .weightUnit: .choice(WeightUnit.words)
            case .quietFrom, .quietTo: .timeOfDay
            case .snoozeMinutes: .integer(1...1440, unit: "minutes")
            case .logDays: .integer(1...3650, unit: "days")
            }
        }
    }

    /// - Parameter stored: the settings that are not deleted, in any order.
    public init(stored: [Setting]) {
        func value(_ key: Key) -> Value {
            let id = Setting.id(forKey: key.rawValue)
            guard let setting = stored.first(where: { $0.id == id }),
                case .success(let value) = key.kind.parse(setting.value), key.kind.accepts(value)
            else { return .null }
            return value
        }
        homeZone = ZoneName(fieldValue: value(.homeZone))
        weightUnit = WeightUnit(fieldValue: value(.weightUnit)) ?? .g
        quietFrom = TimeOfDay(fieldValue: value(.quietFrom))
        quietTo = TimeOfDay(fieldValue: value(.quietTo))
        snoozeMinutes = Int(fieldValue: value(.snoozeMinutes)) ?? 10
        logDays = Int(fieldValue: value(.logDays)) ?? 90
    }

    /// The record for what a person typed. Fails for an unknown key, with those there are, and for a value that
    /// its key does not take.
    public static func setting(key typedKey: String, value typedValue: String) -> Result<Setting, Problem> {
        key(typedKey).flatMap { key in
            key.kind.parse(TextRules.cleaned(typedValue))
                .flatMap { value in
                    key.kind.brokenRule(value).map { .failure(RuleBroken($0)) } ?? .success(key.kind.format(value))
                }
                .map { Setting(key: key.rawValue, value: $0) }
                .mapError { Problem(field: key.rawValue, clause: $0.clause) }
        }
    }

    /// The key that a person typed. Fails for an unknown one, with those there are.
    public static func key(_ typed: String) -> Result<Key, Problem> {
        if let key = Key(rawValue: TextRules.cleaned(typed).lowercased()) { return .success(key) }
        let keys = Key.allCases.map(\.rawValue).joined(separator: ", ")
        return .failure(Problem(field: "key", clause: "must be one of: \(keys)"))
    }

    /// What counts for a key, in the form in which it is typed; nil where nothing is set and that means something.
    public func text(of key: Key) -> String? {
        let value: Value =
            switch key {
            case .homeZone: homeZone.fieldValue
            case .weightUnit: weightUnit.fieldValue
            case .quietFrom: quietFrom.fieldValue
            case .quietTo: quietTo.fieldValue
            case .snoozeMinutes: snoozeMinutes.fieldValue
            case .logDays: logDays.fieldValue
            }
        return value == .null ? nil : key.kind.format(value)
    }
}
