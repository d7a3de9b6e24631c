// One request, from its head to its answer: what a worker does at each call of the library.

import CPackmuleMicrohttpd
import HTTPMessages

/// The three calls that the library makes for a request: at its head, for each piece of its body, and when it is whole
/// or was woken.
extension Door {
    /// The head came.
    ///
    /// - Returns: whether the connection goes on.
    func head(
        _ connection: ClientConnection, _ library: OpaquePointer, path: UnsafePointer<CChar>,
        method: UnsafePointer<CChar>
    ) -> Bool {
        let fields = HeadRules(library)
        let reason =
            packmule_http_head_bytes(library) > limits.headBytes
            ? .headTooLong : connection.hasPlainTarget ? fields.violation : .targetNotPlain
        if let reason { return send(refuse(reason), isLast: true, connection, library) }
        guard let method = HTTPMethod(rawValue: String(cString: method)), method != .delete else {
            return send(refuse(.methodNotAllowed), isLast: true, connection, library)
        }
        let head = RequestHead(
            method: method, path: String(cString: path),
            clientAddress: (isBehindProxy ? fields.forwardedAddress : nil) ?? connection.peerAddress,
            bodyBytes: fields.bodyBytes, connection: library)
        switch handler.admit(head) {
        case .refuse(let response) where head.bodyBytes == 0:
            connection.withExchange { $0.refuse(response) }
            return true
        case .refuse(let response):
            return send(response, isLast: true, connection, library)
        case .accept(let limitBytes, _) where head.bodyBytes ?? 0 > limitBytes:
            return send(refuse(.bodyTooLong), isLast: true, connection, library)
        case .accept(let limitBytes, let context):
            let admitted = Exchange.Admitted(
                method: method, path: head.path, clientAddress: head.clientAddress, bodyLimitBytes: limitBytes,
                context: context)
            let bodyBytes = head.bodyBytes
            connection.withExchange { $0.admit(admitted, bodyBytes: bodyBytes, nowMilliseconds: nowMilliseconds) }
            countAdmitted()
            return true
        }
    }

    /// A piece of the body came.
    ///
    /// - Returns: whether the connection goes on.
    func body(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer) -> Bool {
        connection.withExchange { $0.receive(bytes) }
    }

    /// The request is whole, or was woken.
    ///
    /// - Returns: whether the connection goes on.
    func proceed(_ connection: ClientConnection, _ library: OpaquePointer) -> Bool {
        switch connection.withExchange({ $0.proceed() }) {
        case .handle(let request, let number):
            handler.answer(request, Reply(connection, number: number))
            return follow(connection.handled(), connection, library)
        case let step: return follow(step, connection, library)
        }
    }

    private func follow(_ step: Exchange.Step, _ connection: ClientConnection, _ library: OpaquePointer) -> Bool {
        switch step {
        case .send(.response(let response)): send(response, isLast: false, connection, library)
        case .send(.deferred(let body)): send(body(), isLast: false, connection, library)
        case .send(.refusal(let reason)): send(refuse(reason), isLast: true, connection, library)
        case .rest: true
        case .close, .handle: false
        }
    }

    private func send(
        _ response: HTTPResponse, isLast: Bool, _ connection: ClientConnection, _ library: OpaquePointer
    ) -> Bool {
        connection.withExchange { $0.send(nowMilliseconds: nowMilliseconds) }
        return response.queue(on: library, isLast: isLast || isDraining)
    }
}

extension HTTPResponse {
    /// Hands the answer to the library, which copies it.
    ///
    /// - Parameter isLast: whether the connection is closed behind it.
    /// - Returns: false when the library does not take it.
    fileprivate func queue(on library: OpaquePointer, isLast: Bool) -> Bool {
        let response = body.withUnsafeBytes {
            MHD_create_response_from_buffer(
                $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let response else { return false }
        defer { MHD_destroy_response(response) }
        for field in headers.fields where MHD_add_response_header(response, field.name, field.value) != .YES {
            return false
        }
        if isLast { MHD_add_response_header(response, "Connection", "close") }
        return MHD_queue_response(library, UInt32(clamping: status), response) == .YES
    }
}
