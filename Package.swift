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

/// A Swift target of the server: what the companion server is made of, and no device.
func serverTarget(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Server/" + name, swiftSettings: settings)
}

/// A header of inline shims over one C library of the system.
func shim(_ name: String, links libraries: [String]) -> Target {
    .target(name: name, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A shim that only the server uses.
func serverShim(_ name: String, links libraries: [String]) -> Target {
    .target(name: name, path: "Server/" + name, linkerSettings: libraries.map { .linkedLibrary($0) })
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
        .library(name: "PackmuleKit", targets: ["PackmuleKit", "HTTPClient"]),
        .executable(name: "packmule", targets: ["packmule"]),
        .executable(name: "packmuled", targets: ["packmuled"]),
        .executable(name: "packmule-server", targets: ["packmule-server"]),
    ],
    targets: [
        // Floor 0: C shims
        shim("CPackmuleSQLite", links: ["sqlite3"]),
        shim("CPackmuleCrypto", links: ["crypto"]),
        shim("CPackmuleLinux", links: []),
        // Loaded when first needed: linked, it would cost every start of a program 5 milliseconds.
        shim("CPackmuleCurl", links: []),
        shim("CPackmuleQRCode", links: ["qrencode"]),
        shim("CPackmuleSystemd", links: ["systemd"]),
        serverShim("CPackmuleMicrohttpd", links: ["microhttpd"]),

        // Floor 1: ground
        target("CivilTime"),
        target("Cryptography", ["CPackmuleCrypto"]),
        target("SQLiteDatabase", ["CPackmuleSQLite"]),
        target("Platform", ["CPackmuleLinux"]),
        target("CommandLineTool"),
        target("JSONText"),
        target("HTTPMessages"),
        target("ServiceManagement", ["CPackmuleSystemd"]),

        // Floor 2: rules
        target("Replication", ["Cryptography"]),
        target("Recurrence", ["CivilTime"]),
        target("HTTPClient", ["HTTPMessages", "CPackmuleCurl"]),
        serverTarget("HTTPListener", ["HTTPMessages", "Platform", "CPackmuleMicrohttpd"]),

        // Floor 3: domain
        target("TripModel", ["Replication", "CivilTime", "Recurrence"]),
        target("ReplicaStore", ["Replication", "SQLiteDatabase", "Platform", "Cryptography"]),
        target("SyncProtocol", ["Replication", "HTTPMessages", "Cryptography", "Platform"]),
        target("Sealing", ["Replication", "Cryptography", "Platform"]),

        // Floor 4: capabilities
        target("Reminders", ["TripModel", "Recurrence", "Replication", "CivilTime"]),
        target("Interchange", ["TripModel", "Replication", "CivilTime", "JSONText"]),
        serverTarget("SyncServer", ["SyncProtocol", "Replication", "Cryptography", "HTTPMessages", "Platform"]),

        // Floor 5: composition
        target(
            "Deliveries",
            [
                "Reminders", "TripModel", "Recurrence", "Replication", "CivilTime", "HTTPClient", "HTTPMessages",
                "Platform", "CommandLineTool", "JSONText", "CPackmuleSystemd",
            ]),
        target(
            "PackmuleKit",
            [
                "TripModel", "Reminders", "Recurrence", "ReplicaStore", "SyncProtocol", "Sealing", "Replication",
                "CivilTime", "Cryptography", "HTTPMessages", "JSONText", "Platform", "SQLiteDatabase",
            ]),
        serverTarget(
            "SQLiteServerStorage",
            ["SyncServer", "SyncProtocol", "Replication", "Cryptography", "SQLiteDatabase", "Platform"]),

        // Floor 6: commands
        target(
            "PackmuleCommands",
            [
                "PackmuleKit", "Interchange", "TripModel", "Reminders", "Recurrence", "ReplicaStore", "SyncProtocol",
                "Sealing", "Replication", "CivilTime", "HTTPMessages", "HTTPClient", "Platform", "CommandLineTool",
                "JSONText",
                "CPackmuleQRCode",
            ]),
        target(
            "PackmuleDaemon",
            [
                "PackmuleKit", "Deliveries", "Reminders", "Recurrence", "TripModel", "ReplicaStore", "SyncProtocol",
                "Replication", "CivilTime", "HTTPMessages", "HTTPClient", "Platform", "CommandLineTool", "JSONText",
                "ServiceManagement",
            ]),
        serverTarget(
            "PackmuleServerCommands",
            [
                "SyncServer", "SQLiteServerStorage", "HTTPListener", "SyncProtocol", "Replication", "Cryptography",
                "HTTPMessages", "SQLiteDatabase", "CivilTime", "Platform", "CommandLineTool", "JSONText",
                "ServiceManagement",
            ]),

        // Floor 7: programs. No test depends on one, or its static runtime would be linked into the tests as well.
        .executableTarget(
            name: "packmule", dependencies: ["PackmuleCommands"], swiftSettings: settings,
            linkerSettings: releasedPrograms),
        .executableTarget(
            name: "packmuled", dependencies: ["PackmuleDaemon"], swiftSettings: settings,
            linkerSettings: releasedPrograms),
        .executableTarget(
            name: "packmule-server", dependencies: ["PackmuleServerCommands"], path: "Server/packmule-server",
            swiftSettings: settings, linkerSettings: releasedPrograms),

        // Tests
        .executableTarget(
            name: "packmule-bench",
            dependencies: [
                "PackmuleKit", "TripModel", "Reminders", "Recurrence", "ReplicaStore", "SyncProtocol", "SyncServer",
                "SQLiteServerStorage", "HTTPClient", "HTTPMessages", "Replication", "CivilTime", "Cryptography",
                "Platform", "JSONText", "TestSupport",
            ],
            path: "Tests/Benchmarks/Program", swiftSettings: settings),
        // Reads files of reminder vectors and holds rules to them; Scripts/vectors and the tests run it.
        .target(
            name: "ReminderVectors", dependencies: ["Recurrence", "CivilTime", "JSONText", "Platform"],
            path: "Tests/ReminderVectors", swiftSettings: settings),
        .executableTarget(
            name: "packmule-vectors", dependencies: ["ReminderVectors", "Platform"], path: "Tests/VectorsProgram",
            swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport", swiftSettings: settings),
        // A disk that fails, crashes and loses, for whatever SQLite keeps below a folder.
        .target(name: "CTestDisk", path: "Tests/CTestDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "TestDisk", dependencies: ["CTestDisk", "TestSupport", "Platform"], path: "Tests/TestDisk",
            swiftSettings: settings),
        tests("TestDisk", ["SQLiteDatabase", "Platform"]),
        .testTarget(
            name: "FaultLoops",
            dependencies: [
                "TestDisk", "PackmuleKit", "TripModel", "Reminders", "Recurrence", "ReplicaStore", "SyncProtocol",
                "SyncServer", "SQLiteServerStorage", "Replication", "CivilTime", "Cryptography", "HTTPMessages",
                "Platform", "SQLiteDatabase", "TestSupport",
            ],
            swiftSettings: settings),
        .target(
            name: "CTestTLS", path: "Tests/CTestTLS",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        // Every reader of bytes from outside, once: the tests replay its corpora, Scripts/fuzz looks for more.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "PackmuleCommands", "PackmuleKit", "Deliveries", "SQLiteServerStorage", "SyncServer", "HTTPListener",
                "Interchange",
                "Reminders", "TripModel", "SyncProtocol", "Sealing", "Replication", "Recurrence", "HTTPMessages",
                "JSONText", "CommandLineTool", "Cryptography", "CivilTime", "Platform", "TestSupport",
            ],
            path: "Tests/Fuzzing/Targets", swiftSettings: settings),
        tests("FuzzTargets", ["Platform"]),
        .testTarget(name: "HouseRules", dependencies: ["TestSupport", "Platform"], swiftSettings: settings),
        tests("CivilTime", ["Platform"]),
        tests("Cryptography"),
        tests("HTTPMessages"),
        tests("ServiceManagement"),
        tests("HTTPClient", ["HTTPMessages", "Platform", "CTestTLS"]),
        tests("HTTPListener", ["HTTPMessages", "Platform"]),
        tests("SyncProtocol", ["Replication", "HTTPMessages", "Cryptography", "Platform"]),
        tests("Sealing", ["Replication", "Cryptography", "Platform"]),
        tests(
            "SyncServer",
            ["SQLiteServerStorage", "SyncProtocol", "Replication", "Cryptography", "HTTPMessages", "Platform"]),
        tests(
            "SQLiteServerStorage",
            [
                "SyncServer", "SyncProtocol", "Replication", "Cryptography", "HTTPMessages", "SQLiteDatabase",
                "Platform",
            ]),
        tests(
            "PackmuleDaemon",
            [
                "PackmuleKit", "Deliveries", "Reminders", "Recurrence", "TripModel", "SyncProtocol", "SyncServer",
                "SQLiteServerStorage", "ReplicaStore", "Replication", "CivilTime", "Cryptography", "HTTPMessages",
                "Platform", "CommandLineTool", "JSONText",
            ]),
        tests(
            "PackmuleServerCommands",
            [
                "SyncServer", "SQLiteServerStorage", "HTTPListener", "HTTPClient", "SyncProtocol", "Replication",
                "Cryptography", "HTTPMessages", "SQLiteDatabase", "Platform", "CommandLineTool", "JSONText",
            ]),
        // The shipping core and the shipping server in one process, without sockets, threads or real time.
        .target(
            name: "Simulation",
            dependencies: [
                "PackmuleKit", "TripModel", "Reminders", "Recurrence", "ReplicaStore", "SyncProtocol", "Sealing",
                "SyncServer", "SQLiteServerStorage", "Replication", "CivilTime", "Cryptography", "HTTPMessages",
                "Platform", "TestSupport",
            ],
            path: "Tests/Simulation",
            exclude: ["Bugs", "Regressions", "ledger.tsv"], swiftSettings: settings),
        // Runs random schedules; Scripts/simulate calls it.
        .executableTarget(
            name: "packmule-simulate", dependencies: ["Simulation", "Platform"], path: "Tests/SimulationProgram",
            swiftSettings: settings),
        tests(
            "Simulation",
            [
                "PackmuleKit", "TripModel", "Reminders", "Recurrence", "ReplicaStore", "SyncProtocol", "Sealing",
                "SyncServer", "SQLiteServerStorage", "Replication", "CivilTime", "Cryptography", "HTTPMessages",
                "Platform",
            ]),
        .testTarget(
            name: "Convergence",
            dependencies: [
                "Simulation", "PackmuleKit", "TripModel", "Reminders", "Recurrence", "ReplicaStore", "SyncProtocol",
                "Sealing",
                "SyncServer", "SQLiteServerStorage", "Replication", "CivilTime", "Cryptography", "HTTPMessages",
                "Platform", "SQLiteDatabase", "TestSupport",
            ],
            swiftSettings: settings),
        tests("SQLiteDatabase", ["Platform"]),
        tests("Platform"),
        tests("CommandLineTool"),
        tests("JSONText"),
        tests("Replication"),
        tests("Recurrence", ["ReminderVectors", "CivilTime", "JSONText", "Platform"]),
        tests(
            "Reminders",
            ["TripModel", "Recurrence", "Replication", "CivilTime", "PackmuleKit", "ReplicaStore", "Platform"]),
        tests(
            "Deliveries",
            [
                "Reminders", "TripModel", "Recurrence", "Replication", "CivilTime", "HTTPMessages", "HTTPListener",
                "HTTPClient", "Platform", "CommandLineTool", "JSONText",
            ]),
        tests("TripModel", ["Replication", "CivilTime", "Recurrence"]),
        tests("ReplicaStore", ["TestDisk", "Replication", "SQLiteDatabase", "Platform", "Cryptography"]),
        tests("Interchange", ["TripModel", "Replication", "CivilTime", "JSONText", "Platform"]),
        tests(
            "PackmuleCommands",
            [
                "PackmuleKit", "TripModel", "Reminders", "Recurrence", "ReplicaStore", "Replication", "SyncProtocol",
                "SyncServer", "SQLiteServerStorage", "Cryptography", "HTTPMessages", "CivilTime", "Platform",
                "CommandLineTool", "JSONText",
            ]),
        .testTarget(
            name: "EndToEnd",
            dependencies: [
                "PackmuleCommands", "PackmuleKit", "Platform", "JSONText", "CommandLineTool", "TestSupport",
            ],
            swiftSettings: settings),
        tests(
            "PackmuleKit",
            [
                "TripModel", "Reminders", "Recurrence", "ReplicaStore", "SyncProtocol", "Sealing", "SyncServer",
                "SQLiteServerStorage", "Replication", "CivilTime", "Cryptography", "HTTPMessages", "Platform",
            ]),
    ]
)

// Only Scripts/fuzz builds the program: it needs a toolchain with libFuzzer, and everything instrumented for it.
if Context.environment["PACKMULE_FUZZ"] != nil {
    package.targets += [
        .target(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
        .executableTarget(
            name: "packmule-fuzz", dependencies: ["CLibFuzzer", "FuzzTargets", "Platform"],
            path: "Tests/Fuzzing/Program", swiftSettings: settings,
            // The usual linker fails on libFuzzer.
            linkerSettings: [.unsafeFlags(["-use-ld=lld", "-sanitize=fuzzer"])]),
    ]
}
