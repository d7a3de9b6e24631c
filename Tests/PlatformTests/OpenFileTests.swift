// Streams that take or give only a part at a time.

import Testing

@testable import Platform

#if canImport(Glibc)
import Glibc
#endif

struct OpenFileTests {
    @Test("A pipe that takes only a part, and does not wait, gets every byte in order")
    func partialWrites() async throws {
        let (reader, writer) = try pipe()
        #expect(fcntl(writer.stream.descriptor, F_SETFL, O_NONBLOCK) == 0)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        let (received, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let (source, sink) = (reader.stream, writer.stream)
        try BackgroundThread.run {
            continuation.yield((try? source.readAll(limitBytes: 1_000_000)) ?? [])
            continuation.finish()
        }
        try sink.writeAll(bytes)
        close(writer)
        var all: [UInt8] = []
        for await part in received { all += part }
        #expect(all == bytes)
        close(reader)
    }

    @Test("Reading stops as soon as the limit is passed, though the writer goes on")
    func limit() throws {
        let (reader, writer) = try pipe()
        try writer.stream.writeAll([1, 2, 3, 4])
        #expect(throws: PlatformError.tooLarge(path: "pipe", limitBytes: 3)) {
            try reader.stream.readAll(limitBytes: 3)
        }
        close(reader)
        close(writer)
    }

    @Test("A pipe that nobody reads is a failure, not the end of the program")
    func brokenPipe() throws {
        Signals.ignoreBrokenPipes()
        let (reader, writer) = try pipe()
        close(reader)
        let broken = SystemFailure(operation: .write, path: "pipe", code: EPIPE)
        let stream = writer.stream
        #expect(throws: PlatformError.failed(broken)) { try stream.writeAll([1]) }
        close(writer)
    }

    private func pipe() throws -> (reader: Descriptor, writer: Descriptor) {
        var ends: [Int32] = [-1, -1]
        try systemCall(.askSystem, "a pipe") { Glibc.pipe(&ends) }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    private func close(_ descriptor: Descriptor) {
        Glibc.close(descriptor.stream.descriptor)
    }

    private struct Descriptor {
        let stream: ByteStream

        init(_ descriptor: Int32) {
            stream = ByteStream(descriptor: descriptor, path: "pipe")
        }
    }
}
