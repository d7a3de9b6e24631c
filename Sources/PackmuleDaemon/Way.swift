// One way to show notifications, on a thread of its own.

import PackmuleKit
import Platform
import Reminders
import Synchronization

/// Hands over one after the other, and tells how it went. A way that takes long holds up neither the loop nor the other
/// ways.
final class Way: Sendable {
    /// Something to do.
    private enum Job {
        case show(ReminderNotification, replacing: String?)
        case withdraw(String)
    }

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
    }

    /// The name of its delivery; of several with one name, each further has its number behind it.
    let name: String
    private let delivery: any NotificationDelivery
    private let state = Mutex(State())
    private let bell: WakeSignal
    private let tell: @Sendable (RingAgent.Event) -> Void

    /// Starts the thread.
    ///
    /// - Parameter tell: is told how each hand-over went.
    /// - Throws: when the system has no more threads or files.
    init(
        _ name: String, _ delivery: any NotificationDelivery, tell: @escaping @Sendable (RingAgent.Event) -> Void
    ) throws {
        (self.name, self.delivery, self.tell) = (name, delivery, tell)
        bell = try WakeSignal()
        try BackgroundThread.run { [self] in run() }
    }

    /// What an earlier run showed by it.
    func adopt(_ standing: [RingAgent.Standing]) {
        delivery.adopt(
            standing.filter { $0.way == name }.map { ShownNotification(token: $0.token, identifier: $0.identifier) })
    }

    /// Hands it over, after what waits.
    func show(_ notification: ReminderNotification, replacing token: String?) {
        post(.show(notification, replacing: token))
    }

    /// Takes away what a token stands for, after what waits, and tells how that went.
    func withdraw(_ token: String) {
        post(.withdraw(token))
    }

    /// Whether a person can be asked by it.
    var canAsk: Bool { delivery.canAsk }

    /// Asks whether reminders may be shown, on a thread of its own: an answer may take long.
    ///
    /// - Parameter tell: is told the answer; nil for none.
    func ask(_ usage: String, _ tell: @escaping @Sendable (Bool?) -> Void) throws {
        try BackgroundThread.run { [delivery] in tell(delivery.ask(usage)) }
    }

    /// Ends the thread, and cuts off what can be; nothing is shown after that.
    func close() {
        state.withLock { $0.isClosed = true }
        delivery.close()
        bell.give()
    }

    private func post(_ job: Job) {
        state.withLock { $0.jobs.append(job) }
        bell.give()
    }

    private func run() {
        while !state.withLock({ $0.isClosed }) {
            while let job = state.withLock({ $0.isClosed || $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
                run(job)
            }
            bell.wait()
        }
    }

    private func run(_ job: Job) {
        switch job {
        case .show(let notification, let earlier):
            let identifier = notification.identifier
            do throws(DeliveryError) {
                let token = try delivery.show(notification, replacing: earlier)
                tell(.handedOver(way: name, identifier: identifier, token: token))
            } catch {
                tell(.failed(way: name, identifier: identifier, error))
            }
        case .withdraw(let token):
            do throws(DeliveryError) {
                try delivery.withdraw(token)
                tell(.withdrawn(way: name, token: token))
            } catch {
                switch error {
                case .unavailable: tell(.notWithdrawn(way: name, token: token))
                // It never will: there is nothing to wait for.
                case .rejected: tell(.withdrawn(way: name, token: token))
                }
            }
        }
    }
}
