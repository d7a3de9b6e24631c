// Making the delivery that was chosen.

internal import CommandLineTool
public import HTTPMessages
internal import Platform
public import Reminders

/// What of the outside deliveries may use; handed in, so that tests decide it.
public struct DeliveryOutside: Sendable {
    /// The environment variables of the program.
    public let environment: [String: String]
    /// Where lines go.
    public let output: LineOutput
    /// Makes the way to a server.
    public let transport: @Sendable (Origin) -> any Transport

    /// See the properties of the same names.
    public init(
        environment: [String: String], output: LineOutput, transport: @escaping @Sendable (Origin) -> any Transport
    ) {
        (self.environment, self.output, self.transport) = (environment, output, transport)
    }
}

extension DeliveryChoice {
    /// Makes the delivery; nil for ``none``.
    ///
    /// - Parameter tell: takes what happens to what is shown, from any thread.
    public func delivery(
        _ outside: DeliveryOutside, tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) throws(Problem) -> (any NotificationDelivery)? {
        switch self {
        case .none: return nil
        case .terminal: return TerminalDelivery(outside.output)
        case .command(let program, let arguments):
            return CommandDelivery(program: program, arguments: arguments, environment: outside.environment)
        case .ntfy(let origin, let topic):
            let token = outside.environment[Self.tokenVariable].flatMap { $0.isEmpty ? nil : $0 }
            return try Self.ntfy(origin, topic, token, outside)
        case .ntfyFile(let path):
            let (origin, topic, token) = try Self.ntfyPlace(inFile: path)
            return try Self.ntfy(origin, topic, token, outside)
        case .desktop:
            do {
                return try DesktopDelivery(environment: outside.environment, tell: tell)
            } catch {
                throw .noResources
            }
        }
    }

    private static func ntfy(
        _ origin: Origin, _ topic: String, _ token: String?, _ outside: DeliveryOutside
    ) throws(Problem) -> NtfyDelivery {
        if let token, !NtfyDelivery.isToken(token) { throw .wrongToken }
        return NtfyDelivery(topic: topic, token: token, transport: outside.transport(origin))
    }

    /// The address in the first line of a file, and the token in the second, if any.
    private static func ntfyPlace(inFile path: String) throws(Problem) -> (Origin, String, String?) {
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limitBytes: Limits.ntfyFileBytes)
            guard try Files.attributes(of: path).permissions & 0o077 == 0 else { throw Problem.openFile(path: path) }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw .unreadableFile(path: path)
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map {
            $0.filter { !$0.isWhitespace }
        }
        guard let address = lines.first else { throw .unreadableFile(path: path) }
        let (origin, topic) = try place(address[...])
        return (origin, topic, lines.dropFirst().first)
    }
}
