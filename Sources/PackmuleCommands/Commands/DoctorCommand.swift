// Whether the store and its surroundings are well, and what to do where they are not.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform

enum DoctorCommand {
    static let doctor = Command<Action>(
        "doctor", summary: "Look for damage, and say what to do about it",
        discussion: """
            It reads every record, the history and the pages of the file, the permissions of file and folder, and the \
            data of time zones. Nothing is changed. Only faults make it fail, warnings do not.
            """,
        examples: [Example("packmule doctor", "look at everything")],
        seeAlso: ["backup", "restore", "export"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let path = try invocation.storePath
        guard try Files.exists(path) else { throw StoreError.missing(path: path) }
        let findings =
            try permissionFindings(path) + zoneFindings(invocation.surroundings) + storeFindings(path, invocation)
        let isWell = !findings.contains { $0.isFault }
        return Answer(
            json: { ["isWell": .bool(isWell), "findings": .array(findings.map(\.json))] },
            text: { findings.isEmpty ? "Everything is well.\n" : findings.map { $0.text(invocation) }.joined() },
            exitCode: isWell ? .done : .storeUnusable)
    }

    private static func storeFindings(_ path: String, _ invocation: Invocation) -> [Finding] {
        do {
            let device = try invocation.device(.readOnly)
            let faults = try invocation.withProgress("Checking") { progress in
                try device.store.verify { progress($0, nil) }
            }
            let hint = "Save what can be read with 'packmule export -o FILE', then 'packmule restore BACKUP'."
            return faults.map { Finding(isFault: true, what: $0, hint: hint) }
        } catch {
            let refusal = Refusal(error)
            return [Finding(isFault: true, what: refusal.message, hint: refusal.hint)]
        }
    }

    private static func permissionFindings(_ path: String) throws -> [Finding] {
        let folder = Files.folder(of: path)
        var findings: [Finding] = []
        for place in [path, path + "-wal", path + "-shm", folder] where try Files.exists(place) {
            let attributes = try Files.attributes(of: place)
            let isFolder = attributes.kind == .folder
            let wanted = isFolder ? "700" : "600"
            if attributes.ownerID != ProcessInformation.userID, ProcessInformation.userID != 0 {
                findings.append(
                    Finding(
                        isFault: true, what: "\(place) belongs to somebody else.",
                        hint: "Run 'chown \"$USER\" \(place)'."))
            }
            // Who can write the folder can put another file in the place of the store; who can look into it sees names.
            if attributes.permissions & (isFolder ? 0o022 : 0o077) != 0 {
                findings.append(
                    Finding(
                        isFault: true, what: "Others may \(isFolder ? "change" : "read or change") \(place).",
                        hint: "Run 'chmod \(wanted) \(place)'."))
            } else if attributes.permissions & 0o077 != 0 {
                findings.append(
                    Finding(
                        isFault: false, what: "Others may look into \(place).",
                        hint: "Run 'chmod \(wanted) \(place)'."))
            }
        }
        return findings
    }

    private static func zoneFindings(_ surroundings: Surroundings) -> [Finding] {
        let ignored = surroundings.localZone.ignored.map { ignored in
            Finding(
                isFault: false, what: "The time zone '\(ignored.text)' of this machine is not known.",
                hint: "Set TZ or /etc/localtime to a name such as Europe/Oslo.")
        }
        let age = surroundings.zoneDataWarning.map { Finding(isFault: false, what: $0.what, hint: $0.hint) }
        return ignored + (age.map { [$0] } ?? [])
    }
}

/// Something that is not as it should be.
private struct Finding {
    /// A warning otherwise.
    let isFault: Bool
    let what: String
    let hint: String

    var json: JSONValue {
        ["kind": .string(isFault ? "fault" : "warning"), "message": .string(what), "hint": .string(hint)]
    }

    func text(_ invocation: Invocation) -> String {
        let kind =
            isFault
            ? invocation.screen.colour.paint("fault", .red) : invocation.screen.colour.paint("warning", .yellow)
        return "\(kind): \(SafeText.visible(what))\n" + (hint.isEmpty ? "" : "  \(SafeText.visible(hint))\n")
    }
}
