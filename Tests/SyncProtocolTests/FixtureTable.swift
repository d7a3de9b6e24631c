// Reads the fixtures of the protocol, and every message by its name.

import Replication
import SyncProtocol
import TestSupport
import Testing

/// The rows of a table below Tests/Fixtures/SyncProtocol, without its head.
func fixtureRows(_ name: String) throws -> [[String]] {
    try Fixtures.lines("SyncProtocol/" + name).dropFirst().map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The bytes that the digits mean.
func bytesOf(hexadecimal digits: some StringProtocol) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)!
    }
}

/// The digits of bytes.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The bytes of a good message.
func fixture(_ message: String, _ name: String) throws -> [UInt8] {
    bytesOf(hexadecimal: try #require(fixtureRows("messages.tsv").first { $0[0] == message && $0[1] == name })[2])
}

/// A value that the worked exchange is made of.
func fixtureValue(_ name: String) throws -> [UInt8] {
    bytesOf(hexadecimal: try #require(fixtureRows("values.tsv").first { $0[0] == name })[1])
}

/// A message of the protocol, as every one of them is.
protocol Message: Equatable, SendableMetatype {
    var encoded: [UInt8] { get }
    init(encoded bytes: [UInt8]) throws(MessageError)
}

extension ExchangeRequest: Message {}
extension ExchangeAnswer: Message {}
extension WatchRequest: Message {}
extension WatchAnswer: Message {}
extension ClaimRequest: Message {}
extension JoinRequest: Message {}
extension JoinAnswer: Message {}
extension InvitationRequest: Message {}
extension InvitationAnswer: Message {}
extension DevicesRequest: Message {}
extension DeviceList: Message {}
extension ErrorBody: Message {}

/// Every message by the name that the fixtures give it.
let messageTypes: [String: any Message.Type] = [
    "exchange-request": ExchangeRequest.self, "exchange-answer": ExchangeAnswer.self,
    "watch-request": WatchRequest.self, "watch-answer": WatchAnswer.self, "claim-request": ClaimRequest.self,
    "join-request": JoinRequest.self, "join-answer": JoinAnswer.self, "invitation-request": InvitationRequest.self,
    "invitation-answer": InvitationAnswer.self, "devices-request": DevicesRequest.self,
    "device-list": DeviceList.self, "error-body": ErrorBody.self,
]
