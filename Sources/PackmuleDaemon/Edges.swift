// The threads that tell the loop what happens outside: files, the network, signals.

import PackmuleKit
import Platform
import SyncProtocol

/// What the loop of the daemon is told.
enum DaemonEvent: Sendable {
    /// Somebody committed to the store, or another file took its place.
    case storeChanged
    case networkChanged
    case exchanged(Agent.ExchangeResult)
    case watchEnded(number: Int, Agent.WatchEnd)
    /// For the agent of reminders.
    case ring(RingAgent.Event)
    /// What a person said to the question whether reminders may be shown; nil for nothing.
    case answered(Bool?)
    /// A file that tells the zone, or the rules of zones, was replaced.
    case zoneChanged
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
    /// - Parameter zoneFiles: whose change means another zone or other rules.
    /// - Throws: when files cannot be watched, without which nothing written here would be noticed.
    init(ofStore path: String, zoneFiles: [String], _ queue: EventQueue<DaemonEvent>, _ log: Log) throws {
        // The byte written after each commit, and the file itself, which a restored one may replace.
        var files = try [path + "-changed", path].map { try FileWatcher(path: $0) }
        for watcher in files { try Self.post(.storeChanged, at: watcher, queue) }
        for path in zoneFiles {
            do {
                let watcher = try FileWatcher(path: path, followsLink: false)
                try Self.post(.zoneChanged, at: watcher, queue)
                files.append(watcher)
            } catch {
                // Without it another zone is noticed by the next start.
                log.write(.edgeMissing("zone"))
            }
        }
        self.files = files
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

    private static func post(
        _ event: DaemonEvent, at watcher: FileWatcher, _ queue: EventQueue<DaemonEvent>
    ) throws {
        try BackgroundThread.run {
            while (try? watcher.wait(timeoutMilliseconds: nil)) == .changed { queue.post(event) }
        }
    }

    /// Ends all threads.
    func cancel() {
        for watcher in files { watcher.cancel() }
        network?.cancel()
    }
}
