// The server: a plain function from a request to its answer, and the same in pieces for a program with threads.

package import HTTPMessages
package import Platform
package import SyncProtocol

/// Answers the requests of devices over a storage. It has no threads and never waits.
///
/// ``answer(_:from:)`` does all at once. A program with many connections goes step by step: ``admit(_:)`` when the head
/// of a request was read, ``plan(_:body:)`` when it is there whole, and then either the answer is there, or
/// ``perform(_:)`` writes many jobs in one transaction (see ``GroupCommit``) and ``complete(_:_:)`` answers each, or
/// ``hold(_:_:)`` waits for news.
package final class Server: Sendable {
    let storage: any ServerStorage
    let clock: any WallClock
    let random: any RandomSource
    /// As it was made with.
    package let limits: ServerLimits
    let rates: RateLimits
    let sightings = Sightings()
    let recentCallers = RecentCallers()
    let observer: (any ServerObserver)?
    private let requestIDs: RequestIDs
    /// The long polls that are held.
    package let watchers: Watchers

    /// A server over a storage.
    package init(
        storage: any ServerStorage, clock: any WallClock, random: any RandomSource,
        limits: ServerLimits = ServerLimits(), observer: (any ServerObserver)? = nil
    ) {
        (self.storage, self.clock, self.random, self.limits) = (storage, clock, random, limits)
        self.observer = observer
        rates = RateLimits(limits)
        requestIDs = RequestIDs(startingAt: random.next64())
        watchers = Watchers(capacity: limits.watches)
    }

    // MARK: All at once

    /// The answer to a request. A watch is answered at once with what is known now.
    ///
    /// - Parameter address: of the client, in digits.
    package func answer(_ request: HTTPRequest, from address: String) -> HTTPResponse {
        // Two fields would mean two readers with two opinions.
        let isAmbiguous = request.headers.count(of: Credentials.headerName) > 1
        let start = RequestStart(
            method: request.method, path: request.path,
            authorization: isAmbiguous ? nil : request.headers[Credentials.headerName],
            bodyByteCount: request.body.count, address: address)
        switch admit(start) {
        case .refused(let response): return response
        case .admitted(let admitted):
            switch plan(admitted, body: request.body) {
            case .answered(let response): return response
            case .write(let job): return complete(job, perform([job])[0])
            case .watch(let watch): return answer(watch, isChanged: isBehind(watch))
            }
        }
    }

    // MARK: In pieces

    /// Decides on a request before its body is read: route, method, size, token, rate.
    package func admit(_ start: RequestStart) -> Entry {
        let requestID = requestIDs.next()
        do {
            guard let route = Route(rawValue: start.path) else { throw Refusal(.notFound) }
            let rule = RouteRule(of: route, limits)
            guard start.method == rule.method else {
                throw Refusal(.methodNotAllowed, allowedMethod: rule.method)
            }
            guard start.bodyByteCount ?? 0 <= rule.bodyLimitBytes else { throw Refusal(.tooLarge) }
            let caller = try caller(of: start, route, rule)
            return .admitted(
                AdmittedRequest(
                    bodyLimitBytes: rule.bodyLimitBytes, requestID: requestID, route: route, caller: caller))
        } catch {
            note(error)
            return .refused(HTTPResponse(Refusal(error), requestID: requestID))
        }
    }

    /// What is to be done for an admitted request that was received whole.
    package func plan(_ admitted: AdmittedRequest, body: [UInt8]) -> Plan {
        do {
            guard body.count <= admitted.bodyLimitBytes else { throw Refusal(.tooLarge) }
            switch admitted.route {
            case .health:
                _ = try storage.read { try $0.openClaimCount() }
                return .answered(HTTPResponse(200, headers: HTTPHeaders([.init("Cache-Control", "no-store")])))
            case .exchange:
                return try planExchange(ExchangeRequest(encoded: body), admitted)
            case .watch:
                let request = try WatchRequest(encoded: body)
                return .watch(Watch(request, caller: try admitted.requiredCaller, requestID: admitted.requestID))
            case .devices:
                return try planDevices(DevicesRequest(encoded: body), admitted)
            case .invitations:
                let caller = try admitted.requiredCaller
                if let seconds = rates.invitation.take(caller.space, nowMilliseconds: nowMilliseconds) {
                    throw Refusal(.tooManyRequests, retryAfterSeconds: seconds)
                }
                return .write(WriteJob(.invite(try InvitationRequest(encoded: body), by: caller), admitted))
            case .claim:
                return .write(WriteJob(.claim(try ClaimRequest(encoded: body)), admitted))
            case .join:
                return .write(WriteJob(.join(try JoinRequest(encoded: body), .invitation), admitted))
            case .recovery:
                return .write(WriteJob(.join(try JoinRequest(encoded: body), .recovery), admitted))
            }
        } catch {
            note(error)
            let refusal = refusal(for: error, to: admitted.caller)
            // Revoked since the head was read: from now on the head will tell.
            if refusal.code == .unauthorized, let caller = admitted.caller { recentCallers.forget(caller) }
            return .answered(HTTPResponse(refusal, requestID: admitted.requestID))
        }
    }

    /// Whoever was revoked since the head was read is told that, whatever else is wrong with the request.
    private func refusal(for error: any Error, to caller: Membership?) -> Refusal {
        let refusal = Refusal(error)
        guard let caller, refusal.code != .fault, let isMember = try? storage.read({ try $0.holds(caller) }), !isMember
        else { return refusal }
        return Refusal(.unauthorized)
    }

    /// Carries jobs out in one transaction, with one flush. What became of each, in their order.
    package func perform(_ jobs: [WriteJob]) -> [WriteResult] {
        let seen = sightings.all()
        let results: [WriteResult]
        do {
            results = try storage.write { transaction in
                try write(seen, transaction)
                return try jobs.map { try perform($0, transaction) }
            }
        } catch {
            note(error)
            // What one job met must not be laid upon the others; a full disk meets them all.
            if jobs.count > 1, Refusal(error).code == .fault { return jobs.flatMap { perform([$0]) } }
            return jobs.map { _ in WriteResult(Refusal(error)) }
        }
        sightings.forget(seen)
        for case let touched? in results.map(\.touched) { watchers.touch(touched) }
        return results
    }

    /// The answer to a job that was performed.
    package func complete(_ job: WriteJob, _ result: WriteResult) -> HTTPResponse {
        do {
            switch try result.outcome.get() {
            case .message(let message): return HTTPResponse(message: message)
            case .answer(let message, let summary):
                observer?.exchanged(summary)
                return HTTPResponse(message: message)
            case .exchange(let exchange): return HTTPResponse(message: try answer(exchange))
            }
        } catch {
            note(error)
            return HTTPResponse(Refusal(error), requestID: job.requestID)
        }
    }

    /// The answer to a job for which there was no place in the queue.
    package func refuseForNow(_ job: WriteJob) -> HTTPResponse {
        HTTPResponse(Refusal(.unavailable, retryAfterSeconds: Limits.queueRetrySeconds), requestID: job.requestID)
    }

    /// The answer where the program itself refuses, with nothing known of the request.
    package func refusal(_ code: ErrorCode, retryAfterSeconds: Int? = nil) -> HTTPResponse {
        HTTPResponse(Refusal(code, retryAfterSeconds: retryAfterSeconds), requestID: requestIDs.next())
    }

    private func note(_ error: any Error) {
        if let error = error as? StorageError { observer?.met(error) }
    }

    // MARK: Time

    /// The time as messages can say it.
    var nowMilliseconds: Int64 { max(0, min(clock.millisecondsSince1970(), (1 << 47) - 1)) }

    private func perform(_ job: WriteJob, _ transaction: any StorageWriting) throws -> WriteResult {
        do {
            switch job.deed {
            // It refuses before it writes anything: there is nothing to undo.
            case .exchange(let request, let caller): return try exchange(request, caller, transaction)
            case .devices(let request, let caller):
                return try transaction.attempt { try change(request, caller, transaction) }
            case .invite(let request, let caller):
                return try transaction.attempt { try invite(request, caller, transaction) }
            case .claim(let request): return try transaction.attempt { try claim(request, transaction) }
            case .join(let request, let kind):
                return try transaction.attempt { try join(request, kind, transaction) }
            }
        } catch let refusal as Refusal {
            return WriteResult(refusal)
        }
    }
}
