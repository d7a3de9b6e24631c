// The pure reference of the merge: what every store, device or server, has to end up with.

/// A set of merged cells as a plain sorted list. It is the specification in code, for tests and the simulator, where
/// clarity counts and speed does not (docs/design, replication: Merge). Changes may come in any order, in parts, and
/// any number of times: merging commutes, associates and repeats harmlessly, as long as nobody gives two values to one
/// cell under one stamp; should that happen, the value that is already here stays.
package struct Cells: Equatable, Sendable {
    /// What one cell holds.
    package struct Register: Equatable, Sendable {
        /// Which cell.
        package let cell: Cell
        /// When and by whom the value was written.
        package let stamp: Stamp
        /// What was written.
        package let value: Value
    }

    /// By ascending cell.
    package private(set) var registers: [Register] = []

    /// Nothing merged yet.
    package init() {}

    /// Merges a change: cell by cell the greater stamp wins.
    ///
    /// - Returns: the cells that it won.
    @discardableResult
    package mutating func merge(_ change: Change) -> FieldMask {
        var won = FieldMask()
        for field in change.fields {
            let cell = Cell(entity: change.entity, record: change.record, field: field.number)
            if merge(Register(cell: cell, stamp: change.stamp, value: field.value)) { won.insert(field.number) }
        }
        return won
    }

    /// Merges everything another set holds.
    package mutating func merge(_ other: Cells) {
        for register in other.registers { merge(register) }
    }

    /// What a cell holds, nil if it was never written.
    package subscript(_ cell: Cell) -> Register? {
        let place = place(of: cell)
        return place < registers.count && registers[place].cell == cell ? registers[place] : nil
    }

    /// Whether a record is deleted: its field 0 says so.
    package func isDeleted(_ entity: EntityNumber, _ record: RecordID) -> Bool {
        self[Cell(entity: entity, record: record, field: 0)]?.value == .bool(true)
    }

    /// The cells of the records that are not deleted.
    package var undeleted: [Register] {
        registers.filter { !isDeleted($0.cell.entity, $0.cell.record) }
    }

    /// The proof of equality over the cells of the records that are not deleted.
    package var sum: EqualitySum {
        undeleted.reduce(into: EqualitySum()) {
            $0.add(
                entity: $1.cell.entity, record: $1.cell.record, mask: FieldMask($1.cell.field), stamp: $1.stamp)
        }
    }

    @discardableResult
    private mutating func merge(_ register: Register) -> Bool {
        let place = place(of: register.cell)
        guard place < registers.count, registers[place].cell == register.cell else {
            registers.insert(register, at: place)
            return true
        }
        guard registers[place].stamp < register.stamp else { return false }
        registers[place] = register
        return true
    }

    /// The place of the first register that is not before the cell.
    private func place(of cell: Cell) -> Int {
        var range = registers.startIndex..<registers.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = registers[middle].cell < cell ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
