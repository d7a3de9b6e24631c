// The limits of this module, each with its unit and reason.

/// Limits of the server's file.
enum Limits {
    /// `application_id` of the server's files: the letters `PkSv`.
    static let applicationID: Int64 = 0x506B_5376

    /// `user_version`: the format of the tables. A greater one is newer.
    static let formatVersion: Int64 = 1

    /// Connections that are kept for reading when nobody reads; the workers of a server are fewer.
    static let idleReaders = 8

    /// Kibibytes of page cache of a connection that reads: it goes through rows in order, and the system keeps files.
    static let readerCacheKibibytes = 1_024

    /// Spaces and tokens of which a connection that reads remembers, until the next commit, what it read: some hundred
    /// kibibytes.
    static let rememberedSpaces = 256

    /// Pages of the log of writes after which it is moved into the file, 16 MiB: several full pushes share one move.
    static let checkpointPages = 4_000

    /// The greatest number of a space, 2²³ − 1: 40 bits of the key of a row are its sequence number.
    static let greatestSpace: Int64 = (1 << 23) - 1
}
