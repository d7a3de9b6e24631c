// Every way of showing notifications, on something of the test's own that takes what it shows.

import CommandLineTool
import HTTPMessages
import JSONText
import Platform
import Reminders
import TestSupport
import Testing

@testable import Deliveries

/// One way.
enum Way: String, CaseIterable, CustomTestStringConvertible {
    case terminal, command, ntfy, desktop

    /// Those that can be tested here.
    static let available = allCases.filter { $0 != .desktop || InstalledPrograms.path(of: "dbus-daemon") != nil }

    var testDescription: String { rawValue }
}

/// A delivery of one way, and what has arrived by it.
final class Outlet {
    let delivery: any NotificationDelivery
    /// Waits for so many notifications, and returns the titles as they arrived.
    let titles: (Int) throws -> [String]
    /// What must live as long as the delivery.
    private let others: [AnyObject]

    init(_ way: Way) throws {
        switch way {
        case .terminal:
            let lines = Lines()
            delivery = TerminalDelivery(lines.output())
            (titles, others) = ({ _ in lines.all }, [])
        case .command:
            let folder = TemporaryFolder()
            let file = folder.path("shown")
            delivery = CommandDelivery(
                program: "/bin/sh", arguments: ["-c", "cat >> \"$0\"", file], environment: ["PATH": "/usr/bin:/bin"])
            titles = { _ in
                let text = String(decoding: try Files.read(file, limitBytes: 1 << 20), as: UTF8.self)
                return try text.split(separator: "\n").map {
                    try #require(JSONValue(reading: String($0))["title"]?.string)
                }
            }
            others = [folder]
        case .ntfy:
            let server = FakeNtfyServer()
            delivery = NtfyDelivery(topic: "trips", token: nil, transport: server)
            titles = { _ in
                try server.requests.filter { $0.method == .post }.map { request in
                    let text = String(decoding: request.body, as: UTF8.self)
                    return try #require(JSONValue(reading: text)["title"]?.string)
                }
            }
            others = []
        case .desktop:
            let desk = try Desk()
            let server = try FakeNotificationServer(desk.bus)
            delivery = desk.delivery
            (titles, others) = ({ server.notified($0).map(\.summary) }, [desk.bus, server])
        }
    }

    deinit {
        delivery.close()
    }
}

/// Takes the lines of a terminal.
final class Lines: Sendable {
    private let lines = Condition<[String]>([])

    /// All until now.
    var all: [String] { lines.withLock { $0 } }

    /// - Parameter isRead: whether somebody reads the lines.
    func output(colour: Colour = .off, isPrivate: Bool = true, isRead: Bool = true) -> LineOutput {
        LineOutput(
            write: { line in
                self.lines.withLock { if isRead { $0.append(line) } }
                return isRead
            }, colour: colour, isPrivate: isPrivate, reading: { _ in "09:00" })
    }
}

/// Answers as a test says, and keeps what was asked.
final class FakeNtfyServer: Transport {
    private struct State {
        var requests: [HTTPRequest] = []
        var isCancelled = false
    }

    private let state = Condition(State())
    private let answer: @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError>

    init(
        _ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError> = { _ in
            .success(HTTPResponse(200))
        }
    ) {
        self.answer = answer
    }

    /// All until now.
    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.requests.append(request) }
            return state.isCancelled
        }
        if isCancelled { throw .cancelled }
        return try answer(request).get()
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}
