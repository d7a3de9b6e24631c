// What can be wrong with zone data.

/// Why no zone rules could be made of some bytes or text. The cure for each is said in the message.
public enum CivilTimeError: Error, Equatable, Sendable {
    /// The bytes are not a whole TZif file (RFC 9636): install the time zone data again.
    case damagedZoneFile(reason: String)
    /// The file counts leap seconds (the `right/` tree), the clock of this program does not: use the ordinary tree.
    case zoneFileCountsLeapSeconds
    /// The text is not a rule of the form `CET-1CEST,M3.5.0,M10.5.0/3`: correct it.
    case malformedZoneRule(text: String)
}

extension CivilTimeError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .damagedZoneFile(let reason):
            "The time zone file is damaged: \(reason). Install the time zone data again."
        case .zoneFileCountsLeapSeconds:
            "The time zone file counts leap seconds. Use the zone without the prefix \"right/\"."
        case .malformedZoneRule(let text):
            "\"\(text)\" is not a time zone rule. Write it like CET-1CEST,M3.5.0,M10.5.0/3, or name a zone."
        }
    }
}
