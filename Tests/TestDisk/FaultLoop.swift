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

    /// What the files hold.
    package struct Contents {
        /// A line for each thing: what is there before and in the end must be there in between.
        package var things: Set<String>
        /// What is said of all of them; in between it may be anything.
        package var figures: Set<String>

        /// See the properties of the same names.
        package init(things: Set<String> = [], figures: Set<String> = []) {
            (self.things, self.figures) = (things, figures)
        }

        /// What two sets of files hold.
        package func union(_ other: Contents) -> Contents {
            Contents(things: things.union(other.things), figures: figures.union(other.figures))
        }
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
    private let contents: (Disks) throws -> Contents
    private let isClear: (any Error) -> Bool

    /// Nothing is done yet. What is opened within a closure must be closed when it returns.
    ///
    /// - Parameters:
    ///   - prepare: lays out the files, once.
    ///   - isClear: whether an error tells what the disk did, and not that something else is wrong.
    ///   - contents: what the files hold; throws where they are not sound.
    ///   - operate: does it, or does what is left of it; handed a seed that is never the same twice.
    package init(
        prepare: @escaping (Disks) throws -> Void, isClear: @escaping (any Error) -> Bool,
        contents: @escaping (Disks) throws -> Contents, operate: @escaping (Disks, UInt64) throws -> Void
    ) {
        (self.prepare, self.isClear, self.contents, self.operate) = (prepare, isClear, contents, operate)
    }

    /// Runs the loop with each of the disturbances.
    ///
    /// - Parameter stride: 1 disturbs every operation, 2 every second one and so on, each kind others.
    package func run(
        _ disturbances: [Disturbance] = Disturbance.allCases, stride: Int = 1, seed: UInt64 = 1
    ) throws -> Result {
        let model = Disks(disturbed: try TestDisk(), calm: try TestDisk())
        try prepare(model)
        let before = try contents(model)
        let undisturbed = try copy(model)
        try operate(undisturbed, 1)
        let after = try contents(undisturbed)
        let kept = before.things.intersection(after.things)
        var generator = SeededGenerator(seed: seed)
        var result = Result()
        for (place, disturbance) in disturbances.enumerated() {
            for number in Swift.stride(from: 1 + place % stride, through: .max - stride, by: stride) {
                let disks = try copy(model)
                func note(_ fault: String) { result.faults.append("\(disturbance) at \(number): \(fault)") }
                guard operate(disks, disturbance.plan(number), note) else { break }
                result.disturbanceCount += 1
                do {
                    try end(disturbance, of: disks.disturbed, using: &generator)
                    for line in kept.subtracting(try contents(disks).things).sorted() { note("lost \(line)") }
                    try operate(disks, 3)
                    for line in try contents(disks).differences(from: after) { note("in the end \(line)") }
                } catch {
                    note("afterwards \(error)")
                }
                if result.faults.count >= Self.faultLimit { return result }
            }
        }
        return result
    }

    /// Does it while something is planned; says whether that has happened.
    private func operate(_ disks: Disks, _ plan: TestDisk.Plan, _ note: (String) -> Void) -> Bool {
        disks.disturbed.plan(plan)
        do {
            try operate(disks, 2)
        } catch {
            if !disks.disturbed.isHit || !isClear(error) { note("it said \(error)") }
        }
        return disks.disturbed.isHit
    }

    private func end(
        _ disturbance: Disturbance, of disk: TestDisk, using generator: inout SeededGenerator
    ) throws {
        switch disturbance {
        case .processIsKilled: try disk.kill()
        case .powerIsCut: try disk.cutPower(using: &generator)
        default: disk.plan(nil)
        }
    }

    /// So many faults tell enough.
    private static let faultLimit = 20

    private func copy(_ disks: Disks) throws -> Disks {
        Disks(disturbed: try disks.disturbed.copy(), calm: try disks.calm.copy())
    }
}

extension FaultLoop.Contents {
    /// A line for everything that is only here or only there.
    fileprivate func differences(from other: FaultLoop.Contents) -> [String] {
        let (here, there) = (things.union(figures), other.things.union(other.figures))
        return here.subtracting(there).sorted().map { "there is also \($0)" }
            + there.subtracting(here).sorted().map { "there is no \($0)" }
    }
}
