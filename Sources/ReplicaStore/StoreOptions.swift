// What a store is handed at opening: the catalogue it keeps, and time, chance and folding as arguments.

public import Platform
public import Replication

/// How a store is opened.
public struct StoreOptions: Sendable {
    /// The entities this program knows.
    public var catalogue: Catalogue
    /// The version of the program's rules: when it differs from the one that last wrote a file, parked values are
    /// looked at again.
    public var rulesVersion: String
    /// Makes texts comparable for search (docs/design, model: Comparing and searching).
    public var fold: @Sendable (String) -> String
    /// Gives the time of stamps, of history and of fresh identities.
    public var clock: any WallClock
    /// Gives the numbers of new devices, the random part of fresh identities, and the names of drafts.
    public var random: any RandomSource
    /// Days that the log reaches back; older transactions are forgotten in passing.
    public var historyDays: @Sendable (Reader) throws -> Int

    /// Nothing is opened or checked yet.
    ///
    /// - Parameter historyDays: asked for whenever old transactions are to be forgotten; 90 unless said otherwise.
    public init(
        catalogue: Catalogue, rulesVersion: String, fold: @escaping @Sendable (String) -> String,
        clock: any WallClock, random: any RandomSource,
        historyDays: @escaping @Sendable (Reader) throws -> Int = { _ in Limits.historyDays }
    ) {
        self.catalogue = catalogue
        self.rulesVersion = rulesVersion
        self.fold = fold
        self.clock = clock
        self.random = random
        self.historyDays = historyDays
    }
}
