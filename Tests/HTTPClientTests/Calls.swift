// Calls as the tests make them: on threads of their own, because they wait.

import HTTPMessages
import TestSupport

@testable import HTTPClient

/// Where a server of a test listens.
func origin(_ server: ScriptedServer, isEncrypted: Bool = false) throws -> Origin {
    try Origin("\(isEncrypted ? "https" : "http")://127.0.0.1:\(server.port)")
}

/// The answer of a server, over a transport of this call alone.
func send(
    _ request: HTTPRequest, to server: ScriptedServer, limitBytes: Int = 1000, timeoutSeconds: Int = 30
) async throws -> HTTPResponse {
    let transport = CurlTransport(origin: try origin(server))
    return try await onThread {
        try transport.send(request, limitBytes: limitBytes, timeoutSeconds: timeoutSeconds)
    }
}

/// The answer over a transport.
func send(_ request: HTTPRequest, over transport: CurlTransport) async throws -> HTTPResponse {
    try await onThread { try transport.send(request, limitBytes: 1000, timeoutSeconds: 30) }
}

/// Why a server gave no answer; nil when it did.
func failure(
    _ request: HTTPRequest, to server: ScriptedServer, limitBytes: Int = 1000, timeoutSeconds: Int = 30
) async -> TransportError? {
    do {
        _ = try await send(request, to: server, limitBytes: limitBytes, timeoutSeconds: timeoutSeconds)
        return nil
    } catch {
        return error as? TransportError
    }
}

/// Why a call gave no answer; nil when it did.
func failure(_ call: @escaping @Sendable () throws -> HTTPResponse) async -> TransportError? {
    do {
        _ = try await onThread(call)
        return nil
    } catch {
        return error as? TransportError
    }
}

extension TransportError {
    var isUnreachable: Bool {
        if case .unreachable = self { true } else { false }
    }

    var isInvalidAnswer: Bool {
        if case .invalidAnswer = self { true } else { false }
    }

    var isUntrusted: Bool {
        if case .untrusted = self { true } else { false }
    }
}
