// Whether the dates of a table put the day or the month first.

import CivilTime
import Replication
import TripModel

/// What all dates of one table prove together about those with slashes or hyphens.
struct TableDates {
    private let given: ImportOptions.DateOrder
    private let proof: (order: ImportOptions.DateOrder, line: Int, text: String)?
    private let isContradictory: Bool

    /// A date in the light of its table.
    enum Reading: Equatable {
        case certain(CalendarDay)
        /// One reading was taken; its owner should know why.
        case taken(CalendarDay, reason: String, settledBy: String?)
        /// No reading was taken.
        case open(reason: String, settledBy: String?)
    }

    /// - Parameter given: what the owner says; automatic to look for proof.
    init(of table: CSVTable, _ given: ImportOptions.DateOrder) {
        self.given = given
        let columns = [table.index(of: .start), table.index(of: .end)].compactMap { $0 }
        var proofs: [(order: ImportOptions.DateOrder, line: Int, text: String)] = []
        for row in table.rows {
            for column in columns where column < row.cells.count {
                let text = TextRules.cleaned(FormulaGuard.unguarded(row.cells[column]))
                if let order = DateText(text).provenOrder { proofs.append((order, row.line, text)) }
            }
        }
        isContradictory = proofs.contains { $0.order != proofs[0].order }
        proof = isContradictory ? nil : proofs.first
    }

    /// How one date is read.
    func reading(of text: String) -> Reading {
        let date = DateText(text)
        switch date {
        case .day(let day, let hasShortYear): return Self.taken(day, hasShortYear)
        case .parts: return reading(ofParts: date)
        case .impossible: return .open(reason: "this day does not exist", settledBy: nil)
        case .unreadable: return .open(reason: "is not a date such as 2027-06-03", settledBy: nil)
        }
    }

    private func reading(ofParts date: DateText) -> Reading {
        if given != .automatic {
            guard let day = date.day(given) else {
                return .open(reason: "this day does not exist when read \(given.rawValue)", settledBy: nil)
            }
            return Self.taken(day, date.hasShortYear)
        }
        if let order = date.provenOrder, let day = date.day(order) { return Self.taken(day, date.hasShortYear) }
        // 05/05/2027 is the same day either way.
        if let day = date.day(.dayFirst), day == date.day(.monthFirst) { return Self.taken(day, date.hasShortYear) }
        guard let proof, let day = date.day(proof.order) else {
            let reason = isContradictory ? ", and other dates of this table prove both" : ""
            return .open(reason: "can be read day first or month first" + reason, settledBy: Self.option)
        }
        return .taken(
            day,
            reason:
                "read \(proof.order.rawValue) as \(day), because \(proof.text) on line \(proof.line) can only be that",
            settledBy: Self.option)
    }

    private static func taken(_ day: CalendarDay, _ hasShortYear: Bool) -> Reading {
        hasShortYear ? .taken(day, reason: "read as \(day): the year has two digits", settledBy: nil) : .certain(day)
    }

    private static let option = "--dates day-first|month-first"
}
