// The limits of this module, each with its unit and reason.

/// Limits of a device.
public enum Limits {
    /// Bytes of a file in the zone directory. The largest there today, `tzdata.zi`, has a tenth of it.
    public static let zoneFileBytes = 1 << 20

    /// Characters from the start of an id that name a record: fewer would too often be part of a name.
    public static let idPrefixCharacters = 4

    /// Candidates that an ambiguous name lists.
    public static let listedCandidates = 10

    /// Occurrences of a reminder that are looked through for what its policies leave out: years of anything daily.
    static let explainedOccurrences = 2_000

    /// Milliseconds between the beginnings of two exchanges: writing without pause makes ten a second, which with as
    /// many watches stays within the 20 requests a second that a server allows.
    public static let exchangeSpacingMilliseconds: Int64 = 100

    /// Milliseconds between two looks at the server while its watch tells of nothing, 15 minutes.
    public static let lookMilliseconds: Int64 = 15 * 60 * 1000

    /// Seconds that a watch is asked to be held, below the minute after which many proxies end silent connections.
    public static let watchSeconds = 55

    /// Milliseconds from which on a watch without news lasted as long as one should; what ends sooner is a fault of
    /// something in between.
    public static let earlyWatchMilliseconds: Int64 = 20 * 1000

    /// Watches in a row that may wake a device for nothing before it rests between them.
    public static let fruitlessWatchCount = 3

    /// Milliseconds of rest between watches that wake for nothing: the first, doubled by each, and at most 5 minutes.
    public static let watchRestMilliseconds: ClosedRange<Int64> = 1000...5 * 60 * 1000

    /// Milliseconds from one plan of reminders to the next that only a commit asks for: commits of a burst share one.
    public static let planSpacingMilliseconds: Int64 = 200

    /// Milliseconds between two plans while nothing happens, 6 hours.
    public static let ringLookMilliseconds: Int64 = 6 * 60 * 60 * 1000

    /// Milliseconds for which what fell due while the device was away waits for its sync, 30 seconds.
    public static let syncPatienceMilliseconds: Int64 = 30 * 1000

    /// Milliseconds by which a timer is late only because the machine slept, a minute.
    public static let sleepMilliseconds: Int64 = 60 * 1000

    /// Milliseconds until a way that showed nothing is tried again though nothing happens: the first wait, doubled by
    /// each failure, and at most 5 minutes. A way that can tell when it is back tells sooner.
    public static let deliveryRetryMilliseconds: ClosedRange<Int64> = 5000...5 * 60 * 1000

    /// Milliseconds for which a way that failed is left alone, whatever happens.
    public static let deliverySpacingMilliseconds: Int64 = 1000

    /// Milliseconds until what could not be written is written again: the first wait, doubled by each failure, and at
    /// most a minute.
    public static let writeRetryMilliseconds: ClosedRange<Int64> = 1000...60 * 1000

    /// Notifications of which an agent remembers whom they are about, 1,000: more than anybody leaves standing. Beyond
    /// it presses on the oldest are not understood.
    public static let countingNotifications = 1_000

    /// Bytes of the file that says what the daemon does: a line of JSON with a few words.
    public static let daemonStateBytes = 4_096

    /// Seconds that one answer may take, a minute: a device with a weak line sends or takes 1 MiB in it.
    public static let answerSeconds = 60

    /// Seconds that one exchange may take, two minutes: it may carry a page each way.
    public static let exchangeSeconds = 120

    /// Changes from which on a second thread is worth its start: as many take half a millisecond to seal.
    public static let leastHalfChangeCount = 512

    /// Seconds beyond its time that a watch may take to be answered.
    public static let watchGraceSeconds = 15

    /// Times that a link is tried with the same token while no answer comes.
    public static let joinTries = 3

    /// Pages of a space that are counted before joining: 200,000 records, the most a space may hold, take fewer.
    public static let countedPages = 400

    /// Characters of a device's name, as the store keeps it.
    public static let deviceNameCharacters = 100

    /// Bytes of a device's name, 400: sealed it stays within the 512 that a server keeps.
    public static let deviceNameBytes = 400
}
