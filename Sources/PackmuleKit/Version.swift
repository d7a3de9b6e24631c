// The version of this library and its programs.

/// The version, by semantic versioning.
public enum Version {
    /// Major, minor and patch, as in `1.2.3`.
    public static let text = "0.1.0"
}
