// Copies of the whole store: made, and put back.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform

enum BackupCommands {
    static let backup = Command<Action>(
        "backup", summary: "Copy the whole store into a file, while it is in use",
        discussion: "The file appears whole or not at all, and only its owner may read it. It is itself a store.",
        examples: [Example("packmule backup packmule.backup", "a copy with history and trash")],
        operands: [Operand("FILE", .one, .file, help: "Where to put the copy")],
        seeAlso: ["restore", "export"],
        action: runBackup)

    static let restore = Command<Action>(
        "restore", summary: "Put a backup in the place of the store",
        discussion: """
            The backup is checked first; one that is damaged, foreign or newer is refused. What the store held is kept \
            in a file beside it, whose name is printed. A store that is missing or damaged is replaced too.
            """,
        examples: [Example("packmule restore packmule.backup --yes", "everything as it was then, without asking")],
        operands: [Operand("FILE", .one, .file, help: "The backup")],
        seeAlso: ["backup", "undo"],
        action: runRestore)

    private static func runBackup(_ invocation: Invocation) throws -> Answer {
        let path = invocation.command.operand("FILE") ?? ""
        let device = try invocation.device()
        try invocation.confirmOverwriting(path)
        try invocation.withProgress("Copying") { progress in
            try device.store.backup(to: path) { progress($0, $1) }
        }
        let sizeBytes = try Files.attributes(of: path).sizeBytes
        return Answer(
            json: { ["path": .string(path), "sizeBytes": .integer(sizeBytes)] },
            text: { "The store was copied to \(invocation.safe(path)).\n" })
    }

    private static func runRestore(_ invocation: Invocation) throws -> Answer {
        let source = invocation.command.operand("FILE") ?? ""
        let path = try invocation.storePath
        if try Files.areSame(source, path) {
            throw Refusal("invalid", "That is the store itself.", hint: "Give the path of a backup.")
        }
        let backup = try invocation.withProgress("Checking") { progress in
            try Self.checkedBackup(source, invocation) { progress($0, nil) }
        }
        if try Files.exists(path) {
            try invocation.confirm("Replace everything in \(path) by what \(source) holds?")
        }
        let replaced = try invocation.withProgress("Restoring") { progress in
            try Device.restore(at: path, from: backup, invocation.surroundings) { progress($0, $1) }
        }
        return Answer(
            json: { ["path": .string(path), "kept": replaced.path.json, "wasUsable": .bool(replaced.wasUsable)] },
            text: {
                "The store is as it was in \(invocation.safe(source)).\n"
                    + (replaced.sentence.map { invocation.safe($0) + "\n" } ?? "")
            })
    }

    /// What is said of a backup must not be taken for something about the store.
    private static func checkedBackup(
        _ source: String, _ invocation: Invocation, _ progress: (Int) -> Void
    ) throws -> ReplicaStore {
        do {
            return try Device.checkedBackup(at: source, invocation.surroundings, progress: progress)
        } catch StoreError.missing {
            throw Refusal("not-found", "There is no backup at \(source).")
        } catch StoreError.database(.corrupt) {
            throw Refusal(
                "corrupt", "The backup \(source) is damaged; nothing was changed.", hint: "Use another backup.",
                .storeUnusable)
        }
    }
}

extension Invocation {
    /// Asks before a file is written over. The store, and the files that belong to it, never are.
    func confirmOverwriting(_ path: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal", "-changed", "-sync", "-daemon", "-daemon-lock"]
        where try Files.areSame(path, storePath + suffix) {
            throw Refusal("invalid", "That file belongs to the store.", hint: "Give another place.")
        }
        if try Files.exists(path) { try confirm("Replace the file \(path)?") }
    }
}

extension Device.Replaced {
    /// Where what was there is kept.
    fileprivate var path: String? {
        switch self {
        case .nothing: nil
        case .copied(let path), .movedAside(let path): path
        }
    }

    fileprivate var wasUsable: Bool {
        if case .copied = self { true } else { false }
    }

    fileprivate var sentence: String? {
        switch self {
        case .nothing: nil
        case .copied(let path): "What it held before is in \(path)."
        case .movedAside(let path): "The file that could not be used is kept as \(path)."
        }
    }
}
