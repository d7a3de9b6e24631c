// A reminder on a real desktop, from the command that makes it to the click that settles it on another device.

import JSONText
import Platform
import TestSupport
import Testing

@Suite(
    "A reminder on a real desktop",
    .enabled(
        if: DesktopSession.missingPrograms.isEmpty,
        "SKIPPED: not installed here: \(DesktopSession.missingPrograms.joined(separator: ", "))"),
    .serialized)
struct DesktopTests {
    /// A laptop with a desktop and a phone without, in one space, with their daemons; and the screen as it is empty.
    private func desk() throws -> (DesktopSession, empty: Picture, Space, daemons: [RealDaemon]) {
        let desktop = try DesktopSession()
        let empty = try desktop.screen.picture()
        let space = try Space(["laptop", "phone"])
        var laptop = space[0]
        laptop.environment.merge(desktop.environment) { _, new in new }
        laptop.text("permission allow")
        let daemons = [try RealDaemon(of: laptop), try RealDaemon(of: space[1])]
        for daemon in daemons { try daemon.expect("listening") }
        return (desktop, empty, space, daemons)
    }

    @Test("It falls due, can be seen, and a click on Done settles it on the other device")
    func clicked() throws {
        let (desktop, empty, space, daemons) = try desk()
        space[0].text("remind at '\(try soon(3))' 'Passport into the bag' --body 'It lies in the drawer'")
        try daemons[0].expect("rung")
        let area = try desktop.notificationArea()
        let picture = try #require(try desktop.screen.picture(differingFrom: empty, in: area))
        try picture.keep(as: "desktop-reminder")
        try desktop.screen.click(area)
        try daemons[0].expect("pressed")
        try space.wait(for: "done on the phone") {
            try space[1].json("reminder delivered").text().contains("\"done\"")
        }
        for daemon in daemons { daemon.stop() }
    }

    @Test("One that another device settles goes from the screen")
    func withdrawn() throws {
        let (desktop, empty, space, daemons) = try desk()
        space[0].text("remind at '\(try soon(3))' Passport")
        try daemons[0].expect("rung")
        let area = try desktop.notificationArea()
        let picture = try #require(try desktop.screen.picture(differingFrom: empty, in: area))
        space[1].text("reminder done")
        try daemons[0].expect("withdrawn")
        let after = try #require(try desktop.screen.picture(differingFrom: picture, in: area))
        #expect(after.differingPixels(from: empty, in: area) == 0)
        for daemon in daemons { daemon.stop() }
    }
}
