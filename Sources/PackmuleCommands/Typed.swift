// What people type, read or refused with the rule.

import PackmuleKit
import TripModel

/// Readers of single typed values.
enum Typed {
    /// An instant such as `2027-06-03T07:00:00Z`.
    ///
    /// - Parameter name: of the option.
    static func instant(_ text: String, calling name: String) throws -> Instant {
        guard let instant = Instant(TextRules.cleaned(text)) else {
            throw Problem(field: "--" + name, clause: "must be an instant such as 2027-06-03T07:00:00Z")
        }
        return instant
    }

    /// The length of a timeline.
    static func hours(_ text: String) throws -> Int {
        let limit = TripModel.Limits.timelineHours
        guard let hours = Int(TextRules.cleaned(text)), (1...limit).contains(hours) else {
            throw Problem(field: "--hours", clause: "must be a whole number from 1 to \(limit)")
        }
        return hours
    }

    /// The rules of a zone such as `Europe/Oslo`.
    static func zone(_ text: String, _ zones: ZoneDatabase) throws -> ZoneRules {
        guard let name = ZoneName(TextRules.cleaned(text)) else {
            throw Problem(field: "--zone", clause: "must be the name of a time zone, such as Europe/Oslo")
        }
        switch zones.find(name) {
        case .known(_, let rules): return rules
        case .unknown(let suggestion):
            let ending = suggestion.map { "; did you mean \($0)?" } ?? ""
            throw Problem(field: "--zone", clause: "must be a known time zone, such as Europe/Oslo" + ending)
        case .damaged(let error):
            throw Problem(field: "--zone", clause: "has rules that cannot be read: \(error)")
        }
    }
}
