// Where the message bus of a person's session is.

/// The address of the session's bus, worked out from environment variables alone.
enum SessionBusAddress {
    /// DBUS_SESSION_BUS_ADDRESS where it is set, else the socket `bus` in XDG_RUNTIME_DIR, which may come only with the
    /// person's login; nil without either.
    static func address(environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.utf8.first == UInt8(ascii: "/") else { return nil }
        return "unix:path=" + escaped(folder + "/bus")
    }

    /// A value in an address (D-Bus specification 0.41, section "Server Addresses"): every byte but letters, digits and
    /// `-_/.` as `%` and two digits.
    private static func escaped(_ path: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/.".utf8)
        return path.utf8.map { byte in
            plain.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
