// The sync of a device: whole rounds of exchanges, one at a time for each file.

public import HTTPMessages
internal import Platform
internal import ReplicaStore
internal import SyncProtocol
internal import Synchronization

extension Device {
    /// Brings the server what is new here and takes what is new there, until both hold the same. Where another process
    /// syncs this store, waits for it, and then runs its own round.
    ///
    /// Whatever happens on the way, and wherever it is stopped, nothing is lost and it may be called again.
    ///
    /// - Parameters:
    ///   - transport: leads to the server of ``membership()``.
    ///   - acceptHiding: hides what ``SyncError/asksHiding(recordCount:)`` asked about.
    ///   - retryWaiting: offers what the server wanted later before its time, as where a person asks.
    ///   - progress: called after each exchange.
    /// - Throws: ``SyncError`` and `StoreError`.
    @discardableResult
    public func sync(
        over transport: any Transport, acceptHiding: Bool = false, retryWaiting: Bool = false,
        progress: (SyncProgress) -> Void = { _ in }
    ) throws -> SyncReport {
        try exclusively { offset in
            let membership = try requiredMembership()
            if retryWaiting { try store.retryWaiting() }
            var round = SyncRound(
                store: store, surroundings: surroundings, membership: membership, transport: transport,
                offset: offset)
            defer { offset = round.offset }
            let report = try round.run(acceptHiding: acceptHiding, progress: progress)
            try refreshIfChanged(round.devicesDigest, over: transport)
            return report
        }
    }

    /// ``sync(over:acceptHiding:retryWaiting:progress:)`` as an ``Agent`` wants it done and told.
    ///
    /// - Parameter reporting: called with what it did when it came to its end.
    public func exchange(
        over transport: any Transport, reporting: (SyncReport) -> Void = { _ in }
    ) -> Agent.ExchangeResult {
        do {
            let report = try sync(over: transport)
            reporting(report)
            return .done(hasNews: report.hasNews, later: report.later)
        } catch SyncError.asksHiding {
            return .asksHiding
        } catch SyncError.failed(let failure) {
            return .failed(failure)
        } catch let error as SyncError {
            // The device left the space meanwhile: nothing of the kind can go on.
            return .failed(error == .notInSpace ? .cancelled : .invalidAnswer(.malformed(detail: "\(error)")))
        } catch {
            return .failed(SyncFailure(ofStore: error))
        }
    }

    /// Waits until somebody else brings the server something new.
    ///
    /// - Parameters:
    ///   - transport: as for ``sync(over:acceptHiding:retryWaiting:progress:)``. Cancelling it ends the wait.
    ///   - seconds: how long to wait at most; the server may hold it for less.
    public func watch(over transport: any Transport, seconds: Int) -> Agent.WatchEnd {
        do {
            let membership = try requiredMembership()
            let place = try store.syncFacts()
            let held = UInt32(clamping: max(1, min(seconds, Int(SyncProtocol.Limits.watchSeconds))))
            let request = WatchRequest(number: place.number, cursor: place.cursor, seconds: held)
            let isChanged = try SyncError.mapping {
                try WatchAnswer(
                    encoded: membership.call(
                        .watch, request.encoded, over: transport,
                        timeoutSeconds: Int(held) + Limits.watchGraceSeconds)
                ).isChanged
            }
            return isChanged ? .changed : .unchanged
        } catch SyncError.failed(let failure) {
            return .failed(failure)
        } catch let error as SyncError {
            return .failed(error == .notInSpace ? .cancelled : .invalidAnswer(.malformed(detail: "\(error)")))
        } catch {
            return .failed(SyncFailure(ofStore: error))
        }
    }

    /// One round at a time: among the threads of this process by a lock in memory, among processes by one on a file
    /// that dies with its process (docs/design, replication: Exchange).
    private func exclusively(_ body: (inout ClockOffset) throws -> SyncReport) throws -> SyncReport {
        try syncing.withLock { offset in
            guard !store.path.isEmpty else { return try body(&offset) }
            let lock: FileLock
            do throws(PlatformError) {
                lock = try FileLock(path: store.path + "-sync")
                try lock.lock()
            } catch {
                throw StoreError.files(message: "\(error)")
            }
            return try withExtendedLifetime(lock) { try body(&offset) }
        }
    }

    /// The list of devices is fetched when the server's is another one. That it could not be fetched does not undo the
    /// sync: the next one finds it different still.
    private func refreshIfChanged(_ digest: [UInt8]?, over transport: any Transport) throws {
        guard let digest else { return }
        let known = try store.devices().flatMap { try? DeviceList(encoded: $0) }
        guard known?.digest != digest else { return }
        do {
            try refreshMemberDevices(over: transport)
        } catch is SyncError {}
    }
}

extension SyncFailure {
    /// What it means that the store could not be read or written.
    fileprivate init(ofStore error: any Error) {
        switch error {
        case StoreError.database(.full): self = .diskFull
        default: self = .storeFault(detail: "\(error)")
        }
    }
}

extension SyncError {
    /// Turns what a call throws into ``failed(_:)``.
    static func mapping<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as SyncFailure {
            throw SyncError.failed(failure)
        } catch let error as MessageError {
            throw SyncError.failed(SyncFailure(error))
        }
    }
}
