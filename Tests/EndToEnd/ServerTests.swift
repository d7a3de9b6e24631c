// The server as a process: started, told to end, killed, administered, and used by the real command line.

import JSONText
import Platform
import TestSupport
import Testing

@Suite("Server")
struct ServerTests {
    @Test("It ends with 0 when it is told to, and starts again where it was; there is one first link")
    func lifeAndEnd() async throws {
        try await onThread {
            let server = try RealServer()
            let (url, link) = (server.url, server.claimLink)
            #expect(link?.hasPrefix(url + "/#c.") == true)
            #expect(server.stop()?.error.contains(#""event":"stopped""#) == true)
            try server.start()
            #expect(server.url == url)
            #expect(server.claimLink == link)
        }
    }

    @Test("A server restored from an older backup gets back what a device holds, by itself")
    func olderBackup() async throws {
        try await onThread {
            let space = try Space(["one"])
            let (server, device) = (space.server, space[0])
            func records() throws -> JSONValue? { try server.json("space")["spaces"]?.elements?.first?["records"] }
            device.text("trip add Bergen --start 2027-06-03 --nights 4")
            device.text("sync")
            let before = try records()
            let backup = server.folder.path("backup")
            #expect(try server.run("backup \(backup)").exitCode == 0)
            device.text("item add Passport")
            device.text("sync")
            let after = try records()
            #expect(after != before)

            server.stop()
            #expect(try server.run("restore \(backup) --yes").exitCode == 0)
            try server.start()
            #expect(try records() == before)
            device.text("sync")
            #expect(try records() == after)
            #expect(try device.itemNames() == ["Passport"])
            #expect(try server.json("check")["isSound"] == true)
        }
    }

    @Test("A device that is revoked by a command is shut out by the running server")
    func revoked() async throws {
        try await onThread {
            let space = try Space(["one"])
            let hash = try #require(
                try space.server.json("device")["devices"]?.elements?.first?["tokenHash"]?.string)
            #expect(try space.server.run("device revoke \(hash.prefix(8))").exitCode == 0)
            #expect(try space[0].run("sync").exitCode == 5)
        }
    }

    @Test("A second process on the folder is refused with 3, and so is a folder that others may look into")
    func refusals() async throws {
        try await onThread {
            let server = try RealServer()
            try server.run("--listen 127.0.0.1:0").expectRefusal(3, saying: "Another server is running")
            server.stop()
            try Files.setPermissions(0o755, of: server.dataPath)
            try server.run("--listen 127.0.0.1:0").expectRefusal(3, saying: "chmod go=")
            try server.run("space list").expectRefusal(3, saying: "chmod go=")
        }
    }

    @Test("A full disk refuses pushes, keeps what is there, and is forgotten when there is room")
    func fullDisk() async throws {
        try await onThread {
            let server = try RealServer()
            server.stop()
            let device = try RealProgram()
            let mount = "mount -t tmpfs -o size=1m,mode=700 none \"$1\""
            guard try device.shell(mount, [server.dataPath]).exitCode == 0 else {
                print("NOT RUN: a server on a full disk, needs the right to mount.")
                return
            }
            defer { _ = try? device.shell("umount \"$1\"", [server.dataPath]) }
            try server.start()
            device.text("claim \(try #require(server.claimLink))")
            device.text("trip add Bergen --start 2027-06-03 --nights 4")
            device.text("sync")
            let filler = server.dataPath + "/filler"
            _ = try device.shell("dd if=/dev/zero of=\"$1\" bs=4096 count=300 2>/dev/null", [filler])
            let note = String(repeating: "n", count: 2_000)
            for number in 1...60 { device.text("item add 'Thing \(number)' --note \(note)") }
            let refused = try device.run("sync")
            #expect(refused.exitCode == 4, "\(refused.brief)")
            #expect(try server.run("space list").exitCode == 0)

            try Files.remove(filler)
            device.text("sync")
            #expect(server.stop()?.error.contains(#""event":"disk-full""#) == true)
            #expect(try server.json("check")["isSound"] == true)
        }
    }

    @Test("The server says the version of the whole package")
    func version() throws {
        let own = try RealProgram(withStore: false).run("--version").output
        #expect(try RealServer().run("--version").output == own.replacing("packmule ", with: "packmule-server "))
    }
}
