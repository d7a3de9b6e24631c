// What the codes of libcurl mean for a caller.

internal import CPackmuleCurl
internal import HTTPMessages

extension TransportError {
    /// The error for a transfer that failed.
    ///
    /// - Parameters:
    ///   - reason: the library's words. They may quote the other side, so that control characters become blanks.
    ///   - refusal: why this module ended the transfer itself.
    init(_ code: CURLcode, reason: String, refusal: String?) {
        if let refusal {
            self = .invalidAnswer(reason: refusal)
            return
        }
        let reason = String(String.UnicodeScalarView(reason.unicodeScalars.map { $0.isPrintableASCII ? $0 : " " }))
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE:
            self = .untrusted(reason: reason)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR,
            CURLE_FILESIZE_EXCEEDED:
            self = .invalidAnswer(reason: reason)
        case CURLE_OUT_OF_MEMORY:
            // So libcurl calls a line of a header that is longer than 100 KiB.
            self = .invalidAnswer(reason: "a header field without an end")
        default:
            self = .unreachable(reason: reason)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintableASCII: Bool { " "..."~" ~= self }
}
