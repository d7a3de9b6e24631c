// A message to a route of a server, and the message that comes back.

package import Cryptography
package import HTTPMessages

extension Transport {
    /// Sends a message to a route and gives the body of its answer.
    ///
    /// - Parameters:
    ///   - caller: who asks, and in which space; nil for the routes that need none (claim, join, recovery).
    ///   - body: the message, encoded.
    ///   - timeoutSeconds: how long the whole may take; a watch needs more than it asks for.
    package func call(
        _ route: Route, as caller: (space: SpaceID, token: Secret)?, body: [UInt8], timeoutSeconds: Int
    ) throws(SyncFailure) -> [UInt8] {
        var headers = HTTPHeaders([.init("Content-Type", Wire.contentType), .init("Accept", Wire.contentType)])
        if let (space, token) = caller {
            headers.append(Credentials.headerName, Credentials.headerValue(for: token, of: space))
        }
        let response: HTTPResponse
        do throws(TransportError) {
            response = try send(
                HTTPRequest(.post, route.rawValue, headers: headers, body: body),
                limitBytes: Limits.answerByteCount, timeoutSeconds: timeoutSeconds)
        } catch {
            throw SyncFailure(error)
        }
        return try SyncFailure.body(of: response)
    }
}
