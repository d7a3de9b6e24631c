// A space for tests: the real server over a storage in memory, and devices whose commands reach it without a network.

import Cryptography
import HTTPMessages
import JSONText
import Platform
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import Synchronization
import TestSupport
import Testing

@testable import PackmuleCommands

/// A server and its devices, all by one clock.
final class TestSpace {
    let clock = ManualClock()
    /// Whether the server can be reached.
    let isUp = Mutex(true)
    private let server: Server
    private var seed: UInt64 = 10

    init(recordsPerSpace: Int = ServerLimits().recordsPerSpace) throws {
        var limits = ServerLimits()
        limits.recordsPerSpace = recordsPerSpace
        // The clock stands still, so that what was taken of a rate never comes back.
        (limits.requestBurst, limits.unauthenticatedPerMinute) = (1_000_000, 1_000_000)
        server = Server(
            storage: try SQLiteServerStorage.inMemory(), clock: clock, random: SeededRandom(seed: 9), limits: limits)
    }

    /// A link by which a space is made.
    func claimLink() throws -> Link {
        let random = SeededRandom(seed: 8)
        let secret = Secret((0..<16).map { _ in UInt8(truncatingIfNeeded: random.next64()) })
        let link = Link(kind: .claim, origin: try Origin("https://packmule.example.org"), secret: secret)
        try server.addClaim(lookup: link.lookup)
        return link
    }

    /// A device with a store, in no space yet.
    func device(_ name: String) throws -> TestProgram {
        seed += 1
        return try TestProgram(name: name, seed: seed, clock: clock) { [self] in Way(space: self) }
    }

    /// A device that has claimed the space.
    func first(_ name: String) throws -> TestProgram {
        let program = try device(name)
        program.text("claim \(try claimLink().text)")
        return program
    }

    /// A device that another one has let in.
    func joined(_ name: String, by other: TestProgram) throws -> TestProgram {
        let program = try device(name)
        program.text("join \(try other.link())")
        return program
    }

    /// The way to the server without a network.
    private struct Way: Transport {
        let space: TestSpace

        func send(
            _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
        ) throws(TransportError) -> HTTPResponse {
            guard space.isUp.withLock({ $0 }) else { throw .unreachable(reason: "connection refused") }
            return space.server.answer(request, from: "192.0.2.1")
        }

        func cancel() {}
    }
}

extension TestSpace: @unchecked Sendable {}

extension TestProgram {
    /// A fresh invitation.
    func link() throws -> String {
        try JSONValue(reading: text("invite --json"))["link"]?.string ?? ""
    }

    /// A member of the answer of a command for scripts.
    func member(_ name: String, of line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue
    {
        try JSONValue(reading: text(line + " --json", sourceLocation: sourceLocation))[name] ?? .null
    }
}
