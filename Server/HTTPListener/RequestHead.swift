// The head of a request, as the library holds it.

import CPackmuleMicrohttpd
package import HTTPMessages

/// The first line and the fields of a request. Lives as long as the call it is handed to: nothing is copied that is not
/// asked for.
package struct RequestHead: ~Copyable {
    /// What it asks for.
    package let method: HTTPMethod
    /// Begins with a slash; only `A-Z a-z 0-9 / _ . -`.
    package let path: String
    /// The address of the client in digits: that of the connection, or behind a proxy the last of X-Forwarded-For.
    package let clientAddress: String
    /// The length of the body, 0 without one; nil where it comes in chunks, and its length is not known.
    package let bodyBytes: Int?

    private let connection: OpaquePointer

    init(
        method: HTTPMethod, path: String, clientAddress: String, bodyBytes: Int?, connection: OpaquePointer
    ) {
        self.method = method
        self.path = path
        self.clientAddress = clientAddress
        self.bodyBytes = bodyBytes
        self.connection = connection
    }

    /// The value of the first field of that name, in which case does not matter; nil where there is none. What is not
    /// UTF-8 is replaced.
    package subscript(_ name: StaticString) -> String? {
        withValue(of: name) { String(decoding: $0, as: UTF8.self) }
    }

    /// Lends the bytes of the first field of that name.
    ///
    /// - Returns: nil where there is none.
    package func withValue<Result>(of name: StaticString, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var value: UnsafePointer<CChar>?
        var count = 0
        let found = MHD_lookup_connection_value_n(
            connection, .HEADER_KIND, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
            name.utf8CodeUnitCount, &value, &count)
        guard found == .YES else { return nil }
        return body(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : count))
    }
}
