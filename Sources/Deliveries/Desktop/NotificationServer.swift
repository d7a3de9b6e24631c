// The conversation with the program that shows notifications on a desktop.

internal import Platform
internal import Reminders

/// A notification server (Desktop Notifications Specification 1.2) on the bus of the session, which may come, go and be
/// replaced at any time. It belongs to one thread.
final class NotificationServer {
    /// Whom something that is shown is about.
    enum Subject {
        case reminder(identifier: String)
        case question(Reply<Bool?>)
    }

    private let environment: [String: String]
    private let bell: WakeSignal
    private let isEnded: () -> Bool
    private let tell: (DeliveryEvent) -> Void

    private var connection: BusConnection?
    /// Who serves now: its unique name.
    private var owner: String?
    /// What the owner can do; nil until it was asked.
    private var capabilities: Set<String>?
    /// What is shown, and in which order that began.
    private var subjects: [DesktopToken: Subject] = [:]
    private var order: [DesktopToken] = []
    /// Calls of `Notify` that were given up before their answer came.
    private var givenUp: Set<UInt64> = []
    /// Whether something could not be shown since a server was there.
    private var isMissed = false

    /// - Parameters:
    ///   - bell: rung when there is something else to do for the thread.
    ///   - isEnded: whether the thread is to end.
    ///   - tell: takes what happens to what is shown.
    init(
        environment: [String: String], bell: WakeSignal, isEnded: @escaping () -> Bool,
        tell: @escaping (DeliveryEvent) -> Void
    ) {
        (self.environment, self.bell, self.isEnded, self.tell) = (environment, bell, isEnded, tell)
    }

    /// Shows something, in the place of an earlier one if that was shown by the server that is there now.
    func show(
        _ subject: Subject, replacing earlier: DesktopToken?, by deadline: Deadline,
        content: (Set<String>) throws(DeliveryError) -> DesktopContent
    ) throws(DeliveryError) -> DesktopToken {
        do {
            let connection = try connected(by: deadline)
            let content = try content(try capabilities(connection, by: deadline))
            let token = try notify(content, replacing: earlier, connection, by: deadline)
            if let earlier { forget(earlier) }
            remember(subject, as: token)
            return token
        } catch let error as BusError {
            isMissed = true
            throw failed(error)
        } catch let error as DeliveryError {
            throw error
        } catch {
            throw .unavailable("something failed that never does")
        }
    }

    /// Takes something away; does nothing where its server is gone, because it went with it.
    func withdraw(_ token: DesktopToken, by deadline: Deadline) throws(DeliveryError) {
        forget(token)
        do throws(BusError) {
            let connection = try connected(by: deadline)
            guard isValid(token, connection) else { return }
            let call = try connection.call("CloseNotification", of: Names.interface, at: Names.path, to: token.owner)
            try call.append(token.number)
            _ = try perform(call, connection, by: deadline)
        } catch {
            switch error {
            // What is not there any more is answered by an error, as is a server that has gone meanwhile.
            case .refused, .malformed: return
            case .disconnected: disconnect()
            case .outOfTime, .ended: throw failed(error)
            }
        }
    }

    /// Remembers what an earlier run of the program showed, and tells when that is gone.
    func adopt(_ shown: [(token: DesktopToken?, identifier: String)], by deadline: Deadline) {
        let connection = try? connected(by: deadline)
        var isLost = false
        for (token, identifier) in shown {
            if let token, let connection, isValid(token, connection) {
                remember(.reminder(identifier: identifier), as: token)
            } else {
                isLost = true
            }
        }
        if isLost { tell(.lost) }
    }

    /// Takes a question back that nobody has answered.
    func withdraw(_ question: Reply<Bool?>, by deadline: Deadline) {
        let token = order.first { token in
            if case .question(let other)? = subjects[token] { other === question } else { false }
        }
        if let token { try? withdraw(token, by: deadline) }
    }

    /// Takes what has come, and waits until something comes or the bell is rung.
    func listen() {
        guard let connection else {
            bell.wait()
            return
        }
        do throws(BusError) {
            while let message = try connection.next() { receive(message) }
            try connection.wait(bell: bell, timeoutMilliseconds: nil)
        } catch {
            disconnect()
        }
    }

    /// Leaves the bus; what is shown stays.
    func end() {
        for subject in subjects.values {
            if case .question(let answer) = subject { answer.give(.success(nil)) }
        }
        subjects = [:]
        connection = nil
    }
}

// MARK: - The bus

extension NotificationServer {
    fileprivate enum Names {
        static let service = "org.freedesktop.Notifications"
        static let interface = "org.freedesktop.Notifications"
        static let path = "/org/freedesktop/Notifications"
        static let bus = "org.freedesktop.DBus"
        static let busPath = "/org/freedesktop/DBus"
        static let error = "org.freedesktop.DBus.Error."
    }

    private func connected(by deadline: Deadline) throws(BusError) -> BusConnection {
        if let connection { return connection }
        guard let address = SessionBusAddress.address(environment: environment) else {
            throw .disconnected("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
        }
        let connection = try BusConnection(address: address, deadline: deadline)
        let rules = [
            "type='signal',sender='\(Names.bus)',member='NameOwnerChanged',arg0='\(Names.service)'",
            "type='signal',path='\(Names.path)',interface='\(Names.interface)'",
        ]
        for rule in rules {
            let call = try connection.call("AddMatch", of: Names.bus, at: Names.busPath, to: Names.bus)
            try call.append(rule)
            _ = try perform(call, connection, by: deadline)
        }
        owner = try currentOwner(connection, by: deadline)
        self.connection = connection
        return connection
    }

    private func currentOwner(_ connection: BusConnection, by deadline: Deadline) throws(BusError) -> String? {
        let call = try connection.call("GetNameOwner", of: Names.bus, at: Names.busPath, to: Names.bus)
        try call.append(Names.service)
        do throws(BusError) {
            return try perform(call, connection, by: deadline).text()
        } catch .refused {
            return nil
        }
    }

    /// Sends a call and waits for its answer; whatever else comes meanwhile is received.
    private func perform(
        _ call: BusMessage, _ connection: BusConnection, by deadline: Deadline, isNotify: Bool = false
    ) throws(BusError) -> BusMessage {
        let number = try connection.begin(call)
        while true {
            while let message = try connection.next() {
                guard message.answeredCall == number else {
                    receive(message)
                    continue
                }
                if let name = message.errorName { throw .refused(name) }
                return message
            }
            guard !isEnded() else { throw .ended }
            guard let rest = deadline.restMilliseconds else {
                if isNotify, givenUp.count < Limits.lateAnswers { givenUp.insert(number) }
                throw .outOfTime
            }
            try connection.wait(bell: bell, timeoutMilliseconds: rest)
        }
    }

    private func disconnect() {
        (connection, owner, capabilities, givenUp) = (nil, nil, nil, [])
        lose { _ in true }
    }

    private func failed(_ error: BusError) -> DeliveryError {
        switch error {
        case .disconnected: disconnect()
        case .refused(Names.error + "InvalidArgs"): return .rejected("the notification server: \(error)")
        default: break
        }
        return .unavailable("the notification server: \(error)")
    }
}

// MARK: - The server

extension NotificationServer {
    /// Asks the server what it can do, which starts one where the session knows how to.
    private func capabilities(_ connection: BusConnection, by deadline: Deadline) throws(BusError) -> Set<String> {
        if let capabilities { return capabilities }
        let call = try connection.call("GetCapabilities", of: Names.interface, at: Names.path, to: Names.service)
        let answer = try perform(call, connection, by: deadline)
        let found = Set(try answer.texts())
        (owner, capabilities) = (answer.sender, found)
        return found
    }

    private func notify(
        _ content: DesktopContent, replacing earlier: DesktopToken?, _ connection: BusConnection, by deadline: Deadline
    ) throws(BusError) -> DesktopToken {
        let replaced = earlier.flatMap { isValid($0, connection) ? $0 : nil }
        let call = try connection.call(
            "Notify", of: Names.interface, at: Names.path, to: replaced?.owner ?? Names.service)
        try call.append(content, replacing: replaced?.number ?? 0)
        do throws(BusError) {
            let answer = try perform(call, connection, by: deadline, isNotify: true)
            // The server that answers is the one whose number it is, whoever owns the name by now.
            guard let sender = answer.sender else { throw .malformed }
            return DesktopToken(bus: connection.busID, owner: sender, number: try answer.unsigned())
        } catch .refused(let name) where replaced != nil && Self.isGone(name) {
            return try notify(content, replacing: nil, connection, by: deadline)
        }
    }

    /// Whether a token was given by the server that is there now.
    private func isValid(_ token: DesktopToken, _ connection: BusConnection) -> Bool {
        token.bus == connection.busID && token.owner == owner
    }

    private static func isGone(_ error: String) -> Bool {
        ["ServiceUnknown", "NameHasNoOwner", "NoReply"].contains { error == Names.error + $0 }
    }

    private func receive(_ message: BusMessage) {
        do throws(BusError) {
            switch (message.isSignal, message.member) {
            case (true, "NameOwnerChanged") where message.sender == Names.bus:
                guard try message.text() == Names.service else { return }
                _ = try message.text()
                ownerChanged(to: try message.text())
            case (true, "ActionInvoked"):
                guard let token = try token(of: message) else { return }
                pressed(token, try message.text())
            case (true, "NotificationClosed"):
                guard let token = try token(of: message) else { return }
                closed(token, reason: try message.unsigned())
            default:
                if let call = message.answeredCall, givenUp.remove(call) != nil { try takeBack(message) }
            }
        } catch {
            // A message that is not understood says nothing.
        }
    }

    private func token(of message: BusMessage) throws(BusError) -> DesktopToken? {
        guard let connection, let sender = message.sender else { return nil }
        return DesktopToken(bus: connection.busID, owner: sender, number: try message.unsigned())
    }

    private func ownerChanged(to name: String) {
        (owner, capabilities) = (name.isEmpty ? nil : name, nil)
        lose { $0.owner != name }
        guard !name.isEmpty, isMissed else { return }
        isMissed = false
        tell(.available)
    }

    private func pressed(_ token: DesktopToken, _ key: String) {
        switch subjects[token] {
        case .reminder(let identifier):
            guard let verb = DesktopContent.verb(key) else { return }
            forget(token)
            tell(.pressed(identifier: identifier, verb))
        case .question(let answer):
            // Some servers give the default key though the question has none; that is no answer.
            guard key == DesktopContent.allowKey || key == DesktopContent.refuseKey else { return }
            forget(token)
            answer.give(.success(key == DesktopContent.allowKey))
        case nil: return
        }
    }

    /// - Parameter reason: 1 its time was over, 2 a person closed it, 3 it was taken away, 4 unknown.
    private func closed(_ token: DesktopToken, reason: UInt32) {
        guard let subject = forget(token) else { return }
        switch subject {
        case .reminder(let identifier): if reason == 2 { tell(.closed(identifier: identifier)) }
        case .question(let answer): answer.give(.success(nil))
        }
    }

    /// Takes away what was shown too late: it counts as not shown, and is shown again.
    private func takeBack(_ answer: BusMessage) throws(BusError) {
        guard let connection, let sender = answer.sender, answer.errorName == nil else { return }
        let call = try connection.call("CloseNotification", of: Names.interface, at: Names.path, to: sender)
        try call.append(try answer.unsigned())
        try connection.send(call)
    }
}

// MARK: - What is shown

extension NotificationServer {
    private func remember(_ subject: Subject, as token: DesktopToken) {
        forget(token)
        subjects[token] = subject
        order.append(token)
        if order.count > Limits.rememberedNotifications, let oldest = order.first { forget(oldest) }
    }

    @discardableResult
    private func forget(_ token: DesktopToken) -> Subject? {
        guard let subject = subjects.removeValue(forKey: token) else { return nil }
        order.removeAll { $0 == token }
        return subject
    }

    /// Forgets what went with its server, and says so once.
    private func lose(_ isLost: (DesktopToken) -> Bool) {
        let lost = order.filter(isLost)
        var hasLostReminder = false
        for token in lost {
            switch forget(token) {
            case .reminder: hasLostReminder = true
            case .question(let answer): answer.give(.success(nil))
            case nil: break
            }
        }
        if hasLostReminder { tell(.lost) }
    }
}

extension BusMessage {
    /// Appends the arguments of `Notify`.
    fileprivate func append(_ content: DesktopContent, replacing number: UInt32) throws(BusError) {
        try append("Packmule")
        try append(number)
        try append("")
        try append(content.summary)
        try append(content.body)
        try append(content.actions.flatMap { [$0.key, $0.label] })
        try container("a", of: "{sv}") { (array) throws(BusError) in
            for hint in content.hints {
                try array.container("e", of: "sv") { (entry) throws(BusError) in
                    try entry.append(hint.name)
                    try entry.append(hint.value)
                }
            }
        }
        try append(content.timeoutMilliseconds)
    }

    private func append(_ hint: DesktopContent.Hint) throws(BusError) {
        switch hint {
        case .byte(let number):
            try container("v", of: "y") { (value) throws(BusError) in try value.append(number) }
        case .truth(let truth):
            try container("v", of: "b") { (value) throws(BusError) in try value.append(truth) }
        case .text(let text):
            try container("v", of: "s") { (value) throws(BusError) in try value.append(text) }
        }
    }
}
