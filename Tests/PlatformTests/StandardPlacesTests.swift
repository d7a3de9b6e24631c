// The XDG base directory specification, rule by rule.

import Platform
import Testing

struct StandardPlacesTests {
    @Test(
        "Without other variables every kind has its place below HOME",
        arguments: [
            (.data, "/home/ada/.local/share/packmule"), (.configuration, "/home/ada/.config/packmule"),
            (.state, "/home/ada/.local/state/packmule"), (.cache, "/home/ada/.cache/packmule"),
        ] as [(StandardPlaces.Kind, String)])
    func belowHome(kind: StandardPlaces.Kind, path: String) throws {
        #expect(try places(["HOME": "/home/ada"]).folder(for: kind) == path)
        #expect(try places(["HOME": "/home/ada/"]).folder(for: kind) == path)
    }

    @Test(
        "A variable with an absolute path moves its kind, HOME or not",
        arguments: [
            (.data, "XDG_DATA_HOME"), (.configuration, "XDG_CONFIG_HOME"), (.state, "XDG_STATE_HOME"),
            (.cache, "XDG_CACHE_HOME"),
        ] as [(StandardPlaces.Kind, String)])
    func moved(kind: StandardPlaces.Kind, variable: String) throws {
        #expect(try places([variable: "/elsewhere"]).folder(for: kind) == "/elsewhere/packmule")
        #expect(try places([variable: "/elsewhere/", "HOME": "/h"]).folder(for: kind) == "/elsewhere/packmule")
    }

    @Test("Empty and relative paths do not count", arguments: ["", "relative", "./here", "~/data"])
    func ignored(path: String) throws {
        #expect(try places(["HOME": "/h", "XDG_DATA_HOME": path]).folder(for: .data) == "/h/.local/share/packmule")
        #expect(places(["XDG_RUNTIME_DIR": path]).runtimeFolder == nil)
        #expect(throws: PlatformError.placeUnknown(variable: "XDG_DATA_HOME")) {
            try places(["HOME": path]).folder(for: .data)
        }
    }

    @Test("Without HOME the place is unknown, and nothing is guessed")
    func withoutHome() {
        #expect(throws: PlatformError.placeUnknown(variable: "XDG_CACHE_HOME")) { try places([:]).folder(for: .cache) }
    }

    @Test("The place for sockets comes from its variable only")
    func runtime() {
        #expect(places(["XDG_RUNTIME_DIR": "/run/user/1000"]).runtimeFolder == "/run/user/1000/packmule")
        #expect(places(["HOME": "/home/ada"]).runtimeFolder == nil)
    }

    private func places(_ environment: [String: String]) -> StandardPlaces {
        StandardPlaces(environment: environment, program: "packmule")
    }
}
