// That a crash leaves no file with keys in it.

import Platform
import Testing

@Suite("Core files")
struct CoreFilesTests {
    @Test("Once turned off, the system would write none of this process")
    func turnedOff() throws {
        CoreFiles.turnOff()
        let limits = String(decoding: try Files.read("/proc/self/limits", limitBytes: 65_536), as: UTF8.self)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(line.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    }
}
