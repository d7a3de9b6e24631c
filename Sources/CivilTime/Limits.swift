// What this module bounds, and why.

/// The limits of the module.
public enum Limits {
    /// Bytes of a zone name. The longest in the IANA database has 32, the longest Windows name 31.
    public static let zoneNameBytes = 255
}
