// Notifications by a program of one's own.

import JSONText
import Platform
import Recurrence
import Reminders
import Replication
import TestSupport
import Testing
import TripModel

@testable import Deliveries

@Suite("Command delivery")
struct CommandDeliveryTests {
    private let folder = TemporaryFolder()

    /// Runs a script; `$0` is a file of the test.
    private func delivery(
        _ script: String, environment: [String: String] = [:], timeoutMilliseconds: Int = 20_000
    ) -> CommandDelivery {
        CommandDelivery(
            program: "sh", arguments: ["-c", script, folder.path("written")],
            environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 },
            timeoutMilliseconds: timeoutMilliseconds)
    }

    private func written() throws -> String {
        String(decoding: try Files.read(folder.path("written"), limitBytes: 1 << 20), as: UTF8.self)
    }

    @Test("The program gets one line of JSON")
    func document() throws {
        var notification = sample(title: "Pass\"port", body: "a\nb", sound: "bell", level: .timeSensitive)
        (notification.badge, notification.thread, notification.isLate) = (3, "trip", true)
        #expect(try delivery("cat > \"$0\"").show(notification, replacing: "any") == "")
        let reminder = notification.rings[0].reminder
        #expect(
            try written() == """
                {"format":"packmule-notification","version":1,"identifier":"\(reminder)/1","title":"Pass\\"port",\
                "body":"a\\nb","level":"\(notification.level.rawValue)","sound":"bell","badge":3,"thread":"trip",\
                "due":"2027-05-30T09:00:00Z","late":true,\
                "occurrences":[{"reminder":"\(reminder)","occurrence":"1"}],"actions":["done","snooze"]}

                """)
    }

    @Test("What it does not have is not in the document")
    func absent() throws {
        _ = try delivery("cat > \"$0\"").show(sample(), replacing: nil)
        let document = try JSONValue(reading: try written())
        #expect(document["sound"] == nil && document["badge"] == nil && document["thread"] == nil)
    }

    @Test("The environment says which and how urgent, and holds no secret")
    func environment() throws {
        let secret = [DeliveryChoice.tokenVariable: "tk_secret", "KEPT": "1"]
        _ = try delivery("env > \"$0\"", environment: secret).show(sample(), replacing: nil)
        let lines = try written().split(separator: "\n")
        #expect(lines.contains("PACKMULE_IDENTIFIER=\(sample().identifier)"))
        #expect(lines.contains("PACKMULE_LEVEL=active"))
        #expect(lines.contains("KEPT=1"))
        #expect(!lines.contains { $0.contains("tk_secret") })
    }

    @Test(
        "Another status than 0, a signal and no program keep it",
        arguments: [
            ("exit 1", "the program sh ended with status 1"), ("exit 255", "the program sh ended with status 255"),
            ("kill -9 $$", "the program sh was ended by signal 9"),
        ])
    func failures(_ script: String, _ why: String) {
        #expect(throws: DeliveryError.unavailable(why)) { try delivery(script).show(sample(), replacing: nil) }
    }

    @Test("A program that is not there keeps it", arguments: ["/does/not/exist", "packmule-no-such-program", ""])
    func noProgram(_ program: String) {
        let delivery = CommandDelivery(program: program, arguments: [], environment: ["PATH": "/usr/bin:/bin"])
        #expect(throws: DeliveryError.unavailable("the program \(program) could not be started")) {
            try delivery.show(sample(), replacing: nil)
        }
    }

    @Test("A program that hangs is ended, with what it started")
    func outOfTime() throws {
        let clock = MonotonicClock()
        #expect(throws: DeliveryError.unavailable("the program sh did not end in time and was stopped")) {
            try delivery("sleep 600 & echo $! > \"$0\"; wait", timeoutMilliseconds: 500).show(sample(), replacing: nil)
        }
        #expect(clock.elapsedSeconds() < 10)
        let child = try written().dropLast()
        // An ended process that nobody has waited for yet is there still, with nothing in it.
        let commandLine = try? Files.read("/proc/\(child)/cmdline", limitBytes: 1 << 16)
        #expect(!String(decoding: commandLine ?? [], as: UTF8.self).hasPrefix("sleep"))
    }

    @Test("A program that does not read, and one that prints much, hold nobody")
    func careless() throws {
        let long = sample(body: String(repeating: "x", count: 1 << 20))
        #expect(try delivery("exit 0").show(long, replacing: nil) == "")
        #expect(
            try delivery("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2").show(long, replacing: nil) == "")
    }

    @Test("No process and no file stays behind, however it ends")
    func nothingStays() throws {
        let scripts = ["exit 0", "exit 1", "kill -9 $$"]
        let before = try Files.names(inFolder: "/proc/self/fd").count
        for round in 0..<300 {
            _ = try? delivery("echo $$ >> \"$0\"; " + scripts[round % 3]).show(sample(), replacing: nil)
        }
        // Other tests have some files open meanwhile; one for each round would be 300.
        #expect(try Files.names(inFolder: "/proc/self/fd").count < before + 200)
        let processes = try written().split(separator: "\n")
        #expect(processes.count == 300)
        let left = processes.filter { process in
            let status = try? Files.read("/proc/\(process)/status", limitBytes: 1 << 16)
            return String(decoding: status ?? [], as: UTF8.self).contains("State:\tZ")
        }
        #expect(left == [])
    }

    @Test("The words are given as they are: no shell reads them")
    func noShell() throws {
        let delivery = CommandDelivery(
            program: "/bin/sh",
            arguments: ["-c", "printf %s \"$1\" > \"$0\"", folder.path("written"), "$(id) `id` ; *"],
            environment: [:])
        _ = try delivery.show(sample(title: "$(id)"), replacing: nil)
        #expect(try written() == "$(id) `id` ; *")
    }
}
