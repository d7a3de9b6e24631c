// How often whom may ask: token buckets, kept for a bounded number of senders.

internal import Synchronization

/// A rate with a burst, as a pure value: so many permits at most, refilled steadily.
struct TokenBucket: Equatable, Sendable {
    /// Permits at most.
    let burst: Int
    /// In how many milliseconds `refill` permits come back.
    let periodMilliseconds: Int64
    /// Permits that come back in one period.
    let refill: Int

    /// What is left for one sender: permits times ``periodMilliseconds``, as of a time.
    struct Level: Equatable, Sendable {
        var parts: Int64
        var milliseconds: Int64
    }

    /// Takes one permit.
    ///
    /// - Returns: nil when there was one; else in how many seconds there will be.
    func take(from level: inout Level, nowMilliseconds now: Int64) -> Int? {
        level = Level(parts: filled(level, now), milliseconds: now)
        guard level.parts < periodMilliseconds else {
            level.parts -= periodMilliseconds
            return nil
        }
        let missing = periodMilliseconds - level.parts
        let waitMilliseconds = (missing + Int64(refill) - 1) / Int64(refill)
        return Int((waitMilliseconds + 999) / 1_000)
    }

    /// Whether so much has come back that nothing is to be remembered.
    func isFull(_ level: Level, nowMilliseconds now: Int64) -> Bool {
        filled(level, now) == full
    }

    /// A sender that was never seen.
    func newLevel(nowMilliseconds now: Int64) -> Level {
        Level(parts: full, milliseconds: now)
    }

    private var full: Int64 { Int64(burst) * periodMilliseconds }

    /// A clock that was set back brings nothing, and takes nothing away.
    private func filled(_ level: Level, _ now: Int64) -> Int64 {
        let (elapsed, isTooLong) = now.subtractingReportingOverflow(level.milliseconds)
        guard !isTooLong, elapsed > 0 else { return level.parts }
        let (gained, isTooMuch) = elapsed.multipliedReportingOverflow(by: Int64(refill))
        return isTooMuch ? full : min(full, level.parts + min(gained, full))
    }
}

/// One rate for many senders, in bounded memory.
final class RateLimit<Sender: Hashable & Sendable>: Sendable {
    private let bucket: TokenBucket
    private let capacity: Int
    private let levels = Mutex<[Sender: TokenBucket.Level]>([:])

    init(_ bucket: TokenBucket, capacity: Int = Limits.ratedSenders) {
        self.bucket = bucket
        self.capacity = capacity
    }

    /// Counts one request of a sender. When so many senders are active that no more can be remembered, a new one is
    /// asked to wait.
    ///
    /// - Returns: nil when it may go on; else in how many seconds to try again.
    func take(_ sender: Sender, nowMilliseconds now: Int64) -> Int? {
        levels.withLock { levels in
            if levels[sender] == nil, levels.count >= capacity {
                levels = levels.filter { !bucket.isFull($0.value, nowMilliseconds: now) }
                guard levels.count < capacity else { return 1 }
            }
            return bucket.take(
                from: &levels[sender, default: bucket.newLevel(nowMilliseconds: now)], nowMilliseconds: now)
        }
    }
}

/// The rates of the server (docs/design, security: Limits).
struct RateLimits: Sendable {
    /// Requests of one device, by the hash of its token.
    let device: RateLimit<Membership>
    /// Requests without a valid token, by address.
    let stranger: RateLimit<String>
    /// Invitations, by space.
    let invitation: RateLimit<SpaceKey>

    init(_ limits: ServerLimits) {
        device = RateLimit(
            TokenBucket(burst: limits.requestBurst, periodMilliseconds: 1_000, refill: limits.requestsPerSecond))
        stranger = RateLimit(
            TokenBucket(
                burst: limits.unauthenticatedPerMinute, periodMilliseconds: 60_000,
                refill: limits.unauthenticatedPerMinute))
        invitation = RateLimit(
            TokenBucket(
                burst: limits.invitationsPerHour, periodMilliseconds: 3_600_000, refill: limits.invitationsPerHour))
    }
}
