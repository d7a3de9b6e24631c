// The folder in which a server keeps everything: who may look into it, who serves it, and what it is called outside.

import Platform

/// The data folder by its path. Nothing is looked at before it is asked for.
struct DataFolder: Sendable {
    let path: String

    /// The one file that everything is kept in.
    var databasePath: String { path + "/server.sqlite" }
    /// Held by the server that serves the folder, as long as it runs.
    private var lockPath: String { path + "/server.lock" }
    /// The address by which clients know the server, as the last start recorded it.
    private var addressPath: String { path + "/server.url" }

    /// Why a folder cannot be used, by what whoever runs the server can do.
    enum Problem: Error, Equatable {
        /// There is no server's folder at that path.
        case missing(String)
        /// Others could read it: `chmod`.
        case open(String, permissions: UInt32)
        /// It belongs to somebody else: `chown`, or run as that user.
        case foreign(String, ownerID: UInt32, userID: UInt32)
        /// Something else stands there.
        case notAFolder(String)
        /// Another server serves it.
        case served(String)
    }

    /// Makes the folder (0700) where it is missing, and demands that nobody else can look into it.
    func prepare() throws {
        try Files.createFolder(path)
        try demandPrivacy()
    }

    /// Demands that a server was started here before, and that nobody else can look into it.
    func demandServer() throws {
        guard try Files.exists(databasePath) else { throw Problem.missing(path) }
        try demandPrivacy()
    }

    /// Locks the folder for one server; the lock goes with the value, and with the process.
    ///
    /// - Throws: ``Problem/served(_:)`` when a server runs on it.
    func lock() throws -> FileLock {
        let lock = try FileLock(path: lockPath)
        guard try lock.tryLock() else { throw Problem.served(path) }
        return lock
    }

    /// Remembers the address for ``recordedAddress()``.
    func record(address: String) throws {
        if try recordedAddress() != address { try Files.write(Array("\(address)\n".utf8), to: addressPath) }
    }

    /// The address that the last start recorded; nil where none did.
    func recordedAddress() throws -> String? {
        guard try Files.exists(addressPath) else { return nil }
        let bytes = try Files.read(addressPath, limitBytes: Limits.addressBytes)
        return String(validating: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The bytes that all files of the folder have together.
    func sizeBytes() throws -> Int64 {
        try Files.names(inFolder: path).reduce(0) { sum, name in
            // A file may go between being listed and being looked at.
            sum &+ ((try? Files.attributes(of: path + "/" + name, followingLink: false).sizeBytes) ?? 0)
        }
    }

    private func demandPrivacy() throws {
        guard try Files.attributes(of: path).kind == .folder else { throw Problem.notAFolder(path) }
        let files = [path, databasePath, databasePath + "-wal", databasePath + "-shm"]
        for file in files where try Files.exists(file) {
            let attributes = try Files.attributes(of: file)
            let userID = ProcessInformation.userID
            guard attributes.ownerID == userID else {
                throw Problem.foreign(file, ownerID: attributes.ownerID, userID: userID)
            }
            guard attributes.permissions & 0o077 == 0 else {
                throw Problem.open(file, permissions: attributes.permissions)
            }
        }
    }
}

extension DataFolder.Problem {
    /// A sentence, and what to do.
    var words: (code: String, message: String, hint: String) {
        switch self {
        case .missing(let path):
            ("no-server", "No server was ever started on \(path).", "Start one: packmule-server --data \(path)")
        case .open(let path, let permissions):
            (
                "permissions",
                "Others may look into \(path) (its permissions are 0\(String(permissions, radix: 8))); nothing was done.",
                "Take that from them: chmod go= \(path)"
            )
        case .foreign(let path, let ownerID, let userID):
            (
                "owner", "\(path) belongs to user \(ownerID), and this is user \(userID); nothing was done.",
                "Run as its owner, or change the owner with chown."
            )
        case .notAFolder(let path): ("not-a-folder", "\(path) is not a folder.", "Give the path of a folder.")
        case .served(let path):
            ("served", "A server is running on \(path) already.", "Stop it first, or give another folder.")
        }
    }
}
