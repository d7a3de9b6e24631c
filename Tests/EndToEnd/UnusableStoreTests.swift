// Files that are no store, or none that can be used: refused in one sentence, with their bytes as they were.

import JSONText
import Platform
import TestSupport
import Testing

@Suite("Stores that cannot be used")
struct UnusableStoreTests {
    /// What can stand in the place of the store, made from the bytes of a good one.
    enum Kind: String, CaseIterable, Sendable {
        case foreign, empty, truncated, newer, otherDatabase

        var code: String {
            switch self {
            case .foreign, .empty, .otherDatabase: "not-a-store"
            case .truncated: "corrupt"
            case .newer: "newer"
            }
        }

        /// The header of SQLite holds the version of the format at 60, the kind of application at 68, both big-endian
        /// (https://www.sqlite.org/fileformat2.html, section 1.3).
        func bytes(of store: [UInt8]) -> [UInt8] {
            var bytes = store
            switch self {
            case .foreign: return Array("holiday photos, sorted by year\n".utf8)
            case .empty: return []
            case .truncated: return Array(store.prefix(5_000))
            case .newer: bytes[62] = 1
            case .otherDatabase: bytes[68] ^= 1
            }
            return bytes
        }
    }

    @Test("A file that is no store of this version is refused and stays as it is", arguments: Kind.allCases)
    func refused(kind: Kind) throws {
        let program = try RealProgram()
        program.text("trip add Bergen")
        let bytes = kind.bytes(of: try program.movedIntoFile())
        try Files.write(bytes, to: program.storePath)
        for line in ["trip list", "trip add Oslo", "undo", "import \(Fixtures.path("quickstart/trips.csv"))", "dump"] {
            let end = try program.run(line)
            end.expectRefusal(3, "\(kind) \(line)")
            #expect(end.error.split(separator: "\n").count <= 2)
            let asJSON = try JSONValue(reading: program.run(line + " --json").error)
            #expect(asJSON["error"]?["code"] == .string(kind.code), "\(line)")
        }
        #expect(try program.run("doctor").exitCode == 3)
        #expect(try program.run("init").exitCode == 3)
        #expect(try program.storeBytes() == bytes)
    }

    @Test("A folder in the place of the store is refused", arguments: ["trip list", "trip add Oslo", "init"])
    func folder(line: String) throws {
        let program = try RealProgram(withStore: false)
        try Files.createFolder(program.storePath)
        try program.run(line).expectRefusal(3, saying: "is not a store of Packmule")
        #expect(try Files.names(inFolder: program.storePath) == [])
    }

    @Test("A store below a folder that is missing is made with its folders by init only")
    func missingFolder() throws {
        var program = try RealProgram(withStore: false)
        let path = program.folder.path("deep/down/store.sqlite")
        program.environment["PACKMULE_STORE"] = path
        try program.run("trip list").expectRefusal(3, saying: "packmule init")
        #expect(try !Files.exists(program.folder.path("deep")))
        program.text("init")
        #expect(try Files.exists(path))
    }

    @Test("Of a store with a spoiled page everything on other pages is exported")
    func spoiledPage() throws {
        let program = try RealProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        let list = program.folder.path("list.md")
        try Files.write(Array((1...800).map { "- [ ] Thing \($0)\n" }.joined().utf8), to: list)
        program.text("import \(list)")
        var bytes = try program.movedIntoFile()
        let wanted = Array("Thing 500".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: wanted) })
        for offset in place / 4_096 * 4_096..<place / 4_096 * 4_096 + 4_096 { bytes[offset] ^= 0xA5 }
        try Files.write(bytes, to: program.storePath)

        #expect(try program.run("doctor").exitCode == 3)
        let file = program.folder.path("saved.json")
        let end = try program.run("export -o \(file)")
        #expect(end.exitCode == 3 && end.error.hasPrefix("The store is damaged"), "\(end.brief)")
        #expect(try program.storeBytes() == bytes)
        let saved = try JSONValue(reading: Files.read(file, limitBytes: 1 << 24))
        let names = (saved["items"]?.elements ?? []).compactMap { $0["name"]?.string }
        #expect(names.count > 600 && names.count < 800)
        #expect(names.contains("Thing 1") && names.contains("Thing 800") && !names.contains("Thing 500"))
        #expect(saved["trips"]?.elements?.count == 1)
    }

    @Test("Where nothing may be written, one can look but not change", arguments: [false, true])
    func notWritable(isFolder: Bool) throws {
        let program = try RealProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        let bytes = try program.movedIntoFile()
        try Files.write(bytes, to: program.storePath, permissions: 0o400)
        if isFolder { try Files.setPermissions(0o500, of: program.folder.path) }
        defer { try? Files.setPermissions(0o700, of: program.folder.path) }
        guard let asOwner = try program.withoutPrivileges() else {
            print("NOT RUN: a store that cannot be written, needs a user other than root.")
            return
        }
        let looked = try program.shell(asOwner + " \"$0\" trip list")
        #expect(looked.exitCode == 0 && looked.output.contains("Bergen"), "\(looked)")
        try program.shell(asOwner + " \"$0\" trip add Oslo").expectRefusal(3, saying: "cannot be written")
        #expect(try program.storeBytes() == bytes)
    }
}

extension RealProgram {
    /// Everything the store holds, written into its one file; the files beside it are gone.
    fileprivate func movedIntoFile() throws -> [UInt8] {
        let copy = folder.path("whole")
        text("backup \(copy)")
        for name in try Files.names(inFolder: folder.path) where name.hasPrefix("store.sqlite") {
            try Files.remove(folder.path(name))
        }
        try Files.move(copy, to: storePath)
        return try storeBytes()
    }

    /// What to put before a command so that permissions count for it: nothing for most users; root gives the folder to
    /// the user `nobody` and becomes it. Nil where that cannot be done.
    fileprivate func withoutPrivileges() throws -> String? {
        guard ProcessInformation.userID == 0 else { return "" }
        let nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"
        let isDone = try shell("chown -R 65534:65534 \"$1\" && \(nobody) \"$0\" version", [folder.path])
        return isDone.exitCode == 0 ? nobody : nil
    }
}
