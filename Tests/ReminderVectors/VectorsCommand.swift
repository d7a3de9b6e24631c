// The words of the program packmule-vectors.

import CivilTime
import Platform

/// `packmule-vectors --zoneinfo DIR FILE`
public enum VectorsCommand {
    /// Evaluates a file and prints what came of it.
    ///
    /// - Returns: the exit code: 0 when all vectors came out as expected, 1 when one did not, 2 when the words or the
    ///   file cannot be read.
    public static func run(_ arguments: [String]) -> Int32 {
        var file: String?
        var directory: String?
        var words = arguments[...]
        while let word = words.popFirst() {
            if word == "--zoneinfo", directory == nil, let next = words.popFirst() {
                directory = next
            } else if file == nil, !word.hasPrefix("--") {
                file = word
            } else {
                return fail("usage: packmule-vectors FILE --zoneinfo DIR")
            }
        }
        guard let file, let directory else { return fail("usage: packmule-vectors FILE --zoneinfo DIR") }
        let zones = ReminderVectors.zones(in: directory)
        do {
            let vectors = try ReminderVectors(file: file, zones: zones)
            _ = try StandardStream.output.write("tzdata \(zones.version ?? "of no version") in \(directory)\n")
            _ = try StandardStream.output.write(vectors.report)
            return vectors.failedCount == 0 ? 0 : 1
        } catch {
            return fail("\(error)")
        }
    }

    private static func fail(_ text: String) -> Int32 {
        _ = try? StandardStream.error.write("packmule-vectors: \(text)\n")
        return 2
    }
}
