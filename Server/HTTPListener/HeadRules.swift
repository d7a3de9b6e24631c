// The rules that the head of every request must obey, before anybody else sees it (docs/design, security).

import CPackmuleMicrohttpd
import HTTPMessages

/// What the fields of a head say about the request. Every field is looked at: a look-up by name shows only the first.
struct HeadRules {
    private var hosts = 0
    private var authorizations = 0
    private var lengths = 0
    private var transferCodings = 0
    private var isChunked = false
    private var isContentCoded = false
    private var wantsUpgrade = false
    private var isMalformed = false
    private var lengthBytes = 0
    private var forwardedFor: UnsafeRawBufferPointer?

    /// Goes through the fields of a request.
    init(_ connection: OpaquePointer) {
        withUnsafeMutablePointer(to: &self) { rules in
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    guard let context, let name else { return .YES }
                    context.assumingMemoryBound(to: HeadRules.self).pointee.look(
                        at: UnsafeRawBufferPointer(start: name, count: nameCount),
                        UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount))
                    return .YES
                }, rules)
        }
    }

    /// The rule that is broken, if one is.
    var violation: DoorReason? {
        if isMalformed { return .malformedField }
        if hosts != 1 { return .hostNotUnique }
        if authorizations > 1 { return .authorizationNotUnique }
        if lengths + transferCodings > 1 { return .lengthNotUnique }
        if transferCodings == 1 && !isChunked { return .transferCodingUnknown }
        if isContentCoded { return .contentCoded }
        return wantsUpgrade ? .upgradeWanted : nil
    }

    /// The length of the body, 0 without one; nil where it comes in chunks.
    var bodyBytes: Int? { isChunked ? nil : lengthBytes }

    /// The last address of X-Forwarded-For, valid as long as the head; nil where there is none, or no address.
    var forwardedAddress: String? {
        guard let forwardedFor else { return nil }
        let start = forwardedFor.lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? 0
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var bytes = forwardedFor[start...].drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
        guard 1...HTTPListener.Limits.addressBytes ~= bytes.count, bytes.allSatisfy(Characters.isInAddress) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a target is a path of the kind that ours are.
    static func isPlain(_ target: UnsafePointer<CChar>) -> Bool {
        guard target[0] == CChar(bitPattern: UInt8(ascii: "/")) else { return false }
        for index in 0...HTTPListener.Limits.pathBytes {
            let byte = UInt8(bitPattern: target[index])
            if byte == 0 { return true }
            guard Characters.isInPath(byte) else { return false }
        }
        return false
    }

    private mutating func look(at name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard name.allSatisfy(Characters.isInName), value.allSatisfy(Characters.isInValue) else {
            isMalformed = true
            return
        }
        switch name.count {
        case 4 where Self.isSame(name, "host"): hosts += 1
        case 7 where Self.isSame(name, "upgrade"): wantsUpgrade = true
        case 13 where Self.isSame(name, "authorization"): authorizations += 1
        case 14 where Self.isSame(name, "content-length"):
            lengths += 1
            lengthBytes = Self.number(value) ?? 0
            if Self.number(value) == nil { isMalformed = true }
        case 15 where Self.isSame(name, "x-forwarded-for"): forwardedFor = value
        case 16 where Self.isSame(name, "content-encoding"): isContentCoded = true
        case 17 where Self.isSame(name, "transfer-encoding"):
            transferCodings += 1
            isChunked = Self.isSame(value, "chunked")
        default: break
        }
    }

    private static func number(_ digits: UnsafeRawBufferPointer) -> Int? {
        guard 1...15 ~= digits.count else { return nil }
        var number = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// Without regard to ASCII case; `name` is in lower case.
    private static func isSame(_ bytes: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
        guard bytes.count == name.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            guard (isUpper ? byte | 0x20 : byte) == name.utf8Start[index] else { return false }
        }
        return true
    }
}
