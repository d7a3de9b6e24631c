// What the daemon does, in words.

import PackmuleKit

extension DaemonState.Phase {
    /// What people read.
    var words: String {
        switch self {
        case .starts: "starting"
        case .waitsForStore: "waiting for a store"
        case .storeFails: "waiting until the store can be used"
        case .waitsForSpace: "waiting until the store is in a space"
        case .listening: "in sync, listening to the server"
        case .syncing: "syncing"
        case .waiting: "waiting"
        }
    }
}
