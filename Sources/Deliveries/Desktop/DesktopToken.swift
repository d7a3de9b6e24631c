// Which notification on which server.

/// What stands for something shown on a desktop. A number means nothing without who gave it: another server, and the
/// same one after a restart, gives the same numbers to others.
struct DesktopToken: Hashable, Sendable {
    /// The number of the bus, which no other bus has (``BusConnection/busID``).
    let bus: String
    /// The unique name of the server on the bus: `:1.42`. A bus gives it once.
    let owner: String
    /// The number that the server gave.
    let number: UInt32

    /// A token of these parts.
    init(bus: String, owner: String, number: UInt32) {
        (self.bus, self.owner, self.number) = (bus, owner, number)
    }

    /// Reads ``text``; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty, let number = UInt32(parts[2]), number > 0 else {
            return nil
        }
        self.init(bus: String(parts[0]), owner: String(parts[1]), number: number)
    }

    /// The parts with blanks between them.
    var text: String { "\(bus) \(owner) \(number)" }
}
