// The threads that tell the loop what happens outside: files, the network, signals.

import PackmuleKit
import Platform
import SyncProtocol

/// What the loop of the daemon is told.
enum DaemonEvent: Sendable {
    /// Somebody committed to the store, or another file took its place.
    case storeChanged
    case networkChanged
    case watchEnded(number: Int, Agent.WatchEnd)
    /// The clock was set, or the machine slept.
    case clockChanged
    /// A time has come.
    case due
    case stop(ServiceSignal)
}

/// Everything that is listened to as long as the daemon runs. All of it sleeps until something happens.
struct Edges: Sendable {
    private let files: [FileWatcher]
    private let network: NetworkWatcher?

    /// Starts listening: what happens after this is noticed.
    ///
    /// - Throws: when files cannot be watched, without which nothing written here would be noticed.
    init(ofStore path: String, _ queue: EventQueue<DaemonEvent>, _ log: Log) throws {
        // The byte written after each commit, and the file itself, which a restored one may replace.
        files = try [path + "-changed", path].map(FileWatcher.init)
        for watcher in files {
            try BackgroundThread.run {
                while (try? watcher.wait(timeoutMilliseconds: nil)) == .changed { queue.post(.storeChanged) }
            }
        }
        do {
            let watcher = try NetworkWatcher()
            try BackgroundThread.run { while (try? watcher.wait()) == true { queue.post(.networkChanged) } }
            network = watcher
        } catch {
            // Without it a network that comes back is noticed when the wait is over.
            log.write(.edgeMissing("network"))
            network = nil
        }
    }

    /// Ends all threads.
    func cancel() {
        for watcher in files { watcher.cancel() }
        network?.cancel()
    }
}
