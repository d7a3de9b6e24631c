// Tests of a server that serves: its ready line, its ports, what it says, and how it ends.

import CommandLineTool
import HTTPClient
import HTTPMessages
import JSONText
import Platform
import Replication
import SyncProtocol
import TestSupport
import Testing

@testable import PackmuleServerCommands

@Suite("Serving")
struct ServingTests {
    static let options = "--listen 127.0.0.1:0 --metrics 127.0.0.1:0 --log debug --log-addresses"

    @Test("The ready line says where it is, and on the first start how to make a space")
    func readyLine() async throws {
        try await onThread {
            let server = TestServer()
            let serving = try Serving(server)
            #expect(serving.ready.members?.map(\.name) == ["ready", "url", "metricsURL", "pid", "claim"])
            #expect(serving.ready["ready"] == true)
            #expect(serving.url.hasPrefix("http://127.0.0.1:"))
            #expect(serving.ready["metricsURL"] == .null)
            #expect(serving.ready["pid"]?.integer == Int64(ProcessInformation.processID))
            #expect(serving.ready["claim"]?.string?.hasPrefix(serving.url + "/#c.") == true)
            #expect(serving.stop() == Output())

            let again = try Serving(server)
            #expect(again.ready["claim"] == .null)
            #expect(again.stop(.interrupt) == Output())
        }
    }

    @Test("It is well, and answers nothing but its routes")
    func health() async throws {
        try await onThread {
            let serving = try Serving(TestServer(), Self.options)
            let transport = try serving.transport()
            func status(_ method: HTTPMethod, _ path: String) throws -> Int {
                try transport.send(HTTPRequest(method, path), limitBytes: 1_000, timeoutSeconds: 10).status
            }
            #expect(try status(.get, "/health") == 200)
            #expect(try status(.post, "/health") == 405)
            #expect(try status(.get, "/metrics") == 404)
            #expect(try status(.get, "/v1/exchange") == 405)
            #expect(try status(.post, "/v1/exchange") == 401)
            #expect(try serving.metric(#"packmule_requests_total{route="/health",status="200"}"#) == 1)
            #expect(try serving.metric(#"packmule_requests_total{route="/v1/exchange",status="401"}"#) == 1)
            #expect(try serving.metric(#"packmule_requests_total{route="other",status="404"}"#) == 1)
        }
    }

    @Test("Two devices of a space read each other, and wake each other; the metrics count it")
    func twoDevices() async throws {
        try await onThread {
            let serving = try Serving(TestServer(), Self.options)
            let first = TestDevice(try serving.transport(), seed: 1)
            let second = TestDevice(try serving.transport(), seed: 2)
            let link = try #require(serving.ready["claim"]?.string)
            #expect(try first.claim(link).space == first.space)
            #expect(try first.claim(link).space == first.space)
            let stranger = TestDevice(try serving.transport(), seed: 9, space: 9)
            #expect(throws: SyncFailure.refused(.notFound, retryAfterSeconds: nil)) { try stranger.claim(link) }
            try first.invite(second)
            #expect(try first.exchange(newRecords: 3).outcomes == [.stored, .stored, .stored])
            #expect(try second.exchange().rows.count == 3)
            #expect(try second.exchange().rows.isEmpty)

            let watch = try Answered { [second] in try second.watch(seconds: 60) }
            while try serving.metric("packmule_watchers") == 0 {}
            _ = try first.exchange(newRecords: 1)
            #expect(try watch.get())
            #expect(try serving.metric("packmule_spaces") == 1)
            #expect(try serving.metric("packmule_devices") == 2)
            #expect(try serving.metric("packmule_rows_stored_total") == 4)
            #expect(try serving.metric("packmule_rows_served_total") == 3)
            #expect(try serving.metric(#"packmule_exchanges_total{verdict="page"}"#) == 4)
            #expect(try #require(try serving.metric("packmule_commit_seconds_count")) >= 4)
            let bytes = try serving.metric("packmule_database_bytes")
            #expect(bytes ?? 0 > 4_096)
            #expect(try #require(try serving.metric("packmule_connections")) >= 2)
        }
    }

    @Test("A signal ends it in good order: who waits is answered, what was stored is kept")
    func drain() async throws {
        try await onThread {
            let server = TestServer()
            let serving = try Serving(server, Self.options)
            let device = TestDevice(try serving.transport(), seed: 1)
            _ = try device.claim(try #require(serving.ready["claim"]?.string))
            _ = try device.exchange(newRecords: 2)
            let watch = try Answered { [device] in try device.watch(seconds: 300) }
            while try serving.metric("packmule_watchers") == 0 {}
            let clock = MonotonicClock()
            #expect(serving.stop() == Output())
            #expect(try watch.get() == false)
            #expect(clock.elapsedSeconds() < 10)
            #expect(serving.log.last?.contains(#""event":"stopped""#) == true)

            let again = try Serving(server)
            let port = try Origin(again.url).port
            #expect(port > 0)
            let spaces = try server.json("space list")["spaces"]?.elements
            #expect(spaces?.first?["records"] == 2)
        }
    }

    @Test("No secret, name, body or address is in a log or an answer of administration")
    func canary() async throws {
        try await onThread {
            let server = TestServer()
            let serving = try Serving(server, "--listen 127.0.0.1:0 --log debug")
            let (first, second) = (
                TestDevice(try serving.transport(), seed: 1), TestDevice(try serving.transport(), seed: 2)
            )
            let link = try #require(serving.ready["claim"]?.string)
            _ = try first.claim(link)
            try first.invite(second)
            _ = try first.exchange(newRecords: 2)
            _ = try second.exchange()
            let wrong = HTTPRequest(
                .post, "/v1/canary-7f3a",
                headers: HTTPHeaders([.init("Authorization", "Bearer canary-7f3a"), .init("X-Canary", "canary-7f3a")]),
                body: Array("canary-7f3a".utf8))
            _ = try first.transport.send(wrong, limitBytes: 1_000, timeoutSeconds: 10)
            let lists = server.text("space list") + server.text("device list --json")
            serving.stop()

            let said = serving.log.joined(separator: "\n") + lists
            #expect(serving.log.count > 6)
            let tokens = [first, second].map { Credentials.headerValue(for: $0.token, of: $0.space).dropFirst(7) }
            let secrets = [
                String(tokens[0]), String(tokens[1]), String(link.split(separator: "#")[1]), "canary", "#c.",
            ]
            for secret in secrets { #expect(!said.contains(secret)) }
            #expect(!serving.log.joined().contains("\"address\""))
            #expect(serving.log.contains { $0.contains(first.tokenHash.prefix(4).hexadecimal) })
        }
    }

    @Test("Addresses of clients are in the log when that was asked for")
    func addresses() async throws {
        try await onThread {
            let serving = try Serving(TestServer(), Self.options)
            _ = try serving.transport().send(HTTPRequest(.get, "/none"), limitBytes: 1_000, timeoutSeconds: 10)
            serving.stop()
            #expect(serving.log.contains { $0.contains(#""status":404"#) && $0.contains(#""address":"127.0.0.1""#) })
        }
    }

    @Test("A second server on the same folder is refused, and the first goes on")
    func twoServers() async throws {
        try await onThread {
            let server = TestServer()
            let serving = try Serving(server)
            let refused = server.refusal("--listen 127.0.0.1:0", .storeUnusable)
            #expect(refused.hasPrefix("packmule-server: Another server is running on \(server.dataPath)"))
            let health = try serving.transport().send(
                HTTPRequest(.get, "/health"), limitBytes: 1_000, timeoutSeconds: 10)
            #expect(health.status == 200)
        }
    }

    @Test("A folder that others may look into is refused", arguments: [0o755, 0o710, 0o701] as [UInt32])
    func openFolder(permissions: UInt32) throws {
        let server = TestServer()
        try Files.createFolder(server.dataPath)
        try Files.setPermissions(permissions, of: server.dataPath)
        #expect(server.refusal("--listen 127.0.0.1:0", .storeUnusable).contains("chmod go= \(server.dataPath)"))
        #expect(try Files.names(inFolder: server.dataPath) == [])
    }

    @Test("Limits that were set, and dangers that were chosen, are told at every start")
    func announcements() async throws {
        try await onThread {
            let server = TestServer()
            let line = "--listen 127.0.0.1:0 --insecure-listen --limit connections=7 --limit requestBurst=3"
            for _ in 0..<2 {
                let serving = try Serving(server, line)
                serving.stop()
                #expect(serving.log.contains { $0.contains(#""connections":7,"requestBurst":3}"#) })
                #expect(serving.log.contains { $0.contains(#""level":"warning","event":"exposed""#) })
            }
        }
    }

    @Test("With a certificate it speaks TLS, links can name the key, and SIGHUP brings another certificate")
    func certificate() async throws {
        try await onThread {
            let server = TestServer()
            let (chain, key) = (server.folder.path("certificate.pem"), server.folder.path("key.pem"))
            try Files.write(Fixtures.bytes("server/certificate.pem"), to: chain)
            try Files.write(Fixtures.bytes("server/key.pem"), to: key)
            let files = "--tls-cert \(chain) --tls-key \(key)"
            let serving = try Serving(server, "--listen 127.0.0.1:0 --pin \(files)")
            #expect(serving.url.hasPrefix("https://127.0.0.1:"))
            let link = try Link(try #require(serving.ready["claim"]?.string))
            let device = TestDevice(CurlTransport(origin: link.origin, pin: link.pin), seed: 1)
            _ = try device.claim(link.text)
            #expect(try Link(try #require(try server.json("claim")["link"]?.string)).pin == link.pin)

            try Files.write(Fixtures.bytes("server/other-certificate.pem"), to: chain)
            serving.signals.send(.hangUp)
            while !serving.log.contains(where: { $0.contains("reload") }) {}
            #expect(serving.log.last?.contains("reload-failed") == true)
            _ = try device.exchange(newRecords: 1)

            try Files.write(Fixtures.bytes("server/other-key.pem"), to: key)
            serving.signals.send(.hangUp)
            while !serving.log.contains(where: { $0.contains(#""event":"reloaded""#) }) {}
            let other = CurlTransport(origin: link.origin, pin: link.pin)
            #expect(throws: TransportError.self) {
                try other.send(HTTPRequest(.get, "/health"), limitBytes: 100, timeoutSeconds: 10)
            }
        }
    }

    @Test(
        "What stands in its way is said in one sentence",
        arguments: [
            ("--listen 127.0.0.1.1:0 --insecure-listen", "Cannot listen on 127.0.0.1.1 port 0", ExitCodeText.usage),
            (
                "--listen 127.0.0.1:0 --tls-cert /nonexistent --tls-key /nonexistent", "Cannot read /nonexistent",
                .refused
            ),
            ("--listen 127.0.0.1:0 --tls-cert /dev/null --tls-key /dev/null", "The certificate or its key", .refused),
        ])
    func obstacles(line: String, sentence: String, code: ExitCodeText) {
        let said = TestServer().refusal(line, code == .usage ? .usage : .refused)
        #expect(said.hasPrefix("packmule-server: \(sentence)"), "\(said)")
    }

    enum ExitCodeText: Sendable { case usage, refused }
}
