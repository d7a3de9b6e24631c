// What the daemon does with the store: looks at it, exchanges, waits for news.

import PackmuleKit
import Platform
import SyncProtocol

extension Daemon {
    /// Looks whether the store is there, the same, in a space, and written to, and tells the agent.
    mutating func lookAtStore() {
        nextLookMilliseconds = nil
        do {
            if let store, try !store.isCurrent(path) { close(store) }
            if store == nil { try open() }
            guard let store else { return }
            tellRing(.committed)
            // An exchange writes what it received; what else was written is looked for after it.
            if store.membership != nil, !isExchanging, try store.hasNews() { tell(.committed) }
        } catch StoreError.missing {
            wait(for: .waitsForStore, .waitsForStore)
        } catch PlatformError.notFound {
            wait(for: .waitsForStore, .waitsForStore)
        } catch {
            fail(error)
        }
    }

    private mutating func open() throws {
        let opened = try OpenStore(path, surroundings, outside.transport)
        store = opened
        if opened.membership == nil { wait(for: .waitsForSpace, .waitsForSpace) } else { tell(.permitted) }
        try permitRinging(opened)
    }

    private mutating func close(_ store: OpenStore) {
        log.write(.storeReplaced)
        store.close(stopping)
        self.store = nil
        tell(.forbidden)
        tellRing(.forbidden)
    }

    private mutating func wait(for phase: DaemonState.Phase, _ line: LogLine) {
        show(phase)
        log.write(line)
    }

    /// A store that cannot be used now is looked at again when it changes, and after a while: whatever is wrong may be
    /// put right where nobody sees it.
    mutating func fail(_ error: any Error) {
        if let store { close(store) }
        log.write(.storeFailed(code: Refusal(error).code))
        show(.storeFails)
        nextLookMilliseconds = now + Limits.lookMilliseconds
    }

    // MARK: The server

    /// Syncs once on a thread of its own: whatever the server takes its time for, reminders ring.
    ///
    /// - Returns: how it ended where it could not even begin.
    mutating func exchange() -> Agent.ExchangeResult? {
        guard !isEnding, let store, let transport = store.transportOfExchanges(stopping) else {
            return .failed(.cancelled)
        }
        let (device, queue, log) = (store.device, queue, log)
        do {
            try BackgroundThread.run {
                queue.post(.exchanged(device.exchange(over: transport) { log.write(LogLine($0)) }))
            }
            isExchanging = true
            return nil
        } catch {
            return .failed(.unreachable(detail: "\(error)"))
        }
    }

    mutating func finishExchange(_ result: Agent.ExchangeResult) {
        isExchanging = false
        store?.look()
        tell(.exchanged(result))
        if store?.membership != nil { lookAtStore() }
    }

    /// Waits for news on a thread of its own.
    func watch(_ number: Int, _ seconds: Int) {
        guard let store, let transport = store.transportOfWatches(stopping) else {
            return queue.post(.watchEnded(number: number, .failed(.cancelled)))
        }
        let (device, queue) = (store.device, queue)
        do {
            try BackgroundThread.run {
                queue.post(.watchEnded(number: number, device.watch(over: transport, seconds: seconds)))
            }
        } catch {
            queue.post(.watchEnded(number: number, .failed(.unreachable(detail: "\(error)"))))
        }
    }
}
