// The route of long polls: no data, only whether there is any.

package import HTTPMessages
internal import SyncProtocol

/// What becomes of a long poll.
package enum HeldWatch: Sendable {
    /// It waits; its `wake` will be called, or was already.
    case held(Watchers.Ticket)
    /// It is answered at once.
    case answered(HTTPResponse)
}

extension Server {
    /// Holds a long poll. When `wake` is called, from whatever thread, it is to be answered by
    /// ``answer(_:isChanged:)``.
    package func hold(_ watch: Watch, _ wake: @escaping @Sendable (Bool) -> Void) -> HeldWatch {
        let end = nowMilliseconds + Int64(watch.seconds) * 1_000
        guard let ticket = watchers.add(watch, endMilliseconds: end, wake) else {
            let refusal = Refusal(.unavailable, retryAfterSeconds: Limits.watchRetrySeconds)
            return .answered(HTTPResponse(refusal, requestID: watch.requestID))
        }
        // Held first and looked at then: what is stored in between wakes it.
        guard isBehind(watch), watchers.cancel(ticket) else { return .held(ticket) }
        return .answered(answer(watch, isChanged: true))
    }

    /// The answer to a long poll that was woken, or that is not to be held.
    package func answer(_ watch: Watch, isChanged: Bool) -> HTTPResponse {
        do {
            try storage.read { _ = try $0.current(watch.caller) }
            return HTTPResponse(message: WatchAnswer(isChanged: isChanged).encoded)
        } catch {
            return HTTPResponse(Refusal(error), requestID: watch.requestID)
        }
    }

    /// Whether the head of the space is elsewhere. What goes wrong is told by the answer.
    func isBehind(_ watch: Watch) -> Bool {
        let head = try? storage.read { snapshot in
            try snapshot.space(snapshot.current(watch.caller).space).head
        }
        return head != watch.place
    }
}
