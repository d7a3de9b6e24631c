// The limits of a server, as they can be set.

import CommandLineTool
import JSONText

enum LimitsCommand {
    static let limits = Command<Action>(
        "limits", summary: "List the limits that --limit sets",
        examples: [Example("packmule-server limits", "every name, its usual value and its meaning")],
        action: .answer { invocation in
            let settings = LimitSettings.settings
            let usual = LimitSettings()
            return Answer(
                json: {
                    [
                        "limits": .array(
                            settings.map { setting in
                                [
                                    "name": .string(setting.name),
                                    "value": .integer(Int64(usual[setting])),
                                    "least": .integer(Int64(setting.range.lowerBound)),
                                    "most": .integer(Int64(setting.range.upperBound)),
                                    "meaning": .string(setting.meaning),
                                ]
                            })
                    ]
                },
                text: {
                    Table(
                        [.init("Name"), .init("Value", .right), .init("Meaning", isFlexible: true)],
                        rows: settings.map { [.init($0.name), .init("\(usual[$0])"), .init($0.meaning)] }
                    ).text(width: invocation.screen.columns, colour: invocation.screen.colour)
                })
        })
}
