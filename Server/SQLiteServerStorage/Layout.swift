// The tables, and the statements' one vocabulary.

/// The tables of the server's file.
///
/// A row of `change` has as key the number of its space and, below, its sequence number in 40 bits: pushes append,
/// pulls read in a row. The header as sealed is not kept twice: it has one coding, and the columns give it back byte by
/// byte.
enum Layout {
    static let definitions = [
        """
        CREATE TABLE space (
            number INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            mode INTEGER NOT NULL,
            made INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            tag INTEGER NOT NULL,
            sum BLOB NOT NULL,
            newest INTEGER NOT NULL,
            records INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            collected INTEGER NOT NULL,
            devices BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE device (
            number INTEGER PRIMARY KEY,
            space INTEGER NOT NULL,
            token BLOB NOT NULL,
            name BLOB NOT NULL,
            revoked INTEGER NOT NULL,
            joined INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX device_of_space ON device (space, token)",
        """
        CREATE TABLE number (
            rank INTEGER PRIMARY KEY,
            space INTEGER NOT NULL,
            value INTEGER NOT NULL,
            device INTEGER NOT NULL,
            attempt INTEGER NOT NULL,
            presented INTEGER NOT NULL,
            presented_tag INTEGER NOT NULL,
            given INTEGER NOT NULL,
            given_tag INTEGER NOT NULL,
            floor INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            UNIQUE (space, value)
        ) STRICT
        """,
        "CREATE INDEX number_of_device ON number (device, rank)",
        """
        CREATE TABLE change (
            key INTEGER PRIMARY KEY,
            record BLOB NOT NULL,
            time INTEGER NOT NULL,
            device INTEGER NOT NULL,
            mask INTEGER NOT NULL,
            deletion INTEGER,
            owned INTEGER NOT NULL,
            pusher INTEGER NOT NULL,
            tag INTEGER NOT NULL,
            deleting_in INTEGER,
            damaged_in INTEGER,
            body BLOB NOT NULL
        ) STRICT
        """,
        "CREATE INDEX change_of_record ON change (record)",
        "CREATE INDEX deletion ON change (deleting_in, time, key) WHERE deleting_in IS NOT NULL",
        "CREATE INDEX damage ON change (damaged_in, key) WHERE damaged_in IS NOT NULL",
        """
        CREATE TABLE invitation (
            lookup BLOB PRIMARY KEY,
            kind INTEGER NOT NULL,
            space INTEGER NOT NULL,
            wrapped BLOB NOT NULL,
            made_by BLOB NOT NULL,
            valid_until INTEGER NOT NULL,
            redeemed_by BLOB,
            redeemed INTEGER
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX invitation_of_device ON invitation (space, made_by)",
        "CREATE UNIQUE INDEX recovery ON invitation (space) WHERE kind = 1",
        "CREATE INDEX invitation_time ON invitation (valid_until) WHERE redeemed IS NULL",
        "CREATE INDEX invitation_redeemed ON invitation (redeemed) WHERE redeemed IS NOT NULL",
        """
        CREATE TABLE claim (
            lookup BLOB PRIMARY KEY,
            made INTEGER NOT NULL,
            used_by BLOB,
            space INTEGER
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX open_claim ON claim (made) WHERE used_by IS NULL",
    ]

    /// Bits of a row's key that are its sequence number.
    static let sequenceBits = 40
}
