// Where a program keeps its files, by the XDG base directory specification (version 0.8).

/// The places of one program for one person, worked out from environment variables alone.
package struct StandardPlaces: Sendable {
    /// A kind of files with a place of its own.
    package enum Kind: CaseIterable, Sendable {
        /// What the person made and wants to keep.
        case data
        /// Settings.
        case configuration
        /// What should outlast a restart but is not worth a backup: logs, history.
        case state
        /// What can be made again.
        case cache
    }

    private let environment: [String: String]
    private let program: String

    /// The places of a program, given the environment and the name of the folder it uses in each place.
    package init(environment: [String: String], program: String) {
        self.environment = environment
        self.program = program
    }

    /// The absolute path of the program's folder for this kind of files; the folder need not exist.
    ///
    /// - Throws: `placeUnknown` when neither the variable nor HOME is an absolute path.
    package func folder(for kind: Kind) throws(PlatformError) -> String {
        if let place = absolutePath(kind.variable) { return place + "/" + program }
        guard let home = absolutePath("HOME") else { throw .placeUnknown(variable: kind.variable) }
        return home + "/" + kind.placeInHome + "/" + program
    }

    /// The absolute path of the program's folder for sockets and the like, which goes when the person logs out. Nil
    /// without XDG_RUNTIME_DIR: the specification names no other place.
    package var runtimeFolder: String? {
        absolutePath("XDG_RUNTIME_DIR").map { $0 + "/" + program }
    }

    /// A path the specification lets count: "All paths must be absolute. If an implementation encounters a relative
    /// path […] it should consider the path invalid and ignore it."
    private func absolutePath(_ variable: String) -> String? {
        guard let path = environment[variable], path.utf8.first == UInt8(ascii: "/") else { return nil }
        return path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
    }
}

extension StandardPlaces.Kind {
    /// The variable that moves the place.
    fileprivate var variable: String {
        switch self {
        case .data: "XDG_DATA_HOME"
        case .configuration: "XDG_CONFIG_HOME"
        case .state: "XDG_STATE_HOME"
        case .cache: "XDG_CACHE_HOME"
        }
    }

    /// The place below HOME without that variable.
    fileprivate var placeInHome: String {
        switch self {
        case .data: ".local/share"
        case .configuration: ".config"
        case .state: ".local/state"
        case .cache: ".cache"
        }
    }
}
