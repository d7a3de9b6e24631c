// An answer while it comes in.

internal import HTTPMessages

/// Collects the header fields and the body of one answer, and refuses what is too long.
final class ReceivedAnswer {
    /// The fields of the last header, which is that of the answer: those before it were interim ones (RFC 9110
    /// section 15.2).
    private(set) var headers = HTTPHeaders()
    /// Whether the header has come to its end.
    private(set) var isHeaderWhole = false
    /// Never longer than accepted.
    private(set) var body: [UInt8] = []
    /// Why the rest was refused; nil when it was not.
    private(set) var refusal: String?

    private let limitBytes: Int
    private var headerBytes = 0

    init(limitBytes: Int) {
        self.limitBytes = limitBytes
    }

    /// Takes one line of a header or trailer; false to end the transfer.
    func takeHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Limits.headerBytes else {
            refusal = "the answer's header is longer than \(Limits.headerBytes) bytes"
            return false
        }
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            headers = HTTPHeaders()
            isHeaderWhole = false
        } else if Self.trimmed(text[...]).isEmpty {
            isHeaderWhole = true
        } else if !isHeaderWhole, let colon = text.firstIndex(of: ":") {
            append(text[..<colon], text[text.index(after: colon)...])
        }
        return true
    }

    /// Takes the next bytes of the body; false to end the transfer.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limitBytes - body.count else {
            refusal = "the answer is longer than \(limitBytes) bytes"
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Fields that speak of the transport stay out.
    private func append(_ name: Substring, _ value: Substring) {
        let name = String(name)
        guard !["date", "content-length"].contains(name.lowercased()) else { return }
        headers.append(name, String(Self.trimmed(value)))
    }

    private static func trimmed(_ value: Substring) -> Substring {
        let blanks: [Unicode.Scalar] = [" ", "\t", "\r", "\n"]
        var scalars = value.unicodeScalars
        while let first = scalars.first, blanks.contains(first) { scalars.removeFirst() }
        while let last = scalars.last, blanks.contains(last) { scalars.removeLast() }
        return Substring(scalars)
    }
}
