// The way of one process's requests to the server and of the answers back, with everything that may happen to them.

import HTTPMessages
import PackmuleKit
import Replication
import SyncProtocol
import SyncServer
import TestSupport

/// The line of a process. While a request or an answer is under way, other things happen.
final class Line: Transport, @unchecked Sendable {
    private let station: Station
    private let schedule: Schedule
    private let life: Int

    init(_ station: Station) {
        (self.station, schedule, life) = (station, station.schedule, station.life)
    }

    private var isAlive: Bool { station.life == life && schedule.violation == nil }

    func cancel() {}

    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        guard isAlive else { throw .cancelled }
        // What an earlier answer changed is the sync's doing, not that of what happens meanwhile.
        schedule.attempt { try station.look(.sync) }
        let fate = Fate(schedule, station, timeoutSeconds)
        fate.count(in: schedule)
        for delay in fate.copies { replay(request, after: delay) }
        switch fate.request {
        case .passes: break
        case .lost(let wait, let error):
            pass(wait)
            throw isAlive ? error : .cancelled
        case .status(let wait, let response):
            pass(wait)
            guard isAlive else { throw .cancelled }
            return response
        case .late(let arrival):
            schedule.at(schedule.now + arrival) { [schedule, station] in _ = schedule.deliver(request, of: station) }
            pass(Int64(timeoutSeconds) * 1000)
            throw isAlive ? .timedOut : .cancelled
        }
        pass(fate.wayThere)
        guard isAlive else {
            // The process is gone; its request is not.
            if fate.arrivesAfterDeath { _ = schedule.deliver(request, of: station) }
            throw .cancelled
        }
        guard let response = schedule.deliver(request, of: station) else {
            throw isAlive ? .unreachable(reason: "The server is down.") : .cancelled
        }
        return try back(response, request, fate, timeoutSeconds)
    }

    private func back(
        _ response: HTTPResponse, _ request: HTTPRequest, _ fate: Fate, _ timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        schedule.noteAnswer(response, to: request)
        pass(fate.wayBack)
        guard isAlive else { throw .cancelled }
        switch fate.answer {
        case .passes: return response
        case .lost(let wait, let error):
            pass(wait)
            throw isAlive ? error : .cancelled
        case .truncated(let part): return response.with(Array(response.body.prefix(response.body.count * part / 1000)))
        case .flipped(let part):
            var body = response.body
            if !body.isEmpty { body[min(body.count - 1, body.count * part / 1000)] ^= 1 << UInt8(part % 8) }
            // Below this lies a checksum of the network, which leaves through what is well-formed only by design: a
            // flipped bit in a clear header cannot be told from another change. So only what cannot be read comes here.
            return (try? ExchangeAnswer(encoded: body)) == nil ? response.with(body) : response
        case .damaged(let place):
            station.hasMetDamage = true
            return response.damagingBody(ofRow: place)
        }
    }

    /// Lets other things happen for so long; a sleeping machine takes longer.
    private func pass(_ milliseconds: Int64) {
        schedule.pump(until: schedule.now + milliseconds) { isAlive }
        while isAlive, station.resumeTime > schedule.now {
            schedule.pump(until: station.resumeTime) { isAlive }
        }
    }

    private func replay(_ request: HTTPRequest, after delay: Int64) {
        let history = schedule.host.history
        schedule.at(schedule.now + delay) { [schedule, station] in
            guard schedule.host.history == history else {
                _ = schedule.deliver(request, of: station)
                return
            }
            _ = schedule.deliver(request, of: station, isReplay: schedule.isSettled(request))
        }
    }
}

/// A line without faults and without time.
final class DirectLine: Transport, @unchecked Sendable {
    private let schedule: Schedule
    private let station: Station

    init(_ schedule: Schedule, _ station: Station) {
        (self.schedule, self.station) = (schedule, station)
    }

    func cancel() {}

    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        guard let response = schedule.deliver(request, of: station) else {
            throw .unreachable(reason: "The server is down.")
        }
        return response
    }
}

/// A line that is made after what uses it.
final class DeferredLine: Transport, @unchecked Sendable {
    var line: DirectLine?

    func cancel() {}

    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        guard let line else { throw .cancelled }
        return try line.send(request, limitBytes: limitBytes, timeoutSeconds: timeoutSeconds)
    }
}

/// A line that takes the request of a long poll, or hands back its answer.
final class WatchLine: Transport, @unchecked Sendable {
    private(set) var request: HTTPRequest?
    private let answer: Result<HTTPResponse, TransportError>?

    init(answering answer: Result<HTTPResponse, TransportError>? = nil) {
        self.answer = answer
    }

    func cancel() {}

    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        self.request = request
        guard let answer else { throw .cancelled }
        return try answer.get()
    }
}

extension HTTPResponse {
    fileprivate func with(_ body: [UInt8]) -> HTTPResponse { HTTPResponse(status, headers: headers, body: body) }

    /// The same page with a row whose body does not open.
    fileprivate func damagingBody(ofRow place: Int) -> HTTPResponse {
        guard status == 200, let answer = try? ExchangeAnswer(encoded: body), case .page(let page) = answer.verdict,
            !page.rows.isEmpty
        else { return self }
        var rows = page.rows
        let row = rows[place % rows.count]
        var bytes = Array(row.sealed.body)
        bytes[bytes.count / 2] ^= 1
        rows[place % rows.count] = StoredChange(
            sealed: SealedChange(header: row.sealed.header, body: bytes[...]), owned: row.owned, pusher: row.pusher)
        let damaged = ExchangePage(outcomes: page.outcomes, rows: rows, cursor: page.cursor, head: page.head)
        return with(
            ExchangeAnswer(
                mode: answer.mode, serverMilliseconds: answer.serverMilliseconds, verdict: .page(damaged)
            ).encoded)
    }
}
