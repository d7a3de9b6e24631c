// Tests of the files for those who run a server, by the programs that read them.

import Platform
import TestSupport
import Testing

@Suite("Deployment")
struct DeployTests {
    private static let folder = Fixtures.repository + "/Server/Deploy"

    @Test("The unit is understood, and systemd rates its exposure 1.5 or better")
    func unit() throws {
        let checker = "/usr/bin/systemd-analyze"
        guard try Files.exists(checker) else { return notRun("systemd-analyze is not installed") }
        let copy = TemporaryFolder()
        let unit = try text("packmule-server.service")
        // Verifying demands that the program is there.
        let runnable = unit.replacing("/usr/local/bin/packmule-server", with: "/bin/true")
        let path = copy.path("packmule-server.service")
        try Files.write(Array(runnable.utf8), to: path)
        let verified = try run(checker, ["verify", "--man=no", path])
        #expect(verified.exitCode == 0, "\(verified.error)")
        #expect(!verified.error.contains("packmule-server.service:"), "\(verified.error)")

        let rated = try run(checker, ["security", "--offline=true", "--threshold=15", path])
        let words = rated.output.split(separator: " ")
        let level = try #require(words.lastIndex(of: "packmule-server.service:").map { words[$0 + 1] })
        #expect(try #require(Double(level)) <= 1.5, "\(rated.output)")
        #expect(rated.exitCode == 0)
    }

    @Test("The example of nginx is understood, and waits longer than a watch")
    func nginx() throws {
        let (nginx, openssl) = ("/usr/sbin/nginx", "/usr/bin/openssl")
        guard try Files.exists(nginx), try Files.exists(openssl) else {
            return notRun("nginx or openssl is not installed")
        }
        let copy = TemporaryFolder()
        let (key, certificate) = (copy.path("key.pem"), copy.path("certificate.pem"))
        let made = try run(
            openssl,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=packmule.example.org", "-keyout", key, "-out", certificate,
            ])
        try #require(made.exitCode == 0, "\(made.error)")
        let block = try text("nginx.conf")
            .replacing("/etc/letsencrypt/live/packmule.example.org/fullchain.pem", with: certificate)
            .replacing("/etc/letsencrypt/live/packmule.example.org/privkey.pem", with: key)
        try Files.write(Array(block.utf8), to: copy.path("packmule.conf"))
        let whole = "pid \(copy.path("nginx.pid"));\nevents {}\nhttp { include \(copy.path("packmule.conf")); }\n"
        try Files.write(Array(whole.utf8), to: copy.path("nginx.conf"))
        let tested = try run(
            nginx, ["-t", "-p", copy.path, "-c", copy.path("nginx.conf"), "-e", copy.path("error.log")])
        #expect(tested.exitCode == 0, "\(tested.error)")
        #expect(block.contains("proxy_read_timeout 330s;"))
        #expect(block.contains("proxy_set_header X-Forwarded-For $remote_addr;"))
    }

    @Test("The example of Caddy is understood, and waits longer than a watch")
    func caddy() throws {
        let block = try text("Caddyfile")
        #expect(block.contains("read_timeout 330s"))
        let caddy = "/usr/bin/caddy"
        guard try Files.exists(caddy) else { return notRun("caddy is not installed") }
        let tested = try run(caddy, ["validate", "--adapter", "caddyfile", "--config", Self.folder + "/Caddyfile"])
        #expect(tested.exitCode == 0, "\(tested.error)")
    }

    @Test("The container's libraries are those that the server is linked with")
    func container() throws {
        let text = try text("Containerfile")
        for library in ["libmicrohttpd12", "libsqlite3-0", "libssl3", "libsystemd0"] {
            #expect(text.contains(library))
        }
        notRun("no container is built by tests")
    }

    /// Says loudly that a step was left out, and why.
    private func notRun(_ reason: String, function: String = #function) {
        _ = try? StandardStream.error.write("NOT RUN: \(function), \(reason)\n")
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Files.read(Self.folder + "/" + name, limitBytes: 1 << 16), as: UTF8.self)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> ChildProcess.End {
        try ChildProcess(
            program, arguments.map { Array($0.utf8) },
            environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"]
        ).wait()
    }
}
