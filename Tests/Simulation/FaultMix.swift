// Which faults a schedule has, and how strong they are.

import TestSupport

/// One kind of fault (docs/design, reliability: Deterministic simulator).
package enum Fault: String, CaseIterable, Sendable {
    // Of the network.
    case requestLost, answerLost, delayed, duplicated, replayed, answeredLate, truncated, flipped, refused
    case partition, oneWay
    // Of bodies on the way: the answer is whole, one body in it is not.
    case damagedBody
    // Of processes.
    case killed, serverKilled
    // Of clocks.
    case skew, drift, clockJump, suspended, serverClock
    // Of operators and of disks.
    case serverRolledBack, serverWiped, deviceLost, deviceRolledBack, cloned, twoProcesses, revoked, added, recovered
    case away, oldVersion
    // Of limits.
    case smallPages, smallQuota, refusedChange
    // Of what shows reminders.
    case notShown
}

/// The faults of one schedule.
package struct FaultMix: Sendable, CustomStringConvertible {
    /// How strong each is, from 0 (never) to 1.
    private var strengths: [Fault: Double] = [:]

    /// 5 % without faults, 5 % with all, the rest with each as likely as not, weak ones more often.
    init(_ generator: inout SeededGenerator) {
        let kind = generator.int(in: 0..<20)
        for fault in Fault.allCases {
            let (isOn, strength) = (generator.bool(), generator.scaled(0.02...0.6))
            if kind == 1 || kind > 1 && isOn { strengths[fault] = strength }
        }
    }

    /// None.
    init() {}

    func has(_ fault: Fault) -> Bool { strengths[fault] != nil }

    func strength(of fault: Fault) -> Double { strengths[fault] ?? 0 }

    /// The faults and their strengths.
    package var description: String {
        let shown = Fault.allCases.compactMap { fault in
            strengths[fault].map { "\(fault.rawValue) \(Int($0 * 100)) %" }
        }
        return shown.isEmpty ? "none" : shown.joined(separator: ", ")
    }
}
