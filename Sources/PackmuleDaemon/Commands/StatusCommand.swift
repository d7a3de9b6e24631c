// Whether a daemon is at work, and what it waits for.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform

enum StatusCommand {
    static let status = Command<Action>(
        "status", summary: "Show whether a daemon keeps the store in sync, and what it waits for",
        discussion: "What is in sync is what 'packmule status' shows.",
        examples: [Example("packmuled status", "what it does right now")],
        seeAlso: ["run"],
        action: .answer(run))

    private static func run(_ invocation: Invocation) throws -> Answer {
        let path = try invocation.storePath
        guard DaemonState.isAtWork(onStore: path) else {
            return Answer(
                json: ["running": false, "store": .string(path), "daemon": .null],
                text: "No daemon keeps \(SafeText.visible(path)) in sync.\n")
        }
        let state = DaemonState.read(ofStore: path)
        return Answer(
            json: ["running": true, "store": .string(path), "daemon": state?.json ?? .null],
            text: text(state, path, invocation.outside.surroundings))
    }

    private static func text(_ state: DaemonState?, _ path: String, _ surroundings: Surroundings) -> String {
        guard let state else { return "A daemon keeps \(SafeText.visible(path)) in sync.\n" }
        func time(_ milliseconds: Int64) -> String {
            let civil = surroundings.localZone.rules.civil(at: Instant(millisecondsSince1970: milliseconds))
            return "\(civil.day) \(String(civil.time.description.prefix(8)))"
        }
        let wait = state.wait.map { " until \(time($0.untilMilliseconds)) because \($0.reason)" } ?? ""
        let rows: [[Table.Cell]] = [
            [.init("store", .dim), .init(path)],
            [.init("process", .dim), .init("\(state.processID), since \(time(state.startedMilliseconds))")],
            [.init("now", .dim), .init(state.phase.words + wait)],
            [
                .init("reminders", .dim),
                .init(state.nextRingMilliseconds.map { "next at " + time($0) } ?? "none to come"),
            ],
        ]
        let ways = state.ways.map { way -> [Table.Cell] in
            [.init("shown by", .dim), .init(way.name + (way.problem.map { ", not at present: " + $0 } ?? ""))]
        }
        return Table([.init(""), .init("", isFlexible: true)], rows: rows + ways).text()
    }
}
