// One daemon for one store.

import PackmuleKit
import Platform

/// The right to be the daemon of a store: a lock that ends with the process, however it dies.
final class Instance: Sendable {
    private let lock: FileLock

    /// Takes the right.
    ///
    /// - Throws: a refusal when another daemon has it.
    init(ofStore path: String) throws {
        try Files.createFolder(Files.folder(of: path), permissions: 0o700)
        lock = try DaemonState.lock(ofStore: path)
        guard try lock.tryLock() else {
            let owner = DaemonState.read(ofStore: path).map { " (process \($0.processID))" } ?? ""
            throw Refusal(
                "running", "Another daemon\(owner) keeps \(path) in sync already.",
                hint: "See 'packmuled status'.")
        }
    }
}
