// Tests of the commands by which devices share a space.

import CommandLineTool
import Cryptography
import JSONText
import Platform
import ReplicaStore
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Commands of a space")
struct SpaceCommandsTests {
    private let space: TestSpace
    private let laptop: TestProgram

    init() throws {
        space = try TestSpace()
        laptop = try space.first("laptop")
    }

    // MARK: Coming in

    @Test("claim tells the server, who can read, and what to do next")
    func claim() throws {
        let space = try TestSpace()
        let program = try space.device("laptop")
        let link = try space.claimLink().text
        #expect(
            program.text("claim \(link) --name Desk") == """
                This device is the first of a space at https://packmule.example.org. The server cannot read what \
                it holds.
                Send what is here with 'packmule sync', and bring in others with 'packmule invite'.
                Make a recovery code with 'packmule recovery make': without one, losing all devices loses everything.

                """)
        #expect(try program.member("device", of: "status") == "Desk")
        let other = try space.device("other")
        let refusal = other.refusal("claim \(link)")
        #expect(refusal.contains("does not know this link") && !refusal.contains(String(link.suffix(22))))
    }

    @Test("An open space is made only when asked for, and says that it can be read")
    func open() throws {
        let space = try TestSpace()
        let program = try space.device("laptop")
        #expect(program.text("claim \(try space.claimLink().text) --open").contains("Whoever runs the server can read"))
        #expect(try program.member("sync", of: "status")["sealed"] == false)
    }

    @Test("A link may come on standard input, with blanks and line ends around it")
    func standardInput() throws {
        let phone = try space.device("phone")
        let output = phone.run("join -", input: "  \(try laptop.link())\n")
        #expect(output.exitCode == .done && output.standardOutput.contains("come into the space"), "\(output)")
        let typed = try space.device("tablet").run("join -", input: try laptop.link(), canAsk: true)
        #expect(typed.exitCode == .done, "\(typed)")
    }

    @Test(
        "What is no link of the right kind is refused with what to do",
        arguments: [
            ("join https://packmule.example.org", "the part from # on is missing"),
            ("join https://packmule.example.org/#i.abc", "The secret in the link is not complete"),
            ("claim http://packmule.example.org/#c.AAAAAAAAAAAAAAAAAAAAAA", "without encryption"),
            ("join https://packmule.example.org/#c.AAAAAAAAAAAAAAAAAAAAAA", "packmule claim"),
            ("claim https://packmule.example.org/#i.AAAAAAAAAAAAAAAAAAAAAA", "packmule join"),
            ("join https://packmule.example.org/#i.AAAAAAAAAAAAAAAAAAAAAA", "packmule invite"),
            ("recovery use ABCD --server https://packmule.example.org", ""),
            ("recovery use ABCD --server packmule.example.org", "server must be an address"),
            ("recovery use ABCD --server http://packmule.example.org", "https://"),
        ])
    func badLinks(line: String, part: String) throws {
        let refusal = try space.device("phone").refusal(line)
        #expect(refusal.contains(part))
    }

    @Test("Who joins with data is told what it is and asked, before the link is used up; a copy is kept")
    func joinWithData() throws {
        let phone = try space.device("phone")
        phone.text("trip add Oslo")
        phone.text("item add Socks Book -t Oslo")
        let link = try laptop.link()
        let refusal = phone.refusal("join \(link)", .decisionNeeded)
        #expect(refusal.contains("1 trip") && refusal.contains("2 items") && refusal.contains("--yes"))
        let answer = try JSONValue(reading: phone.text("join \(link) --yes --json"))
        let copy = try #require(answer["backup"]?.string)
        #expect(copy.hasPrefix(phone.storePath + ".before-join-"))
        #expect(phone.text("dump --store \(copy)") == phone.text("dump"))
        phone.text("sync")
        laptop.text("sync")
        #expect(laptop.text("trip list").contains("Oslo"))
    }

    @Test("Who says no when asked stays outside")
    func declined() throws {
        let phone = try space.device("phone")
        phone.text("trip add Oslo")
        let output = phone.run("join \(try laptop.link())", input: "n\n", canAsk: true)
        #expect(output.exitCode == .decisionNeeded)
        #expect(try phone.member("sync", of: "status")["state"] == "none")
    }

    @Test("A device is in one space at a time, and commands that need one say how to get one")
    func oneSpace() throws {
        #expect(laptop.refusal("join \(try laptop.link())").contains("packmule leave"))
        let apart = try space.device("apart")
        for line in ["sync", "invite", "device list", "recovery make", "leave --yes"] {
            #expect(apart.refusal(line).contains("packmule join LINK"), "\(line)")
        }
    }

    // MARK: Syncing

    @Test("sync says what went up and came down, and people's devices then hold the same")
    func sync() throws {
        let phone = try space.joined("phone", by: laptop)
        #expect(laptop.text("sync") == "In sync; nothing had changed.\n")
        laptop.text("trip add Bergen --start 2027-06-03")
        #expect(try laptop.member("sync", of: "status")["state"] == "pending")
        #expect(laptop.text("status").contains("1 record to be sent"))
        #expect(laptop.text("sync") == "In sync: sent 1 change.\n")
        #expect(phone.text("sync") == "In sync: received 1 change.\n")
        #expect(phone.text("dump") == laptop.text("dump"))
        let status = try phone.member("sync", of: "status")
        #expect(status["state"] == "in-sync" && status["server"] == "https://packmule.example.org")
        #expect(status["lastInSync"]?.string == "2026-05-01T12:00:00Z")
        #expect(phone.text("status").contains("just now"))
    }

    @Test("Scripts get every number, and names that stay")
    func syncJSON() throws {
        laptop.text("trip add Bergen --start 2027-06-03")
        #expect(
            try laptop.json("sync") == """
                {sent:1,received:0,refused:0,pending:0,waiting:null,beneathDeletions:[],ahead:0,manyDeletions:false,\
                hidden:0,dropped:0,unopenable:0,equal:true,comparedAnew:false,backup:null}
                """)
    }

    @Test("What the server wants later is counted, is not called in sync, and is tried again when somebody asks")
    func waiting() throws {
        let space = try TestSpace(recordsPerSpace: 1)
        let laptop = try space.first("laptop")
        laptop.text("trip add Bergen --start 2027-06-03")
        laptop.text("trip add Oslo --start 2027-07-03")
        let first = try JSONValue(reading: laptop.text("sync --json"))
        #expect(first["sent"] == 1 && first["pending"] == 1)
        #expect(first["waiting"] == ["until": "2026-05-01T12:10:00Z", "reason": "quota"])
        space.clock.advance(milliseconds: 60_000)
        let second = try JSONValue(reading: laptop.text("sync --json"))
        #expect(second["sent"] == 0 && second["pending"] == 1)
        #expect(second["waiting"] == ["until": "2026-05-01T12:11:00Z", "reason": "quota"])
        let text = laptop.text("sync")
        #expect(text.hasPrefix("Nothing was sent or received.\n1 record will be sent after "))
        #expect(text.hasSuffix(", because the space is full on the server.\n"))
        #expect(try laptop.member("sync", of: "status")["state"] == "waiting")
    }

    @Test("What lies beneath somebody's deletion is named, and comes back by restore")
    func beneathDeletion() throws {
        let phone = try space.joined("phone", by: laptop)
        laptop.text("trip add Bergen --start 2027-06-03")
        laptop.text("sync")
        phone.text("sync")
        laptop.text("trip delete Bergen")
        laptop.text("sync")
        space.clock.advance(milliseconds: 1_000)
        phone.text("trip edit Bergen --note later")
        let text = phone.text("sync")
        #expect(text.contains("trip 1 Bergen, June 2027 was deleted on another device"))
        #expect(text.contains("packmule trip restore 1"))
        phone.text("trip restore 1")
        phone.text("sync")
        laptop.text("sync")
        #expect(laptop.text("dump") == phone.text("dump"))
        #expect(try laptop.member("trip", of: "trip show Bergen")["note"] == "later")
    }

    @Test("A server that cannot be reached is told with exit code 4, for people and for scripts")
    func unreachable() throws {
        laptop.text("trip add Bergen")
        space.isUp.withLock { $0 = false }
        #expect(
            laptop.refusal("sync", .waiting) == """
                packmule: The server cannot be reached: connection refused
                What is to be sent is kept and goes with the next sync.

                """)
        let error = try JSONValue(reading: laptop.refusal("sync --json", .waiting))["error"]
        #expect(error?["code"] == "unreachable")
        #expect(laptop.run("device list").standardError.contains("as they were last known"))
        space.isUp.withLock { $0 = true }
        #expect(laptop.text("sync") == "In sync: sent 1 change.\n")
    }

    @Test("The history tells which device changed what, by its name")
    func history() throws {
        let phone = try space.joined("phone", by: laptop)
        laptop.text("trip add Bergen --start 2027-06-03")
        laptop.text("sync")
        phone.text("sync")
        phone.text("trip edit Bergen --nights 4")
        phone.text("sync")
        laptop.text("sync")
        laptop.text("sync")
        #expect(laptop.text("log trip 1").contains("  phone  received"))
    }

    // MARK: Devices

    @Test("Devices are listed, renamed and shut out by name or by the start of an id")
    func devices() throws {
        let phone = try space.joined("phone", by: laptop)
        phone.text("sync")
        let list = laptop.text("device list")
        #expect(list.contains("laptop") && list.contains("this device") && list.contains("phone"))
        laptop.text("device rename pho 'Old phone'")
        let devices = try #require(try laptop.member("devices", of: "device list").elements)
        #expect(devices.map { $0["name"] } == ["laptop", "Old phone"])
        #expect(devices.map { $0["own"] } == [true, false])
        let id = try #require(devices[1]["id"]?.string)
        #expect(laptop.refusal("device revoke tablet").contains("There is no device 'tablet'"))
        #expect(laptop.refusal("device revoke \(id.prefix(8))", .decisionNeeded).contains("Old phone"))
        let text = laptop.text("device revoke \(id.prefix(8)) --yes")
        #expect(text.contains("the key of the space is not changed"))
        #expect(try laptop.member("devices", of: "device list").elements?[1]["revoked"] == true)
        #expect(phone.refusal("sync", .notAllowed).contains("packmule leave"))
    }

    @Test("A device that is not known here yet is asked for before it is said that there is none")
    func newDevice() throws {
        let phone = try space.joined("phone", by: laptop)
        phone.text("sync")
        let id = try #require(try phone.member("devices", of: "device list").elements?.first?["id"]?.string)
        #expect(laptop.text("device revoke \(id) --yes").contains("can neither send nor read any more"))
    }

    @Test("A name that two devices have is refused with their ids")
    func ambiguousDevice() throws {
        _ = try space.joined("phone", by: laptop)
        _ = try space.joined("Phone", by: laptop)
        laptop.text("sync")
        let refusal = laptop.refusal("device revoke phone --yes")
        #expect(refusal.contains("could be more than one device") && refusal.contains("Give the start of its id"))
    }

    @Test("Who leaves keeps everything and is told what the others will not see")
    func leave() throws {
        laptop.text("trip add Bergen")
        let before = laptop.text("dump")
        #expect(laptop.refusal("leave", .decisionNeeded).contains("will not see what changed in 1 record here"))
        #expect(laptop.text("leave --yes").contains("What it holds stays here"))
        #expect(laptop.text("dump") == before)
        #expect(laptop.text("status").contains("this device keeps everything locally"))
    }

    @Test("Nothing is refused in a new space")
    func quarantine() {
        #expect(laptop.text("quarantine") == "The server refuses nothing.\n")
        #expect(laptop.text("quarantine retry") == "The server refuses nothing.\n")
        #expect(laptop.text("quarantine drop") == "The server refuses nothing.\n")
    }

    @Test("A recovery code brings a fresh device in, however it is typed; the next one replaces it")
    func recovery() throws {
        laptop.text("trip add Bergen")
        laptop.text("sync")
        let first = try #require(try laptop.member("code", of: "recovery make").string)
        let code = try #require(try laptop.member("code", of: "recovery make").string)
        let fresh = try space.device("fresh")
        let server = "--server https://packmule.example.org"
        #expect(fresh.run("recovery use - \(server)", input: first).exitCode == .refused)
        let typed = code.lowercased().replacing("-", with: " ")
        #expect(fresh.run("recovery use - \(server)", input: typed).exitCode == .done)
        fresh.text("sync")
        #expect(fresh.text("dump") == laptop.text("dump"))
    }

    // MARK: Secrets

    @Test("Token, key and links stand in no output but the one that is asked for them")
    func secrets() throws {
        let link = try laptop.link()
        let phone = try space.device("phone")
        phone.text("join \(link)")
        phone.text("trip add Bergen")
        let membership = try #require(try phone.membership())
        let secrets = [membership.token.bytes, membership.key?.bytes ?? []].flatMap { bytes in
            [Self.hexadecimal(bytes), Base64Text.standard(bytes), Base64Text.url(bytes)]
        }
        let linkSecret = String(link.suffix(22))
        let lines = [
            "sync", "status", "status --json", "log", "log --json", "dump", "export", "device list",
            "device list --json",
            "doctor", "trash", "quarantine --json", "export -o \(phone.folder.path("out.json"))", "search Bergen",
        ]
        for line in lines {
            let output = phone.run(line)
            for secret in secrets + [linkSecret] {
                #expect(!output.standardOutput.contains(secret) && !output.standardError.contains(secret), "\(line)")
            }
        }
        let file = String(decoding: try Files.read(phone.folder.path("out.json"), limitBytes: 1 << 20), as: UTF8.self)
        for secret in secrets { #expect(!file.contains(secret)) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// Bytes as base64 (RFC 4648), to look for in texts.
private enum Base64Text {
    static func standard(_ bytes: [UInt8]) -> String { text(bytes, "+/") }
    static func url(_ bytes: [UInt8]) -> String { text(bytes, "-_") }

    private static func text(_ bytes: [UInt8], _ last: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last)
        let bits = bytes.flatMap { byte in (0..<8).map { Int(byte >> (7 - $0)) & 1 } }
        return String(
            stride(from: 0, to: bits.count, by: 6).map { start in
                digits[(0..<6).reduce(0) { $0 * 2 + (start + $1 < bits.count ? bits[start + $1] : 0) }]
            })
    }
}
