// What is to be done for a request, as values that can wait in a queue.

package import HTTPMessages
internal import SyncProtocol

/// What is to be done for a request that was received whole.
package enum Plan: Sendable {
    /// Nothing more: it needed only to be read.
    case answered(HTTPResponse)
    /// To be written: by ``Server/perform(_:)``, then ``Server/complete(_:_:)``.
    case write(WriteJob)
    /// To be held until there is news: by ``Server/hold(_:_:)``.
    case watch(Watch)
}

/// Something to be written.
package struct WriteJob: Sendable {
    enum Deed: Sendable {
        case exchange(ExchangeRequest, by: Membership)
        case devices(DevicesRequest, by: Membership)
        case invite(InvitationRequest, by: Membership)
        case claim(ClaimRequest)
        case join(JoinRequest, InvitationRequest.Kind)
    }

    let deed: Deed
    /// By which answer and log name the request.
    package let requestID: UInt64

    init(_ deed: Deed, _ admitted: AdmittedRequest) {
        self.deed = deed
        requestID = admitted.requestID
    }
}

/// What became of a job. What was written is on disk.
package struct WriteResult: Sendable {
    enum Written: Sendable {
        /// The message to answer with.
        case message([UInt8])
        /// The message that answers an exchange, and what it came to.
        case answer([UInt8], ExchangeSummary)
        /// An exchange, to be answered from a snapshot of its own.
        case exchange(WrittenExchange)
    }

    let outcome: Result<Written, Refusal>
    /// Whose long polls have news.
    let touched: Touch?

    init(_ written: Written, touched: Touch? = nil) {
        (outcome, self.touched) = (.success(written), touched)
    }

    init(_ refusal: Refusal) {
        (outcome, touched) = (.failure(refusal), nil)
    }
}
