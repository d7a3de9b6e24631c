// The exchange, rule by rule.

import Replication
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@Suite("Exchange")
struct ExchangeTests {
    let world: TestServer
    let first: TestDevice
    let second: TestDevice

    init() throws {
        world = try TestServer()
        first = try world.claim()
        second = try world.join(device: 2, invitedBy: first)
    }

    @Test("What one device pushes, the other one gets, and not the one who pushed")
    func pushAndPull() throws {
        let pushed = try first.exchange([change(5, at: 0)])
        #expect(pushed.outcomes == [.stored])
        #expect(pushed.rows.isEmpty)
        #expect(pushed.cursor.sequence == 1)
        let pulled = try second.exchange()
        #expect(pulled.rows.map(\.sealed) == [try change(5, at: 0)])
        #expect(pulled.rows.map(\.pusher) == [1])
        #expect(pulled.rows.map(\.owned) == [FieldMask(1)])
        #expect(pulled.cursor.sequence == 1)
        #expect(pulled.head != nil)
        #expect(try second.exchange().rows.isEmpty)
    }

    @Test("From zero, everything comes, what was pushed under the number too")
    func fromZero() throws {
        try first.exchange([change(5, at: 0)])
        first.cursor = .zero
        #expect(try first.exchange().rows.isEmpty)
        first.cursor = .zero
        #expect(try first.exchange(isFromZero: true).rows.count == 1)
    }

    @Test("The greater stamp wins, whatever comes first", arguments: [[0, 1], [1, 0]])
    func greaterStampWins(order: [Int]) throws {
        let changes = [try change(5, at: 0, by: 1), try change(5, at: 1, by: 2)]
        let outcomes = try order.map { try first.exchange([changes[$0]]).outcomes[0] }
        #expect(outcomes == (order == [0, 1] ? [.stored, .stored] : [.stored, .done]))
        #expect(try second.exchange(isFromZero: true).rows.map(\.sealed) == [changes[1]])
    }
}
