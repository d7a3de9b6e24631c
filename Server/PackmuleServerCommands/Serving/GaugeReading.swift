// What the metrics say that is not counted but read.

import HTTPListener
import SyncServer

/// Reads how much there is now.
struct GaugeReading: Sendable {
    let folder: DataFolder
    let server: Server
    let listener: HTTPListener

    /// Whatever cannot be read is said to be 0: a server that cannot read says so at `/health`.
    func read() -> ServerMetrics.Gauges {
        let counters = listener.counters
        let counts = try? server.countSpacesAndDevices()
        return ServerMetrics.Gauges(
            watchers: server.watchers.count, spaces: counts?.spaces ?? 0, devices: counts?.devices ?? 0,
            databaseBytes: (try? folder.sizeBytes()) ?? 0, openConnections: counters.openConnections,
            acceptedConnections: counters.acceptedConnections,
            refusals: DoorReason.allCases.map { ("\($0)", counters.refused($0)) })
    }
}
