// A way of notifying that shows nothing, and does what a test says.

import Reminders
import TestSupport

final class FakeDelivery: NotificationDelivery {
    struct State {
        var shown: [ReminderNotification] = []
        var withdrawn: [String] = []
        /// What every hand-over fails with.
        var error: DeliveryError?
        /// Whether hand-overs take until this is false.
        var isHeld = false
        var heldCount = 0
        var isClosed = false
        /// What a person answers; a way without an answer cannot ask.
        var answer: Bool?
        var questions: [String] = []
        var tell: @Sendable (DeliveryEvent) -> Void = { _ in }
    }

    let name: String
    let state = Condition(State())

    init(name: String = "desktop", error: DeliveryError? = nil) {
        self.name = name
        state.withLock { $0.error = error }
    }

    /// What was shown, by title, in its order.
    var titles: [String] { state.withLock { $0.shown.map(\.title) } }

    /// Blocks until so many were shown.
    func waitForShown(_ count: Int) { state.wait { $0.shown.count >= count ? () : nil } }

    func waitForWithdrawn(_ token: String) { state.wait { $0.withdrawn.contains(token) ? () : nil } }

    func tell(_ event: DeliveryEvent) { state.withLock { $0.tell }(event) }

    func show(_ notification: ReminderNotification, replacing token: String?) throws(DeliveryError) -> String {
        state.withLock { $0.heldCount += $0.isHeld ? 1 : 0 }
        state.wait { !$0.isHeld || $0.isClosed ? () : nil }
        let result = state.withLock { state -> Result<String, DeliveryError> in
            if let error = state.error { return .failure(error) }
            state.shown.append(notification)
            return .success("\(state.shown.count)")
        }
        return try result.get()
    }

    var canAsk: Bool { state.withLock { $0.answer != nil } }

    func ask(_ usage: String) -> Bool? {
        state.withLock { state in
            state.questions.append(usage)
            return state.answer
        }
    }

    func withdraw(_ token: String) throws(DeliveryError) { state.withLock { $0.withdrawn.append(token) } }

    func close() { state.withLock { $0.isClosed = true } }
}
