// A message bus of a test's own.

import Platform

/// A bus of D-Bus (dbus-daemon) on a socket in a temporary folder. Nobody but the test knows it, and it starts only
/// services that the test names.
package final class MessageBus {
    /// As for DBUS_SESSION_BUS_ADDRESS.
    package let address: String
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// Starts a bus, and returns when it can be reached.
    ///
    /// - Parameters:
    ///   - socket: the path of its socket; nil for one in a folder of its own.
    ///   - services: the programs to start when somebody calls their names: name to command line.
    package init(socket: String? = nil, services: [String: String] = [:]) throws {
        let folder = TemporaryFolder()
        self.folder = folder
        address = "unix:path=" + (socket ?? folder.path("bus"))
        try Files.createFolder(folder.path("services"))
        for (name, command) in services {
            let text = "[D-BUS Service]\nName=\(name)\nExec=\(command)\n"
            try Files.write(Array(text.utf8), to: folder.path("services/\(name).service"))
        }
        try Files.write(Array(Self.configuration(address, folder.path("services")).utf8), to: folder.path("bus.conf"))
        process = try InstalledPrograms.start(
            "dbus-daemon", ["--config-file=" + folder.path("bus.conf"), "--nofork", "--nopidfile", "--print-address=1"])
        let isReady = try process.answer(on: .output, timeoutMilliseconds: 20_000) {
            $0.contains("\n") ? true : nil
        }
        guard isReady == true else { throw NotStarted(program: "dbus-daemon", error: process.end().error) }
    }

    deinit {
        end()
    }

    /// Ends it, with all connections to it.
    package func end() {
        _ = process.end()
    }

    private static func configuration(_ address: String, _ services: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(services)</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>

        """
    }
}

/// A program that did not come up.
struct NotStarted: Error {
    let program: String
    let error: String
}

extension ChildProcess {
    /// Asks the process to end in good order, and waits for that.
    package func end() -> End {
        terminate()
        return wait()
    }
}
