// A refusal is one sentence that a person understands.

import CivilTime
import Testing

@testable import Reminders

@Suite("Reminder errors")
struct ReminderErrorTests {
    @Test(
        "A span is told in the largest unit of which there is one",
        arguments: [
            (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (3599, "59 minutes"),
            (3600, "1 hour"), (7200, "2 hours"), (86_399, "23 hours"), (86_400, "1 day"), (31_535_999, "364 days"),
            (31_536_000, "1 year"), (63_072_000, "2 years"), (-5, "0 seconds"),
        ])
    func spans(seconds: Int, words: String) {
        #expect(ReminderError.past(agoSeconds: seconds).description == "That was \(words) ago.")
    }

    @Test(
        "Each says what is wrong, and what may be meant",
        arguments: [
            (.dateDoesNotExist("31 April"), "31 April does not exist."),
            (.intervalTooShort, "A reminder repeats at most once a minute."),
            (.outOfRange(what: "The hour", range: 0...23), "The hour must be from 0 to 23."),
            (.unknownZone("Asia/Tokio", suggestion: nil), "No time zone is called Asia/Tokio."),
            (
                .unknownZone("Asia/Tokio", suggestion: "Asia/Tokyo"),
                "No time zone is called Asia/Tokio; perhaps Asia/Tokyo is meant."
            ),
            (.never, "There is no moment at which it would ring."),
            (.noUsage, "A program that asks for permission has to say what for."),
        ] as [(ReminderError, String)])
    func sentences(error: ReminderError, sentence: String) {
        #expect(error.description == sentence)
    }
}
