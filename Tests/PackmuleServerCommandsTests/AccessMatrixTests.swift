// Every deed of every route in every role: who may, what the others are told, and that nothing was written then.

import HTTPMessages
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@testable import SyncServer

/// One cell of the matrix.
struct AccessCell: CustomTestStringConvertible, Sendable {
    let deed: AccessDeed
    let role: AccessRole

    var testDescription: String { "\(deed.route.rawValue): \(role.rawValue) \(deed.name)" }

    static let all = AccessDeed.all.flatMap { deed in AccessRole.allCases.map { AccessCell(deed: deed, role: $0) } }
}

@Suite("Access matrix")
struct AccessMatrixTests {
    @Test("The matrix has every route of the server, and says of each whether it needs a token as the server does")
    func complete() {
        for route in Route.allCases {
            let deeds = AccessDeed.deeds(of: route)
            #expect(!deeds.isEmpty && deeds.allSatisfy { $0.route == route })
            let needsToken = RouteRule(of: route, ServerLimits()).needsToken
            #expect(deeds.allSatisfy { $0.needsToken == needsToken }, "\(route)")
        }
        let names = AccessCell.all.map(\.testDescription)
        #expect(Set(names).count == names.count)
        // The size of the matrix is said here, so that it does not shrink unnoticed.
        #expect(names.count == 42 * 13)
    }

    @Test("Each cell has exactly its status and code; nothing is written where it is refused, nor in another space")
    func cells() throws {
        for cell in AccessCell.all {
            try check(cell, cell.deed.answer(to: cell.role), in: AccessWorld()) { $0.answer($1) }
        }
    }

    @Test("Over HTTP each cell is the same; two tokens are turned away at the door")
    func cellsOverHTTP() async throws {
        try await onThread {
            for cell in AccessCell.all {
                let answer: AccessAnswer =
                    cell.role == .twoTokens ? .refused(.malformed) : cell.deed.answer(to: cell.role)
                try check(cell, answer, in: AccessWorld(isCollected: true)) { try $0.answerOverHTTP($1) }
            }
        }
    }

    private func check(
        _ cell: AccessCell, _ expected: AccessAnswer, in world: AccessWorld,
        by send: (AccessWorld, HTTPRequest) throws -> HTTPResponse
    ) throws {
        let before = try world.dump()
        let own = try cell.role.isMember && cell.deed.needsToken ? world.number(of: cell.role.caller.space) : nil
        let answer = try send(world, AccessWorld.request(cell.deed, cell.role))
        let after = try world.dump()
        switch expected {
        case .carriedOut:
            #expect(answer.status == 200, "\(cell)")
            #expect(after != before, "\(cell)")
            if let own { #expect(after.filter { $0.key != own } == before.filter { $0.key != own }, "\(cell)") }
        case .told:
            #expect(answer.status == 200, "\(cell)")
            #expect(after == before, "\(cell)")
        case .refused(let code):
            #expect(after == before, "\(cell)")
            expectRefusal(answer, code, cell)
        }
    }

    /// A refusal is its code and a number; two of one code differ in the number only.
    private func expectRefusal(_ answer: HTTPResponse, _ code: ErrorCode, _ cell: AccessCell) {
        let body = try? ErrorBody(encoded: answer.body)
        #expect(
            answer.status == code.status && body?.code == code, "\(cell): \(answer.status) \(String(describing: body))")
        #expect(answer.body == body.map { ErrorBody(code: code, requestID: $0.requestID).encoded }, "\(cell)")
        // What the library adds to every answer says nothing of the request.
        let added: Set = ["date", "content-length", "connection"]
        let fields = answer.headers.fields.filter { !added.contains($0.name.lowercased()) }
        var expected = ["content-type: application/cbor", "cache-control: no-store"]
        if code == .unauthorized { expected.append("www-authenticate: Bearer") }
        #expect(fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted() == expected.sorted(), "\(cell)")
    }

    @Test("What there is costs a caller who may not have it as much as what there is not")
    func work() throws {
        let refused = AccessCell.all.filter {
            [.refused(.notFound), .refused(.unauthorized)].contains($0.deed.answer(to: $0.role))
                // Who was let in a moment ago is looked up once more, see RecentCallers.
                && ![.revoked, .removed, .homeless].contains($0.role)
        }
        var works: [String: Set<String>] = [:]
        for cell in refused {
            let world = try AccessWorld()
            _ = world.storage.takeWork()
            _ = world.answer(try AccessWorld.request(cell.deed, cell.role))
            let needsLookup = cell.role.authorization.count == 1 && ![.otherScheme, .cutToken].contains(cell.role)
            let kind = cell.deed.answer(to: cell.role) == .refused(.notFound) ? "" : "\(needsLookup)"
            works[cell.deed.route.rawValue + kind, default: []].insert("\(world.storage.takeWork())")
        }
        // Four routes that need a token, with one to look up and without; the four that have something to be found.
        #expect(works.count == 12)
        for (route, work) in works { #expect(work.count == 1, "\(route): \(work.sorted())") }
    }
}
