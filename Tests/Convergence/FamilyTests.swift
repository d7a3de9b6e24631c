// A family's busiest day against the usual limits: honest use never meets one.

import HTTPMessages
import Replication
import Simulation
import SyncProtocol
import SyncServer
import Testing
import TripModel

@testable import PackmuleKit

@Suite("A family")
struct FamilyTests {
    /// A world with the usual limits, whose answers are looked at as they come.
    private final class Family {
        let world: World
        private(set) var requestCount = 0

        init() throws {
            world = try World("one", limits: ServerLimits())
        }

        /// One more device; it reads all there is.
        func add(_ name: String) throws {
            try world.addReplica(name).sync()
            check()
        }

        /// A long poll that is answered, and the sync that follows it.
        func wake(_ replica: Replica) throws {
            let cursor = try replica.store.outgoing(withChanges: false).cursor
            let watch = WatchRequest(number: try replica.facts.number, cursor: cursor, seconds: 300).encoded
            _ = try replica.device.requiredMembership().call(.watch, watch, over: world.network)
            try replica.sync()
            check()
        }

        /// Somebody writes something, and everybody is woken.
        func write(_ replica: Replica, _ trip: UInt64, _ note: String) throws {
            try replica.write(.trip(trip), note: note)
            try replica.sync()
            for other in world.replicas where other !== replica { try wake(other) }
            check()
        }

        /// Nobody was turned away, and no change put off.
        func check() {
            for (request, response) in world.network.takeExchanges() {
                requestCount += 1
                #expect(![429, 503, 507].contains(response.status), "\(request.path): \(response.status)")
                guard request.path == Route.exchange.rawValue, response.status == 200,
                    case .page(let page)? = try? ExchangeAnswer(encoded: response.body).verdict
                else { continue }
                #expect(page.outcomes.allSatisfy { $0 == .stored || $0 == .done })
            }
        }
    }

    @Test("Eight devices, 5,000 records, a day of edits, watches and reconnections, three new devices: nobody waits")
    func day() throws {
        let family = try Family()
        let world = family.world
        // All come in one after the other in a few minutes, from one address.
        for number in 2...8 {
            world.pass(seconds: 10)
            try family.add("device \(number)")
        }
        // The first brings everything that it had before there was a server.
        try world["one"].device.edit("import") { edit in
            for number in 1...5_000 as ClosedRange<UInt64> {
                var trip = Trip(id: .trip(number))
                trip.city = "city \(number)"
                try edit.create(trip)
            }
        }
        try world["one"].sync()
        for replica in world.replicas { try family.wake(replica) }
        for hour in 0..<24 as Range<UInt64> {
            // Somebody packs: a tick a second, seen by all at once.
            let packer = world.replicas[Int(hour) % 8]
            for tick in 0..<30 as Range<UInt64> {
                world.pass(seconds: 1)
                try family.write(packer, 1 + hour * 30 + tick, "packed \(tick)")
            }
            // The router starts anew: everybody asks again in the same second.
            for replica in world.replicas {
                try family.wake(replica)
                try replica.device.refreshMemberDevices(over: world.network)
            }
            world.pass(seconds: 3_540)
        }
        for name in ["new phone", "new tablet", "grandmother"] {
            world.pass(seconds: 30)
            try family.add(name)
            #expect(try world[name].device.read { try $0.records(Trip.self) }.count == 5_000)
        }
        try world.settle(rounds: 1)
        family.check()
        try world.expectConvergence()
        #expect(family.requestCount > 10_000)
    }
}
