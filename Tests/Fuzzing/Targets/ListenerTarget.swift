// Whatever a client may send to the port of the server.

import Glibc
import HTTPListener
import HTTPMessages
import Platform

extension FuzzTarget {
    /// What a client sends on a connection before it falls silent. Every answer is one of HTTP.
    static let listener = FuzzTarget("listener", mutationCount: 500) { bytes in
        let listener = try FuzzedListener.shared.get()
        let answer = try LoopbackConnection(port: listener.port).exchange(bytes)
        try require(answer.isEmpty || answer.starts(with: "HTTP/1.".utf8), "every answer is one of HTTP")
    }
}

/// A listener that answers what it admits with an empty page. Every run uses the same, for to make one takes longer
/// than a thousand runs.
private enum FuzzedListener {
    static let shared = Result {
        try HTTPListener(configuration: .init(port: 0, isBehindProxy: true, threadCount: 1), handler: EmptyPages())
    }

    private struct EmptyPages: HTTPHandler {
        func admit(_ head: borrowing RequestHead) -> Admission {
            _ = (head["Authorization"], head["Content-Type"])
            return .accept(bodyLimitBytes: 1_024)
        }

        func answer(_ request: ReceivedRequest, _ reply: Reply) {
            reply.send(HTTPResponse(request.body.isEmpty ? 404 : 200))
        }

        func refusal(_ reason: DoorReason) -> HTTPResponse { HTTPResponse(400) }
    }
}

/// A connection to a port of this machine.
private struct LoopbackConnection: ~Copyable {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try require(status == 0, "the listener takes connections")
    }

    deinit {
        close(descriptor)
    }

    /// Sends all, soon says that nothing follows, and gives all that comes back. An end that comes together with a
    /// request is seen by the library only when the connection has been idle for too long, so it comes later.
    func exchange(_ bytes: [UInt8]) -> [UInt8] {
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wanted, 1, 5)
        shutdown(descriptor, Int32(SHUT_WR))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return answer }
            answer += buffer[..<count]
        }
    }
}
