// Devices of real processes exchange through a real server, by hand.

import JSONText
import TestSupport
import Testing

@Suite("Sync by hand")
struct SyncTests {
    @Test("Devices that edit apart hold the same after syncing, and so does one that joins later")
    func converge() throws {
        let space = try Space(["laptop", "phone"])
        space[0].text("trip add Bergen --start 2027-06-03 --nights 4")
        space[0].text("item add 'Rain jacket' Socks --category Clothes")
        space[1].text("trip add Oslo --start 2027-08-01 --nights 2")
        space[1].text("place add Bryggen --lat 60.3975 --lon 5.3245")
        space.syncAll()
        try space.expectEqual()
        #expect(try space[1].json("trip list")["trips"]?.elements?.count == 2)
        try space.add("tablet")
        try space.expectEqual()
        #expect(
            try space[2].json("device list")["devices"]?.elements?.compactMap { $0["name"]?.string }.sorted()
                == ["laptop", "phone", "tablet"])
    }

    @Test("Of two who change one field the later wins everywhere, and the history tells who")
    func conflict() throws {
        let space = try Space(["laptop", "phone"])
        space[0].text("trip add Bergen --start 2027-06-03 --nights 4")
        space[0].text("item add Socks")
        space.syncAll()
        space[0].text("item edit Socks --quantity 3")
        space[1].text("item edit Socks --quantity 5")
        space[1].text("item edit Socks --note 'the warm ones'")
        space.syncAll()
        try space.expectEqual()
        for device in space.devices {
            let item = try device.json("item show Socks")["item"]
            #expect(item?["quantity"] == 5 && item?["note"] == "the warm ones")
        }
        #expect(space[0].text("log item Socks").contains("phone"))
    }

    @Test("A server that is down is told with exit code 4, and nothing is lost")
    func serverDown() throws {
        let space = try Space(["laptop", "phone"])
        space.server.stop()
        space[0].text("trip add Bergen --start 2027-06-03")
        let end = try space[0].run("sync")
        end.expectRefusal(4, saying: "cannot be reached")
        #expect(try space[0].json("status")["sync"]?["state"] == "pending")
        #expect(space[0].text("status").contains("1 record to be sent"))
        let daemon = try RealDaemon(of: space[0])
        try daemon.expect("waiting")
        // Between two waits it tries again, and says that.
        try space.wait(for: "the reason of a wait, for scripts") {
            let sync = try space[0].json("status")["sync"]
            return sync?["state"] == "waiting" && sync?["reason"] == "unreachable"
        }
        try space.wait(for: "the reason of a wait, for people") {
            space[0].text("status").contains("because the server cannot be reached")
        }
        daemon.stop()
        try space.server.start()
        space.syncAll()
        try space.expectEqual()
        #expect(try space[0].json("status")["sync"]?["state"] == "in-sync")
        #expect(try space[1].json("trip list")["trips"]?.elements?.count == 1)
    }

    @Test("A device that was revoked neither sends nor reads, and keeps what it holds")
    func revoke() throws {
        let space = try Space(["laptop", "phone"])
        space[0].text("trip add Bergen --start 2027-06-03")
        space.syncAll()
        let before = space[1].text("dump")
        try space[0].run("device revoke phone").expectRefusal(6, saying: "--yes")
        #expect(space[0].text("device revoke phone --yes").contains("key of the space is not changed"))
        space[0].text("trip edit Bergen --nights 9")
        space[0].text("sync")
        try space[1].run("sync").expectRefusal(5, saying: "join again")
        #expect(space[1].text("dump") == before)
        #expect(
            try space[0].json("device list")["devices"]?.elements?.contains {
                $0["name"] == "phone" && $0["revoked"] == true
            } == true)
        // It comes back by an invitation, with what it wrote meanwhile.
        space[1].text("trip edit Bergen --note later")
        space[1].text("leave --yes")
        space[1].text("join - --yes", input: try space.invitation(by: space[0]))
    }

    @Test("Who left keeps everything, and can come back with it")
    func leave() throws {
        let space = try Space(["laptop", "phone"])
        space[1].text("trip add Bergen --start 2027-06-03")
        space.syncAll()
        let before = space[1].text("dump")
        space[1].text("leave --yes")
        try space[1].run("sync").expectRefusal(1, saying: "no space")
        #expect(space[1].text("dump") == before)
        space[1].text("trip edit Bergen --nights 7")
        let link = try space.invitation(by: space[0])
        try space[1].run("join '\(link)'").expectRefusal(6, saying: "1 trip")
        space[1].text("join '\(link)' --yes")
        space.syncAll()
        try space.expectEqual()
        #expect(try space[0].json("trip show Bergen")["trip"]?["nights"] == 7)
    }

    @Test("A link is good once, and a secret of it stands in no output")
    func links() throws {
        let space = try Space(["laptop"])
        let link = try space.invitation(by: space[0])
        let secret = String(link.split(separator: ".").last ?? "")
        #expect(secret.utf8.count == 22)
        let (second, third) = (try RealProgram(name: "second"), try RealProgram(name: "third"))
        #expect(!second.text("join -", input: link).contains(secret))
        let end = try third.run("join -", input: link)
        end.expectRefusal(1)
        #expect(!end.error.contains(secret))
        for line in ["status", "log", "dump", "export", "device list", "doctor"] {
            let end = try second.run(line)
            #expect(!end.output.contains(secret) && !end.error.contains(secret))
        }
    }

    @Test("A recovery code brings back a space of which every device is lost")
    func recovery() throws {
        let space = try Space(["laptop"])
        space[0].text("trip add Bergen --start 2027-06-03")
        space[0].text("sync")
        let code = try space[0].json("recovery make")["code"]?.string ?? ""
        let fresh = try RealProgram(name: "new")
        fresh.text("recovery use - --server \(space.server.url)", input: code.lowercased())
        fresh.text("sync")
        #expect(fresh.text("dump") == space[0].text("dump"))
        let wrong = code.hasPrefix("A") ? "B" + code.dropFirst() : "A" + code.dropFirst()
        try RealProgram(name: "thief").run("recovery use - --server \(space.server.url)", input: wrong).expectRefusal(1)
    }
}
