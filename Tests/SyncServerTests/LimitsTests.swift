// Limits by name, and token buckets.

import SyncServer
import TestSupport
import Testing

@Suite("Limits")
struct LimitsTests {
    @Test("Every limit can be set by its name, at both ends of its range and not beyond")
    func settings() throws {
        #expect(ServerLimits.names.count == Mirror(reflecting: ServerLimits()).children.count)
        for setting in ServerLimits.settings {
            var limits = ServerLimits()
            #expect(setting.range.contains(limits[keyPath: setting.path]))
            for bound in [setting.range.lowerBound, setting.range.upperBound] {
                try limits.set("\(setting.name)=\(bound)")
                #expect(limits[keyPath: setting.path] == bound)
            }
            let problem = ServerLimits.Problem.outOfRange(name: setting.name, range: setting.range)
            #expect(throws: problem) { try limits.set("\(setting.name)=\(setting.range.lowerBound - 1)") }
            #expect(throws: problem) { try limits.set("\(setting.name)=\(setting.range.upperBound + 1)") }
        }
    }

    @Test("The names are those of the properties")
    func names() {
        #expect(ServerLimits.names == Mirror(reflecting: ServerLimits()).children.map(\.label))
    }

    @Test("What is no setting is refused", arguments: ["", "watches", "watches5", "watches="])
    func malformed(text: String) {
        var limits = ServerLimits()
        #expect(throws: ServerLimits.Problem.self) { try limits.set(text) }
        #expect(limits == ServerLimits())
    }

    @Test("A name that there is not is refused")
    func unknown() {
        var limits = ServerLimits()
        #expect(throws: ServerLimits.Problem.unknownName) { try limits.set("devices=5") }
    }
}
