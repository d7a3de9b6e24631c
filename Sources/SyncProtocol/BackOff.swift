// How long to wait after failures.

package import Platform

/// Exponential back-off with full jitter: after n failures in a row a random time up to 1 s · 2ⁿ⁻¹, and up to 5 minutes
/// at most, so that devices which failed together do not come back together (docs/design, replication: Waking and
/// never silent).
package struct BackOff: Equatable, Sendable {
    /// Failures since the last success.
    package private(set) var failureCount = 0

    /// No failure yet.
    package init() {}

    /// Counts a failure and says how long to wait, in milliseconds: at least 1.
    ///
    /// - Parameters:
    ///   - retryAfterSeconds: what the server asked for; it is waited as well, up to ``Limits/retryAfterSeconds``.
    ///   - random: draws the jitter.
    package mutating func failed(retryAfterSeconds: UInt32? = nil, random: some RandomSource) -> Int64 {
        failureCount = min(failureCount + 1, Self.greatestCount)
        let ceiling = min(Limits.backOffBaseMilliseconds << Int64(failureCount - 1), Limits.backOffMilliseconds)
        let jitter = 1 + Int64(random.next64() % UInt64(ceiling))
        return Int64(min(retryAfterSeconds ?? 0, Limits.retryAfterSeconds)) * 1000 + jitter
    }

    /// Forgets the failures.
    package mutating func succeeded() {
        failureCount = 0
    }

    /// From here on the ceiling is 5 minutes.
    private static let greatestCount = 16
}
