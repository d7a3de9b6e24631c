// What the server tells about itself, counted and put into the log.

import SyncServer

/// Counts what happens, and logs what should not.
struct Observer: ServerObserver {
    let metrics: ServerMetrics
    let log: Log

    func exchanged(_ summary: ExchangeSummary) {
        metrics.exchanged(summary)
    }

    func committed(jobCount: Int, nanoseconds: Int64) {
        metrics.committed(requestCount: jobCount, seconds: Double(nanoseconds) / 1e9)
    }

    func met(_ error: StorageError) {
        switch error {
        case .full: log.write(.error, "disk-full")
        case .unavailable(let reason): log.write(.error, "storage-unavailable", .message(reason))
        case .fault(let reason): log.write(.error, "storage-fault", .message(reason))
        }
    }
}
