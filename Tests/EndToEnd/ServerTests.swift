// The server as a process: started, told to end, killed, administered, and used by the real command line.

import JSONText
import Platform
import TestSupport
import Testing

@Suite("Server")
struct ServerTests {
    @Test("It says where it is, ends with 0 when it is told to, and starts again")
    func lifeAndEnd() async throws {
        try await onThread {
            let server = try RealServer()
            let first = try server.serve()
            #expect(first.ready["claim"]?.string?.hasPrefix(first.url + "/#c.") == true)
            first.process.terminate()
            let end = first.process.wait()
            #expect(end.exitCode == 0, "\(end.brief)")
            #expect(end.error.contains(#""event":"stopped""#))
            let second = try server.serve("--listen \(first.address)")
            #expect(second.url == first.url)
            #expect(second.ready["claim"] == .null)
        }
    }

    @Test("Two devices keep in step over it; killed and started again it goes on")
    func twoDevices() async throws {
        try await onThread {
            let server = try RealServer()
            var serving = try server.serve()
            let (first, second) = (try RealProgram(), try RealProgram())
            first.text("claim \(try #require(serving.ready["claim"]?.string))")
            first.text("trip add Bergen --start 2027-06-03 --nights 4")
            first.text("item add Passport")
            first.text("sync")
            second.text("join \(try #require(try first.json("invite")["link"]?.string)) --yes")
            second.text("sync")
            #expect(try second.itemNames() == ["Passport"])

            serving.process.kill()
            _ = serving.process.wait()
            second.text("item add Socks")
            #expect(try second.run("sync").exitCode == 4)
            serving = try server.serve("--listen \(serving.address)")
            second.text("sync")
            first.text("sync")
            #expect(try first.itemNames() == ["Passport", "Socks"])
            #expect(try server.json("check")["isSound"] == true)
            try first.expectWell()
            try second.expectWell()
        }
    }

    @Test("A server restored from an older backup gets back what a device holds, by itself")
    func olderBackup() async throws {
        try await onThread {
            let server = try RealServer()
            var serving = try server.serve()
            let device = try RealProgram()
            device.text("claim \(try #require(serving.ready["claim"]?.string))")
            device.text("trip add Bergen --start 2027-06-03 --nights 4")
            device.text("sync")
            let backup = server.folder.path("backup")
            #expect(try server.run("backup \(backup)").exitCode == 0)
            device.text("item add Passport")
            device.text("sync")
            let space = try #require(try server.json("space")["spaces"]?.elements?.first)
            let recordCount = try #require(space["records"]?.integer)

            serving.process.terminate()
            _ = serving.process.wait()
            #expect(try server.run("restore \(backup) --yes").exitCode == 0)
            serving = try server.serve("--listen \(serving.address)")
            #expect(try server.json("space")["spaces"]?.elements?.first?["records"] == .integer(recordCount - 1))
            device.text("sync")
            #expect(try server.json("space")["spaces"]?.elements?.first?["records"] == .integer(recordCount))
            #expect(try device.itemNames() == ["Passport"])
        }
    }

    @Test("A device that is revoked by a command is shut out by the running server")
    func revoked() async throws {
        try await onThread {
            let server = try RealServer()
            let serving = try server.serve()
            let device = try RealProgram()
            device.text("claim \(try #require(serving.ready["claim"]?.string))")
            device.text("sync")
            let hash = try #require(try server.json("device")["devices"]?.elements?.first?["tokenHash"]?.string)
            #expect(try server.run("device revoke \(hash.prefix(8))").exitCode == 0)
            #expect(try device.run("sync").exitCode == 5)
        }
    }

    @Test("A second process on the folder is refused with 3, and so is a folder that others may look into")
    func refusals() async throws {
        try await onThread {
            let server = try RealServer()
            let serving = try server.serve()
            let second = try server.run("--listen 127.0.0.1:0")
            second.expectRefusal(3, saying: "Another server is running")
            serving.process.terminate()
            _ = serving.process.wait()
            try Files.setPermissions(0o755, of: server.dataPath)
            try server.run("--listen 127.0.0.1:0").expectRefusal(3, saying: "chmod go=")
            try server.run("space list").expectRefusal(3, saying: "chmod go=")
        }
    }

    @Test("A full disk refuses pushes, keeps what is there, and is forgotten when there is room")
    func fullDisk() async throws {
        try await onThread {
            let server = try RealServer()
            let device = try RealProgram()
            try Files.createFolder(server.dataPath)
            let mount = "mount -t tmpfs -o size=1m,mode=700 none \"$1\""
            guard try device.shell(mount, [server.dataPath]).exitCode == 0 else {
                print("NOT RUN: a server on a full disk, needs the right to mount.")
                return
            }
            defer { _ = try? device.shell("umount \"$1\"", [server.dataPath]) }
            let serving = try server.serve()
            device.text("claim \(try #require(serving.ready["claim"]?.string))")
            device.text("trip add Bergen --start 2027-06-03 --nights 4")
            device.text("sync")
            let filler = server.dataPath + "/filler"
            _ = try device.shell("dd if=/dev/zero of=\"$1\" bs=4096 count=300 2>/dev/null", [filler])
            for number in 1...60 {
                device.text("item add 'Thing \(number)' --note \(String(repeating: "n", count: 2_000))")
            }
            let refused = try device.run("sync")
            #expect(refused.exitCode == 4, "\(refused.brief)")
            #expect(try server.run("space list").exitCode == 0)

            try Files.remove(filler)
            device.text("sync")
            serving.process.terminate()
            let end = serving.process.wait()
            #expect(end.exitCode == 0)
            #expect(end.error.contains(#""event":"disk-full""#))
            #expect(try server.json("check")["isSound"] == true)
        }
    }

    @Test("The three programs say one version")
    func version() throws {
        let server = try RealServer()
        let end = try server.run("--version")
        #expect(end.output == RealProgram.versionLine(of: "packmule-server"))
    }
}

extension RealProgram {
    /// What a program of the package answers to `--version`.
    fileprivate static func versionLine(of program: String) -> String? {
        let own = try? RealProgram(withStore: false).run("--version").output
        return own?.replacing("packmule ", with: "\(program) ")
    }
}
