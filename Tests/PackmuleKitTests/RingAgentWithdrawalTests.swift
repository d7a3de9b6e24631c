// What is taken away again: by whom, and when that is noted.

import PackmuleKit
import Reminders
import Testing

@Suite("Withdrawal of notifications")
struct RingAgentWithdrawalTests {
    private let start: Int64 = 1_800_000_000_000

    @Test("What was settled elsewhere is withdrawn from the ways that show it, and written down once it is gone")
    func withdraws() {
        var driven = RingDriver.atRest(["desktop", "ntfy"])
        let tea = notification("a", due: start)
        driven.show(tea, tokens: ["desktop": "7", "ntfy": ""])
        _ = driven.tell(.zoneChanged)
        #expect(
            driven.plan(withdraw: [tea.rings[0]: ["desktop": "7", "ntfy": "", "gone": "9"]]) == [
                .withdraw(way: "desktop", token: "7")
            ])
        // Another plan meanwhile does not begin it again.
        driven.now += 1_000
        _ = driven.tell(.committed)
        let again = driven.plan(withdraw: [tea.rings[0]: ["desktop": "7", "ntfy": ""]])
        #expect(!again.contains(.withdraw(way: "desktop", token: "7")))
        #expect(driven.tell(.withdrawn(way: "desktop", token: "7")) == [.record([.withdrawn(tea.rings)])])
        #expect(driven.tell(.withdrawn(way: "desktop", token: "7")) == [])
    }

    @Test("What a way cannot take away now is not noted as gone, and taken away later")
    func withdrawsLater() {
        var driven = RingDriver.atRest(["ntfy", "desktop"])
        let tea = notification("a", due: start)
        driven.show(tea, tokens: ["ntfy": "s", "desktop": "7"])
        _ = driven.tell(.zoneChanged)
        let gone: [RingID: KeyValuePairs<String, String>] = [tea.rings[0]: ["ntfy": "s", "desktop": "7"]]
        #expect(driven.plan(withdraw: gone).count == 2)
        _ = driven.tell(.withdrawn(way: "desktop", token: "7"))
        #expect(
            driven.tell(.notWithdrawn(way: "ntfy", token: "s")) == [.arm(atMilliseconds: driven.now + 300_000)])
        driven.now += 300_000
        #expect(driven.tell(.timerFired) == [.plan])
        #expect(driven.plan(withdraw: gone).prefix(2).contains(.withdraw(way: "ntfy", token: "s")))
        _ = driven.tell(.withdrawn(way: "desktop", token: "7"))
        #expect(driven.tell(.withdrawn(way: "ntfy", token: "s")) == [.record([.withdrawn(tea.rings)])])
    }

    @Test("What no way can take away is noted at once")
    func withdrawsNothing() {
        var driven = RingDriver.atRest(["terminal"])
        let tea = notification("a", due: start)
        driven.show(tea, tokens: ["terminal": ""])
        _ = driven.tell(.zoneChanged)
        #expect(driven.plan(withdraw: [tea.rings[0]: ["terminal": ""]]) == [.record([.withdrawn(tea.rings)])])
    }
}
