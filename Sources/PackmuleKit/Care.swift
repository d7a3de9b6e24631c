// Care of a device's file: backups put back, and what a damaged file still gives.

internal import CivilTime
internal import Platform
public import ReplicaStore

extension Device {
    /// Opens a backup after looking at everything in it; see ``ReplicaStore/checkedBackup(at:_:progress:)``.
    public static func checkedBackup(
        at path: String, _ surroundings: Surroundings, progress: (Int) -> Void = { _ in }
    ) throws -> ReplicaStore {
        try ReplicaStore.checkedBackup(at: path, options(surroundings), progress: progress)
    }

    /// What became of a store that a backup replaced.
    public enum Replaced: Equatable, Sendable {
        /// There was none.
        case nothing
        /// A copy of it stands at this path.
        case copied(to: String)
        /// It could not be used any more, and stands at this path as it was.
        case movedAside(to: String)
    }

    /// Puts a backup in the place of a store, which may be in use, damaged or missing. What the store held is kept
    /// beside it, under a name with the time.
    ///
    /// - Parameter backup: as ``checkedBackup(at:_:progress:)`` gives it.
    /// - Throws: ``StoreError``; the store is as it was.
    public static func restore(
        at path: String, from backup: ReplicaStore, _ surroundings: Surroundings,
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws -> Replaced {
        let (copy, aside) = (
            "\(path).before-restore-\(surroundings.timeForNames)", "\(path).damaged-\(surroundings.timeForNames)"
        )
        do {
            let device = try Device(at: path, surroundings)
            try device.store.backup(to: copy)
            try device.store.restore(from: backup, progress: progress)
            return .copied(to: copy)
        } catch let error as StoreError {
            guard error.meansUnusable, try ReplicaStore.isReplaceable(at: path) else { throw error }
            try ReplicaStore.replace(at: path, by: backup, movingOldTo: aside, progress: progress)
            if case .missing = error { return .nothing }
            return .movedAside(to: aside)
        }
    }

    /// Keeps a copy of the store beside it, under a name with the time.
    ///
    /// - Returns: where; nil for a store in memory.
    func copyBeside(_ occasion: String) throws -> String? {
        guard !store.path.isEmpty else { return nil }
        let copy = "\(store.path).before-\(occasion)-\(surroundings.timeForNames)"
        try store.backup(to: copy)
        return copy
    }

    /// Opens a damaged file for what can still be read of it; see ``Salvage``.
    public static func salvage(at path: String, _ surroundings: Surroundings) throws -> Salvage {
        try Salvage(path: path, options(surroundings))
    }
}

extension StoreError {
    /// Whether there is no store, or one that nobody can use any more.
    fileprivate var meansUnusable: Bool {
        switch self {
        case .missing, .notAStore, .database(.corrupt), .database(.notADatabase), .database(.inputOutput): true
        default: false
        }
    }
}

extension Surroundings {
    /// This moment, as it stands in names of files.
    fileprivate var timeForNames: String {
        now.description.filter { !"-:.".contains($0) }
    }
}
