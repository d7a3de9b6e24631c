// The clock that stamps local writes: the wall's time, made strictly increasing and never behind what was received.

/// A hybrid logical clock as a value (docs/design, replication: Clock). The store keeps it as rows of its file and
/// writes it back in the transaction of the data. All times are stamp times: 48 bits of milliseconds since 1970, then
/// a 16-bit counter that carries into the milliseconds when it is full.
///
/// `published` is never beyond `last`. At ``Stamp/latestTime`` the clock stands still and gives that time again and
/// again instead of trapping; since a truthful server answers *ahead* long before, only a server that lies can bring a
/// clock there.
package struct HybridClock: Equatable, Sendable {
    /// The greatest time given, received or confirmed.
    package private(set) var last: UInt64
    /// The greatest time received or confirmed: stamps up to here are known to others and are never rewritten.
    package private(set) var published: UInt64
    /// The server's clock minus this device's wall clock, in milliseconds.
    package var offsetMilliseconds: Int64

    /// A clock as it was kept; times beyond ``Stamp/latestTime`` count as that.
    package init(last: UInt64 = 0, published: UInt64 = 0, offsetMilliseconds: Int64 = 0) {
        self.published = min(published, Stamp.latestTime)
        self.last = max(min(last, Stamp.latestTime), self.published)
        self.offsetMilliseconds = offsetMilliseconds
    }

    /// The time for the next local write: `max(wall + offset, last + 1)`, and beyond `owned`.
    ///
    /// - Parameters:
    ///   - wallMilliseconds: what the wall clock shows, since 1970. It may go back; the time given does not.
    ///   - owned: the greatest time that owns a cell about to be written. After a clock was set back
    ///     (``restamped(serverMilliseconds:)``) an offered change may be later than `last`; a write must still win over
    ///     what its writer saw.
    package mutating func tick(now wallMilliseconds: Int64, beyond owned: UInt64 = 0) -> UInt64 {
        let (sum, hasOverflow) = wallMilliseconds.addingReportingOverflow(offsetMilliseconds)
        let wall = hasOverflow ? (offsetMilliseconds < 0 ? Int64.min : .max) : sum
        let next = min(max(last, owned), Stamp.latestTime - 1) + 1
        last = max(Stamp.time(milliseconds: wall), next)
        return last
    }

    /// Takes in the time of a received change: no later write of this device is stamped before it.
    package mutating func receive(_ time: UInt64) {
        published = max(published, min(time, Stamp.latestTime))
        last = max(last, published)
    }

    /// Takes in the time of a change of this device that the server is now known to hold.
    package mutating func confirm(_ time: UInt64) {
        receive(time)
    }

    /// The clock to stamp the new changes anew with, once the server has answered *ahead*: it goes back to the server's
    /// time, but not behind anything published.
    ///
    /// - Parameter serverMilliseconds: what the server's clock shows, since 1970.
    package func restamped(serverMilliseconds: Int64) -> HybridClock {
        HybridClock(
            last: Stamp.time(milliseconds: serverMilliseconds), published: published,
            offsetMilliseconds: offsetMilliseconds)
    }
}
