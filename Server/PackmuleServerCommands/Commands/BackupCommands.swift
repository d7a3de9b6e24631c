// Copies of all that a server keeps: made, and put back.

import CommandLineTool
import JSONText
import Platform

enum BackupCommands {
    static let backup = Command<Action>(
        "backup", summary: "Copy everything into a file, while the server runs",
        discussion: "The file appears whole or not at all, and only its owner may read it. It must be a new one.",
        examples: [Example("packmule-server backup /backup/packmule.sqlite --data ~/packmule-data", "one file")],
        operands: [Operand("FILE", .one, .file, help: "Where to put the copy")],
        seeAlso: ["restore"],
        action: .answer { invocation in
            let path = invocation.command.operand("FILE") ?? ""
            let folder = try invocation.dataFolder
            if try Files.areSame(Files.folder(of: path), folder.path) {
                throw Refusal("invalid", "The data folder is no place for a backup.", hint: "Give another place.")
            }
            try Administration.beside(invocation).backup(to: path)
            let sizeBytes = try Files.attributes(of: path).sizeBytes
            return Answer(
                json: { ["path": .string(path), "sizeBytes": .integer(sizeBytes)] },
                text: { "Everything was copied to \(invocation.safe(path)).\n" })
        })

    static let restore = Command<Action>(
        "restore", summary: "Put a backup in the place of the server's file, while no server runs",
        discussion: """
            The backup is checked first; one that is damaged, foreign or newer is refused. What stood there is kept \
            beside it. Devices notice that the server went back, and bring what it lacks.
            """,
        examples: [
            Example("packmule-server restore /backup/packmule.sqlite --data ~/packmule-data --yes", "without asking")
        ],
        operands: [Operand("FILE", .one, .file, help: "The backup")],
        seeAlso: ["backup"],
        action: .answer(runRestore))

    private static func runRestore(_ invocation: Invocation) throws -> Answer {
        let source = invocation.command.operand("FILE") ?? ""
        let folder = try invocation.dataFolder
        guard try Files.exists(source) else { throw Refusal("not-found", "There is no backup at \(source).") }
        if try folder.hasServerFile() {
            try invocation.confirm("Replace all that the server keeps by what \(source) holds?")
        }
        let kept = try Administration.restore(folder, from: source, invocation.outside)
        return Answer(
            json: { ["restored": .string(source), "kept": kept.map { .string($0) } ?? .null] },
            text: {
                "The server keeps what is in \(invocation.safe(source)).\n"
                    + (kept.map { "What it kept before is in \(invocation.safe($0)).\n" } ?? "")
            })
    }
}
