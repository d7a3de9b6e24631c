// The server's clock, seen from a device.

import SyncProtocol
import Testing

struct ClockOffsetTests {
    static func reading(_ wall: Int64, _ monotonic: Int64) -> ClockOffset.Reading {
        ClockOffset.Reading(wallMilliseconds: wall, monotonicMilliseconds: monotonic)
    }

    /// An offset measured once: sent at wall 10,000, received 100 ms later, the server 5,000 ms ahead.
    static func measured() -> ClockOffset {
        var offset = ClockOffset()
        offset.measure(sent: reading(10_000, 500), received: reading(10_100, 600), serverMilliseconds: 15_050)
        return offset
    }

    @Test("Without an answer there is no offset")
    func none() {
        #expect(ClockOffset().milliseconds(at: Self.reading(0, 0)) == nil)
    }

    @Test(
        "The server's time belongs to the middle of the round trip",
        arguments: [
            (10_000, 10_100, 15_050, 5000), (10_000, 10_000, 10_000, 0), (10_000, 10_001, 10_000, -1),
            (1000, 3000, 0, -2000), (-500, 500, 7, 7),
        ] as [(Int64, Int64, Int64, Int64)])
    func midpoint(sent: Int64, received: Int64, server: Int64, expected: Int64) {
        var offset = ClockOffset()
        offset.measure(
            sent: Self.reading(sent, sent), received: Self.reading(received, received), serverMilliseconds: server)
        #expect(offset.milliseconds(at: Self.reading(received, received)) == expected)
    }

    @Test("The measurement of the shortest round trip is kept, of two equal ones the later")
    func shortest() {
        var offset = Self.measured()
        offset.measure(
            sent: Self.reading(20_000, 10_500), received: Self.reading(20_101, 10_601), serverMilliseconds: 0)
        #expect(offset.milliseconds(at: Self.reading(20_101, 10_601)) == 5000)
        offset.measure(
            sent: Self.reading(30_000, 20_500), received: Self.reading(30_100, 20_600), serverMilliseconds: 35_051)
        #expect(offset.milliseconds(at: Self.reading(30_100, 20_600)) == 5001)
    }

    @Test(
        "It holds while both clocks move together within two seconds",
        arguments: [
            (20_100, 10_600, 5000), (22_100, 10_600, 5000), (22_101, 10_600, nil), (18_100, 10_600, 5000),
            (18_099, 10_600, nil), (10_100_000, 600, nil),
        ] as [(Int64, Int64, Int64?)])
    func drift(wall: Int64, monotonic: Int64, expected: Int64?) {
        #expect(Self.measured().milliseconds(at: Self.reading(wall, monotonic)) == expected)
    }

    @Test("Once it does not hold, a longer round trip replaces it")
    func replaced() {
        var offset = Self.measured()
        offset.measure(
            sent: Self.reading(90_000, 10_000), received: Self.reading(94_000, 14_000), serverMilliseconds: 92_300)
        #expect(offset.milliseconds(at: Self.reading(94_000, 14_000)) == 300)
    }

    @Test("An answer during which the wall clock was set, or time ran back, does not count")
    func jump() {
        var offset = ClockOffset()
        offset.measure(sent: Self.reading(0, 0), received: Self.reading(2101, 100), serverMilliseconds: 7)
        offset.measure(sent: Self.reading(100, 100), received: Self.reading(99, 99), serverMilliseconds: 7)
        #expect(offset == ClockOffset())
    }

    @Test("No clock is so wrong that it traps")
    func extremes() {
        let values: [Int64] = [.min, -1, 0, 1, .max]
        for wall in values {
            for monotonic in values {
                for server in values {
                    var offset = ClockOffset()
                    offset.measure(
                        sent: Self.reading(wall, monotonic), received: Self.reading(monotonic, wall),
                        serverMilliseconds: server)
                    _ = offset.milliseconds(at: Self.reading(server, monotonic))
                }
            }
        }
    }
}
