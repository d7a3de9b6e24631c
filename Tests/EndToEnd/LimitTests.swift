// What ends outside: the disk, the size of files, readers that go away.

import JSONText
import Platform
import TestSupport
import Testing

@Suite("Limits of the system")
struct LimitTests {
    @Test("A full disk loses nothing, and work goes on when there is space again")
    func fullDisk() throws {
        var program = try RealProgram(withStore: false)
        let disk = program.folder.path("disk")
        try Files.createFolder(disk)
        guard try program.shell("mount -t tmpfs -o size=1m,mode=700 none \"$1\"", [disk]).exitCode == 0 else {
            print("NOT RUN: a full disk, needs the right to mount.")
            return
        }
        defer { _ = try? program.shell("umount \"$1\"", [disk]) }
        program.environment["PACKMULE_STORE"] = disk + "/store.sqlite"
        program.text("init")
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        // Some room is left, so that the disk becomes full in the middle of the work.
        let fill = "dd if=/dev/zero bs=4096 count=$2 of=\"$1\" 2>/dev/null"
        _ = try program.shell(fill, [disk + "/filler", "150"])

        var done: [String] = []
        var refused: ChildProcess.End?
        for number in 1...500 where refused == nil {
            let end = try program.run("item add 'Thing \(number)' --note '\(String(repeating: "n", count: 2_000))'")
            if end.exitCode == 0 { done.append("Thing \(number)") } else { refused = end }
        }
        try #require(refused).expectRefusal(3, saying: "disk is full")
        #expect(done.count > 5)
        _ = try program.shell(fill, [disk + "/rest", "250"])
        try program.run("export -o \(disk)/e.json").expectRefusal(3, saying: "the disk is full")
        #expect(try program.itemNames() == done)

        for name in ["filler", "rest"] { try Files.remove("\(disk)/\(name)") }
        program.text("item add Last")
        #expect(try program.itemNames() == done + ["Last"])
        try program.expectWell()
    }

    @Test("A limit on the size of files is an error like others")
    func fileSizeLimit() throws {
        let program = try RealProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        let end = try program.shell("ulimit -f 1; exec \"$0\" item add Socks")
        end.expectRefusal(3)
        try program.shell("ulimit -f 1; exec \"$0\" export -o \"$1\"", [program.folder.path("e.json")]).expectRefusal(1)
        #expect(try !Files.exists(program.folder.path("e.json")))
        #expect(try program.itemNames() == [])
        program.text("item add Hat")
        try program.expectWell()
    }

    @Test("A reader that has seen enough ends the program quietly")
    func closedPipe() throws {
        let program = try RealProgram()
        let end = try program.shell("{ \"$0\" help; echo $? >&2; } | true")
        #expect(end.error == "0\n")
        let first = try program.shell("{ \"$0\" dump; echo $? >&2; } | head -n 1")
        #expect(first.output == "{\n" && first.error == "0\n")
    }

    @Test("Output that cannot be written is said", arguments: ["version", "trip list", "dump --json"])
    func fullDevice(line: String) throws {
        let program = try RealProgram()
        program.text("trip add Bergen")
        let end = try program.shell("\"$0\" \(line) > /dev/full")
        end.expectRefusal(3, saying: "Cannot write standard output: the disk is full.")
        // Whoever took it for a refusal would do it again.
        #expect(end.error.contains("The command was carried out"))
    }

    @Test("Streams that are closed from the start are no trap")
    func closedStreams() throws {
        let program = try RealProgram()
        for redirection in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
            let end = try program.shell("\"$0\" trip add Bergen \(redirection)")
            #expect(end.signal == nil && (end.exitCode ?? 128) < 4, "\(redirection): \(end)")
        }
        try program.expectWell()
    }
}
