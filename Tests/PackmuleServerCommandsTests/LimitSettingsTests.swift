// Tests of the limits that can be set.

import CommandLineTool
import HTTPListener
import HTTPMessages
import JSONText
import Replication
import SyncProtocol
import SyncServer
import Testing

@testable import PackmuleServerCommands

@Suite("Limit settings")
struct LimitSettingsTests {
    private func settings(_ texts: [String]) throws -> LimitSettings {
        guard case .run(let command) = try CommandTree.root.parse([]) else { return LimitSettings() }
        return try LimitSettings(texts, Invocation(command: command, outside: TestServer().outside()))
    }

    @Test("Every limit has a name of its own, a meaning, and a usual value that is allowed")
    func sound() {
        let names = LimitSettings.settings.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names) == Set(LimitMeanings.byName.keys))
        for setting in LimitSettings.settings {
            #expect(setting.range.contains(LimitSettings()[setting]), "\(setting.name)")
        }
    }

    @Test("Every limit can be set to its least and its most, and reaches its place")
    func reaches() throws {
        for setting in LimitSettings.settings {
            for value in [setting.range.lowerBound, setting.range.upperBound] {
                let limits = try settings(["\(setting.name)=\(value)"])
                #expect(limits[setting] == value)
                #expect(limits.changed.allSatisfy { $0.name == setting.name && $0.value == value })
            }
        }
        #expect(try settings(["connections=7"]).listener.connections == 7)
        #expect(try settings(["connectionsPerAddress=3"]).listener.connectionsPerAddress == 3)
        #expect(try settings(["headBytes=2048"]).listener.headBytes == 2_048)
        #expect(try settings(["bodyMilliseconds=500"]).listener.bodyMilliseconds == 500)
        #expect(try settings(["watches=5", "watches=6"]).server.watches == 6)
    }

    @Test("The door's usual limits are those of the listener")
    func usual() {
        let (ours, theirs) = (LimitSettings().listener, HTTPListener.Limits())
        #expect(ours.connections == theirs.connections)
        #expect(ours.connectionsPerAddress == theirs.connectionsPerAddress)
        #expect(ours.headBytes == theirs.headBytes)
    }

    @Test("Beyond its range no limit can be set")
    func beyond() {
        for setting in LimitSettings.settings {
            for value in [setting.range.lowerBound - 1, setting.range.upperBound + 1] {
                #expect(throws: Refusal.self) { try settings(["\(setting.name)=\(value)"]) }
            }
        }
    }

    @Test(
        "What is no setting is refused in one sentence",
        arguments: [
            ("connections", "--limit 'connections' is not of the form NAME=VALUE."),
            ("", "--limit '' is not of the form NAME=VALUE."),
            ("nonsense=1", "There is no limit 'nonsense'; see 'packmule-server limits'."),
            ("Connections=1", "There is no limit 'Connections'; see 'packmule-server limits'."),
            ("connections=", "--limit connections must be a whole number from 1 to 100000."),
            ("connections=1.5", "--limit connections must be a whole number from 1 to 100000."),
            ("connections=99999999999999999999", "--limit connections must be a whole number from 1 to 100000."),
            ("connections=1=2", "--limit connections must be a whole number from 1 to 100000."),
        ])
    func refuses(text: String, sentence: String) throws {
        let refusal = #expect(throws: Refusal.self) { try settings([text]) }
        #expect(refusal?.message == sentence)
        #expect(refusal?.exitCode == .usage)
    }
}
