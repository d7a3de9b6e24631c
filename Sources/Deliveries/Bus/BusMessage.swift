// One message of a message bus, written or read value by value.

internal import CPackmuleSystemd

/// A message of D-Bus (D-Bus specification 0.41, Message Protocol). It belongs to the thread of its connection.
package final class BusMessage {
    /// The message of libsystemd.
    let pointer: OpaquePointer

    /// Takes over a message.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        sd_bus_message_unref(pointer)
    }

    /// Who sent it, by the unique name that the bus vouches for; nil where the bus is not the way it came.
    package var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }

    /// The interface of what is called or told; nil for an answer.
    package var interface: String? { sd_bus_message_get_interface(pointer).map { String(cString: $0) } }

    /// What is called or told; nil for an answer.
    package var member: String? { sd_bus_message_get_member(pointer).map { String(cString: $0) } }

    /// Whether it is told to everybody who listens.
    package var isSignal: Bool { sd_bus_message_is_signal(pointer, nil, nil) > 0 }

    /// Whether it wants something done.
    package var isCall: Bool { sd_bus_message_is_method_call(pointer, nil, nil) > 0 }

    /// The number of the call that it answers; nil for what is no answer.
    package var answeredCall: UInt64? {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(pointer, &cookie) >= 0 ? cookie : nil
    }

    /// The name of the error that it is; nil for any other message.
    package var errorName: String? {
        guard sd_bus_message_is_method_error(pointer, nil) > 0 else { return nil }
        return sd_bus_message_get_error(pointer)?.pointee.name.map { String(cString: $0) } ?? ""
    }
}

// MARK: - Writing

extension BusMessage {
    /// Appends a text, up to its first zero. Code points that are no characters become U+FFFD, because libsystemd would
    /// refuse them.
    package func append(_ text: String) throws(BusError) {
        let text = Self.hasOnlyCharacters(text) ? text : Self.withOnlyCharacters(text)
        try Self.check(text.withCString { sd_bus_message_append_basic(pointer, Self.text, $0) })
    }

    private static func hasOnlyCharacters(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint }
    }

    private static func withOnlyCharacters(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.isNoncharacterCodePoint ? "\u{FFFD}" : $0 }))
    }

    /// Appends an unsigned number of 32 bits.
    package func append(_ number: UInt32) throws(BusError) {
        try Self.check(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.unsigned, $0) })
    }

    /// Appends a signed number of 32 bits.
    package func append(_ number: Int32) throws(BusError) {
        try Self.check(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.signed, $0) })
    }

    /// Appends a number of 8 bits.
    package func append(_ number: UInt8) throws(BusError) {
        try Self.check(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.byte, $0) })
    }

    /// Appends a truth value.
    package func append(_ value: Bool) throws(BusError) {
        let number: Int32 = value ? 1 : 0
        try Self.check(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.truth, $0) })
    }

    /// Appends texts as an array.
    package func append(_ texts: [String]) throws(BusError) {
        try container("a", of: "s") { (message) throws(BusError) in
            for text in texts { try message.append(text) }
        }
    }

    /// Appends a container, with what the body appends in it.
    ///
    /// - Parameters:
    ///   - kind: `a` for an array, `e` for an entry of a dictionary, `v` for a value of any type.
    ///   - signature: the type of what is in it.
    package func container(
        _ kind: Unicode.Scalar, of signature: String, _ body: (BusMessage) throws(BusError) -> Void
    ) throws(BusError) {
        try Self.check(sd_bus_message_open_container(pointer, Self.type(kind), signature))
        try body(self)
        try Self.check(sd_bus_message_close_container(pointer))
    }
}

// MARK: - Reading

extension BusMessage {
    /// Reads a text.
    package func text() throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(pointer, Self.text, &text) > 0, let text else { throw .malformed }
        return String(cString: text)
    }

    /// Reads an unsigned number of 32 bits.
    package func unsigned() throws(BusError) -> UInt32 {
        var number: UInt32 = 0
        guard sd_bus_message_read_basic(pointer, Self.unsigned, &number) > 0 else { throw .malformed }
        return number
    }

    /// Reads a signed number of 32 bits.
    package func signed() throws(BusError) -> Int32 {
        var number: Int32 = 0
        guard sd_bus_message_read_basic(pointer, Self.signed, &number) > 0 else { throw .malformed }
        return number
    }

    /// Reads a number of 8 bits.
    package func byte() throws(BusError) -> UInt8 {
        var number: UInt8 = 0
        guard sd_bus_message_read_basic(pointer, Self.byte, &number) > 0 else { throw .malformed }
        return number
    }

    /// Reads a truth value.
    package func truth() throws(BusError) -> Bool {
        var number: Int32 = 0
        guard sd_bus_message_read_basic(pointer, Self.truth, &number) > 0 else { throw .malformed }
        return number != 0
    }

    /// Reads an array of texts.
    package func texts() throws(BusError) -> [String] {
        var texts: [String] = []
        try elements("a", of: "s") { (message) throws(BusError) in texts.append(try message.text()) }
        return texts
    }

    /// Reads an array; the body reads one element.
    package func elements(
        _ kind: Unicode.Scalar, of signature: String, _ body: (BusMessage) throws(BusError) -> Void
    ) throws(BusError) {
        try content(kind, of: signature) { (message) throws(BusError) in
            while sd_bus_message_at_end(pointer, 0) == 0 { try body(message) }
        }
    }

    /// Reads a container; the body reads all that is in it. The kinds are those of ``container(_:of:_:)``.
    package func content(
        _ kind: Unicode.Scalar, of signature: String, _ body: (BusMessage) throws(BusError) -> Void
    ) throws(BusError) {
        guard sd_bus_message_enter_container(pointer, Self.type(kind), signature) > 0 else { throw .malformed }
        try body(self)
        guard sd_bus_message_exit_container(pointer) >= 0 else { throw .malformed }
    }

    /// The type of the next value where it is one of any type (`v`); nil otherwise.
    package var nextSignature: String? {
        var kind: CChar = 0
        var content: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(pointer, &kind, &content) > 0, kind == Self.type("v") else { return nil }
        return content.map { String(cString: $0) }
    }

    private static let text = type("s")
    private static let unsigned = type("u")
    private static let signed = type("i")
    private static let byte = type("y")
    private static let truth = type("b")

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }

    /// What is appended is made here, so that it fails only without memory.
    private static func check(_ code: Int32) throws(BusError) {
        guard code >= 0 else { throw .malformed }
    }
}
