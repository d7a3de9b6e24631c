// Tests of what can be done beside a running server, and while none runs.

import CommandLineTool
import HTTPMessages
import JSONText
import Platform
import Replication
import SyncProtocol
import TestSupport
import Testing

@testable import PackmuleServerCommands

@Suite("Administration")
struct AdministrationTests {
    /// A server with a space of two devices and three records.
    private struct Scene: Sendable {
        let server = TestServer()
        let serving: Serving

        init() throws {
            serving = try Serving(server)
        }

        func devices() throws -> (first: TestDevice, second: TestDevice) {
            let (first, second) = (
                TestDevice(try serving.transport(), seed: 1), TestDevice(try serving.transport(), seed: 2)
            )
            _ = try first.claim(try #require(serving.ready["claim"]?.string))
            try first.invite(second)
            _ = try first.exchange(newRecords: 3)
            return (first, second)
        }
    }

    @Test("Links are made beside the running server, each good once")
    func claim() async throws {
        try await onThread {
            let scene = try Scene()
            let answer = try scene.server.json("claim")
            #expect(answer.members?.map(\.name) == ["link", "validUntil"])
            let link = try #require(answer["link"]?.string)
            #expect(link.hasPrefix(scene.serving.url + "/#c."))
            let device = TestDevice(try scene.serving.transport(), seed: 5, space: 5)
            #expect(try device.claim(link).space == device.space)
            let other = TestDevice(try scene.serving.transport(), seed: 6, space: 6)
            #expect(throws: SyncFailure.refused(.notFound, retryAfterSeconds: nil)) { try other.claim(link) }
            let elsewhere = scene.server.text("claim --url https://packmule.example.org")
            #expect(elsewhere.hasPrefix("https://packmule.example.org/#c."))
        }
    }

    @Test("Spaces and devices are listed without anything that is sealed")
    func lists() async throws {
        try await onThread {
            let scene = try Scene()
            #expect(scene.server.text("space").hasPrefix("There are no spaces."))
            #expect(scene.server.text("device") == "There are no devices.\n")
            let (first, second) = try scene.devices()
            let space = try #require(try scene.server.json("space")["spaces"]?.elements?.first)
            #expect(space["id"]?.string == first.space.description)
            #expect(space["isSealed"] == true)
            #expect(space["devices"] == 2)
            #expect(space["records"] == 3)
            let devices = try #require(try scene.server.json("device --space \(first.space)")["devices"]?.elements)
            #expect(
                Set(devices.map { $0["tokenHash"]?.string })
                    == [first.tokenHash.hexadecimal, second.tokenHash.hexadecimal])
            #expect(devices.allSatisfy { $0["isRevoked"] == false })
            #expect(scene.server.refusal("device --space nonsense").contains("There is no space 'nonsense'."))
        }
    }

    @Test("A device that is revoked beside the running server is shut out at once, the others are not")
    func revoke() async throws {
        try await onThread {
            let scene = try Scene()
            let (first, second) = try scene.devices()
            let prefix = second.tokenHash.hexadecimal.prefix(8)
            #expect(scene.server.text("device revoke \(prefix)") == "The device \(prefix) opens nothing any more.\n")
            #expect(throws: SyncFailure.unauthorized) { try second.exchange() }
            #expect(throws: SyncFailure.unauthorized) { try second.watch(seconds: 1) }
            #expect(try first.exchange(newRecords: 1).outcomes == [.stored])
            let list = scene.server.text("device")
            #expect(list.split(separator: "\n").count { $0.hasSuffix("revoked") } == 1)
            #expect(scene.server.refusal("device revoke 00000000").contains("There is no device '00000000'."))
        }
    }

    @Test("A space is deleted with all its tokens, when somebody says yes")
    func deleteSpace() async throws {
        try await onThread {
            let scene = try Scene()
            let (first, second) = try scene.devices()
            let other = TestDevice(try scene.serving.transport(), seed: 5, space: 5)
            _ = try other.claim(try #require(try scene.server.json("claim")["link"]?.string))
            _ = try other.exchange(newRecords: 2)
            let command = "space delete \(first.space)"
            #expect(scene.server.refusal(command, .decisionNeeded).contains("Say yes with --yes."))
            #expect(scene.server.run(command, answers: ["n"]).exitCode == .decisionNeeded)
            #expect(try first.exchange().rows.isEmpty)
            #expect(scene.server.run(command, answers: ["y"]).exitCode == .done)
            #expect(throws: SyncFailure.unauthorized) { try first.exchange() }
            #expect(throws: SyncFailure.unauthorized) { try second.exchange() }
            #expect(try other.exchange(newRecords: 1).outcomes == [.stored])
            let spaces = try #require(try scene.server.json("space")["spaces"]?.elements)
            #expect(spaces.map { $0["records"] } == [3])
            #expect(scene.server.refusal(command + " --yes").contains("There is no space"))
        }
    }

    @Test("A backup made beside the running server brings everything back, while none runs")
    func backup() async throws {
        try await onThread {
            let scene = try Scene()
            let (first, _) = try scene.devices()
            let copy = scene.server.folder.path("backup")
            #expect(scene.server.text("backup \(copy)") == "Everything was copied to \(copy).\n")
            #expect(try Files.attributes(of: copy).permissions == 0o600)
            #expect(scene.server.refusal("backup \(copy)", .storeUnusable).contains("exists already"))
            _ = try first.exchange(newRecords: 2)
            #expect(try scene.server.json("space")["spaces"]?.elements?.first?["records"] == 5)
            let refused = scene.server.refusal("restore \(copy) --yes", .storeUnusable)
            #expect(refused.contains("Another server is running"))
            scene.serving.stop()

            #expect(scene.server.refusal("restore \(copy)", .decisionNeeded).contains("Say yes with --yes."))
            let restored = try scene.server.json("restore \(copy) --yes")
            let kept = try #require(restored["kept"]?.string)
            #expect(try Files.exists(kept))
            #expect(try scene.server.json("space")["spaces"]?.elements?.first?["records"] == 3)
            #expect(scene.server.text("check") == "The server's file is sound.\n")
            let again = try Serving(scene.server)
            #expect(again.ready["claim"] == .null)
        }
    }

    @Test("What is no backup is refused, and what stands there stays")
    func badBackups() async throws {
        try await onThread {
            let scene = try Scene()
            _ = try scene.devices()
            scene.serving.stop()
            let path = scene.server.folder.path("bad")
            #expect(scene.server.refusal("restore \(path) --yes").contains("There is no backup at \(path)."))
            try Files.write(Array("nonsense".utf8), to: path)
            _ = scene.server.refusal("restore \(path) --yes", .storeUnusable)
            #expect(try scene.server.json("space")["spaces"]?.elements?.first?["records"] == 3)
        }
    }

    @Test("A damaged file is told by check, with 3")
    func damaged() async throws {
        try await onThread {
            let scene = try Scene()
            _ = try scene.devices()
            scene.serving.stop()
            let path = scene.server.dataPath + "/server.packmule"
            var bytes = try Files.read(path, limitBytes: 1 << 24)
            for index in stride(from: 4_096 + 100, to: bytes.count, by: 97) { bytes[index] ^= 0xFF }
            try Files.write(bytes, to: path)
            let output = scene.server.run("check")
            #expect(output.exitCode == .storeUnusable, "\(output)")
            #expect(output.standardError.contains("damaged"))
        }
    }

    @Test("Where no server was ever started there is nothing to administer", arguments: ["claim", "space", "check"])
    func nothing(line: String) {
        let server = TestServer()
        #expect(server.refusal(line, .storeUnusable).contains("There is no server's file at \(server.dataPath)"))
    }
}
