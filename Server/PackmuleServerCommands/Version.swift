// The version of the server.

/// The version, by semantic versioning: that of the whole package, as a test holds it.
package enum Version {
    /// Major, minor and patch, as in `1.2.3`.
    package static let text = "0.1.0"
}
