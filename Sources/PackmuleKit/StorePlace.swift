// Where the store of this person stands, for every program of theirs alike.

internal import Platform

/// The place of the store.
package enum StorePlace {
    /// What was asked for, else `PACKMULE_STORE`, else the standard place.
    ///
    /// - Parameter asked: what the option `--store` says.
    package static func path(asked: String?, environment: [String: String]) throws -> String {
        if let asked { return asked }
        if let path = environment["PACKMULE_STORE"], !path.isEmpty { return path }
        return try StandardPlaces(environment: environment, program: "packmule").folder(for: .data) + "/store.sqlite"
    }
}
