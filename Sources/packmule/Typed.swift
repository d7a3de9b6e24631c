// What people type, read or refused with the rule.

import PackmuleKit

/// Readers of single typed values.
enum Typed {
    /// An instant such as `2027-06-03T07:00:00Z`.
    static func instant(_ text: String) throws -> Instant {
        guard let instant = Instant(TextRules.cleaned(text)) else {
            throw Problem(field: "at", clause: "must be an instant such as 2027-06-03T07:00:00Z")
        }
        return instant
    }

    /// The rules of a zone such as `Europe/Oslo`.
    static func zone(_ text: String, _ zones: ZoneDatabase) throws -> ZoneRules {
        guard let name = ZoneName(TextRules.cleaned(text)) else {
            throw Problem(field: "zone", clause: "must be the name of a time zone, such as Europe/Oslo")
        }
        switch zones.find(name) {
        case .known(_, let rules): return rules
        case .unknown(let suggestion):
            let ending = suggestion.map { "; did you mean \($0)?" } ?? ""
            throw Problem(field: "zone", clause: "must be a known time zone, such as Europe/Oslo" + ending)
        case .damaged(let error):
            throw Problem(field: "zone", clause: "has rules that cannot be read: \(error)")
        }
    }
}
