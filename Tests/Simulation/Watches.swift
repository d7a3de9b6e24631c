// Long polls of the devices: held by the server, without anybody on the stack who waits.

import HTTPMessages
import PackmuleKit
import SyncProtocol
import SyncServer

extension Station {
    /// Begins a long poll.
    func startWatch(_ number: Int, seconds: Int) {
        let line = WatchLine()
        _ = device.watch(over: line, seconds: seconds)
        guard let request = line.request else { return endWatch(number, .failure(.cancelled), after: 1) }
        watch = Watching(number: number, request: request, seconds: seconds)
        let fate = Fate(schedule, self, seconds + PackmuleKit.Limits.watchGraceSeconds)
        fate.count(in: schedule)
        switch fate.request {
        case .passes: schedule.at(schedule.now + fate.wayThere) { [self, life] in arrive(number, life, fate) }
        case .lost(let wait, let error): endWatch(number, .failure(error), after: wait)
        case .status(let wait, let response): endWatch(number, .success(response), after: wait)
        case .late(let wait): endWatch(number, .failure(.timedOut), after: min(wait, 70_000))
        }
    }

    private func arrive(_ number: Int, _ life: Int, _ fate: Fate) {
        guard life == self.life, let watch, watch.number == number else { return }
        guard let server = schedule.server else {
            return endWatch(number, .failure(.unreachable(reason: "The server is down.")), after: fate.wayBack)
        }
        let request = watch.request
        let start = RequestStart(
            method: request.method, path: request.path, authorization: request.headers[Credentials.headerName],
            bodyByteCount: request.body.count, address: "192.0.2.1")
        let answered: HTTPResponse
        switch server.admit(start) {
        case .refused(let response): answered = response
        case .admitted(let admitted):
            switch server.plan(admitted, body: request.body) {
            case .answered(let response): answered = response
            case .write: return
            case .watch(let held):
                let wake: @Sendable (Bool) -> Void = { [self] isChanged in
                    schedule.at(schedule.now + fate.wayBack) { [self] in
                        reply(number, life, server.answer(held, isChanged: isChanged), fate)
                    }
                }
                guard case .answered(let response) = server.hold(held, wake) else {
                    return expect(number, life, watch.seconds)
                }
                answered = response
            }
        }
        schedule.at(schedule.now + fate.wayBack) { [self] in reply(number, life, answered, fate) }
    }

    /// The server ends it when its time is over; the device does so a little later where no answer comes.
    private func expect(_ number: Int, _ life: Int, _ seconds: Int) {
        schedule.at(schedule.now + Int64(seconds) * 1000 + 1) { [schedule] in
            schedule.server?.watchers.expire(nowMilliseconds: schedule.host.clock.millisecondsSince1970())
        }
        let grace = Int64(seconds + PackmuleKit.Limits.watchGraceSeconds) * 1000
        endWatch(number, .failure(.timedOut), after: grace)
    }

    private func reply(_ number: Int, _ life: Int, _ response: HTTPResponse, _ fate: Fate) {
        guard life == self.life, watch?.number == number else { return }
        switch fate.answer {
        case .passes, .damaged, .flipped: endWatch(number, .success(response), after: 0)
        case .truncated: endWatch(number, .success(HTTPResponse(response.status)), after: 0)
        case .lost(let wait, let error): endWatch(number, .failure(error), after: wait)
        }
    }

    /// Ends a long poll, unless it has ended by then.
    func endWatch(_ number: Int, _ answer: Result<HTTPResponse, TransportError>, after milliseconds: Int64) {
        schedule.at(schedule.now + milliseconds) { [self, life] in
            guard life == self.life, let watch, watch.number == number else { return }
            guard resumeTime <= schedule.now else {
                return endWatch(number, answer, after: resumeTime - schedule.now + 1)
            }
            let end = device.watch(over: WatchLine(answering: answer), seconds: watch.seconds)
            self.watch = nil
            schedule.note("\(name) ends watch \(number): \(end)")
            if end == .changed { schedule.coverage.met(.watchAnswered) }
            tell(.watchEnded(number: number, end))
        }
    }
}
