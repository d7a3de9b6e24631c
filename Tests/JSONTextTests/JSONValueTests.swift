// Looking into a JSON value.

import JSONText
import Testing

@Suite struct JSONValueTests {
    let value: JSONValue = ["name": "Lisbon", "nights": 3, "latitude": -34.5, "done": true, "note": nil, "tags": ["a"]]

    @Test("Each accessor gives the value of its kind")
    func accessors() {
        #expect(value["name"]?.string == "Lisbon")
        #expect(value["nights"]?.integer == 3)
        #expect(value["nights"]?.number == 3)
        #expect(value["latitude"]?.number == -34.5)
        #expect(value["done"]?.bool == true)
        #expect(value["note"]?.isNull == true)
        #expect(value["tags"]?.elements == ["a"])
        #expect(value.members?.map(\.name) == ["name", "nights", "latitude", "done", "note", "tags"])
    }

    @Test("Each accessor gives nil for another kind")
    func otherKinds() {
        #expect(value["missing"] == nil)
        #expect(value["name"]?.integer == nil)
        #expect(value["latitude"]?.integer == nil)
        #expect(value["nights"]?.string == nil)
        #expect(value["name"]?["name"] == nil)
        #expect(value.elements == nil)
        #expect(value.bool == nil)
        #expect(!value.isNull)
    }

    @Test("Texts are equal only byte for byte, and the order of members counts")
    func equality() {
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(["a": 1, "b": 2] as JSONValue != ["b": 2, "a": 1])
        #expect(JSONValue.integer(1) != .double(1))
        #expect(["\u{E9}": 1] as JSONValue != ["e\u{301}": 1])
    }

    @Test(
        "Kinds have names that a person understands",
        arguments: [
            (nil, "null"), (true, "true or false"), (1, "a whole number"), (1.5, "a number"), ("", "a text"),
            ([], "a list"),
            ([:], "an object"),
        ] as [(JSONValue, String)])
    func kindNames(value: JSONValue, name: String) {
        #expect(value.kindName == name)
    }
}
