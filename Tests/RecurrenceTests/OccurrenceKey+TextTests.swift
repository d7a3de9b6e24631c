// The text by which an occurrence is named.

import CivilTime
import TestSupport
import Testing

@testable import Recurrence

@Suite struct OccurrenceKeyTextTests {
    @Test(
        "A key has one text",
        arguments: [
            (.reading(reading("2026-10-25T02:30"), pass: 1), "2026-10-25T02:30"),
            (.reading(reading("2026-10-25T02:30:15"), pass: 2), "2026-10-25T02:30:15/2"),
            (.realTime(reading("2026-10-25T02:30"), offsetSeconds: 3600), "2026-10-25T02:30+01:00"),
            (.realTime(reading("2026-10-25T02:30"), offsetSeconds: 0), "2026-10-25T02:30+00:00"),
            (.realTime(reading("2026-10-25T02:30:15"), offsetSeconds: -12_600), "2026-10-25T02:30:15-03:30"),
            (.realTime(reading("1890-10-25T02:30"), offsetSeconds: 3208), "1890-10-25T02:30+00:53:28"),
            (.realTime(reading("2026-10-25T02:30"), offsetSeconds: -89_999), "2026-10-25T02:30-24:59:59"),
            (.count(17), "17"), (.count(.max), "9223372036854775807"),
        ] as [(OccurrenceKey, String)])
    func texts(key: OccurrenceKey, text: String) {
        #expect(key.description == text)
        #expect(OccurrenceKey(text) == key)
    }

    @Test(
        "Any other text is none",
        arguments: [
            "", "0", "-1", "+1", "01", "1.0", "9223372036854775808", "2026-10-25", "2026-10-25 02:30",
            "2026-10-25T02:30:00", "2026-10-25T24:00", "2026-02-30T02:30", "2026-10-25T02:30/1", "2026-10-25T02:30/3",
            "2026-10-25T02:30/", "2026-10-25T02:30/2/2", "2026-10-25T02:30Z", "2026-10-25T02:30-00:00",
            "2026-10-25T02:30+1:00", "2026-10-25T02:30+01:60", "2026-10-25T02:30+01", "2026-10-25T02:30+01:00:00",
            "2026-10-25T02:30+26:00", "2026-10-25T02:30-25:00", "2026-10-25T02:30+01:00/2", "2026-10-25T02:30+01:+1",
            "2026-10-25T02:30+:", "+", "-", "T", "2026-10-25T02:30\n",
        ])
    func others(text: String) {
        #expect(OccurrenceKey(text) == nil)
    }

    @Test("Reading what was written gives the same key, whatever it is")
    func roundTrip() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<3000 {
            let reading = RandomRules.reading(using: &random)
            let offset = random.int(in: CivilTime.Limits.offsetSeconds)
            let keys: [OccurrenceKey] = [
                .reading(reading, pass: random.int(in: 1...2)),
                .realTime(reading, offsetSeconds: random.bool() ? offset : offset / 60 * 60),
                .count(random.int(in: 1...Int.max)),
            ]
            for key in keys { #expect(OccurrenceKey(key.description) == key) }
        }
    }
}
