// Values made on threads of their own.

import Platform
import Synchronization
import TestSupport
import Testing

struct BackgroundValueTests {
    @Test("The value is made while its owner goes on, and is there however often it is asked for")
    func value() async throws {
        let product = try await onThread {
            let gate = try WakeSignal()
            let value = try BackgroundValue {
                gate.wait()
                return 6 * 7
            }
            gate.give()
            return [value.wait(), value.wait()]
        }
        #expect(product == [42, 42])
    }

    @Test("A value that nobody waits for is made all the same")
    func dropped() async throws {
        let isMade = try await onThread {
            let made = try WakeSignal()
            _ = try BackgroundValue { made.give() }
            return made.wait(timeoutMilliseconds: 10_000)
        }
        #expect(isMade)
    }
}
