// The unit by which systemd keeps the daemon running for a person.

import CommandLineTool
import Deliveries
import JSONText
import Platform

enum UnitCommand {
    static let unit = Command<Action>(
        "unit", summary: "Print a user unit for systemd",
        discussion: """
            Put it into ~/.config/systemd/user/packmuled.service, then: systemctl --user enable --now packmuled. The \
            store is the one that is meant now.
            """,
        examples: [
            Example("packmuled unit > ~/.config/systemd/user/packmuled.service", "with this program and this store")
        ],
        options: [Notifying.option],
        action: .answer { invocation in
            let program = (try? Files.linkTarget("/proc/self/exe")) ?? "/usr/bin/packmuled"
            let isStoreGiven =
                invocation.command.has("store") || invocation.outside.environment["PACKMULE_STORE"]?.isEmpty == false
            let text = text(
                program: program, storePath: isStoreGiven ? try absolute(invocation.storePath) : nil,
                notifying: try Notifying.asked(invocation.command).map(\.description))
            return Answer(json: ["unit": .string(text)], text: text)
        })

    /// A unit runs elsewhere: a path counts from the top.
    private static func absolute(_ path: String) throws -> String {
        if path.hasPrefix("/") { return path }
        return try Files.realPath(Files.folder(of: path)) + "/" + Files.name(of: path)
    }

    /// The unit. It may only write where the store is, open connections and read what it links to; a notification of
    /// the watchdog comes twice in its time.
    ///
    /// - Parameters:
    ///   - storePath: nil for the standard place.
    ///   - choices: the values of `--notify`.
    static func text(program: String, storePath: String?, notifying choices: [String] = []) -> String {
        let notify = choices.map { " --notify " + quoted($0) }.joined()
        let options = notify + (storePath.map { " --store " + quoted($0) } ?? "")
        return """
            # Written by 'packmuled unit'.
            [Unit]
            Description=Sync and reminders of trips, packing lists and places
            Documentation=man:packmuled(1)

            [Service]
            Type=notify
            ExecStart=\(quoted(program)) run --quiet\(options)
            Restart=on-failure
            RestartSec=5
            # Another daemon for this store, or a command line that is not understood: starting again will not help.
            RestartPreventExitStatus=1 2
            TimeoutStopSec=5
            WatchdogSec=10min
            UMask=0077
            # Keys are in its memory.
            LimitCORE=0
            NoNewPrivileges=yes
            LockPersonality=yes
            RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
            RestrictRealtime=yes
            RestrictSUIDSGID=yes
            SystemCallArchitectures=native

            [Install]
            WantedBy=default.target

            """
    }

    /// A word of a command line in a unit (systemd.service(5)): percent and dollar signs are doubled, so that they
    /// mean themselves.
    private static func quoted(_ word: String) -> String {
        var text = ""
        for character in word.unicodeScalars {
            switch character {
            case "%": text += "%%"
            case "$": text += "$$"
            case "\\", "\"": text += "\\" + String(character)
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return "\"\(text)\""
    }
}
