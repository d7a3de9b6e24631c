// Tests of what the command line of a server may say, and of where it may listen.

import CommandLineTool
import HTTPMessages
import JSONText
import Replication
import SyncProtocol
import Testing

@testable import PackmuleServerCommands

@Suite("Serve options")
struct ServeOptionsTests {
    private func options(_ line: String) throws -> ServeOptions {
        let words = line.split(separator: " ").map(String.init)
        guard case .run(let command) = try CommandTree.root.parse(words) else {
            throw Refusal("test", "not a command to run")
        }
        return try ServeOptions(Invocation(command: command, outside: TestServer().outside()))
    }

    @Test("Told nothing, it listens on this machine alone")
    func usual() throws {
        let options = try options("")
        #expect(options.listen == ListenAddress(host: "127.0.0.1", port: 8484))
        #expect(options.metrics == nil)
        #expect(options.certificateFiles == nil)
        #expect(!options.isBehindProxy && !options.isInsecure && !options.logsAddresses)
        #expect(options.logLevel == .info)
        #expect(options.url == nil)
        #expect(options.warnings == [])
    }

    @Test(
        "It listens where that is safe, or where somebody says that it is",
        arguments: [
            "--listen 127.0.0.1:1", "--listen localhost:1", "--listen [::1]:1", "--listen 127.9.9.9:0",
            "--listen 0.0.0.0:1 --tls-cert c --tls-key k", "--listen [::]:1 --behind-proxy",
            "--listen 192.168.1.5:1 --insecure-listen", "--listen 10.0.0.1:1 --behind-proxy --url https://a.example",
            "--metrics 127.0.0.1:1", "--metrics [::1]:0", "--metrics 0.0.0.0:9100 --behind-proxy",
            "--metrics 0.0.0.0:9100 --insecure-listen", "serve --listen 127.0.0.1:1",
        ])
    func allowed(line: String) throws {
        _ = try options(line)
    }

    @Test(
        "It listens nowhere else",
        arguments: [
            "--listen 0.0.0.0:1", "--listen [::]:1", "--listen 192.168.1.5:8484", "--listen 10.0.0.1:0",
            "--listen [fe80::1]:1", "--listen [::ffff:127.0.0.1]:1", "--listen 128.0.0.1:1",
            "--metrics 0.0.0.0:9100", "--metrics 0.0.0.0:9100 --tls-cert c --tls-key k", "--metrics 192.168.1.5:1",
        ])
    func refused(line: String) {
        let refusal = #expect(throws: Refusal.self) { try options(line) }
        #expect(refusal?.exitCode == .usage)
        #expect(refusal?.message.contains("other machines") == true)
    }

    @Test(
        "What is not understood is refused in one sentence",
        arguments: [
            ("--listen 8484", "--listen '8484' is not of the form HOST:PORT, as in 127.0.0.1:8484."),
            ("--metrics x", "--metrics 'x' is not of the form HOST:PORT, as in 127.0.0.1:8484."),
            ("--tls-cert c", "--tls-cert and --tls-key go together."),
            ("--tls-key k", "--tls-cert and --tls-key go together."),
            ("--url packmule.example.org", "--url 'packmule.example.org' is not of the form https://HOST[:PORT]."),
            (
                "--url http://packmule.example.org",
                "--url 'http://packmule.example.org': devices connect by https only, except on one machine."
            ),
        ])
    func misused(line: String, sentence: String) {
        let refusal = #expect(throws: Refusal.self) { try options(line) }
        #expect(refusal?.message == sentence)
        #expect(refusal?.exitCode == .usage)
        #expect(refusal?.hint == "Try 'packmule-server serve --help'.")
    }

    @Test("Who listens insecurely, or hides behind a proxy of unknown address, is warned")
    func warnings() throws {
        #expect(try options("--listen 0.0.0.0:1 --insecure-listen").warnings.count == 1)
        #expect(try options("--insecure-listen").warnings.first?.contains("can read tokens") == true)
        #expect(try options("--behind-proxy").warnings.first?.contains("--url") == true)
        #expect(try options("--behind-proxy --url https://packmule.example.org").warnings == [])
    }
}
