// What the server counts about itself.

import SyncProtocol
import SyncServer
import Synchronization

/// The counts since the start, from whatever thread.
final class ServerMetrics: Sendable {
    /// What is read when somebody asks, instead of being counted.
    struct Gauges: Sendable {
        var watchers = 0
        var spaces = 0
        var devices = 0
        var databaseBytes: Int64 = 0
        var openConnections = 0
        var acceptedConnections = 0
        /// By reason, in a fixed order.
        var refusals: [(reason: String, count: Int)] = []
    }

    private struct Counts {
        /// By route (the last place is for whatever is none), then by status.
        var requests: [[Int: Int]] = Array(repeating: [:], count: Route.allCases.count + 1)
        var requestSeconds = Histogram(bounds: Limits.secondsBuckets)
        var exchanges: [ExchangeSummary.Verdict: Int] = [:]
        var storedRows = 0
        var servedRows = 0
        var groupRequests = Histogram(bounds: Limits.groupBuckets)
        var commitSeconds = Histogram(bounds: Limits.secondsBuckets)
    }

    private let counts = Mutex(Counts())

    /// A request was answered. The time of a watch says nothing, and is not counted.
    func answered(_ route: Route?, status: Int, seconds: Double) {
        let place = route.flatMap { Route.allCases.firstIndex(of: $0) } ?? Route.allCases.count
        counts.withLock { counts in
            counts.requests[place][status, default: 0] += 1
            if route != .watch { counts.requestSeconds.add(seconds) }
        }
    }

    /// Everything as Prometheus reads it.
    func text(_ gauges: Gauges) -> String {
        let counts = counts.withLock { $0 }
        var text = PrometheusText()
        text.family(
            "packmule_build_info", .gauge, "The version of the server.",
            [(labels: [("version", Version.text)], value: 1)])
        text.family("packmule_requests_total", .counter, "Requests answered.", requestSamples(counts))
        text.family(
            "packmule_request_seconds", "From a request received whole to its answer, watches left out.",
            counts.requestSeconds)
        text.family(
            "packmule_exchanges_total", .counter, "Exchanges by what the server made of where the device stood.",
            ExchangeSummary.Verdict.allCases.map {
                (labels: [("verdict", $0.rawValue)], value: Double(counts.exchanges[$0] ?? 0))
            })
        text.family("packmule_rows_stored_total", .counter, "Changes stored.", Double(counts.storedRows))
        text.family("packmule_rows_served_total", .counter, "Changes handed out.", Double(counts.servedRows))
        text.family("packmule_group_requests", "Requests that shared a transaction.", counts.groupRequests)
        text.family(
            "packmule_commit_seconds", "From the start of a transaction to its end on disk.", counts.commitSeconds)
        text.family("packmule_watchers", .gauge, "Devices that wait for news.", Double(gauges.watchers))
        text.family(
            "packmule_connections", .gauge, "Connections open.", Double(gauges.openConnections))
        text.family(
            "packmule_connections_total", .counter, "Connections let in.", Double(gauges.acceptedConnections))
        text.family(
            "packmule_refused_total", .counter, "Connections and requests turned away at the door.",
            gauges.refusals.map { (labels: [("reason", $0.reason)], value: Double($0.count)) })
        text.family("packmule_spaces", .gauge, "Spaces.", Double(gauges.spaces))
        text.family("packmule_devices", .gauge, "Devices that were not revoked.", Double(gauges.devices))
        text.family("packmule_database_bytes", .gauge, "Bytes of all files together.", Double(gauges.databaseBytes))
        return text.text
    }

    private func requestSamples(_ counts: Counts) -> [(labels: [PrometheusText.Label], value: Double)] {
        let names = Route.allCases.map(\.rawValue) + ["other"]
        return zip(names, counts.requests).flatMap { name, byStatus in
            byStatus.sorted { $0.key < $1.key }.map { status, count in
                (labels: [("route", name), ("status", "\(status)")], value: Double(count))
            }
        }
    }
}

extension ServerMetrics {
    /// An exchange was answered.
    func exchanged(_ summary: ExchangeSummary) {
        counts.withLock { counts in
            counts.exchanges[summary.verdict, default: 0] += 1
            counts.storedRows &+= summary.storedRows
            counts.servedRows &+= summary.servedRows
        }
    }

    /// The writer has carried out a group of requests.
    func committed(requestCount: Int, seconds: Double) {
        counts.withLock { counts in
            counts.groupRequests.add(Double(requestCount))
            counts.commitSeconds.add(seconds)
        }
    }
}
