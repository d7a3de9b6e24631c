// What directed schedules expect of a world.

import Simulation
import Testing

extension World {
    /// Checks that every device holds what the server holds and what a fresh device gets; that the sums say so, and
    /// that one more round moves nothing.
    func expectConvergence(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for fault in try faultsOfConvergence() {
            Issue.record("\(fault)", sourceLocation: sourceLocation)
        }
    }
}
