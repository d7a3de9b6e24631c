// The threads of the library, and the calls it makes.

import CPackmuleMicrohttpd
import Platform

/// A running daemon of libmicrohttpd: workers that accept from one listening socket. It must be quiesced, and then
/// stopped, once each.
struct Daemon: Sendable {
    /// The address of the library's daemon.
    private let library: UInt
    private let socket: Int32

    /// Starts accepting.
    ///
    /// - Parameters:
    ///   - socket: a listening socket; it is closed when the daemon stops, or does not start.
    ///   - door: must live until the daemon has stopped.
    /// - Returns: nil when the library refuses.
    init?(
        socket: Int32, threadCount: Int, certificate: HTTPListener.Certificate?, door: Door
    ) {
        var options = packmule_http_options()
        options.socket = socket
        options.threads = UInt32(clamping: min(max(threadCount, 1), 16))
        // The door counts. The library spreads its own limit over the threads, and each must be able to take all.
        options.connections =
            UInt32(clamping: door.limits.connections.addingReportingOverflow(16).partialValue)
            .multipliedReportingOverflow(by: options.threads).partialValue
        options.memory_bytes_per_connection = door.limits.memoryBytesPerConnection
        options.context = Unmanaged.passUnretained(door).toOpaque()
        Self.setCallbacks(&options)
        let started = Self.withPEM(certificate) { chain, key in
            options.certificate = chain
            options.key = key
            return packmule_http_start(&options)
        }
        // The library closes the socket when it does not start.
        guard let started else { return nil }
        self.socket = socket
        library = UInt(bitPattern: started)
    }

    /// How many connections are open.
    var connectionCount: Int { Int(packmule_http_connection_count(OpaquePointer(bitPattern: library))) }

    /// Accepts nothing any more.
    func quiesce() {
        MHD_quiesce_daemon(OpaquePointer(bitPattern: library))
    }

    /// Closes what is open and ends the threads. No request may rest.
    func stop() {
        MHD_stop_daemon(OpaquePointer(bitPattern: library))
        Sockets.close(socket)
    }

    /// Texts as C reads them: bytes and a zero.
    private static func withPEM<Result>(
        _ certificate: HTTPListener.Certificate?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let certificate else { return body(nil, nil) }
        return (certificate.chain + [0]).withUnsafeBytes { chain in
            (certificate.key + [0]).withUnsafeBytes { key in
                body(
                    chain.baseAddress?.assumingMemoryBound(to: CChar.self),
                    key.baseAddress?.assumingMemoryBound(to: CChar.self))
            }
        }
    }

    private static func setCallbacks(_ options: inout packmule_http_options) {
        options.handle = { context, library, path, method, _, bytes, count, _ in
            guard let context, let library, let path, let method, let count,
                let connection = client(of: library)
            else { return .NO }
            let door = Unmanaged<Door>.fromOpaque(context).takeUnretainedValue()
            let goesOn: Bool
            if count.pointee > 0 {
                goesOn = door.body(connection, UnsafeRawBufferPointer(start: bytes, count: count.pointee))
                count.pointee = 0
            } else if connection.withExchange({ $0.isAwaitingHead }) {
                goesOn = door.head(connection, library, path: path, method: method)
            } else {
                goesOn = door.proceed(connection, library)
            }
            return goesOn ? .YES : .NO
        }
        options.target = { _, target, library in
            if let target, let library { client(of: library)?.setTarget(isPlain: HeadRules.isPlain(target)) }
            return nil
        }
        options.completed = { context, library, _, _ in
            guard let context, let library, let connection = client(of: library) else { return }
            Unmanaged<Door>.fromOpaque(context).takeUnretainedValue().finish(connection)
        }
        options.connection_changed = { context, library, place, event in
            guard let context, let library, let place else { return }
            let door = Unmanaged<Door>.fromOpaque(context).takeUnretainedValue()
            if event == .CONNECTION_NOTIFY_STARTED {
                let connection = ClientConnection(library, nowMilliseconds: door.nowMilliseconds)
                if door.enter(connection) { place.pointee = Unmanaged.passRetained(connection).toOpaque() }
            } else if let kept = place.pointee {
                door.leave(Unmanaged<ClientConnection>.fromOpaque(kept).takeRetainedValue())
                place.pointee = nil
            }
        }
    }
}

/// What was kept for a connection when it was let in.
private func client(of library: OpaquePointer) -> ClientConnection? {
    packmule_http_connection_context(library).map {
        Unmanaged<ClientConnection>.fromOpaque($0).takeUnretainedValue()
    }
}
