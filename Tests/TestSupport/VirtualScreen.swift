// A screen that nobody looks at.

import Platform

/// A display of X (Xvfb) with one screen in memory, with a mouse.
package final class VirtualScreen {
    /// A rectangle on the screen, in pixels from the upper left corner.
    package struct Area: Equatable, Sendable {
        /// Its upper left corner, and its size.
        package let x, y, width, height: Int
    }

    /// As for DISPLAY.
    package let display: String
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// Starts the display, and returns when programs can draw on it.
    package init(width: Int = 640, height: Int = 360) throws {
        folder = TemporaryFolder()
        process = try InstalledPrograms.start(
            "Xvfb",
            [
                "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-fbdir", folder.path, "-nolisten", "tcp",
                "-noreset",
            ])
        let number = try process.answer(on: .output, timeoutMilliseconds: 20_000) { text in
            text.hasSuffix("\n") ? Int(text.dropLast()) : nil
        }
        guard let number else { throw NotStarted(program: "Xvfb", error: process.end().error) }
        display = ":\(number)"
    }

    deinit {
        // In good order, so that it removes its lock.
        _ = process.end()
    }

    /// What can be seen now.
    package func picture() throws -> Picture {
        try Picture(xwd: Files.read(folder.path("Xvfb_screen0"), limitBytes: 64 << 20))
    }

    /// Waits until a window of this class can be seen.
    package func window(ofClass name: String) throws -> Area {
        let text = try mouse([
            "search", "--sync", "--onlyvisible", "--limit", "1", "--class", name, "getwindowgeometry", "--shell",
        ])
        var numbers: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=")
            if parts.count == 2 { numbers[String(parts[0])] = Int(parts[1]) }
        }
        guard let x = numbers["X"], let y = numbers["Y"], let width = numbers["WIDTH"], let height = numbers["HEIGHT"]
        else { throw NotStarted(program: "a window of \(name)", error: text) }
        return Area(x: x, y: y, width: width, height: height)
    }

    /// Presses and releases the first button of the mouse in the middle of an area.
    package func click(_ area: Area) throws {
        _ = try mouse([
            "mousemove", "\(area.x + area.width / 2)", "\(area.y + area.height / 2)", "click", "1",
        ])
    }

    /// Takes pictures until one differs from the earlier one in the area.
    package func picture(differingFrom earlier: Picture, in area: Area) throws -> Picture? {
        let clock = MonotonicClock()
        while clock.elapsedSeconds() < 20 {
            let picture = try picture()
            if picture.differingPixels(from: earlier, in: area) > 0 { return picture }
            // A question to the display, behind which it draws.
            _ = try mouse(["getmouselocation"])
        }
        return nil
    }

    private func mouse(_ arguments: [String]) throws -> String {
        // A window that never comes must not hold the test.
        let end = try InstalledPrograms.start(
            "timeout", ["20", "xdotool"] + arguments, environment: ["DISPLAY": display]
        ).wait()
        guard end.exitCode == 0 else { throw NotStarted(program: "xdotool", error: end.error) }
        return end.output
    }
}
