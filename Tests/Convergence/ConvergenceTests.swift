// The plainest schedules: what one device writes, the others see.

import Simulation
import Testing
import TripModel

@Suite("Devices of one space")
struct ConvergenceTests {
    @Test("What one device writes, every device holds after one sync each")
    func plainExchange() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), city: "Bergen", note: "rain")
        try world["anna"].sync()
        try world["ben"].sync()
        #expect(try world["ben"].trip(.trip(1))?.note == "rain")
        try world.expectConvergence()
    }
}
