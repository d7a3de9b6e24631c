// Our own JSON document, also when it is not quite ours.

import Replication
import Testing
import TripModel

@testable import Interchange

struct JSONReadingTests {
    private static let id = "0198f2a1-5c3e-7a44-9d10-2f6b8c1e4a77"

    private func items(_ members: String, head: String = "") throws -> ImportedBatch {
        try batch(
            #"{"format":"packmule","version":1,\#(head)"items":[{"id":"\#(Self.id)","#
                + #""trip":"\#(Self.id)",\#(members)}]}"#,
            .json)
    }

    @Test(
        "Another format, a newer version and a text that is no JSON are refused as a whole",
        arguments: [
            (#"{"format":"packmule","version":2}"#, "version 2"), (#"{"format":"other","version":1}"#, "\"other\""),
            (#"{"version":1}"#, "does not name its format"), ("[]", "an object"),
            (#"{"format":"packmule"}"#, "its version"),
            (#"{"format":"packmule","version":1"#, "line 1"), (#"{"format":"packmule","version":"1"}"#, "its version"),
        ])
    func refused(text: String, part: String) {
        #expect {
            try batch(text, .json)
        } throws: { ($0 as? InterchangeError)?.description.contains(part) == true }
    }

    @Test("The family trip of another program is refused clearly")
    func familyTrip() throws {
        #expect(
            throws: InterchangeError.wrongDocument(
                "this is no export of Packmule; its format is \"example-trips\"")
        ) { try batch(fixture: "family-trip.json") }
    }

    @Test(
        "A record with a value that breaks its rule is refused with the path of that value",
        arguments: [
            (#""name":"""#, "items[0].name"), (#""name":5"#, "items[0].name"), (#""note":"x""#, "items[0].name"),
            (#""name":"a","quantity":1000"#, "items[0].quantity"), (#""name":"a","quantity":1.5"#, "items[0].quantity"),
            (#""name":"a","packed":"yes""#, "items[0].packed"), (#""name":"a","category":"x""#, "items[0].category"),
            (#""name":"a","extra":{"b":1}"#, "items[0].extra"), (#""name":"a\u0000b""#, "items[0].name"),
            (#""name":"a","source":"found""#, "items[0].source"), (#""name":"a","position":"-""#, "items[0].position"),
        ])
    func brokenRules(members: String, path: String) throws {
        let batch = try items(members)
        #expect(batch.items.isEmpty && batch.refusalPlaces == [path])
    }

    @Test("Lists, ids and repeated ids are checked")
    func ids() throws {
        let text = #"""
            {"format":"packmule","version":1,"trips":[{"id":"x","city":"A"},
            {"id":"\#(Self.id)","city":" Bergen ","country":"ch"},
            {"id":"\#(Self.id)","city":"C"},7],"places":{},"later":[]}
            """#
        let batch = try batch(text, .json)
        #expect(batch.trips.map(\.city) == ["Bergen"] && batch.trips[0].country == "CH")
        #expect(batch.refusalPlaces == ["trips[0].id", "trips[2].id", "trips[3]", "places", "later"])
    }

    @Test("Fields of a newer program are kept by their number where the document gives it")
    func newFields() throws {
        let batch = try items(
            #""name":"a","colour":"red","size":4,"parked":{"41":"01","99":"01","42":"zz"}"#,
            head: #""newFields":{"items":{"colour":40}},"#)
        #expect(batch.records.items[0].parked == [Change.Field(40, .text("red")), Change.Field(41, .integer(1))])
        #expect(batch.doubtPlaces == ["items[0].size", "items[0].parked.99", "items[0].parked.42"])
    }

    @Test("A parked value is used once its field is known")
    func parkedKnown() throws {
        let batch = try items(#""name":"a","parked":{"5":"07"}"#)
        #expect(batch.items[0].quantity == 7 && batch.records.items[0].parked.isEmpty)
    }
}
