// Making the delivery that was chosen.

import HTTPMessages
import Platform
import Reminders
import TestSupport
import Testing

@testable import Deliveries

@Suite("Making deliveries")
struct DeliveryMakingTests {
    private let folder = TemporaryFolder()
    private let server = FakeNtfyServer()

    private func made(_ choice: String, environment: [String: String] = [:]) throws -> (any NotificationDelivery)? {
        let server = server
        let outside = DeliveryOutside(environment: environment, output: Lines().output(), transport: { _ in server })
        return try DeliveryChoice(parsing: choice).delivery(outside) { _ in }
    }

    private func file(_ text: String, permissions: UInt32 = 0o600) throws -> String {
        let path = folder.path("ntfy")
        try Files.write(Array(text.utf8), to: path, permissions: permissions)
        return path
    }

    @Test(
        "Each choice makes its delivery",
        arguments: [
            ("desktop", "desktop"), ("terminal", "terminal"), ("none", nil), ("command:say", "command"),
            ("ntfy:https://ntfy.example.org/trips", "ntfy"),
        ])
    func kinds(_ choice: String, _ name: String?) throws {
        let delivery = try made(choice)
        #expect(delivery?.name == name)
        delivery?.close()
    }

    @Test("The token comes from the environment, and an empty one is none")
    func token() throws {
        let choice = "ntfy:https://ntfy.example.org/trips"
        for token in ["tk_1", ""] {
            _ = try made(choice, environment: ["PACKMULE_NTFY_TOKEN": token])?.show(sample(), replacing: nil)
        }
        #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer tk_1", nil])
        for wrong in ["a b", "ä", "a\nb", String(repeating: "a", count: 257)] {
            #expect(throws: DeliveryChoice.Problem.wrongToken) {
                try made(choice, environment: ["PACKMULE_NTFY_TOKEN": wrong])
            }
        }
    }

    @Test(
        "A file holds the address and the token",
        arguments: [
            ("https://ntfy.example.org/trips\ntk_1\n", "Bearer tk_1"), ("https://ntfy.example.org/trips", nil),
            ("\n https://ntfy.example.org/trips \r\n tk_1 \r\n", "Bearer tk_1"),
        ])
    func files(_ text: String, _ authorization: String?) throws {
        _ = try made("ntfy:" + file(text))?.show(sample(), replacing: nil)
        #expect(server.requests.map { $0.headers["Authorization"] } == [authorization])
    }

    @Test("A file that is missing, empty, too long or open to others is refused")
    func wrongFiles() throws {
        let absent = folder.path("absent")
        #expect(throws: DeliveryChoice.Problem.unreadableFile(path: absent)) { try made("ntfy:" + absent) }
        let path = try file("\n\n")
        #expect(throws: DeliveryChoice.Problem.unreadableFile(path: path)) { try made("ntfy:" + path) }
        _ = try file(String(repeating: "a", count: 5_000))
        #expect(throws: DeliveryChoice.Problem.unreadableFile(path: path)) { try made("ntfy:" + path) }
        _ = try file("nonsense")
        #expect(throws: DeliveryChoice.Problem.noTopic) { try made("ntfy:" + path) }
        _ = try file("https://ntfy.example.org/trips\na\u{7F}b")
        #expect(throws: DeliveryChoice.Problem.wrongToken) { try made("ntfy:" + path) }
        let open = try file("https://ntfy.example.org/trips", permissions: 0o640)
        #expect(throws: DeliveryChoice.Problem.openFile(path: open)) { try made("ntfy:" + open) }
    }
}
