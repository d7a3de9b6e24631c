// A connection to a message bus.

internal import CPackmuleSystemd
package import Platform

/// A connection to a message bus by libsystemd (sd-bus(3)). One thread makes it, uses it, and lets it go. Nothing is
/// called back: what comes is taken by ``next()``.
package final class BusConnection {
    private let bus: OpaquePointer

    /// Connects, and waits until the bus has greeted.
    ///
    /// - Parameter address: as in DBUS_SESSION_BUS_ADDRESS: `unix:path=/run/user/1000/bus`.
    package init(address: String, deadline: Deadline) throws(BusError) {
        var made: OpaquePointer?
        guard sd_bus_new(&made) >= 0, let made else { throw .disconnected("there is no memory") }
        bus = made
        guard sd_bus_set_address(bus, address) >= 0, sd_bus_set_bus_client(bus, 1) >= 0 else {
            throw .disconnected("its address has no known form")
        }
        guard sd_bus_start(bus) >= 0 else { throw .disconnected("nothing answers at its address") }
        while sd_bus_is_ready(bus) == 0 {
            guard let rest = deadline.restMilliseconds else { throw .outOfTime }
            guard sd_bus_process(bus, nil) >= 0 else { throw .disconnected("it broke off the greeting") }
            if sd_bus_is_ready(bus) == 0 { sd_bus_wait(bus, UInt64(rest) * 1000) }
        }
        guard sd_bus_is_ready(bus) > 0 else { throw .disconnected("it broke off the greeting") }
    }

    deinit {
        sd_bus_close_unref(bus)
    }

    /// What no other bus has, ever: the number that a bus draws when it starts, in hexadecimal digits.
    package var busID: String {
        var id = sd_id128()
        guard sd_bus_get_bus_id(bus, &id) >= 0 else { return "" }
        return withUnsafeBytes(of: id) { bytes in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// The name by which the bus knows this connection.
    package var uniqueName: String {
        var name: UnsafePointer<CChar>?
        guard sd_bus_get_unique_name(bus, &name) >= 0, let name else { return "" }
        return String(cString: name)
    }

    // MARK: - Sending

    /// A call, to be filled and sent.
    package func call(
        _ member: String, of interface: String, at path: String, to destination: String
    ) throws(BusError) -> BusMessage {
        var message: OpaquePointer?
        let code = sd_bus_message_new_method_call(bus, &message, destination, path, interface, member)
        guard code >= 0, let message else { throw .disconnected("the connection has ended") }
        return BusMessage(owning: message)
    }

    /// Something to be told, to be filled and sent.
    package func signal(_ member: String, of interface: String, at path: String) throws(BusError) -> BusMessage {
        var message: OpaquePointer?
        let code = sd_bus_message_new_signal(bus, &message, path, interface, member)
        guard code >= 0, let message else { throw .disconnected("the connection has ended") }
        return BusMessage(owning: message)
    }

    /// An answer to a call, to be filled and sent.
    package func answer(to call: BusMessage) throws(BusError) -> BusMessage {
        var message: OpaquePointer?
        guard sd_bus_message_new_method_return(call.pointer, &message) >= 0, let message else { throw .malformed }
        return BusMessage(owning: message)
    }

    /// Sends a message whose answer, if any, nobody waits for.
    package func send(_ message: BusMessage) throws(BusError) {
        guard sd_bus_send(bus, message.pointer, nil) >= 0 else { throw .disconnected("the connection has ended") }
    }

    /// Sends a call whose answer will come by ``next()``.
    ///
    /// - Returns: the number of the call, as in ``BusMessage/answeredCall``.
    package func begin(_ call: BusMessage) throws(BusError) -> UInt64 {
        var cookie: UInt64 = 0
        guard sd_bus_send(bus, call.pointer, &cookie) >= 0 else { throw .disconnected("the connection has ended") }
        return cookie
    }

    // MARK: - Receiving

    /// The next message that has come; nil when there is none for now. Does not wait.
    package func next() throws(BusError) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let code = sd_bus_process(bus, &message)
            guard code >= 0, sd_bus_is_open(bus) > 0 else { throw .disconnected("the connection broke off") }
            if let message { return BusMessage(owning: message) }
            if code == 0 { return nil }
        }
    }

    /// Waits until there may be something for ``next()``, the bell is rung, or the time is over.
    ///
    /// - Parameter timeoutMilliseconds: nil for ever.
    package func wait(bell: WakeSignal, timeoutMilliseconds: Int?) throws(BusError) {
        let (descriptor, events) = (sd_bus_get_fd(bus), sd_bus_get_events(bus))
        guard descriptor >= 0, events >= 0 else { throw .disconnected("the connection broke off") }
        bell.wait(
            orFor: descriptor, events: Int16(truncatingIfNeeded: events), timeoutMilliseconds: timeoutMilliseconds)
    }
}

/// A point of time by which something must be over.
package struct Deadline: Sendable {
    private let clock = MonotonicClock()
    private let milliseconds: Int

    /// So many milliseconds from now.
    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    /// How long it is until then, at least 1 millisecond; nil when it is over.
    package var restMilliseconds: Int? {
        let rest = milliseconds - Int(clamping: clock.elapsedNanoseconds() / 1_000_000)
        return rest > 0 ? rest : nil
    }
}
