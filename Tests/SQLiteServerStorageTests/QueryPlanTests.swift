// Every statement finds its rows by a key.

import Cryptography
import HTTPMessages
import Replication
import SQLiteDatabase
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@testable import SQLiteServerStorage

@Suite("Query plans")
struct QueryPlanTests {
    /// Statements that read one row at the end of a table, or only the few rows of a partial index.
    static let allowedScans = [
        "SELECT number FROM space ORDER BY number DESC LIMIT 1": "SCAN space",
        "SELECT count(*) FROM claim WHERE used_by IS NULL": "SCAN claim USING INDEX open_claim",
    ]

    @Test("No statement scans a table or sorts")
    func plans() throws {
        let storage = try usedStorage()
        try storage.withConnection { connection in
            let texts = Set(connection.preparedTexts).filter { text in
                ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { text.hasPrefix($0) }
            }
            #expect(texts.count >= 38)
            for text in texts.sorted() {
                try connection.prepare("EXPLAIN QUERY PLAN " + text).forEachRow { row in
                    let detail = row.text(3)
                    let isGood =
                        detail.hasPrefix("SEARCH") && detail.hasSuffix("?)") || detail.contains("SUBQUERY")
                        || Self.allowedScans[text] == detail
                    #expect(isGood, "\(text): \(detail)")
                }
            }
        }
    }

    @Test(
        "The statements that matter use their whole key",
        arguments: [
            ("FROM change WHERE record = ?", "SEARCH change USING INDEX change_of_record (record=?)"),
            ("FROM change WHERE key > ?", "SEARCH change USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
            (
                "FROM device WHERE space = ? AND token = ? AND revoked",
                "SEARCH device USING INDEX device_of_space (space=? AND token=?)"
            ),
            ("WHERE deleting_in = ? ORDER BY", "SEARCH change USING COVERING INDEX deletion (deleting_in=?)"),
            (
                "WHERE deleting_in = ? AND (time",
                "SEARCH change USING INDEX deletion (deleting_in=? AND time>? AND time<?)"
            ),
            ("WHERE damaged_in = ? ORDER BY", "SEARCH change USING INDEX damage (damaged_in=?)"),
        ])
    func wholeKeys(part: String, plan: String) throws {
        let storage = try usedStorage()
        try storage.withConnection { connection in
            let text = try #require(connection.preparedTexts.first { $0.contains(part) })
            let detail = try connection.prepare("EXPLAIN QUERY PLAN " + text).firstRow { $0.text(3) }
            #expect(detail == plan)
        }
    }

    /// A storage that was made to prepare all its statements.
    private func usedStorage() throws -> SQLiteServerStorage {
        let storage = try SQLiteServerStorage.inMemory()
        let world = StorageWorld(storage)
        try world.claim(1)
        try world.join(2, invitedBy: 1)
        try world.join(3, invitedBy: 1, kind: .recovery)
        let shared = try change(5, at: 0, mask: 6)
        let key = ChangeKey(entity: 1, record: shared.header.record, stamp: shared.header.stamp)
        #expect(world.push(1, [shared, try change(5, at: 1)], attempt: 7).status == 200)
        #expect(world.push(1, [try change(5, at: 2)], attempt: 8, known: [7], damaged: [key]).status == 200)
        let deletion = try change(5, at: 3, mask: 1, deletion: true)
        #expect(world.push(1, [deletion], attempt: 9, known: [8]).status == 200)
        let odd = ExchangeRequest(
            number: 1, cursor: try #require(Cursor(sequence: 1, tag: 5, base: 0)), known: [9], attempt: 0,
            isFromZero: false, damaged: [], changes: [])
        #expect(world.send(.exchange, odd.encoded, 1).status == 200)
        let hash = StorageWorld.hash(2)
        #expect(world.send(.devices, DevicesRequest.rename(tokenHash: hash, name: [1]).encoded, 1).status == 200)
        #expect(world.send(.devices, DevicesRequest.revoke(tokenHash: hash).encoded, 1).status == 200)
        let many = (0..<253).map { index in
            MemberDevice(
                tokenHash: SHA256.digest(of: [UInt8(index)]), name: [], numbers: [], isRevoked: true,
                joinedMilliseconds: 0, seenMilliseconds: 0)
        }
        #expect(world.send(.devices, DevicesRequest.list(known: many).encoded, 1).status == 200)
        try world.join(4, invitedBy: 1)
        world.clock.advance(milliseconds: 100 * 86_400_000)
        var place = try world.server.collect()
        while let next = place { place = try world.server.collect(from: next) }
        #expect(try !world.server.needsClaim())
        _ = try storage.read { try $0.openClaimCount() }
        return storage
    }
}
