// The vectors that were handed over, and those of an independent program.

import ReminderVectors
import TestSupport
import Testing

@Suite struct VectorsTests {
    private static func vectors(_ name: String) throws -> [ReminderVector] {
        let zones = ReminderVectors.zones(in: Fixtures.path("zoneinfo/zones"))
        return try ReminderVectors(file: Fixtures.path("recurrence/\(name).json"), zones: zones).vectors
    }

    @Test("The handed vectors come out as expected")
    func handed() throws {
        let vectors = try Self.vectors("handed")
        #expect(vectors.count == 64)
        for vector in vectors { #expect(vector.problems.isEmpty, "\(vector.name)") }
    }

    @Test("Vectors that Python computed by brute force come out as expected")
    func computed() throws {
        let vectors = try Self.vectors("computed")
        #expect(vectors.count == 400)
        for vector in vectors { #expect(vector.problems.isEmpty, "\(vector.name)") }
    }
}
