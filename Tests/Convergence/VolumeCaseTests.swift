// Failures that users of other systems reported, each as a schedule: files, volume, versions.

import PackmuleKit
import Replication
import Simulation
import SyncProtocol
import SyncServer
import TestSupport
import Testing
import TripModel

@testable import ReplicaStore

@Suite("What befell others: files, volume, versions")
struct VolumeCaseTests {
    /// atproto 906, did-method-plc 127: a reader skipped a record that was committed late with a lower number. On one
    /// SQLite file a second transaction cannot begin before the first ends; what can happen is that requests meet in
    /// one transaction, or are answered from a later snapshot than their own.
    @Test("Requests that are written together and answered late skip nothing")
    func sequenceOrderIsCommitOrder() throws {
        let world = try World("anna", "ben", "carla")
        let server = world.host.server
        var jobs: [(replica: Replica, sent: Replica.Sent, job: WriteJob)] = []
        for (place, name) in ["anna", "ben", "carla"].enumerated() {
            try world[name].write(.trip(UInt64(place)), note: name)
            let sent = try world[name].request()
            let caller = try #require(try world[name].store.membership())
            let start = RequestStart(
                method: .post, path: Route.exchange.rawValue,
                authorization: Credentials.headerValue(for: caller.token, of: caller.space),
                bodyByteCount: nil, address: "192.0.2.1")
            guard case .admitted(let admitted) = server.admit(start),
                case .write(let job) = server.plan(admitted, body: sent.message.encoded)
            else {
                Issue.record("not admitted")
                return
            }
            jobs.append((world[name], sent, job))
        }
        // The first is written alone, and answered only after the two others were: its page holds theirs.
        var results = server.perform([jobs[0].job])
        results += server.perform([jobs[2].job, jobs[1].job])
        for ((replica, sent, job), result) in zip([jobs[0], jobs[2], jobs[1]], results).reversed() {
            let answer = try ExchangeAnswer(encoded: server.complete(job, result).body)
            try replica.absorb(answer, to: sent)
        }
        for replica in world.replicas {
            try replica.sync()
            #expect(try replica.device.read { try $0.records(Trip.self) }.count == 3)
        }
        try world.expectConvergence()
    }

    /// sqlite-sync 70: two merges of one cell at the same time left the older value.
    @Test(
        "Of two pushes of one cell in one transaction the greater stamp wins, in both orders", arguments: [true, false])
    func simultaneousMerges(isOlderFirst: Bool) throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), note: "older")
        world.pass(seconds: 1)
        try world["ben"].write(.trip(1), note: "newer")
        let order = isOlderFirst ? ["anna", "ben"] : ["ben", "anna"]
        let sent = try order.map { (world[$0], try world[$0].request()) }
        let answers = try sent.map { try $0.0.answer(to: $0.1) }
        for ((replica, sent), answer) in zip(sent, answers) { try replica.absorb(answer, to: sent) }
        try world.settle()
        for name in order { #expect(try world[name].trip(.trip(1))?.note == "newer") }
        try world.expectConvergence()
    }

    /// turso 8129, harmony 79, submersion 309: after restoring or copying a client's file later writes vanished or
    /// what was deleted came back.
    @Test("A device file that is put back or used twice loses nothing and takes another number")
    func copiedFiles() throws {
        let world = try World("anna", "ben")
        let anna = world["anna"]
        try anna.write(.trip(1), note: "one")
        try anna.write(.trip(2), note: "to be deleted")
        try world.settle()
        let (copy, number) = (try anna.copy(), try anna.facts.number)
        try anna.write(.trip(3), note: "after the copy")
        try anna.delete(.trip(2))
        try world.settle()
        try anna.rollBack(to: copy)
        try anna.write(.trip(4), note: "after putting back")
        #expect(try anna.sync().wasReconciled)
        #expect(try anna.facts.number != number)
        try world.settle()
        for name in ["anna", "ben"] {
            #expect(try world[name].trip(.trip(3))?.note == "after the copy")
            #expect(try world[name].trip(.trip(4))?.note == "after putting back")
            #expect(try world[name].trip(.trip(2)) == nil)
        }
        // Both copies at once.
        let clone = try world.clone(anna, as: "clone")
        for round in 0..<5 as Range<UInt64> {
            world.pass(seconds: 1)
            try anna.write(.trip(10 + round), note: "anna")
            try clone.write(.trip(20 + round), note: "clone")
            try anna.sync()
            try clone.sync()
        }
        try world.settle()
        #expect(try clone.facts.number != anna.facts.number)
        #expect(try world["ben"].device.read { try $0.records(Trip.self) }.count == 13)
        try world.expectConvergence()
    }

    /// pouchdb 7634, cbl-dart 566: the first sync spent minutes on dead documents. 20,000 deleted records stand
    /// for the 200,000 there: all of them are collected, so that their number does not matter.
    @Test("A new device downloads what lives: 500 records beside 20,000 that were deleted")
    func bootstrapsDownloadWhatLives() throws {
        let world = try World("anna")
        let anna = world["anna"]
        for start in stride(from: 0, to: 20_000, by: 5_000) as StrideTo<Int> {
            try anna.device.edit("many") { edit in
                for number in start..<start + 5_000 {
                    var trip = Trip(id: .trip(UInt64(number)))
                    trip.city = "gone"
                    try edit.create(trip)
                }
            }
            try anna.device.edit("delete") { edit in
                for number in start..<start + 5_000 {
                    try edit.delete(Trip.schema.description, .trip(UInt64(number)))
                }
            }
        }
        try anna.sync()
        try anna.sync()
        world.pass(days: 91)
        try anna.sync()
        try world.host.collect()
        try anna.device.edit("live") { edit in
            for number in 0..<500 as Range<UInt64> {
                var trip = Trip(id: .trip(100_000 + number))
                (trip.city, trip.note) = ("Bergen", "what lives, number \(number)")
                try edit.create(trip)
            }
        }
        try anna.sync()
        let liveByteCount = try world.host.rows().reduce(0) {
            $0 + $1.change.sealed.body.count + $1.change.sealed.header.encoded.count
        }
        let fresh = try world.addReplica("fresh")
        _ = world.network.takeExchanges()
        #expect(try fresh.sync().receivedCount == 500)
        let byteCount = world.network.takeExchanges().reduce(0) { $0 + $1.response.body.count }
        #expect(byteCount * 10 <= liveByteCount * 12)
    }

    /// couchbase-lite-ios 1001 and 986: one record with a broken attachment stopped the replication of everything.
    @Test("One body in 1,000 that does not open: the rest is there, it is listed, and whoever has it brings it again")
    func poisonedRecords() throws {
        let world = try World("anna", "ben")
        try world["anna"].device.edit("many") { edit in
            for number in 0..<1_000 as Range<UInt64> {
                var trip = Trip(id: .trip(number))
                trip.city = "Bergen"
                try edit.create(trip)
            }
        }
        try world["anna"].sync()
        world.network.plan([.rewritten(damagingBody(ofRow: 500))])
        let report = try world["ben"].sync()
        #expect(report.unopenableCount == 1)
        #expect(try world["ben"].device.read { try $0.records(Trip.self) }.count == 999)
        #expect(try world["ben"].facts.unopenableCount == 1)
        try world.settle()
        #expect(try world["ben"].device.read { try $0.records(Trip.self) }.count == 1_000)
        #expect(try world["ben"].facts.unopenableCount == 0)
        try world.expectConvergence()
    }

    /// couchbase-lite-ios 1001: the same on the way up.
    @Test("One change that the server refuses goes to quarantine, and the rest goes on")
    func refusedChanges() throws {
        var limits = ServerLimits.generous
        limits.changeBytes = 1_000
        let world = try World("anna", "ben", limits: limits)
        for trip in 1...20 as ClosedRange<UInt64> {
            try world["anna"].write(.trip(trip), note: trip == 10 ? String(repeating: "x", count: 2_000) : "short")
        }
        let report = try world["anna"].sync()
        #expect(report.refusedCount == 1 && report.sentCount == 19)
        #expect(try world["anna"].device.quarantine().map(\.record) == [.trip(10)])
        // Nothing is left to send: a program that looks for that does not sync without end.
        let (sendable, pending) = try world["anna"].device.read { (try $0.sendableCount(), try $0.pendingCount()) }
        #expect(sendable == 0 && pending == 1)
        try world["ben"].sync()
        #expect(try world["ben"].device.read { try $0.records(Trip.self) }.count == 19)
        world.host.limits = .generous
        world.host.restart()
        try world["anna"].device.retryQuarantined()
        try world.settle()
        #expect(try world["ben"].device.read { try $0.records(Trip.self) }.count == 20)
        try world.expectConvergence()
    }

    /// super-productivity 9095, 8107, 8956: one device's rename was lost because another marked the task done; a delete
    /// that won locally was never uploaded.
    @Test("Disjoint fields on three offline devices: all edits survive every order of syncing", arguments: 0..<6)
    func disjointFields(order: Int) throws {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let world = try World("anna", "ben", "carla")
        try world["anna"].write(.trip(1), city: "a", title: "a", note: "a")
        try world["anna"].write(.trip(2), note: "a")
        try world.settle()
        try world["carla"].write(.trip(1), note: "carla")
        world.pass(seconds: 1)
        try world["ben"].write(.trip(1), title: "ben")
        try world["ben"].write(.trip(2), note: "ben")
        world.pass(seconds: 1)
        try world["anna"].write(.trip(1), city: "anna")
        try world["anna"].delete(.trip(2))
        for place in orders[order] { try world.replicas[place].sync() }
        try world.settle()
        for replica in world.replicas {
            let trip = try #require(try replica.trip(.trip(1)))
            #expect((trip.city, trip.title, trip.note) == ("anna", "ben", "carla"))
            #expect(try replica.trip(.trip(2)) == nil)
        }
        try world.expectConvergence()
    }

    /// super-productivity 8339: a retry near the quota wiped the restore points.
    @Test("A batch that was accepted is accepted again at 99 % of the quota, and nothing is deleted for it")
    func retriesNearTheQuota() throws {
        let world = try World("anna", "ben")
        for trip in 1...50 as ClosedRange<UInt64> { try world["anna"].write(.trip(trip), note: "\(trip)") }
        try world["anna"].exchangeLosingAnswer()
        let byteCount = try #require(try world.host.space()?.byteCount)
        world.host.limits.bytesPerSpace = byteCount * 100 / 99
        world.host.restart()
        let report = try world["anna"].sync()
        #expect(report.sentCount == 50 && report.later == nil)
        #expect(try world.host.rows().count == 50)
        try world.settle()
        try world.expectConvergence()
    }

    /// super-productivity 9688, 8767: the logs of encrypted users never shrank. 2,000 edits here stand for the 100,000
    /// there, for each takes the place of the one before.
    @Test("However often one field is edited, the server holds one row of it")
    func sealedEditsTakeEachOthersPlace() throws {
        let world = try World("anna", "ben")
        for edit in 0..<2_000 {
            try world["anna"].write(.trip(1), note: "\(edit)")
            world.pass(seconds: 1)
            if edit % 4 == 0 { try world["anna"].sync() }
        }
        try world.settle()
        #expect(try world.host.rows().count <= 2)
        #expect(try world["ben"].trip(.trip(1))?.note == "1999")
        try world.expectConvergence()
    }

    /// IceCream 134: an old app erased a newer field. jazz 2999: an app that missed a migration could not open.
    @Test("Old and new versions in one space for 1,000 random edits: what only the new one knows stays")
    func versionsInOneSpace() throws {
        let world = try World("new")
        let old = try world.addReplica("old", catalogue: .first)
        var draws = SeededGenerator(seed: 134)
        var newest: [UInt64: (title: String, note: String)] = [:]
        for number in 0..<1_000 {
            let trip = UInt64(draws.int(in: 1...8))
            world.pass(seconds: 1)
            if draws.bool() {
                try old.writeAsFirst(.trip(trip), city: "old \(number)")
            } else {
                try world["new"].write(.trip(trip), city: "new \(number)", title: "t\(number)", note: "n\(number)")
                newest[trip] = ("t\(number)", "n\(number)")
            }
            if draws.bool(probability: 0.2) { try draws.pick(from: world.replicas).sync() }
        }
        try world.settle()
        // The old one alone keeps it all for a new device, even where the server begins anew.
        world.lose(world["new"])
        try world.host.wipe()
        try world.claim(old)
        try world.settle()
        let fresh = try world.addReplica("fresh new")
        try fresh.sync()
        for (trip, expected) in newest {
            let held = try #require(try fresh.trip(.trip(trip)))
            #expect((held.title, held.note) == (expected.title, expected.note))
        }
        try world.expectConvergence()
    }

    /// jazz 2999: a store last seen by an old version, while offline, is opened by the new one.
    @Test("A new version opens a store that an old one has written, and sees what was kept for it")
    func upgradesOffline() throws {
        let world = try World("new")
        let folder = TemporaryFolder()
        let path = folder.path("old.packmule")
        let old = try world.addReplica("old", catalogue: .first, at: path)
        try world["new"].write(.trip(1), city: "Bergen", note: "rain")
        try world.settle()
        try old.writeAsFirst(.trip(1), city: "Oslo")
        let upgraded = try world.makeReplica("upgraded", rulesVersion: "3", at: path)
        let trip = try #require(try upgraded.trip(.trip(1)))
        #expect((trip.city, trip.note) == ("Oslo", "rain"))
        world.lose(old)
        try upgraded.sync()
        try world.settle()
        #expect(try world["new"].trip(.trip(1))?.city == "Oslo")
        try world.expectConvergence()
    }
}

/// An answer with one body of its page damaged.
func damagingBody(ofRow place: Int) -> @Sendable ([UInt8]) -> [UInt8] {
    rewritingRows { rows in
        guard rows.indices.contains(place) else { return }
        var body = Array(rows[place].sealed.body)
        body[body.count / 2] ^= 1
        rows[place] = StoredChange(
            sealed: SealedChange(header: rows[place].sealed.header, body: body[...]), owned: rows[place].owned,
            pusher: rows[place].pusher)
    }
}

/// An answer with the rows of its page changed, as by a server that means ill.
func rewritingRows(_ rewrite: @escaping @Sendable (inout [StoredChange]) -> Void) -> @Sendable ([UInt8]) -> [UInt8] {
    { bytes in
        guard let answer = try? ExchangeAnswer(encoded: bytes), case .page(let page) = answer.verdict else {
            return bytes
        }
        var rows = page.rows
        rewrite(&rows)
        return ExchangeAnswer(
            mode: answer.mode, serverMilliseconds: answer.serverMilliseconds,
            verdict: .page(
                ExchangePage(outcomes: page.outcomes, rows: rows, cursor: page.cursor, head: page.head))
        ).encoded
    }
}
