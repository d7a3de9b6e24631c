// The version of this library and its programs.

/// The version, by semantic versioning.
public enum Version {
    public static let text = "0.1.0"
}
