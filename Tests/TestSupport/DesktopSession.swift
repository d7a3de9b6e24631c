// A desktop of a test's own: bus, screen, and the program that shows notifications there.

import Platform

/// A session with notifications shown by dunst on a screen in memory. A click on a notification of Packmule presses
/// its button Done.
package final class DesktopSession {
    /// What a desktop is made of, as far as it is not installed here: the tests that need it say so and are skipped.
    package static let missingPrograms = InstalledPrograms.missing(["dbus-daemon", "Xvfb", "dunst", "xdotool"])

    /// The bus of the session.
    package let bus: MessageBus
    /// Its screen.
    package let screen: VirtualScreen
    private let folder: TemporaryFolder
    private var server: ChildProcess

    /// Starts the desktop. The server may not have come up when it returns: who notifies has to wait for it anyhow.
    package init() throws {
        (bus, screen, folder) = (try MessageBus(), try VirtualScreen(), TemporaryFolder())
        try Files.write(Array(Self.configuration.utf8), to: folder.path("dunstrc"))
        server = try Self.startServer(bus, screen, folder)
    }

    deinit {
        _ = server.end()
    }

    /// What a program needs to be part of the session.
    package var environment: [String: String] {
        ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": screen.display]
    }

    /// Waits until a notification can be seen.
    ///
    /// - Returns: where it is.
    package func notificationArea() throws -> VirtualScreen.Area {
        try screen.window(ofClass: "Dunst")
    }

    /// Ends the program that shows notifications, and starts it again.
    package func restartServer() throws {
        _ = server.end()
        server = try Self.startServer(bus, screen, folder)
    }

    private static func startServer(
        _ bus: MessageBus, _ screen: VirtualScreen, _ folder: TemporaryFolder
    ) throws -> ChildProcess {
        try InstalledPrograms.start(
            "dunst", ["-conf", folder.path("dunstrc")],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": screen.display, "HOME": folder.path,
                "XDG_RUNTIME_DIR": folder.path,
            ])
    }

    private static let configuration = """
        [global]
            monitor = 0
            width = 320
            origin = top-right
            offset = 20x20
            frame_width = 2
            font = DejaVu Sans 11
            markup = full
            format = "<b>%s</b>\\n%b"
            show_indicators = no
            mouse_left_click = do_action
            mouse_right_click = close_current

        [urgency_low]
            background = "#283048"
            foreground = "#e0e0e0"

        [urgency_normal]
            background = "#283048"
            foreground = "#ffffff"

        [urgency_critical]
            background = "#702020"
            foreground = "#ffffff"

        [packmule]
            appname = Packmule
            action_name = done

        """
}
