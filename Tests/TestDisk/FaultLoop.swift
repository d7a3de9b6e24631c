// One operation, disturbed at every one of its operations on the disk in turn.

import Platform
import TestSupport

/// Does the same again and again from the same files: the n-th time the n-th operation of a disk fails, or the process
/// dies there, until n is beyond the last. After each disturbance the files must be sound without repair, what was
/// there before and is there in the end must be there in between, and the same operation must then succeed and lead to
/// the end that it has undisturbed.
package struct FaultLoop {
    /// What befalls the disk at its n-th operation, and what comes of it.
    package enum Disturbance: CaseIterable, Sendable {
        case failsOnce, isFull, isBroken, processIsKilled, powerIsCut

        fileprivate func plan(_ number: Int) -> TestDisk.Plan {
            switch self {
            case .failsOnce: .failOnce(.broken, at: number)
            case .isFull: .failForEver(.full, from: number)
            case .isBroken: .failForEver(.broken, from: number)
            case .processIsKilled, .powerIsCut: .crash(at: number)
            }
        }
    }

    /// The disk that is disturbed, and another one that is not.
    package struct Disks {
        /// The disk that is disturbed.
        package let disturbed: TestDisk
        /// For whatever the operation speaks with.
        package let calm: TestDisk
    }

    /// How often the operation was disturbed, and what was wrong.
    package struct Result {
        /// Disturbances that happened.
        package var disturbanceCount = 0
        /// A sentence for each fault.
        package var faults: [String] = []
    }

    private let prepare: (Disks) throws -> Void
    private let operate: (Disks, UInt64) throws -> Void
    private let contents: (Disks) throws -> Set<String>
    private let isClear: (any Error) -> Bool

    /// Nothing is done yet. What is opened within a closure must be closed when it returns.
    ///
    /// - Parameters:
    ///   - prepare: lays out the files, once.
    ///   - isClear: whether an error tells what the disk did, and not that something else is wrong.
    ///   - contents: one line for each thing that the files hold; throws where they are not sound.
    ///   - operate: does it, or does what is left of it; handed a seed that is never the same twice.
    package init(
        prepare: @escaping (Disks) throws -> Void, isClear: @escaping (any Error) -> Bool,
        contents: @escaping (Disks) throws -> Set<String>, operate: @escaping (Disks, UInt64) throws -> Void
    ) {
        (self.prepare, self.isClear, self.contents, self.operate) = (prepare, isClear, contents, operate)
    }

    /// Runs the loop with one kind of disturbance.
    package func run(_ disturbance: Disturbance, seed: UInt64 = 1) throws -> Result {
        let model = Disks(disturbed: try TestDisk(), calm: try TestDisk())
        try prepare(model)
        let before = try contents(model)
        let undisturbed = try copy(model)
        try operate(undisturbed, 1)
        let after = try contents(undisturbed)
        var result = Result()
        var generator = SeededGenerator(seed: seed)
        for number in 1... {
            let disks = try copy(model)
            func note(_ fault: String) { result.faults.append("\(disturbance) at \(number): \(fault)") }
            disks.disturbed.plan(disturbance.plan(number))
            do {
                try operate(disks, 2)
            } catch {
                if !disks.disturbed.isHit || !isClear(error) { note("it said \(error)") }
            }
            guard disks.disturbed.isHit else { return result }
            result.disturbanceCount += 1
            do {
                switch disturbance {
                case .processIsKilled: try disks.disturbed.kill()
                case .powerIsCut: try disks.disturbed.cutPower(using: &generator)
                default: disks.disturbed.plan(nil)
                }
                let between = try contents(disks)
                for line in before.intersection(after).subtracting(between).sorted() { note("lost \(line)") }
                try operate(disks, 3)
                let end = try contents(disks)
                for line in end.symmetricDifference(after).sorted() {
                    note(end.contains(line) ? "in the end there is also \(line)" : "in the end there is no \(line)")
                }
            } catch {
                note("afterwards \(error)")
            }
            if result.faults.count >= Self.faultLimit { return result }
        }
        return result
    }

    /// So many faults tell enough.
    private static let faultLimit = 20

    private func copy(_ disks: Disks) throws -> Disks {
        Disks(disturbed: try disks.disturbed.copy(), calm: try disks.calm.copy())
    }
}
