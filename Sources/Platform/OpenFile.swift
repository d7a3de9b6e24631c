// Open files and streams: read to the end, written to the last byte.

#if canImport(Glibc)
import Glibc
#endif

/// An open file that is closed when the value goes.
struct OpenFile: ~Copyable, Sendable {
    private let stream: ByteStream

    /// Takes over an open descriptor.
    init(descriptor: Int32, path: String) {
        stream = ByteStream(descriptor: descriptor, path: path)
    }

    /// Opens with the flags of open(2); programs started from here do not inherit it.
    init(
        _ path: String, _ flags: Int32, permissions: mode_t = 0o600, for operation: SystemOperation
    ) throws(PlatformError) {
        let descriptor = try systemCall(operation, path) { open(path, flags | O_CLOEXEC, permissions) }
        self.init(descriptor: descriptor, path: path)
    }

    deinit {
        close(stream.descriptor)
    }

    /// The number by which the system knows the file, as long as the value lives.
    var descriptor: Int32 { stream.descriptor }

    /// Reads and writes while the file is certainly open.
    borrowing func withStream<Result>(
        _ body: (ByteStream) throws(PlatformError) -> Result
    ) throws(PlatformError) -> Result {
        try body(stream)
    }
}

/// A descriptor of the system, open as long as somebody else says.
struct ByteStream: Sendable {
    /// The number by which the system knows it.
    let descriptor: Int32
    /// Its name in errors.
    let path: String

    /// Reads what there is, at most the size of the buffer; 0 bytes at the end.
    func readSome(into buffer: UnsafeMutableRawBufferPointer) throws(PlatformError) -> Int {
        try systemCall(.read, path) { read(descriptor, buffer.baseAddress, buffer.count) }
    }

    /// Reads to the end.
    ///
    /// - Throws: `tooLarge` as soon as there are more bytes than the limit.
    func readAll(limitBytes: Int) throws(PlatformError) -> [UInt8] {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.chunkBytes, alignment: 16)
        defer { chunk.deallocate() }
        while case let count = try readSome(into: chunk), count > 0 {
            guard count <= limitBytes - bytes.count else { throw .tooLarge(path: path, limitBytes: limitBytes) }
            bytes.append(contentsOf: chunk[..<count])
        }
        return bytes
    }

    /// Writes every byte, however many calls that takes. A stream that somebody set to not wait is waited for.
    func writeAll(_ bytes: [UInt8]) throws(PlatformError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(PlatformError) in
            try writeAll(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Writes every byte, however many calls that takes.
    func writeAll(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            do {
                written += try systemCall(.write, path) { write(descriptor, rest.baseAddress, rest.count) }
            } catch .failed(let failure) where failure.code == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try systemCall(.write, path) { poll(&ready, 1, -1) }
            }
        }
    }

    /// Returns when the bytes, and the size, are on the disk.
    func flush() throws(PlatformError) {
        do {
            try systemCall(.write, path) { fsync(descriptor) }
        } catch .failed(let failure) where failure.code == EINVAL {
            // Some file systems have nothing to flush for a folder, and say so.
        }
    }
}
