// Tests of what a person is told when a listener does not start.

import HTTPListener
import Platform
import Testing

@Suite("Errors of the listener")
struct ListenerErrorTests {
    @Test(
        "Each is one sentence that says what to do",
        arguments: [
            (
                ListenerError.addressInvalid(host: "a", port: 70_000),
                "Cannot listen on a port 70000: give an IPv4 or IPv6 address in digits and a port up to 65535."
            ),
            (
                .cannotListen(.notAllowed(SystemFailure(operation: .listen, path: "::1 port 80", code: 13))),
                "Cannot listen on ::1 port 80: permission denied. Check who owns it and its permissions."
            ),
            (
                .certificateUnusable,
                "The certificate or its key cannot be used: both must be PEM without a password and belong together."
            ),
            (
                .outOfResources,
                "The system has no memory, threads or open files left to listen with; free some."
            ),
        ])
    func sentences(error: ListenerError, sentence: String) {
        #expect("\(error)" == sentence)
    }
}
