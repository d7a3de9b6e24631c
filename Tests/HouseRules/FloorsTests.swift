// The rules about floors and imports can fail.

import Testing

struct FloorsTests {
    static let drawing = """
        | Floor | Targets |
        |---|---|
        | 2 top | `Roof` |
        | 1 middle | `Room` · `Kitchen` |
        | 0 ground | `CCellar` |

        Elsewhere `Nothing` is drawn.
        """

    static func manifest(_ targets: String) -> Manifest {
        let head = "func target(_ name: String) -> Target { .target(name: name, dependencies: dependencies) }\n"
        return Manifest(
            SourceFile(
                path: "Package.swift", text: head + "let package = Package(name: \"P\", targets: [\n\(targets)\n])"))
    }

    static let sound = """
        // target("Comment"),
        shim("CCellar", links: ["z"]),
        target("Room", ["CCellar"]),
        target("Kitchen"),
        .executableTarget(
            name: "Roof",
            dependencies: ["Room", "Kitchen"],
            swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["Room"], path: "Tests/TestSupport"),
        .executableTarget(name: "bench", dependencies: ["Roof", "Room"], path: "Tests/Bench/Program"),
        .testTarget(name: "HouseRules", dependencies: ["TestSupport"]),
        tests("Room", ["Kitchen"]),
        """

    @Test("Every way to write a target is understood")
    func reading() {
        #expect(
            Self.manifest(Self.sound).targets == [
                .init(name: "CCellar", dependencies: [], isTest: false),
                .init(name: "Room", dependencies: ["CCellar"], isTest: false),
                .init(name: "Kitchen", dependencies: [], isTest: false),
                .init(name: "Roof", dependencies: ["Room", "Kitchen"], isTest: false),
                .init(name: "TestSupport", dependencies: ["Room"], folder: "Tests/TestSupport", isTest: true),
                .init(name: "bench", dependencies: ["Roof", "Room"], folder: "Tests/Bench/Program", isTest: true),
                .init(name: "HouseRules", dependencies: ["TestSupport"], isTest: true),
                .init(name: "RoomTests", dependencies: ["Room", "TestSupport", "Kitchen"], isTest: true),
            ])
    }

    @Test("The drawing gives every target its floor, and targets below Tests use any of them")
    func drawing() {
        let floors = Floors(drawing: Self.drawing)
        #expect(floors.floorOfTarget == ["Roof": 2, "Room": 1, "Kitchen": 1, "CCellar": 0])
        #expect(floors.manifest(Self.manifest(Self.sound)).isEmpty)
    }

    @Test(
        "A manifest that does not fit the drawing is told why",
        arguments: [
            (
                "target(\"Room\", [\"CCellar\"])", "target(\"Room\", [\"Kitchen\"])",
                "lets Room import Kitchen, which is not on a floor below"
            ),
            (
                "target(\"Room\", [\"CCellar\"])", "target(\"Room\", [\"Roof\"])",
                "lets Room import Roof, which is not on a floor below"
            ),
            (
                "target(\"Kitchen\")", "target(\"Kitchen\", [\"TestSupport\"])",
                "lets Kitchen import TestSupport, which is not on a floor below"
            ),
            (
                "target(\"Kitchen\")", "target(\"Kitchen\"), target(\"Attic\")",
                "has the target Attic, which docs/architecture.md does not draw"
            ),
            ("target(\"Kitchen\"),", "", "lacks the target Kitchen, which docs/architecture.md draws"),
        ])
    func misfits(old: String, new: String, rule: String) {
        var text = Self.sound
        if let range = text.firstRange(of: old) { text.replaceSubrange(range, with: new) }
        #expect(Floors(drawing: Self.drawing).manifest(Self.manifest(text)).map(\.rule) == [rule])
    }

    @Test("A file belongs to the target whose folder it lies in")
    func targets() {
        let manifest = Self.manifest(
            """
            .executableTarget(name: "bench", dependencies: [], path: "Tests/Bench/Program"),
            shim("A", links: [])
            """)
        func name(_ path: String) -> String? { manifest.target(of: SourceFile(path: path, text: ""))?.name }
        #expect(name("Tests/Bench/Program/main.swift") == "bench")
        #expect(name("Sources/A/b.swift") == "A")
        #expect(name("Sources/B/b.swift") == nil)
    }

    @Test(
        "An import that is not declared is found",
        arguments: [
            ("Sources/Room/A.swift", "import CCellar", true), ("Sources/Room/A.swift", "public import Kitchen", false),
            ("Sources/Room/A.swift", "import Synchronization", true),
            ("Sources/Room/A.swift", "import Foundation", false),
            ("Sources/Room/A.swift", "#if canImport(Glibc)\nimport Glibc\n#endif", false),
            ("Sources/Room/A.swift", "import struct Foundation.Data", false),
            ("Sources/Room/A.swift", "// import Kitchen", true),
            ("Sources/Room/A.swift", "import Testing", false), ("Tests/RoomTests/A.swift", "import Testing", true),
            ("Tests/RoomTests/A.swift", "@testable import Room", true),
            ("Tests/RoomTests/A.swift", "import Roof", false),
            ("Tests/RoomTests/A.swift", "import Foundation", false), ("Sources/Platform/A.swift", "import Glibc", true),
            ("Sources/Interchange/A.swift", "import FoundationEssentials", true),
            ("Sources/Room/A.swift", "import FoundationEssentials", false),
        ])
    func imports(path: String, code: String, isAllowed: Bool) {
        let manifest = Self.manifest(Self.sound + "\ntarget(\"Platform\"), target(\"Interchange\")")
        let violations = ImportRules.imports(SourceFile(path: path, text: code), manifest: manifest)
        #expect(violations.isEmpty == isAllowed)
    }
}
