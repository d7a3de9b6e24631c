// The limits of this module, each with its unit and reason.

/// Limits of a device.
public enum Limits {
    /// Bytes of a file in the zone directory. The largest there today, `tzdata.zi`, has a tenth of it.
    public static let zoneFileBytes = 1 << 20

    /// Characters from the start of an id that name a record: fewer would too often be part of a name.
    public static let idPrefixCharacters = 4

    /// Candidates that an ambiguous name lists.
    public static let listedCandidates = 10
}
