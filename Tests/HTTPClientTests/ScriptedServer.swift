// A server of raw sockets that answers what a test tells it, byte by byte.

import CTestTLS
import Glibc
import Platform
import Synchronization
import TestSupport

/// Listens on a free port of this machine, and runs a script for each connection on a thread of its own.
final class ScriptedServer: Sendable {
    /// What the script saw, shared with its threads.
    final class Record: Sendable {
        fileprivate let entries = Mutex((connections: 0, requests: [String]()))
    }

    let port: UInt16
    private let listener: Int32
    private let record = Record()

    /// - Parameters:
    ///   - withTLS: with the certificate of Tests/Fixtures/HTTPClient.
    ///   - script: runs once a connection, which is closed behind it.
    init(withTLS: Bool = false, _ script: @escaping @Sendable (Peer) -> Void) throws {
        Signals.ignoreBrokenPipes()
        let identity = withTLS ? UInt(bitPattern: Self.identity()) : 0
        let (listener, port) = Self.listen()
        (self.listener, self.port) = (listener, port)
        let record = record
        try BackgroundThread.run {
            while true {
                let descriptor = accept(listener, nil, nil)
                if descriptor < 0 { break }
                record.entries.withLock { $0.connections += 1 }
                try? BackgroundThread.run {
                    Self.serve(descriptor, UnsafeMutableRawPointer(bitPattern: identity), record, script)
                }
            }
            close(listener)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// How many connections were made until now.
    var connections: Int { record.entries.withLock { $0.connections } }

    /// Every request read until now, header and body.
    var requests: [String] { record.entries.withLock { $0.requests } }

    private static func serve(
        _ descriptor: Int32, _ identity: UnsafeMutableRawPointer?, _ record: Record,
        _ script: @Sendable (Peer) -> Void
    ) {
        defer { close(descriptor) }
        let tls = identity.flatMap { test_tls_accept($0, descriptor) }
        if identity != nil, tls == nil { return }
        script(Peer(descriptor: descriptor, tls: tls, record: record))
        if let tls { test_tls_close(tls) }
    }

    private static func identity() -> UnsafeMutableRawPointer? {
        test_tls_identity(Fixtures.path("HTTPClient/certificate.pem"), Fixtures.path("HTTPClient/key.pem"))
    }

    private static func listen() -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 16) == 0)
                precondition(getsockname(descriptor, address, &length) == 0)
            }
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}

/// The other end of one connection.
struct Peer {
    fileprivate let descriptor: Int32
    fileprivate let tls: UnsafeMutableRawPointer?
    fileprivate let record: ScriptedServer.Record

    /// Reads one request with its body; false when the connection has ended.
    func readRequest() -> Bool {
        var bytes: [UInt8] = []
        while true {
            if let wanted = Self.byteCount(of: bytes), bytes.count >= wanted {
                let request = String(decoding: bytes, as: UTF8.self)
                record.entries.withLock { $0.requests.append(request) }
                return true
            }
            guard let more = read() else { return false }
            bytes += more
        }
    }

    /// Writes text; false when the connection has ended.
    @discardableResult
    func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                tls.map { Int(test_tls_write($0, bytes.baseAddress, Int32(bytes.count))) }
                    ?? Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads one request, then writes an answer: the usual conversation. False when the connection has ended.
    func answer(_ text: String) -> Bool {
        readRequest() && write(text)
    }

    /// Returns when the other side has closed the connection.
    func waitForEnd() {
        while read() != nil {}
    }

    private func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = tls.map { Int(test_tls_read($0, &buffer, 4096)) } ?? Glibc.read(descriptor, &buffer, 4096)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    private static func byteCount(of request: [UInt8]) -> Int? {
        let text = String(decoding: request, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let header = text[..<end.upperBound]
        guard let field = header.firstRange(of: "Content-Length: ") else { return header.utf8.count }
        return header.utf8.count + (Int(header[field.upperBound...].prefix { $0.isNumber }) ?? 0)
    }
}

/// Lets threads wait until a test opens it.
final class Gate: Sendable {
    private let ends: (reading: Int32, writing: Int32)

    init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.reading)
    }

    /// Lets go everybody who waits, and whoever comes later. Once.
    func open() {
        close(ends.writing)
    }

    /// Returns when the gate is open.
    func wait() {
        var byte: UInt8 = 0
        _ = read(ends.reading, &byte, 1)
    }
}
