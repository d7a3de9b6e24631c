// A packing list as a checklist.

import Testing
import TripModel

@testable import Interchange

struct MarkdownWriterTests {
    @Test("The checklist has title, note, headings and boxes, with signs made plain")
    func written() throws {
        var trip = Trip(id: sampleTrip)
        (trip.city, trip.title, trip.note) = ("Bergen", "A_b", "- not an item\n1. nor this")
        let read = try batch(
            "- [ ] loose\n## Gear\n- [x] 3x Tent (old)\n- [ ] 1 x 5 x \\[a\\]\n  long\n\n  note\n", .markdown)
        #expect(
            MarkdownWriter.text(of: read.list(), trip: trip) == """
                # A\\_b

                \\- not an item
                1\\. nor this

                - [ ] loose

                ## Gear

                - [x] 3 x Tent (old)
                - [ ] 1 x 5 x \\[a\\]
                  long

                  note

                """)
    }
}
