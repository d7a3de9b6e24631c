// Making the store of this device: the only command that makes one.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform

enum InitCommand {
    static let initialise = Command<Action>(
        "init", summary: "Make the store of this device",
        discussion: "A store that is there already stays as it is.",
        examples: [
            Example("packmule init", "in the standard place"),
            Example("packmule init --name 'Work laptop'", "with the name that histories show"),
        ],
        options: [Option("name", value: "NAME", help: "What histories call this device; else the machine's name")],
        seeAlso: ["status"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let path = try invocation.storePath
        let typed = TextRules.cleaned(invocation.command.value("name") ?? "")
        let name = typed.isEmpty ? ProcessInformation.hostName ?? "this device" : typed
        let isNew: Bool
        do {
            _ = try Device.create(at: path, name: name, invocation.surroundings)
            isNew = true
        } catch StoreError.exists {
            // What is no store of ours is refused here.
            _ = try invocation.device(.readOnly)
            isNew = false
        }
        return Answer(
            json: { ["path": .string(path), "created": .bool(isNew)] },
            text: {
                let place = invocation.safe(path)
                return isNew
                    ? "Made a store at \(place).\nPlan a trip: packmule trip add Bergen --start 2027-06-03 --nights 4\n"
                    : "There is a store at \(place) already.\n"
            })
    }
}
