// A notification server that does what a test says.

import Platform
import TestSupport

@testable import Deliveries

/// Serves org.freedesktop.Notifications on a bus, on a thread of its own, until it is ended.
final class FakeNotificationServer: Sendable {
    /// A call of `Notify`.
    struct Notified: Equatable, Sendable {
        var number: UInt32 = 0
        var replaces: UInt32 = 0
        var application = ""
        var summary = ""
        var body = ""
        var actions: [String] = []
        var hints: [String: String] = [:]
        var timeoutMilliseconds: Int32 = 0
    }

    /// How it gives numbers.
    enum Numbers: Sendable {
        /// A new one each time, the old one for what is replaced.
        case asSpecified
        /// A new one each time, also for what is replaced.
        case alwaysNew
    }

    /// How it behaves.
    struct Behaviour: Sendable {
        var capabilities = ["actions", "body", "body-markup", "persistence"]
        var numbers = Numbers.asSpecified
        var first: UInt32 = 1
        /// Calls of `Notify` are kept, and answered when the test says.
        var holdsAnswers = false
        /// The error of every call of `Notify`; the protocol has no such call for nil.
        var refusal: String?
    }

    private struct State {
        var notified: [Notified] = []
        var withdrawn: [UInt32] = []
        var commands: [Command] = []
        var isEnded = false
        var hasEnded = false
        var name = ""
    }

    private enum Command {
        case tell(String, UInt32, String?, UInt32?)
        case answerHeld
    }

    private let state = Condition(State())
    private let bell: WakeSignal

    /// Takes the name on the bus, and returns when it has it.
    init(_ bus: MessageBus, _ behaviour: Behaviour = Behaviour()) throws {
        bell = try WakeSignal()
        let address = bus.address
        try BackgroundThread.run { [self] in
            do throws(BusError) {
                try serve(address, behaviour)
            } catch {
                // The bus has ended.
            }
            state.withLock { $0.hasEnded = true }
        }
        state.wait { $0.name.isEmpty && !$0.hasEnded ? nil : () }
    }

    deinit {
        end()
    }

    /// Its unique name.
    var name: String { state.withLock { $0.name } }

    /// Waits for so many calls of `Notify`, and returns all.
    func notified(_ count: Int) -> [Notified] {
        state.wait { $0.notified.count >= count ? $0.notified : nil }
    }

    /// Waits for so many calls of `CloseNotification`, and returns the numbers of all.
    func withdrawn(_ count: Int) -> [UInt32] {
        state.wait { $0.withdrawn.count >= count ? $0.withdrawn : nil }
    }

    /// How often it was called until now.
    var callCounts: (notified: Int, withdrawn: Int) {
        state.withLock { ($0.notified.count, $0.withdrawn.count) }
    }

    /// Tells that something was pressed.
    func press(_ number: UInt32, _ key: String) { give(.tell("ActionInvoked", number, key, nil)) }

    /// Tells that a notification is gone.
    func close(_ number: UInt32, reason: UInt32) { give(.tell("NotificationClosed", number, nil, reason)) }

    /// Answers the calls that it kept.
    func answerHeld() { give(.answerHeld) }

    /// Leaves the bus, and returns when it has.
    func end() {
        state.withLock { $0.isEnded = true }
        bell.give()
        state.wait { $0.hasEnded ? () : nil }
    }

    private func give(_ command: Command) {
        state.withLock { $0.commands.append(command) }
        bell.give()
    }

    // MARK: Its thread

    private static let path = "/org/freedesktop/Notifications"
    private static let interface = "org.freedesktop.Notifications"

    private func serve(_ address: String, _ behaviour: Behaviour) throws(BusError) {
        let connection = try BusConnection(address: address, deadline: Deadline(milliseconds: 10_000))
        let request = try connection.call(
            "RequestName", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", to: "org.freedesktop.DBus")
        try request.append(Self.interface)
        // Replaces the server that is there, and lets itself be replaced.
        try request.append(UInt32(1 | 2))
        let requested = try connection.begin(request)
        var (held, last): ([(BusMessage, UInt32)], UInt32) = ([], behaviour.first - 1)
        while true {
            while let message = try connection.next() {
                if message.answeredCall == requested { state.withLock { $0.name = connection.uniqueName } }
                guard message.isCall else { continue }
                switch message.member {
                case "GetCapabilities":
                    let answer = try connection.answer(to: message)
                    try answer.append(behaviour.capabilities)
                    try connection.send(answer)
                case "Notify":
                    var notified = try Notified(message)
                    if behaviour.numbers == .asSpecified, notified.replaces > 0 {
                        notified.number = notified.replaces
                    } else {
                        last += 1
                        notified.number = last
                    }
                    let number = notified.number
                    if behaviour.holdsAnswers {
                        held.append((message, number))
                    } else {
                        try answer(message, number, connection)
                    }
                    state.withLock { $0.notified.append(notified) }
                case "CloseNotification":
                    let number = try message.unsigned()
                    try connection.send(try connection.answer(to: message))
                    state.withLock { $0.withdrawn.append(number) }
                default: break
                }
            }
            let (commands, isEnded) = state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isEnded)
            }
            for command in commands {
                switch command {
                case .tell(let member, let number, let key, let reason):
                    let signal = try connection.signal(member, of: Self.interface, at: Self.path)
                    try signal.append(number)
                    if let key { try signal.append(key) }
                    if let reason { try signal.append(reason) }
                    try connection.send(signal)
                case .answerHeld:
                    for (message, number) in held { try answer(message, number, connection) }
                    held = []
                }
            }
            if isEnded { return }
            try connection.wait(bell: bell, timeoutMilliseconds: nil)
        }
    }

    private func answer(_ call: BusMessage, _ number: UInt32, _ connection: BusConnection) throws(BusError) {
        let answer = try connection.answer(to: call)
        try answer.append(number)
        try connection.send(answer)
    }
}

extension FakeNotificationServer.Notified {
    /// Reads the arguments of a call.
    fileprivate init(_ call: BusMessage) throws(BusError) {
        self.init()
        application = try call.text()
        replaces = try call.unsigned()
        _ = try call.text()
        summary = try call.text()
        body = try call.text()
        actions = try call.texts()
        var hints: [String: String] = [:]
        try call.elements("a", of: "{sv}") { (array) throws(BusError) in
            try array.content("e", of: "sv") { (entry) throws(BusError) in
                let name = try entry.text()
                let signature = entry.nextSignature ?? ""
                try entry.content("v", of: signature) { (value) throws(BusError) in
                    switch signature {
                    case "y": hints[name] = "\(try value.byte())"
                    case "b": hints[name] = "\(try value.truth())"
                    default: hints[name] = try value.text()
                    }
                }
            }
        }
        self.hints = hints
        timeoutMilliseconds = try call.signed()
    }
}
