// The one thread that writes: it takes all that waits into one transaction, and looks after what time brings.

internal import Platform
internal import Synchronization

/// Carries out the jobs of a server's program. While one transaction is flushed to disk, jobs gather for the next: many
/// devices share one flush. Between transactions it ends long polls whose time is over, writes what was only seen, once
/// a minute, and collects, once an hour.
package final class GroupCommit: Sendable {
    private struct Waiting: Sendable {
        let job: WriteJob
        let completion: @Sendable (WriteResult) -> Void
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        /// Whether the thread sleeps, or is about to; otherwise it looks without being rung for.
        var isIdle = false
        var isClosed = false
    }

    private let server: Server
    private let state = Mutex(State())
    private let bell: WakeSignal
    private let end: WakeSignal

    /// Nothing runs yet.
    ///
    /// - Throws: `PlatformError` when the system has no more descriptors.
    package init(_ server: Server) throws {
        self.server = server
        bell = try WakeSignal()
        end = try WakeSignal()
    }

    /// Starts the thread.
    ///
    /// - Throws: `PlatformError` when the system has no more threads.
    package func start() throws {
        try BackgroundThread.run { [self] in
            run()
            end.give()
        }
    }

    /// Hands a job over. `completion` is called on the writing thread, and must not wait: it hands the result to a
    /// worker, which calls ``Server/complete(_:_:)``.
    ///
    /// - Returns: false when too many wait, or the writer is stopping: then the answer is
    ///   ``Server/refuseForNow(_:)``.
    package func submit(_ job: WriteJob, _ completion: @escaping @Sendable (WriteResult) -> Void) -> Bool {
        let (isTaken, wasIdle) = state.withLock { state in
            guard !state.isClosed, state.waiting.count < server.limits.waitingWrites else { return (false, false) }
            state.waiting.append(Waiting(job: job, completion: completion))
            defer { state.isIdle = false }
            return (true, state.isIdle)
        }
        if wasIdle { bell.give() }
        return isTaken
    }

    /// Takes no more jobs, finishes those that wait, ends the long polls, writes what was only seen. Returns when the
    /// thread has ended; to be called once, after ``start()``.
    package func stop() {
        state.withLock { $0.isClosed = true }
        bell.give()
        end.wait()
    }

    /// The life of the thread.
    private func run() {
        var upkeep = Upkeep(nowMilliseconds: server.nowMilliseconds)
        while true {
            let (batch, isClosed) = state.withLock { state in
                defer { state.waiting = [] }
                state.isIdle = state.waiting.isEmpty
                return (state.waiting, state.isClosed)
            }
            if batch.isEmpty {
                guard !isClosed else { break }
                let now = server.nowMilliseconds
                server.watchers.expire(nowMilliseconds: now)
                if !upkeep.step(server, nowMilliseconds: now) {
                    bell.wait(timeoutMilliseconds: upkeep.wait(server, nowMilliseconds: now))
                }
                continue
            }
            let clock = MonotonicClock()
            let results = server.perform(batch.map(\.job))
            server.observer?.committed(jobCount: batch.count, nanoseconds: clock.elapsedNanoseconds())
            for (waiting, result) in zip(batch, results) { waiting.completion(result) }
        }
        server.watchers.close()
        // What cannot be written now costs at worst a false alarm.
        try? server.writeSightings()
    }
}

/// What is to be done again and again.
private struct Upkeep {
    private var nextSightings: Int64
    private var nextCollection: Int64
    private var place: Server.CollectionPlace?

    init(nowMilliseconds now: Int64) {
        nextSightings = now + Limits.sightingMilliseconds
        nextCollection = now
    }

    /// Does one small thing that is due; says whether there was one. What fails now is due again later.
    mutating func step(_ server: Server, nowMilliseconds now: Int64) -> Bool {
        if now >= nextSightings {
            nextSightings = now + Limits.sightingMilliseconds
            try? server.writeSightings()
            return true
        }
        if place != nil || now >= nextCollection {
            nextCollection = now + Limits.collectionMilliseconds
            place = (try? server.collect(from: place)) ?? nil
            return true
        }
        return false
    }

    /// Milliseconds until something is due. A clock that was set does not make it oversleep for long.
    func wait(_ server: Server, nowMilliseconds now: Int64) -> Int {
        let next = min(nextSightings, nextCollection, server.watchers.nextEndMilliseconds ?? .max)
        return Int(max(0, min(next - now, Limits.longestWaitMilliseconds)))
    }
}
