// How far the server's clock is from this device's.

/// The server's clock minus the wall clock of this device, measured by exchanges: the server's time belongs to the
/// middle of the round trip, so the measurement of the shortest one is the best. It holds while wall and monotonic
/// clock move together; once they are 2 s apart somebody set the wall clock, or the machine slept, and there is no
/// offset until the next answer (docs/design, replication: Clock).
package struct ClockOffset: Equatable, Sendable {
    /// Both clocks of the device at one moment.
    package struct Reading: Equatable, Sendable {
        /// What the wall clock shows, in milliseconds since 1970.
        package let wallMilliseconds: Int64
        /// What the monotonic clock shows, in milliseconds since any moment.
        package let monotonicMilliseconds: Int64

        /// A reading; both are clamped to ±2⁴⁸, thousands of years, so that differences are exact.
        package init(wallMilliseconds: Int64, monotonicMilliseconds: Int64) {
            self.wallMilliseconds = Self.clamped(wallMilliseconds)
            self.monotonicMilliseconds = Self.clamped(monotonicMilliseconds)
        }

        fileprivate static func clamped(_ milliseconds: Int64) -> Int64 { max(-1 << 48, min(milliseconds, 1 << 48)) }

        /// How much further the wall clock has moved than the monotonic one since an earlier reading.
        fileprivate func drift(since earlier: Reading) -> Int64 {
            (wallMilliseconds - earlier.wallMilliseconds)
                - (monotonicMilliseconds - earlier.monotonicMilliseconds)
        }
    }

    private struct Measurement: Equatable {
        let received: Reading
        let roundTripMilliseconds: Int64
        let offsetMilliseconds: Int64
    }

    private var best: Measurement?

    /// Nothing measured yet.
    package init() {}

    /// Takes in one answer. It counts if its round trip is not longer than that of the measurement before, or if that
    /// one no longer holds; one during which the wall clock was set does not count.
    ///
    /// - Parameter serverMilliseconds: what the server's clock showed when it answered, since 1970.
    package mutating func measure(sent: Reading, received: Reading, serverMilliseconds: Int64) {
        let roundTrip = received.monotonicMilliseconds - sent.monotonicMilliseconds
        guard roundTrip >= 0, abs(received.drift(since: sent)) <= Limits.clockDriftMilliseconds else { return }
        if let best, best.roundTripMilliseconds < roundTrip, isValid(best, at: received) { return }
        let middle = received.wallMilliseconds - roundTrip / 2
        best = Measurement(
            received: received, roundTripMilliseconds: roundTrip,
            offsetMilliseconds: Reading.clamped(serverMilliseconds) - middle)
    }

    /// What to add to the wall clock for the server's time, in milliseconds; nil where nothing was measured that still
    /// holds.
    package func milliseconds(at now: Reading) -> Int64? {
        best.flatMap { isValid($0, at: now) ? $0.offsetMilliseconds : nil }
    }

    private func isValid(_ measurement: Measurement, at now: Reading) -> Bool {
        abs(now.drift(since: measurement.received)) <= Limits.clockDriftMilliseconds
    }
}
