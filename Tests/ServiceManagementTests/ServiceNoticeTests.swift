// Messages of a service, read from the socket on which systemd would listen.

import Glibc
import ServiceManagement
import TestSupport
import Testing

/// The library reads its socket from the environment of the process, so that these tests run one after the other.
@Suite(.serialized)
struct ServiceNoticeTests {
    @Test(
        "Each message is what sd_notify(3) asks for",
        arguments: [
            (.ready, "READY=1"), (.reloading(monotonicMicroseconds: 12_345), "RELOADING=1\nMONOTONIC_USEC=12345"),
            (.stopping, "STOPPING=1"), (.alive, "WATCHDOG=1"),
            (.status("2 devices, 5 to send"), "STATUS=2 devices, 5 to send"),
            (.status("one\nREADY=1\r\u{0}end"), "STATUS=one READY=1  end"),
        ] as [(ServiceNotice, String)])
    func message(notice: ServiceNotice, text: String) {
        let listener = Listener()
        #expect(notice.send())
        #expect(listener.receive() == text)
    }

    @Test("Nothing happens where nobody listens")
    func nobody() {
        unsetenv("NOTIFY_SOCKET")
        #expect(!ServiceNotice.ready.send())
        setenv("NOTIFY_SOCKET", "/nonexistent/socket", 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        #expect(!ServiceNotice.ready.send())
    }

    @Test(
        "Being alive is said twice in the time that is allowed, where it is asked for",
        arguments: [
            ("30000000", nil, 15_000), ("1", nil, 1), ("30000000", 1, nil), ("0", nil, nil), ("soon", nil, nil),
            (nil, nil, nil),
        ] as [(String?, Int?, Int?)])
    func interval(microseconds: String?, process: Int?, milliseconds: Int?) {
        if let microseconds { setenv("WATCHDOG_USEC", microseconds, 1) }
        setenv("WATCHDOG_PID", "\(process ?? Int(getpid()))", 1)
        defer {
            unsetenv("WATCHDOG_USEC")
            unsetenv("WATCHDOG_PID")
        }
        #expect(ServiceNotice.aliveIntervalMilliseconds == milliseconds)
    }
}

/// A socket for messages in a temporary folder, named in the environment while it lives.
private final class Listener {
    private let folder = TemporaryFolder()
    private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)

    init() {
        let path = folder.path("notify")
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0)
            }
        }
        setenv("NOTIFY_SOCKET", path, 1)
    }

    deinit {
        unsetenv("NOTIFY_SOCKET")
        close(descriptor)
    }

    /// The message that was sent; nil when there is none.
    func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
