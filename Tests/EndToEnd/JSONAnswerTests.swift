// Every command answers scripts with the object that docs/command-line.md describes.

import CommandLineTool
import JSONText
import Platform
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Answers to scripts")
struct JSONAnswerTests {
    private static let trip = """
        id number title city country start nights zone status archived note displayTitle lastDay deleted
        """
    private static let item = """
        id number trip category name note quantity packed position weightGrams source extra deleted
        """
    private static let category = "id number label position deleted"
    private static let place = """
        id number trip name latitude longitude address category note visit position deleted
        """
    private static let setting = "key value default stored help"
    private static let reminder = """
        id number title body trip place item trigger zone gap overlap missingDay zoneJump misfire grace level sound \
        badge thread notBefore notAfter whileUnpacked quiet quietFrom quietTo since when deleted
        """
    private static let upcoming = "key at reading zone offset policies"

    /// Commands in an order in which each finds what it needs, with the members of the answer; after a colon those of
    /// an object inside or of the first one of a list.
    private static let answers: [(line: String, members: String)] = [
        ("init", "path created"), ("version", "version"), ("completions bash", "shell script"),
        ("trip add Bergen --start 2027-06-03 --nights 4", "changed change changed:" + trip),
        ("trip list", "trips trips:" + trip), ("trip show Bergen", "trip trip:" + trip),
        ("trip edit Bergen --note Rain", "changed change"),
        ("trip copy Bergen --city Oslo --start 2028-01-01", "changed change"),
        ("trip cancel Oslo", "changed change"), ("trip uncancel Oslo", "changed change"),
        ("trip archive Oslo", "changed change"), ("trip unarchive Oslo", "changed change"),
        ("trip delete Oslo", "changed change"), ("trip restore Oslo", "changed change"),
        ("next --at 2027-05-01T12:00:00Z", "trip phrase line state daysUntil day days trip:" + trip),
        ("timeline --hours 2", "entries next entries:at trip phrase line state daysUntil day days"),
        ("timeline --hours 1", "next:kind at"),
        ("category add Boats", "changed change changed:" + category), ("category add Ropes", "changed change"),
        ("category list", "categories categories:" + category),
        ("category show Boats", "category category:" + category),
        ("category edit Boats --label Ships", "changed change"),
        ("category move Ropes --before Ships", "changed change"),
        ("category delete Ropes", "changed change"), ("category restore Ropes", "changed change"),
        ("item add Socks 'Wool socks' -t Bergen", "changed change changed:" + item),
        ("item list -t Bergen", "trip items trip:" + trip), ("item list -t Bergen", "items:" + item),
        ("item show Socks -t Bergen", "item item:" + item), ("item edit 1 --quantity 2", "changed change"),
        ("item move 2 --before 1", "changed change"), ("item check 1", "changed change"),
        ("item uncheck 1", "changed change"), ("check 1", "changed change"), ("uncheck 1", "changed change"),
        ("pack Bergen", "trip categories packed total weightGrams categories:id label items"),
        ("item duplicates -t Bergen", "trip duplicates"), ("item merge 1 2", "changed change"),
        ("item delete 1", "changed change"), ("item restore 1", "changed change"),
        ("place add Bryggen --lat 60.4 --lon 5.3 -t Bergen", "changed change changed:" + place),
        ("place list", "places places:" + place), ("place show Bryggen", "place place:" + place),
        ("place edit Bryggen --note Old", "changed change"), ("place share Bryggen", "place text geo map"),
        ("place delete Bryggen", "changed change"), ("place restore Bryggen", "changed change"),
        ("remind at '2090-06-03 09:00' Call the hotel", "changed change next silent problem changed:" + reminder),
        ("remind daily 02:30 Early", "changed next next:" + upcoming),
        ("remind every hour :30 Look up", "changed change"),
        ("remind before Bergen '9 days 18:00' Pack", "changed change next silent problem"),
        ("remind after Bergen '1 day 10:00' Unpack", "changed change next silent problem"),
        ("remind during Bergen 08:30 Look out", "changed change next silent problem"),
        ("reminder list", "reminders reminders:next silent problem " + reminder),
        ("reminder show hotel", "reminder reminder:next silent problem " + reminder),
        ("reminder next hotel", "reminder occurrences skipped zoneData occurrences:" + upcoming),
        ("reminder pending -n 1", "pending pending:reminder number title key at"),
        ("reminder edit early --daily 03:00", "changed change next silent problem"),
        ("reminder snooze hotel --for 1h --occurrence 2090-06-03T09:00", "changed change occurrence state until"),
        ("reminder hide hotel --occurrence 2090-06-03T09:00", "changed change occurrence state until"),
        (
            "reminder delivered",
            "delivered delivered:reminder number title key due here state snoozedUntil earlierCount"
        ),
        ("reminder dismiss hotel --occurrence 2090-06-03T09:00", "changed change occurrence state until"),
        ("reminder done hotel --occurrence 2090-06-03T09:00", "changed change occurrence state until"),
        ("reminder cancel hotel", "changed change"), ("reminder restore hotel", "changed change"),
        ("permission status", "status alert badge sound asked"), ("permission allow", "status alert badge sound asked"),
        ("permission request", "status alert badge sound asked"), ("permission deny", "status alert badge sound asked"),
        ("search bry", "trips categories items places reminders places:tripTitle " + place),
        ("setting list", "settings settings:" + setting), ("setting get log.days", setting),
        ("setting set log.days 30", "changed change"), ("setting unset log.days", "changed change"),
        ("log", "changes changes:change at kind words undone records"),
        ("undo", "changed change undone left"), ("redo", "changed change redone left"),
        ("export", "format isWhole text"), ("export -o {folder}/e.json", "format isWhole path sizeBytes"),
        (
            "import {folder}/e.json",
            "format trip imported unchanged counts left doubts refused change dryRun "
                + "counts:trips categories items places settings reminders"
        ),
        ("dump", "trips categories items places settings reminders occurrences"),
        ("status", "path sizeBytes device counts trash history pending parked zone zoneData upgradeBackup"),
        ("status", "counts:trips categories items places settings reminders"), ("status", "history:from to"),
        ("status", "reminders:permission unable next"),
        ("status", "zone:name source"), ("status", "zoneData:version warning"),
        ("doctor", "isWell findings"), ("backup {folder}/copy", "path sizeBytes"),
        ("restore {folder}/copy --yes", "path kept wasUsable"),
        ("trip delete Oslo", "changed change"), ("trash list", "trash trash:kind " + trip),
        ("trash empty --yes", "removed"),
    ]

    /// The same for what devices share, each said by the device of that number; links are put in as they are made.
    private static let spaceAnswers: [(device: Int, line: String, members: String)] = [
        (0, "claim {link}", "server sealed device backup"), (0, "invite", "link validUntil"),
        (1, "join {link}", "server sealed device backup"),
        (
            0, "sync",
            "sent received refused pending waiting beneathDeletions ahead manyDeletions hidden dropped unopenable "
                + "equal comparedAnew backup"
        ),
        (0, "device list", "devices current devices:id name own revoked joined seen"),
        (0, "device rename two second", "id name"),
        (0, "quarantine list", "quarantine"), (0, "quarantine retry", "retried"),
        (0, "quarantine drop --yes", "dropped"),
        (
            0, "status",
            "sync sync:state server space sealed until reason lastInSync quarantined unopenable "
                + "serverOffsetMilliseconds"
        ),
        (0, "recovery make", "code server"),
        (2, "recovery use {code} --server {url}", "server sealed device backup"),
        (0, "device revoke second --yes", "id name revoked"), (2, "leave --yes", "server pending serverTold"),
    ]

    @Test("Every answer is one object with the members that are promised")
    func answers() throws {
        let program = try RealProgram(withStore: false)
        for (line, members) in Self.answers {
            let answer = try program.json(line.replacing("{folder}", with: program.folder.path))
            expect(answer, of: line, has: members)
        }
    }

    @Test("Every answer about a space is one object with the members that are promised")
    func spaceAnswers() throws {
        let server = try SpaceServer()
        let devices = try ["one", "two", "three"].map { try RealProgram(name: $0) }
        var (link, code) = (try #require(server.claimLink), "")
        for (device, line, members) in Self.spaceAnswers {
            let words = line.replacing("{link}", with: link).replacing("{code}", with: code)
            let answer = try devices[device].json(words.replacing("{url}", with: server.url))
            expect(answer, of: line, has: members)
            link = answer["link"]?.string ?? link
            code = answer["code"]?.string ?? code
        }
    }

    private func expect(_ answer: JSONValue, of line: String, has members: String) {
        var object: JSONValue? = answer
        for word in words(of: members.replacing(":", with: ": ")) {
            if word.hasSuffix(":") {
                let inner = answer[String(word.dropLast())]
                object = inner?.elements?.first ?? inner
            } else {
                #expect(object?[word] != nil, "\(line) lacks \(word)")
            }
        }
    }

    @Test("No command is left out")
    func everyCommand() {
        let named = (Self.answers.map(\.line) + Self.spaceAnswers.map(\.line)).map {
            words(of: $0).prefix(2).joined(separator: " ")
        }
        for leaf in Self.leaves(of: CommandTree.root) {
            #expect(named.contains { $0 == leaf || $0.hasPrefix(leaf + " ") }, "\(leaf)")
        }
    }

    private static func leaves(of command: Command<Action>) -> [String] {
        command.subcommands.filter { !$0.isHidden }.flatMap { subcommand in
            subcommand.subcommands.isEmpty
                ? [subcommand.name] : leaves(of: subcommand).map { "\(subcommand.name) \($0)" }
        }
    }

    @Test(
        "Errors are one object on standard error",
        arguments: [
            ("frob", 2, "usage"), ("trip show Atlantis", 1, "not-found"), ("item add Socks", 1, "no-trip"),
            ("trip add Oslo --nights 9999", 1, "invalid"), ("undo 99", 1, "not-found"), ("redo", 1, "nothing-to-redo"),
            ("trash empty", 6, "decision-needed"), ("status --store {folder}/missing", 3, "no-store"),
        ])
    func errors(line: String, exitCode: Int32, code: String) throws {
        let program = try RealProgram()
        if code == "decision-needed" { program.text("trip add Oslo"); program.text("trip delete Oslo") }
        let end = try program.run(line.replacing("{folder}", with: program.folder.path) + " --json")
        #expect(end.exitCode == exitCode && end.output == "", "\(end)")
        let error = try JSONValue(reading: end.error)["error"]
        #expect(error?["code"] == .string(code))
        #expect(error?["message"]?.string?.isEmpty == false && error?["hint"]?.string != nil)
    }
}
