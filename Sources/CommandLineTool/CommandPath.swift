// A command together with the commands above it.

/// The way from the program to one command. What a command is called and which options it takes hang on this way.
public struct CommandPath<Action: Sendable>: Sendable {
    /// From the root to the command; never empty.
    public private(set) var commands: [Command<Action>]
    /// The command at the end.
    public private(set) var command: Command<Action>

    /// The path of a program.
    public init(_ root: Command<Action>) {
        commands = [root]
        command = root
    }

    /// One step down.
    public func appending(_ subcommand: Command<Action>) -> CommandPath {
        var path = self
        path.commands.append(subcommand)
        path.command = subcommand
        return path
    }

    /// What is typed to get here: "packmule trip add".
    public var name: String {
        commands.map(\.name).joined(separator: " ")
    }

    /// Options of the command itself, and for a group those of the subcommand that it stands for.
    var ownOptions: [Option] {
        command.options + (command.defaultSubcommand?.options ?? [])
    }

    /// Options of the commands above, the root's last.
    var inheritedOptions: [Option] {
        commands.dropLast().reversed().flatMap(\.options)
    }

    /// Every option that this command takes.
    var options: [Option] {
        ownOptions + inheritedOptions
    }

    /// The steps to subcommands that are not hidden.
    var visibleSteps: [CommandPath] {
        command.subcommands.filter { !$0.isHidden }.map(appending)
    }

    /// This command and all below it, hidden ones left out: each before its subcommands, in the order of help.
    var visibleTree: [CommandPath] {
        [self] + visibleSteps.flatMap(\.visibleTree)
    }
}
