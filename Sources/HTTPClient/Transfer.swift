// One exchange over a line of libcurl.

internal import CPackmuleCurl
internal import HTTPMessages

/// A request on its way and the answer to it.
struct Transfer {
    private let line: packmule_curl_line
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var answer = ReceivedAnswer(limitBytes: 0)

    /// A transfer over a line that nobody else uses until ``end()``.
    init(line: packmule_curl_line) {
        self.line = line
    }

    /// Describes the exchange to libcurl.
    mutating func prepare(
        _ request: HTTPRequest, to origin: Origin, pin: [UInt8]?, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) {
        answer = ReceivedAnswer(limitBytes: limitBytes)
        try set(CURLOPT_URL, origin.description + request.path)
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_PROTOCOLS_STR, origin.isEncrypted ? "https" : "http")
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_TCP_NODELAY, 1)
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_TCP_KEEPIDLE, Limits.keepAliveSeconds)
        try set(CURLOPT_TCP_KEEPINTVL, Limits.keepAliveSeconds)
        try set(CURLOPT_CONNECTTIMEOUT, Limits.connectSeconds)
        try set(CURLOPT_TIMEOUT, max(1, min(timeoutSeconds, Limits.exchangeSeconds)))
        // A name that is being looked up does not hold back the end of the call.
        try set(CURLOPT_QUICK_EXIT, 1)
        try prepareTrust(pin)
        try prepareHeaders(request)
        try prepareBody(request)
        try prepareReceivers(limitBytes: limitBytes)
    }

    /// Runs the exchange to its end, asleep between events.
    ///
    /// - Parameter isCancelled: asked after each event; whoever makes it true wakes the line.
    func run(isCancelled: () -> Bool) throws(TransportError) -> HTTPResponse {
        try check(packmule_curl_begin(line))
        var isRunning: Int32 = 1
        var isStallWatched = false
        while true {
            if isCancelled() { throw .cancelled }
            try check(packmule_curl_advance(line, &isRunning))
            if isRunning == 0 { break }
            if !isStallWatched, !answer.body.isEmpty {
                try watchForStall()
                isStallWatched = true
            }
            try check(packmule_curl_wait(line, Int32(Limits.waitSeconds * 1000)))
        }
        let code = packmule_curl_result(line)
        guard code == CURLE_OK else {
            throw TransportError(code, reason: reason(for: code), refusal: answer.refusal)
        }
        // Libcurl accepts an answer that breaks off within its header.
        guard answer.isHeaderWhole else { throw .unreachable(reason: "the answer broke off") }
        let status = packmule_curl_status(line)
        guard 200...599 ~= status else { throw .invalidAnswer(reason: "the status \(status) is no answer") }
        return HTTPResponse(status, headers: answer.headers, body: answer.body)
    }

    /// Ends the exchange wherever it is; the line is free for the next one.
    func end() {
        packmule_curl_end(line)
        packmule_curl_free_list(headers)
    }

    /// A key that is pinned proves more than a signature, and a certificate that its owner signed has none that counts.
    private func prepareTrust(_ pin: [UInt8]?) throws(TransportError) {
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_SSL_VERIFYPEER, pin == nil ? 1 : 0)
        try set(CURLOPT_SSL_VERIFYHOST, pin == nil ? 2 : 0)
        if let pin { try set(CURLOPT_PINNEDPUBLICKEY, "sha256//" + Base64.text(of: pin)) }
    }

    /// Header fields that libcurl adds by itself are taken away: every byte counts on a small exchange.
    private mutating func prepareHeaders(_ request: HTTPRequest) throws(TransportError) {
        try append("Accept:")
        try append("Expect:")
        if request.headers["Content-Type"] == nil { try append("Content-Type:") }
        for field in request.headers.fields {
            precondition((field.name + field.value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            try append(field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value)
        }
        try check(packmule_curl_set_pointer(line, CURLOPT_HTTPHEADER, headers))
    }

    private func prepareBody(_ request: HTTPRequest) throws(TransportError) {
        switch request.method {
        case .get:
            precondition(request.body.isEmpty)
            try set(CURLOPT_HTTPGET, 1)
        case .delete:
            precondition(request.body.isEmpty)
            try set(CURLOPT_HTTPGET, 1)
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        case .post:
            try set(CURLOPT_POST, 1)
            try check(packmule_curl_set_count(line, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)))
            try check(packmule_curl_set_pointer(line, CURLOPT_COPYPOSTFIELDS, request.body))
        }
    }

    private func prepareReceivers(limitBytes: Int) throws(TransportError) {
        let receiver = Unmanaged.passUnretained(answer).toOpaque()
        try check(packmule_curl_set_count(line, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limitBytes)))
        try check(packmule_curl_set_pointer(line, CURLOPT_HEADERDATA, receiver))
        try check(packmule_curl_set_pointer(line, CURLOPT_WRITEDATA, receiver))
        try check(
            packmule_curl_set_receiver(line, CURLOPT_HEADERFUNCTION) { bytes, size, count, receiver in
                Self.pass(bytes, size * count, to: receiver) { $0.takeHeaderLine($1) }
            })
        try check(
            packmule_curl_set_receiver(line, CURLOPT_WRITEFUNCTION) { bytes, size, count, receiver in
                Self.pass(bytes, size * count, to: receiver) { $0.takeBody($1) }
            })
    }

    /// From the first byte of the body on; before that a long poll is silent and lets the processor sleep, which
    /// libcurl's own watch would wake every second.
    private func watchForStall() throws(TransportError) {
        try set(CURLOPT_LOW_SPEED_LIMIT, Limits.stallBytesPerSecond)
        try set(CURLOPT_LOW_SPEED_TIME, Limits.stallSeconds)
    }

    /// Answers how many bytes were taken; any other count than that of the bytes ends the transfer.
    private static func pass(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, to receiver: UnsafeMutableRawPointer?,
        by take: (ReceivedAnswer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let receiver else { return 0 }
        let answer = Unmanaged<ReceivedAnswer>.fromOpaque(receiver).takeUnretainedValue()
        return take(answer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count &+ 1
    }

    private mutating func append(_ text: String) throws(TransportError) {
        guard let longer = packmule_curl_append(headers, text) else {
            throw .unreachable(reason: "there is no memory for a request")
        }
        headers = longer
    }

    private func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(packmule_curl_set_number(line, option, value))
    }

    private func set(_ option: CURLoption, _ text: String) throws(TransportError) {
        try check(packmule_curl_set_pointer(line, option, text))
    }

    private func check(_ code: CURLcode) throws(TransportError) {
        guard code == CURLE_OK else { throw TransportError(code, reason: reason(for: code), refusal: nil) }
    }

    private func check(_ code: CURLMcode) throws(TransportError) {
        guard code == CURLM_OK else { throw .unreachable(reason: "libcurl failed with code \(code.rawValue)") }
    }

    private func reason(for code: CURLcode) -> String {
        let words = String(cString: line.error)
        return words.isEmpty ? String(cString: packmule_curl_text(code)) : words
    }
}
