// Values that tests write as text.

import CivilTime
import TestSupport
import Testing

@testable import Recurrence

/// A reading; a text that is none is a mistake in the test.
func reading(_ text: String) -> CivilDateTime {
    value(text, CivilDateTime(text), .earliest)
}

/// An instant; a text that is none is a mistake in the test.
func instant(_ text: String) -> Instant {
    value(text, Instant(text), .earliest)
}

/// A time of day; a text that is none is a mistake in the test.
func time(_ text: String) -> TimeOfDay {
    value(text, TimeOfDay(text), .midnight)
}

private func value<Value>(_ text: String, _ value: Value?, _ otherwise: Value) -> Value {
    if value == nil { Issue.record("\(text) cannot be read") }
    return value ?? otherwise
}

/// The zone files of the fixture.
enum Zones {
    static let database = ZoneDatabase { try? Fixtures.bytes("zoneinfo/zones/" + $0) }

    static func rules(_ name: String) throws -> ZoneRules {
        try #require(ZoneName(name).flatMap(database.rules))
    }
}
