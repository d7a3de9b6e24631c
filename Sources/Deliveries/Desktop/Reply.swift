// What one thread asks another for.

internal import Platform
internal import Reminders
internal import Synchronization

/// The place of an answer: one thread waits for it, another gives it. Of two answers the first counts.
final class Reply<Value: Sendable>: Sendable {
    private let given = Mutex<Result<Value, DeliveryError>?>(nil)
    private let bell: WakeSignal

    /// A place without an answer.
    init() throws(DeliveryError) {
        do {
            bell = try WakeSignal()
        } catch {
            throw .unavailable("the system has no more files")
        }
    }

    func give(_ result: Result<Value, DeliveryError>) {
        given.withLock { $0 = $0 ?? result }
        bell.give()
    }

    /// Waits for the answer; nil when the time is over, which is never without a time.
    func wait(timeoutMilliseconds: Int? = nil) -> Result<Value, DeliveryError>? {
        let deadline = timeoutMilliseconds.map { Deadline(milliseconds: $0) }
        while true {
            if let result = given.withLock({ $0 }) { return result }
            if let deadline, deadline.restMilliseconds == nil { return nil }
            bell.wait(timeoutMilliseconds: deadline.map { $0.restMilliseconds ?? 0 })
        }
    }
}
