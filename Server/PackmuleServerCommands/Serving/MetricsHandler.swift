// The answers on the port for metrics.

import HTTPListener
import HTTPMessages

/// Answers `GET /metrics`, and nothing else.
final class MetricsHandler: HTTPHandler {
    private let text: @Sendable () -> String

    /// - Parameter text: what Prometheus reads.
    init(_ text: @escaping @Sendable () -> String) {
        self.text = text
    }

    func admit(_ head: borrowing RequestHead) -> Admission {
        let isKnown = head.path == "/metrics"
        guard isKnown, head.method == .get else { return .refuse(HTTPResponse(isKnown ? 405 : 404)) }
        return .accept(bodyLimitBytes: 0)
    }

    func answer(_ request: ReceivedRequest, _ reply: Reply) {
        let headers = HTTPHeaders([
            .init("Content-Type", PrometheusText.contentType), .init("Cache-Control", "no-store"),
        ])
        reply.send(HTTPResponse(200, headers: headers, body: Array(text().utf8)))
    }

    func refusal(_ reason: DoorReason) -> HTTPResponse {
        HTTPResponse(reason.status ?? 400)
    }
}
