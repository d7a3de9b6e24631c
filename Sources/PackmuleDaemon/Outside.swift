// What of the outside a run may use; handed in, so that tests decide it.

import CivilTime
import CommandLineTool
import Deliveries
import HTTPClient
import HTTPMessages
import PackmuleKit
import Platform
import Reminders
import ServiceManagement

/// Everything that is not the daemon's own.
struct Outside: Sendable {
    let environment: [String: String]
    let surroundings: Surroundings
    /// Reads zone and rules of zones anew.
    let renewedSurroundings: @Sendable () -> Surroundings
    /// The files whose change makes them others.
    let zoneFiles: [String]
    /// Makes a way of notifying; nil for none.
    let delivery:
        @Sendable (DeliveryChoice, _ tell: @escaping @Sendable (DeliveryEvent) -> Void) throws(DeliveryChoice.Problem)
            -> (any NotificationDelivery)?
    /// Whether somebody may read standard output as it is written.
    let isOutputTerminal: Bool
    /// Makes the way to a server; with a pin (SHA-256 of its certificate's key) only to that one.
    let transport: @Sendable (_ origin: Origin, _ pin: [UInt8]?) -> any Transport
    /// Makes what the loop sleeps on.
    let wakeSource: @Sendable () throws -> any WakeSource
    /// By which the daemon is asked to end.
    let signals: any SignalSource
    /// Ends the process at once, as it stands; everything on disk is whole at any time.
    let end: @Sendable () -> Void
    /// Tells the program that watches over the service.
    let notify: @Sendable (ServiceNotice) -> Void
    /// How often it wants to hear that the daemon lives; nil never.
    let aliveIntervalMilliseconds: Int?
    /// Takes whole lines of the log.
    let log: @Sendable (String) -> Void
    let colour: Colour
    let errorColour: Colour
    /// Columns of the terminal; nil where nothing has to fit.
    let columns: Int?

    /// The outside of this process. Made before the first thread is started, because signals are held from now on.
    static func system() -> Outside {
        let environment = ProcessInformation.environment()
        return Outside(
            environment: environment, surroundings: .system(environment: environment),
            renewedSurroundings: { .system(environment: environment) },
            zoneFiles: Surroundings.zoneFiles(environment: environment),
            delivery: { choice, tell throws(DeliveryChoice.Problem) in
                try choice.delivery(.system(environment), tell: tell)
            },
            isOutputTerminal: StandardStream.output.isTerminal,
            transport: { CurlTransport(origin: $0, pin: $1) }, wakeSource: { try SystemWakeSource() },
            signals: HeldSignals([.terminate, .interrupt, .hangUp]),
            end: { ProcessInformation.exit(status: ExitCode.done.rawValue) },
            notify: { $0.send() }, aliveIntervalMilliseconds: ServiceNotice.aliveIntervalMilliseconds,
            log: { _ = try? StandardStream.error.write($0) },
            colour: .decide(isTerminal: StandardStream.output.isTerminal, environment: environment),
            errorColour: .decide(isTerminal: StandardStream.error.isTerminal, environment: environment),
            columns: StandardStream.output.columns(environment: environment))
    }
}

extension DeliveryOutside {
    /// What deliveries of this process use. A line has the time as clocks show it where the device is by then.
    fileprivate static func system(_ environment: [String: String]) -> DeliveryOutside {
        let isTerminal = StandardStream.output.isTerminal
        let output = LineOutput(
            write: { (try? StandardStream.output.write($0)) ?? false },
            colour: .decide(isTerminal: isTerminal, environment: environment), isPrivate: isTerminal,
            reading: { instant in
                let rules = Surroundings.system(environment: environment).localZone.rules
                return String(rules.civil(at: instant).time.description.prefix(5))
            })
        return DeliveryOutside(environment: environment, output: output, transport: { CurlTransport(origin: $0) })
    }
}
