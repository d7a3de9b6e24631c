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
            if let store, store.membership != nil, try store.hasNews() { tell(.committed) }
        } catch StoreError.missing {
            wait(for: .waitsForStore, .waitsForStore)
        } catch PlatformError.notFound {
            wait(for: .waitsForStore, .waitsForStore)
        } catch {
            fail(error)
        }
    }

    private mutating func open() throws {
        let opened = try OpenStore(path, outside.surroundings, outside.transport)
        store = opened
        guard opened.membership != nil else { return wait(for: .waitsForSpace, .waitsForSpace) }
        tell(.permitted)
    }

    private mutating func close(_ store: OpenStore) {
        log.write(.storeReplaced)
        store.close(stopping)
        self.store = nil
        tell(.forbidden)
    }

    private mutating func wait(for phase: DaemonState.Phase, _ line: LogLine) {
        show(phase)
        log.write(line)
    }

    /// A store that cannot be used now is looked at again when it changes, and after a while: whatever is wrong may be
    /// put right where nobody sees it.
    private mutating func fail(_ error: any Error) {
        if let store { close(store) }
        log.write(.storeFailed(code: Refusal(error).code))
        show(.storeFails)
        nextLookMilliseconds = now + Limits.lookMilliseconds
    }

    // MARK: The server

    /// Syncs once, on this thread: a signal cuts it off.
    mutating func exchange() -> Agent.ExchangeResult {
        guard let store, let transport = store.transportOfExchanges(stopping) else { return .failed(.cancelled) }
        defer { store.look() }
        return store.device.exchange(over: transport) { [log] in log.write(LogLine($0)) }
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
