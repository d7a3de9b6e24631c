// What this module bounds, and why.

/// The limits of the module.
public enum Limits {
    /// Bytes of a zone name. The longest in the IANA database has 32, the longest Windows name 31.
    public static let zoneNameBytes = 255

    /// Bytes of a zone file. The largest of the IANA database, written out to 2037, has 4 kB.
    public static let zoneFileBytes = 131_072

    /// Bytes of the index `tzdata.zi`, which has 110 kB.
    public static let zoneIndexBytes = 2_097_152

    /// Seconds by which a zone may differ from UTC, ends included: over -25 h, under 26 h (RFC 9636, 3.2, utoff).
    public static let offsetSeconds = -89_999...93_599

    /// Answers that a zone database remembers; more names than there are zones, about 16 kB each.
    static let rememberedZones = 700
}
