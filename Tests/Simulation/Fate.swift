// What happens to one request and its answer, drawn before it is sent.

import HTTPMessages
import TestSupport

/// The fate of one request.
struct Fate {
    enum Request {
        case passes
        /// It does not arrive, which its sender notices after so many milliseconds.
        case lost(Int64, TransportError)
        /// Something on the way answers.
        case status(Int64, HTTPResponse)
        /// It arrives after so many milliseconds, when its sender has given up.
        case late(Int64)
    }

    enum Answer {
        case passes
        case lost(Int64, TransportError)
        /// In thousandths.
        case truncated(Int)
        case flipped(Int)
        /// The body of one row does not open.
        case damaged(Int)
    }

    private(set) var request = Request.passes
    private(set) var answer = Answer.passes
    private(set) var wayThere: Int64
    private(set) var wayBack: Int64
    /// After how many milliseconds the request comes once more.
    private(set) var copies: [Int64] = []
    let arrivesAfterDeath: Bool
    private var met: [Fault] = []

    init(_ schedule: Schedule, _ station: Station, _ timeoutSeconds: Int) {
        station.requestCount += 1
        var draws = schedule.streams.fork(.network, UInt64(station.index) << 40 | station.requestCount)
        (wayThere, wayBack) = (Int64(draws.scaled(1...200)), Int64(draws.scaled(1...200)))
        arrivesAfterDeath = draws.bool()
        guard !schedule.isHealed else { return }
        let mix = schedule.mix
        func happens(_ fault: Fault) -> Bool { draws.bool(probability: mix.strength(of: fault) * 0.5) }
        let breaks = draws.scaled(1...5_000)
        let error: TransportError = draws.bool(probability: 0.9) ? .unreachable(reason: "It broke.") : .timedOut
        let wait = error == .timedOut ? Int64(timeoutSeconds) * 1000 : Int64(breaks)
        if happens(.delayed) {
            met.append(.delayed)
            wayThere += Int64(draws.scaled(10...20_000))
            wayBack += Int64(draws.scaled(10...20_000))
        }
        if mix.has(.replayed), draws.bool(probability: 0.2) {
            met.append(.replayed)
            copies.append(Int64(draws.scaled(10...4_000_000)))
        }
        if happens(.duplicated) {
            met.append(.duplicated)
            copies.append(wayThere + Int64(draws.scaled(1...2_000)))
        }
        if let partition = schedule.partition, partition.until > schedule.now,
            partition.stations.contains(station.index)
        {
            met.append(partition.isOneWay ? .oneWay : .partition)
            if partition.isOneWay { answer = .lost(wait, error) } else { request = .lost(wait, error) }
        } else if happens(.requestLost) {
            met.append(.requestLost)
            request = .lost(wait, error)
        } else if happens(.answeredLate) {
            met.append(.answeredLate)
            request = .late(Int64(timeoutSeconds) * 1000 + Int64(draws.scaled(1...100_000)))
        } else if happens(.refused) {
            met.append(.refused)
            let headers = draws.bool() ? [HTTPHeaders.Field("Retry-After", "\(draws.int(in: 1...30))")] : []
            request = .status(
                wait, HTTPResponse(draws.pick(from: [429, 500, 503, 507]), headers: HTTPHeaders(headers)))
        } else if happens(.answerLost) {
            met.append(.answerLost)
            answer = .lost(wait, error)
        } else if happens(.truncated) {
            met.append(.truncated)
            answer = .truncated(draws.int(in: 0...999))
        } else if happens(.flipped) {
            met.append(.flipped)
            answer = .flipped(draws.int(in: 0...999))
        } else if happens(.damagedBody) {
            met.append(.damagedBody)
            answer = .damaged(draws.int(in: 0...5))
        }
    }

    func count(in schedule: Schedule) {
        for fault in met { schedule.coverage.met(fault) }
    }
}
