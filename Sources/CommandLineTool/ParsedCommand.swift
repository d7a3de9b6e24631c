// A command line that was understood.

/// What a command line asks for.
public enum Request<Action: Sendable>: Sendable {
    /// Run this command.
    case run(ParsedCommand<Action>)
    /// Show the help of the command at the end of this path.
    case help(CommandPath<Action>)
    /// Show the version.
    case version
}

/// A leaf with its operands and options. Every value has passed the rules of its kind. Asking for a name that the
/// command does not have gives nothing.
public struct ParsedCommand<Action: Sendable>: Sendable {
    /// The way to the leaf.
    public let path: CommandPath<Action>
    /// What the leaf carries.
    public let action: Action
    /// Values by the name of the operand.
    let operandValues: [String: [String]]
    /// Values by the long name of the option; a flag that was given has an empty list.
    let optionValues: [String: [String]]

    /// Whether the option or flag stands on the command line.
    public func has(_ option: String) -> Bool {
        optionValues[option] != nil
    }

    /// The value of an option, the last if it is repeatable; its default if it was not given.
    public func value(_ option: String) -> String? {
        optionValues[option]?.last ?? path.options.first { $0.name == option }?.defaultValue
    }

    /// All values of a repeatable option in the order typed.
    public func values(_ option: String) -> [String] {
        optionValues[option] ?? []
    }

    /// The value of an option of kind integer, otherwise nil.
    public func integer(_ option: String) -> Int? {
        value(option).flatMap { Int($0) }
    }

    /// The value of an option of kind number, otherwise nil.
    public func number(_ option: String) -> Double? {
        value(option).flatMap { Double($0) }
    }

    /// The one value of an operand, or nil if it was left out.
    public func operand(_ name: String) -> String? {
        operandValues[name]?.first
    }

    /// The values of an operand that takes many.
    public func operands(_ name: String) -> [String] {
        operandValues[name] ?? []
    }
}
