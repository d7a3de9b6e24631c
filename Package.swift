// swift-tools-version: 6.2
// The house, floor by floor: a target imports only from floors below its own. `Scripts/check` builds with
// `--explicit-target-dependency-import-check error`, and Tests/HouseRules holds this manifest to docs/architecture.md.

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

/// A Swift target of the library floors.
func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A header of inline shims over one C library of the system.
func shim(_ name: String, links libraries: [String]) -> Target {
    .target(name: name, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The test target of one module; every one may use the seeded generator, the manual clock and temporary folders.
func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: module + "Tests",
        dependencies: [.init(stringLiteral: module), "TestSupport"] + dependencies,
        swiftSettings: settings)
}

/// Released programs carry the Swift runtime in them; libraries of the system stay outside. Tests do not.
let releasedPrograms: [LinkerSetting] = [
    .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]

let package = Package(
    name: "Packmule",
    products: [
        .library(name: "PackmuleKit", targets: ["PackmuleKit"]),
        .executable(name: "packmule", targets: ["packmule"]),
    ],
    targets: [
        // Floor 0: C shims
        shim("CPackmuleSQLite", links: ["sqlite3"]),
        shim("CPackmuleCrypto", links: ["crypto"]),
        shim("CPackmuleLinux", links: []),

        // Floor 1: ground
        target("CivilTime"),
        target("Cryptography", ["CPackmuleCrypto"]),
        target("SQLiteDatabase", ["CPackmuleSQLite"]),
        target("Platform", ["CPackmuleLinux"]),
        target("CommandLineTool"),
        target("JSONText"),

        // Floor 2: rules
        target("Replication", ["Cryptography"]),

        // Floor 3: domain
        target("TripModel", ["Replication", "CivilTime"]),
        target("ReplicaStore", ["Replication", "SQLiteDatabase", "Platform"]),

        // Floor 4: capabilities
        target("Interchange", ["TripModel", "Replication", "CivilTime", "JSONText"]),

        // Floor 5: composition
        target("PackmuleKit", ["TripModel", "ReplicaStore", "Replication", "CivilTime", "Platform", "SQLiteDatabase"]),

        // Floor 6: commands
        target(
            "PackmuleCommands",
            [
                "PackmuleKit", "Interchange", "TripModel", "ReplicaStore", "Replication", "CivilTime", "Platform",
                "CommandLineTool", "JSONText",
            ]),

        // Floor 7: programs. No test depends on one, or its static runtime would be linked into the tests as well.
        .executableTarget(
            name: "packmule", dependencies: ["PackmuleCommands"], swiftSettings: settings,
            linkerSettings: releasedPrograms),

        // Tests
        .executableTarget(
            name: "packmule-bench",
            dependencies: [
                "TripModel", "ReplicaStore", "Replication", "CivilTime", "Platform", "JSONText", "TestSupport",
            ],
            path: "Tests/Benchmarks/Program", swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(name: "HouseRules", dependencies: ["TestSupport", "Platform"], swiftSettings: settings),
        tests("CivilTime", ["Platform"]),
        tests("Cryptography"),
        tests("SQLiteDatabase", ["Platform"]),
        tests("Platform"),
        tests("CommandLineTool"),
        tests("JSONText"),
        tests("Replication"),
        tests("TripModel", ["Replication", "CivilTime"]),
        tests("ReplicaStore", ["Replication", "SQLiteDatabase", "Platform"]),
        tests("Interchange", ["TripModel", "Replication", "CivilTime", "JSONText", "Platform"]),
        tests(
            "PackmuleCommands",
            [
                "PackmuleKit", "TripModel", "ReplicaStore", "Replication", "CivilTime", "Platform", "CommandLineTool",
                "JSONText",
            ]),
        .testTarget(
            name: "EndToEnd",
            dependencies: [
                "PackmuleCommands", "PackmuleKit", "Platform", "JSONText", "CommandLineTool", "TestSupport",
            ],
            swiftSettings: settings),
        tests("PackmuleKit", ["TripModel", "ReplicaStore", "Replication", "CivilTime", "Platform"]),
    ]
)
