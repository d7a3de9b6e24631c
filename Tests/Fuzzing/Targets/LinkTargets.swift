// What people paste, and what stands in the head of a request: links, codes, addresses, credentials.

import Deliveries
import HTTPMessages
import Sealing
import SyncProtocol

extension FuzzTarget {
    /// Links, recovery codes, addresses of servers, credentials, and ways of notifying.
    static let links = FuzzTarget("links") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let link = read({ try Link(text) }) {
            try require(try Link(link.text) == link, "a link that is written is read as the same")
        }
        if let code = read({ try RecoveryCode(text) }) {
            try require(try RecoveryCode(code.text) == code, "a code that is written is read as the same")
        }
        if let origin = read({ try Origin(text) }) {
            try require(try Origin(origin.description) == origin, "an address that is written is read as the same")
        }
        if let credentials = Credentials.read(text) {
            let written = Credentials.headerValue(for: credentials.token, of: credentials.space)
            try require(written.utf8.elementsEqual(text.utf8), "credentials are written as they were read")
        }
        if let choice = read({ try DeliveryChoice(parsing: text) }) {
            let again = try DeliveryChoice(parsing: choice.description)
            try require(again == choice, "a way of notifying that is written is read as the same")
        }
        try answers(bytes)
    }

    /// What a device makes of an answer whose first bytes are its status and whose others are its body.
    private static func answers(_ bytes: [UInt8]) throws {
        let status = Int(bytes.first ?? 0) * 4
        for type in [Wire.contentType, "text/html"] {
            let headers = HTTPHeaders([
                .init("Content-Type", type), .init("Retry-After", String(decoding: bytes.prefix(12), as: UTF8.self)),
            ])
            let response = HTTPResponse(status, headers: headers, body: Array(bytes.dropFirst()))
            if let body = read({ try SyncFailure.body(of: response) }) {
                try require(status == 200 && body == response.body, "only an answer of status 200 has a body")
            }
        }
    }
}
