// One sync, as for a timer of cron.

import CommandLineTool
import PackmuleKit
import SyncProtocol

/// Syncs and ends.
struct SyncOnce {
    private let path: String
    private let outside: Outside
    private let log: Log

    init(_ path: String, _ outside: Outside, _ log: Log) {
        (self.path, self.outside, self.log) = (path, outside, log)
    }

    /// - Returns: ``ExitCode/decisionNeeded`` when a person has to say yes first.
    /// - Throws: why it cannot sync, see ``Refusal``.
    func run() throws -> ExitCode {
        let stopping = try Stopping()
        let store = try OpenStore(path, outside.surroundings, outside.transport)
        guard let transport = store.transportOfExchanges(stopping) else {
            throw Refusal(
                "no-space", "This device is in no space.",
                hint: "Claim one with 'packmule claim LINK', or join one with 'packmule join LINK'.")
        }
        try stopping.listen(to: outside.signals, end: outside.end) { _ in }
        defer { stopping.finish() }
        do {
            log.write(LogLine(try store.device.sync(over: transport)))
            return .done
        } catch SyncError.asksHiding {
            return .decisionNeeded
        }
    }
}
