// What people are told about sync.

import SyncProtocol
import Testing

struct SyncStateTests {
    @Test("Where nothing waits it is in sync, or so many changes are about to go")
    func settled() {
        #expect(state(0, nil) == .inSync)
        #expect(state(3, nil) == .pending(changeCount: 3))
    }

    @Test("A device that never yet held all that the server holds is not in sync, though it has nothing to send")
    func neverSynced() {
        #expect(
            SyncState(pendingCount: 0, hasSynced: false, waiting: nil, nowMilliseconds: 5)
                == .pending(changeCount: 0))
    }

    private func state(_ pendingCount: Int, _ waiting: (Int64, SyncReason)?) -> SyncState {
        SyncState(pendingCount: pendingCount, hasSynced: true, waiting: waiting, nowMilliseconds: 5)
    }

    @Test("A time to come is shown with its reason")
    func waiting() {
        #expect(
            state(3, (6, .unreachable))
                == .waiting(untilMilliseconds: 6, .unreachable, changeCount: 3))
        #expect(
            state(0, (6, .quota))
                == .waiting(untilMilliseconds: 6, .quota, changeCount: 0))
    }

    @Test("A time that is over is not shown, unless a person has to do something")
    func over() {
        #expect(state(3, (5, .unreachable)) == .pending(changeCount: 3))
        #expect(
            state(3, (5, .unauthorized))
                == .waiting(untilMilliseconds: 5, .unauthorized, changeCount: 3))
    }

    @Test("Every reason has a word that is kept and a clause of its own", arguments: SyncReason.allCases)
    func reasons(reason: SyncReason) {
        #expect(SyncReason(rawValue: reason.rawValue) == reason)
        #expect(reason.rawValue.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x2D })
        #expect(SyncReason.allCases.filter { $0.description == reason.description } == [reason])
        #expect(!reason.description.hasSuffix("."))
    }
}
