// The page for embedders shows code that compiles, runs, and does what it says.

import CivilTime
import PackmuleKit
import Platform
import ReplicaStore
import TestSupport
import Testing
import TripModel

@Suite("Embedding", .timeLimit(.minutes(1)))
struct EmbeddingTests {
    private let folder = TemporaryFolder()

    // MARK: The page

    @Test("The page shows the code that these tests run, byte for byte")
    func page() throws {
        let page = Self.sections(of: try Self.lines("docs/embedding.md"), heading: "## ").compactMap { heading, lines in
            Self.swiftBlock(in: lines).map { (heading, $0) }
        }
        let examples = Self.sections(
            of: try Self.lines("Tests/PackmuleKitTests/EmbeddingExamples.swift"), heading: "// MARK: "
        ).map { ($0, Self.trimmed($1).joined(separator: "\n")) }
        #expect(page.map(\.0) == examples.map(\.0))
        for (shown, run) in zip(page, examples) { #expect(Array(shown.1.utf8) == Array(run.1.utf8), "\(shown.0)") }
        #expect(examples.count == 10)
    }

    @Test("The examples see only PackmuleKit, as an app does")
    func imports() throws {
        let lines = try Self.lines("Tests/PackmuleKitTests/EmbeddingExamples.swift")
        #expect(lines.filter { $0.contains("import ") } == ["import PackmuleKit"])
    }

    private static func lines(_ path: String) throws -> [String] {
        let bytes = try Files.read(Fixtures.repository + "/" + path, limitBytes: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private static func sections(of lines: [String], heading: String) -> [(heading: String, lines: [String])] {
        var sections: [(heading: String, lines: [String])] = []
        for line in lines {
            if line.hasPrefix(heading) {
                sections.append((String(line.dropFirst(heading.count)), []))
            } else if !sections.isEmpty {
                sections[sections.count - 1].lines.append(line)
            }
        }
        return sections
    }

    /// All Swift of a section, its blocks joined by an empty line.
    private static func swiftBlock(in lines: [String]) -> String? {
        var blocks: [[String]] = []
        var isInside = false
        for line in lines {
            if line == "```swift" {
                isInside = true
                blocks.append([])
            } else if line == "```" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks.isEmpty ? nil : blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func trimmed(_ lines: [String]) -> ArraySlice<String> {
        lines[...].drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()[...]
    }

    // MARK: The examples

    @Test("A device is made on the first start and opened on the next")
    func opening() throws {
        let path = folder.path("app/store")
        let trip = try planTrip(openDevice(at: path, environment: ["TZ": "UTC"]))
        let device = try openDevice(at: path, environment: ["TZ": "UTC"])
        #expect(try device.read { try $0.trips() }.map(\.record) == [trip])
        #expect(trip.displayTitle == "Bergen, June 2027")
        #expect(trip.lastDay == CalendarDay("2027-06-07"))
        #expect(trip.zone == "Europe/Oslo")
    }

    @Test("A trip that is postponed moves with all its days")
    func postponing() throws {
        let device = try Device.test()
        let trip = try planTrip(device)
        try postpone(trip, byDays: 28, device)
        let moved = try #require(try device.read { try $0.trips() }.first?.record)
        #expect(moved.start == CalendarDay("2027-07-01"))
        #expect(moved.lastDay == CalendarDay("2027-07-05"))
    }

    @Test("A list is filled, put in order and shown")
    func packing() throws {
        let device = try Device.test()
        let trip = try planTrip(device)
        try fillList(of: trip, device)
        #expect(
            try packingLines(of: trip, device) == [
                "1 of 2 packed", "Clothes", "  · 4 × Socks", "  ✓ 1 × Rain jacket",
            ])
    }

    @Test("A widget says what is next, and over the coming day")
    func widget() throws {
        let device = try Device.test()
        _ = try planTrip(device)
        // Midnight in Oslo, two hours ahead of UTC in June.
        let noon = instant("2027-06-02T12:00:00Z")
        #expect(try widgetLine(device, at: noon) == "Bergen, tomorrow")
        let entries = try widgetEntries(device, from: noon)
        #expect(
            entries.map { "\($0) \($1)" } == [
                "2027-06-02T12:00:00Z Bergen, tomorrow", "2027-06-02T22:00:00Z Bergen, today",
            ])
    }

    @Test("What is typed is checked, or it is said why not")
    func finding() throws {
        let device = try Device.test()
        let trip = try planTrip(device)
        try fillList(of: trip, device)
        #expect(try check("SOCKS", device) == "Socks is packed.")
        #expect(try packingLines(of: trip, device).first == "2 of 2 packed")
        #expect(try check("umbrella", device) == "There is no umbrella on the list.")
        #expect(try check("ck", device) == "ck could be #1 Rain jacket or #2 Socks.")
        #expect(try search("JACK rain", device) == ["Rain jacket"])
        #expect(try search("rain socks", device) == [])
    }

    @Test("A reminder to pack moves with its trip, and asking for permission takes one question")
    func reminding() throws {
        let device = try Device.test()
        #expect(try mayRing(device) { $0 == "To tell you when it is time to pack." })
        let trip = try planTrip(device)
        let id = try remindToPack(for: trip, device)
        #expect(try remindToPack(for: trip, device) == id)
        #expect(try reminderLines(device) == ["Pack for Bergen: 2027-06-01T18:00 in Europe/Berlin"])
        try postpone(trip, byDays: 28, device)
        #expect(try reminderLines(device) == ["Pack for Bergen: 2027-06-29T18:00 in Europe/Berlin"])
        #expect(try mayRing(device) { _ in nil })
    }

    @Test("Deeds are told newest first, and taken back one by one")
    func takingBack() throws {
        let device = try Device.test()
        let trip = try planTrip(device)
        try postpone(trip, byDays: 1, device)
        #expect(try recentDeeds(device) == ["postpone trip", "plan trip"])
        #expect(try undo(device) == "Took back: postpone trip")
        #expect(try device.read { try $0.trips() }.map(\.record) == [trip])
        #expect(try recentDeeds(device) == ["plan trip"])
        #expect(try undo(device) == "Took back: plan trip")
        #expect(try undo(device) == "There is nothing to take back.")
        #expect(try device.read { try $0.trips() }.isEmpty)
    }

    @Test("Whoever follows is shown what is next at once and after each commit, of another handle too")
    func following() async throws {
        let path = folder.path("store")
        let device = try Device.create(at: path, name: "phone", .test())
        let (lines, shown) = AsyncStream.makeStream(of: String.self)
        let task = Task { try await follow(device) { shown.yield($0) } }
        var iterator = lines.makeAsyncIterator()
        #expect(await iterator.next() == "No trips are planned")
        try Device(at: path, .test(seed: 2)).addTrip("Bergen", "2026-05-02")
        #expect(await iterator.next() == "Bergen, tomorrow")
        task.cancel()
        try await task.value
    }

    @Test("Two apps share a space, say what went to and fro, and let an agent decide when")
    func syncing() throws {
        let server = try MemoryServer()
        let (phone, tablet) = (try Device.test(1), try Device.test(2))
        let trip = try planTrip(phone)
        let invitation = try startSpace(server.claimLink().text, phone, over: server.way)
        #expect(try enterSpace(invitation, tablet, over: server.way) { _ in false }.receivedCount == 1)
        #expect(try statusLine(tablet) == "In sync")
        try postpone(trip, byDays: 7, tablet)
        #expect(try statusLine(tablet) == "1 changed here, not sent yet")
        #expect(syncLine(tablet, over: server.way) == "1 sent, 0 received")
        #expect(syncLine(phone, over: server.way) == "0 sent, 1 received")
        #expect(syncLine(try Device.test(3), over: server.way) == SyncError.notInSpace.description)

        var agent = Agent()
        var events: [Agent.Event] = [.permitted]
        var armed: Int64?
        for _ in 0..<3 where !events.isEmpty {
            let event = events.removeFirst()
            let now = server.clock.millisecondsSince1970()
            for action in agent.handle(event, nowMilliseconds: now, random: SeededRandom(seed: 1)) {
                carryOut(
                    action, phone, over: server.way, watchingOver: server.way, tell: { events.append($0) },
                    arm: { armed = $0 })
            }
        }
        #expect(armed != nil)
    }

    @Test("What went wrong is said in a sentence")
    func explaining() throws {
        let device = try Device.test()
        let trip = try planTrip(device)
        func explained(_ body: (Edit) throws -> Void) -> String? {
            do {
                try device.edit("try", body)
                return nil
            } catch let error as StoreError {
                return explanation(of: error)
            } catch {
                return "\(error)"
            }
        }
        #expect(explained { try $0.update(Trip.self, trip.id) { $0.city = "" } } == "The city must be given.")
        #expect(
            explained { try $0.update(Trip.self, trip.id) { $0.nights = -1 } }
                == "The nights must be a whole number from 0 to 3650.")
        _ = try device.store.undo()
        #expect(explained { try $0.update(Trip.self, trip.id) { $0.nights = 1 } } == "It is not there any more.")
        #expect(explanation(of: .missing(path: "/a/store")) == "There is no store at /a/store.")
        #expect(
            explanation(of: .newer(path: "/a/store", version: 9))
                == "Please update the app: a newer version wrote this file.")
    }
}
