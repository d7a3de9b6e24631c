// The seam to whoever counts what the server does.

/// Is told what happens, from whatever thread, and must not wait.
package protocol ServerObserver: Sendable {
    /// An exchange was answered.
    func exchanged(_ summary: ExchangeSummary)
    /// A group of jobs was carried out in one transaction.
    func committed(jobCount: Int, nanoseconds: Int64)
    /// The storage did not do what it was asked for.
    func met(_ error: StorageError)
}

/// What an exchange came to.
package struct ExchangeSummary: Equatable, Sendable {
    /// What the server made of where the device stood.
    package enum Verdict: String, CaseIterable, Sendable {
        case page, foreign, expired
    }

    /// What the server made of where the device stood.
    package let verdict: Verdict
    /// Changes that were stored as rows.
    package var storedRows = 0
    /// Rows that were handed out.
    package var servedRows = 0

    /// A summary of these parts.
    package init(_ verdict: Verdict, storedRows: Int = 0, servedRows: Int = 0) {
        (self.verdict, self.storedRows, self.servedRows) = (verdict, storedRows, servedRows)
    }
}
