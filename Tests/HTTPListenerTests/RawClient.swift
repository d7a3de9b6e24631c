// A client that sends whatever bytes a test wants.

import Glibc
import Testing

/// A connection to 127.0.0.1. Reading gives up after ten seconds, so that a listener that hangs fails the test.
final class RawClient {
    /// An answer as it came.
    struct Answer: Equatable {
        let status: Int
        /// First line and fields.
        let head: String
        let body: String

        var isLast: Bool { head.contains("\r\nConnection: close") }
    }

    /// Nobody listens there.
    struct NotConnected: Error {}

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: Int, from source: String = "127.0.0.1") throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard call(bind, source, 0) == 0, call(connect, "127.0.0.1", port) == 0 else { throw NotConnected() }
    }

    deinit {
        close(descriptor)
    }

    /// Sends, or learns that the other side is gone: that is no failure here.
    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Closes with a reset, as if the machine had gone.
    func reset() {
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// The next answer; nil when the connection ends before it is whole.
    func answer() -> Answer? {
        while true {
            if let answer = takeAnswer() { return answer }
            guard receive() else { return nil }
        }
    }

    /// Reads to the end of the connection: how many bytes came.
    func countToEnd() -> Int {
        while receive() {}
        return received.count
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 && errno == EAGAIN { Issue.record("Nothing came for ten seconds.") }
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }

    private func takeAnswer() -> Answer? {
        guard
            let end = (0..<max(0, received.count - 3)).first(where: {
                received[$0..<$0 + 4].elementsEqual([13, 10, 13, 10])
            })
        else { return nil }
        let head = String(decoding: received[..<end], as: UTF8.self)
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        let count = length.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
        guard received.count >= end + 4 + count else { return nil }
        let body = String(decoding: received[(end + 4)..<(end + 4 + count)], as: UTF8.self)
        received.removeFirst(end + 4 + count)
        return Answer(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, body: body)
    }

    private func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ host: String, _ port: Int
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
