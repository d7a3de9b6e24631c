// The thread on which a desktop's notifications are shown and heard.

internal import Platform
internal import Reminders
internal import Synchronization

/// Takes jobs from any thread and does them on its own, where the connection to the bus lives. Between jobs it hears
/// what happens to what is shown.
final class DesktopThread: Sendable {
    /// Something to do.
    enum Job: Sendable {
        case show(ReminderNotification, replacing: DesktopToken?, Deadline, Reply<String>)
        case withdraw(DesktopToken, Deadline, Reply<Void>)
        case adopt([(token: DesktopToken?, identifier: String)], Deadline)
        case ask(usage: String, Deadline, Reply<Bool?>)
        case withdrawQuestion(Reply<Bool?>, Deadline)

        /// What the job fails with when the thread has ended.
        fileprivate func refuse() {
            let ended = DeliveryError.unavailable("\(BusError.ended)")
            switch self {
            case .show(_, _, _, let reply): reply.give(.failure(ended))
            case .withdraw(_, _, let reply): reply.give(.failure(ended))
            case .ask(_, _, let reply): reply.give(.failure(ended))
            case .adopt, .withdrawQuestion: break
            }
        }
    }

    private struct State {
        var jobs: [Job] = []
        var isEnded = false
    }

    private let state = Mutex(State())
    private let bell: WakeSignal

    /// Starts the thread.
    ///
    /// - Throws: when the system has no more threads or files.
    init(environment: [String: String], tell: @escaping @Sendable (DeliveryEvent) -> Void) throws(PlatformError) {
        bell = try WakeSignal()
        try BackgroundThread.run { [self] in
            run(
                NotificationServer(
                    environment: environment, bell: bell, isEnded: { self.isEnded },
                    tell: { if !self.isEnded { tell($0) } }))
        }
    }

    /// Has a job done after those that wait. After the end it fails at once.
    func post(_ job: Job) {
        let isRefused = state.withLock { state in
            if !state.isEnded { state.jobs.append(job) }
            return state.isEnded
        }
        if isRefused { job.refuse() } else { bell.give() }
    }

    /// Ends the thread; jobs that wait fail. Does not wait for it.
    func end() {
        let jobs = state.withLock { state in
            state.isEnded = true
            defer { state.jobs = [] }
            return state.jobs
        }
        jobs.forEach { $0.refuse() }
        bell.give()
    }

    private var isEnded: Bool { state.withLock { $0.isEnded } }

    private func run(_ server: NotificationServer) {
        while !isEnded {
            while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) { run(job, server) }
            if !isEnded { server.listen() }
        }
        server.end()
    }

    private func run(_ job: Job, _ server: NotificationServer) {
        switch job {
        case .show(let notification, let earlier, let deadline, let reply):
            let shown = Result { () throws(DeliveryError) in
                try server.show(
                    .reminder(identifier: notification.identifier), replacing: earlier, by: deadline
                ) { DesktopContent(notification, capabilities: $0) }
            }
            reply.give(shown.map(\.text))
        case .withdraw(let token, let deadline, let reply):
            reply.give(Result { () throws(DeliveryError) in try server.withdraw(token, by: deadline) })
        case .adopt(let shown, let deadline):
            server.adopt(shown, by: deadline)
        case .ask(let usage, let deadline, let reply):
            do throws(DeliveryError) {
                _ = try server.show(.question(reply), replacing: nil, by: deadline) {
                    (capabilities) throws(DeliveryError) in
                    guard capabilities.contains("actions") else { throw .rejected("the desktop has no buttons") }
                    return DesktopContent(asking: usage, capabilities: capabilities)
                }
            } catch {
                reply.give(.failure(error))
            }
        case .withdrawQuestion(let question, let deadline):
            server.withdraw(question, by: deadline)
        }
    }
}
