// The daemon as it is released, in a process of its own.

import JSONText
import Platform
import TestSupport
import Testing

/// The daemon of somebody's store. It ends with the value.
struct RealDaemon {
    let process: ChildProcess

    /// Starts it.
    init(of program: RealProgram, _ options: [String] = []) throws {
        let path = Files.folder(of: program.path) + "/packmuled"
        process = try ChildProcess(path, options.map { Array($0.utf8) }, environment: program.environment)
    }

    /// Waits for a line of the log.
    ///
    /// - Parameters:
    ///   - event: as the line calls it.
    ///   - count: how many such lines there have to be.
    func expect(
        _ event: String, count: Int = 1, timeoutMilliseconds: Int = SpaceServer.patienceMilliseconds,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try process.answer(on: .error, timeoutMilliseconds: timeoutMilliseconds) { text in
            Self.events(in: text).count { $0 == event } >= count ? true : nil
        }
        #expect(found == true, "no \(count) of \(event): \((try? log) ?? "")", sourceLocation: sourceLocation)
    }

    /// Everything it said.
    var log: String {
        get throws { try process.answer(on: .error, timeoutMilliseconds: 0) { $0 } ?? "" }
    }

    /// Asks it to end, and gives how it did.
    @discardableResult
    func stop(sourceLocation: SourceLocation = #_sourceLocation) -> ChildProcess.End {
        process.terminate()
        let end = process.wait()
        #expect(end.exitCode == 0, "\(end)", sourceLocation: sourceLocation)
        return end
    }

    private static func events(in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            (try? JSONValue(reading: String(line)))?["event"]?.string
        }
    }
}
