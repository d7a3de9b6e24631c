// Files of reminder vectors, and what comes of them.

public import CivilTime
import JSONText
import Platform

/// A file of vectors, each evaluated.
public struct ReminderVectors: Sendable {
    /// In the order of the file.
    public let vectors: [ReminderVector]

    /// Why a file is no file of vectors.
    public struct Unreadable: Error, CustomStringConvertible {
        /// One sentence.
        public let description: String
    }

    /// Evaluates all vectors of a file.
    ///
    /// - Throws: when it cannot be read, is not JSON, or has no list of vectors. A vector that says something unknown
    ///   is no reason: it fails.
    public init(file: String, zones: ZoneDatabase) throws(Unreadable) {
        let bytes: [UInt8]
        let value: JSONValue
        do { bytes = try Files.read(file, limitBytes: Self.limitBytes) } catch {
            throw Unreadable(description: "\(file) cannot be read: \(error)")
        }
        do { value = try JSONValue(reading: bytes) } catch {
            throw Unreadable(description: "\(file) is not JSON: line \(error.line), column \(error.column)")
        }
        guard let elements = value["vectors"]?.elements ?? value.elements else {
            throw Unreadable(description: "\(file) has no list \"vectors\"")
        }
        vectors = elements.enumerated().map { ReminderVector($0.element, number: $0.offset + 1, zones: zones) }
    }

    /// A line for each vector, lines for what differs, and the counts.
    public var report: String {
        var lines: [String] = []
        for vector in vectors {
            lines.append((vector.problems.isEmpty ? "ok   " : "FAIL ") + vector.name)
            lines += vector.problems.map { "     " + $0 }
        }
        return (lines + ["\(vectors.count - failedCount) passed, \(failedCount) failed", ""]).joined(separator: "\n")
    }

    /// How many did not come out as expected.
    public var failedCount: Int { vectors.count { !$0.problems.isEmpty } }

    /// The zones of a directory of zone files.
    public static func zones(in directory: String) -> ZoneDatabase {
        ZoneDatabase { try? Files.read(directory + "/" + $0, limitBytes: CivilTime.Limits.zoneIndexBytes) }
    }

    /// Bytes of a file of vectors: some ten thousand of them.
    private static let limitBytes = 64 << 20
}
