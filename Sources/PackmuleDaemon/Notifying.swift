// The ways by which a person is told, as the command line asks for them.

import CommandLineTool
import Deliveries
import PackmuleKit
import Platform
import Reminders

/// Reads the options, and makes the ways.
enum Notifying {
    static let option = Option(
        "notify", value: "CHOICE", isRepeatable: true,
        help: """
            How reminders are shown: desktop, terminal, none, 'command:PROGRAM ARGUMENT…', ntfy:https://HOST/TOPIC or \
            ntfy:/FILE
            """)

    /// What was asked for. Without that: the desktop where there is a session, else the terminal that the daemon was
    /// started on, else nothing: an empty list, while whoever asks for nothing gets ``DeliveryChoice/none``.
    static func choices(_ invocation: Invocation) throws -> [DeliveryChoice] {
        let asked = try asked(invocation.command)
        guard asked.isEmpty else { return asked }
        if hasSession(invocation.outside.environment) { return [.desktop] }
        return invocation.outside.isOutputTerminal ? [.terminal] : []
    }

    /// What was asked for, each once; empty for nothing.
    static func asked(_ command: ParsedCommand<Action>) throws -> [DeliveryChoice] {
        var choices: [DeliveryChoice] = []
        for text in command.values("notify") {
            do throws(DeliveryChoice.Problem) {
                let choice = try DeliveryChoice(parsing: text)
                if !choices.contains(choice) { choices.append(choice) }
            } catch {
                throw Refusal("notify", "\(error)", .usage)
            }
        }
        return choices
    }

    /// Makes the ways. Each has a name of its own, by which the device remembers what it shows.
    static func ways(
        _ choices: [DeliveryChoice], _ outside: Outside, _ queue: EventQueue<DaemonEvent>
    ) throws -> [Way] {
        var ways: [Way] = []
        for choice in choices {
            let name = name(choice, among: ways.map(\.name))
            let delivery: (any NotificationDelivery)?
            do throws(DeliveryChoice.Problem) {
                delivery = try outside.delivery(choice) { queue.post(.ring(.told(way: name, $0))) }
            } catch {
                throw Refusal("notify", "\(error)")
            }
            guard let delivery else { continue }
            ways.append(try Way(name, delivery) { queue.post(.ring($0)) })
        }
        return ways
    }

    private static func name(_ choice: DeliveryChoice, among names: [String]) -> String {
        let name = choice.description.prefix { $0 != ":" }
        var (own, number) = (String(name), 1)
        while names.contains(own) {
            number += 1
            own = "\(name) \(number)"
        }
        return own
    }

    private static func hasSession(_ environment: [String: String]) -> Bool {
        if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return false }
        return (try? Files.exists(folder + "/bus")) == true
    }
}
