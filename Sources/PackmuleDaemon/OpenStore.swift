// The store as the daemon has it open, and the ways to its server.

import HTTPMessages
import PackmuleKit
import Platform
import SyncProtocol

/// One file of a store, in one space or in none. Another file in its place, or another space, is another value.
final class OpenStore {
    private(set) var device: Device
    /// The space that the device is in; nil where it is in none.
    let membership: SpaceMembership?
    /// Tells this device from every other one of the space, this one after joining it again among them.
    private let tokenHash: [UInt8]?
    private let identity: FileIdentity
    private let makeTransport: () -> (any Transport)?
    private var exchangeTransport: (any Transport)?
    private var watchTransport: (any Transport)?
    /// When the newest change of the history was made, as of the last look.
    private var newestMilliseconds: Int64?

    /// Opens the store that stands at a path.
    ///
    /// - Parameter transport: makes a way to a server.
    /// - Throws: ``StoreError``.
    init(_ path: String, _ surroundings: Surroundings, _ transport: @escaping (Origin, [UInt8]?) -> any Transport)
        throws
    {
        guard try Files.exists(path) else { throw StoreError.missing(path: path) }
        // Before it is opened: a file that takes its place meanwhile is noticed at the next look.
        let identity = try Files.attributes(of: path).identity
        let device = try Device(at: path, surroundings)
        let membership = try device.membership()
        (self.device, self.membership, self.identity) = (device, membership, identity)
        tokenHash = try device.store.membership()?.tokenHash
        makeTransport = { membership.map { transport($0.server, $0.pin) } }
        newestMilliseconds = try device.read { try $0.historySpan()?.upperBound }
    }

    /// Whether this is still what stands at the path.
    func isCurrent(_ path: String) throws -> Bool {
        guard try Files.exists(path), try Files.attributes(of: path).identity == identity else { return false }
        return try device.membership() == membership && device.store.membership()?.tokenHash == tokenHash
    }

    /// Whether there is something that the server may not know: a change that can be sent, or a history that another
    /// process wrote, as when a backup was put back. What was refused, or has to wait, is no news: it would be offered
    /// without end.
    func hasNews() throws -> Bool {
        let (newest, sendable) = try device.read { (try $0.historySpan()?.upperBound, try $0.sendableCount()) }
        defer { newestMilliseconds = newest }
        return sendable > 0 || newest != newestMilliseconds
    }

    /// Takes the history as it is now for known.
    func look() {
        guard let newest = try? device.read({ try $0.historySpan()?.upperBound }) else { return }
        newestMilliseconds = newest
    }

    /// Looks at the same file from another zone, or with other rules of zones.
    func renew(_ surroundings: Surroundings) {
        device = device.renewed(surroundings)
    }

    // MARK: Ways to the server

    /// The way of exchanges; nil in no space.
    func transportOfExchanges(_ stopping: Stopping) -> (any Transport)? {
        if exchangeTransport == nil { exchangeTransport = makeTransport().map(stopping.register) }
        return exchangeTransport
    }

    /// The way of watches, which is cut off more often.
    func transportOfWatches(_ stopping: Stopping) -> (any Transport)? {
        if watchTransport == nil { watchTransport = makeTransport().map(stopping.register) }
        return watchTransport
    }

    /// Ends the watch that is under way.
    func cancelWatch(_ stopping: Stopping) {
        if let watchTransport { stopping.drop(watchTransport) }
        watchTransport = nil
    }

    /// Ends everything that is under way.
    func close(_ stopping: Stopping) {
        cancelWatch(stopping)
        if let exchangeTransport { stopping.drop(exchangeTransport) }
        exchangeTransport = nil
    }
}
