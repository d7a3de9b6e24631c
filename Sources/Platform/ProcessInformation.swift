// What a program knows about itself: how it was called, by whom, and where it runs.

import CPackmuleLinux

#if canImport(Glibc)
import Glibc
#endif

/// The running program.
package enum ProcessInformation {
    /// The arguments after the program's name, as they were typed. Swift's own list repairs bytes that are not UTF-8
    /// without a word, and so would store what nobody typed.
    ///
    /// - Throws: `argumentIsNotText` for the first that is not UTF-8.
    package static func arguments() throws(PlatformError) -> [String] {
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = packmule_arguments(&words)
        let pointers = UnsafeBufferPointer(start: words, count: Int(count))
        return try texts(pointers.dropFirst().compactMap { $0 }.map { Array(bytes(of: $0)) })
    }

    /// Reads arguments as UTF-8; the first has position 1.
    static func texts(_ arguments: [[CChar]]) throws(PlatformError) -> [String] {
        var texts: [String] = []
        for (index, argument) in arguments.enumerated() {
            guard let text = String(validating: argument, as: UTF8.self) else {
                throw .argumentIsNotText(position: index + 1)
            }
            texts.append(text)
        }
        return texts
    }

    /// The environment variables; those that are not UTF-8 are left out. Of two of one name the first counts, as for
    /// getenv(3).
    package static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            if let text = String(validating: bytes(of: entry), as: UTF8.self), let equals = text.firstIndex(of: "=") {
                let name = String(text[..<equals])
                if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
            }
            next += 1
        }
        return variables
    }

    /// The name of this machine in its network; nil when it has none that is text.
    package static var hostName: String? {
        var bytes = [CChar](repeating: 0, count: Limits.hostNameBytes)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let name = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The number of this process.
    package static var processID: Int32 {
        getpid()
    }

    /// The number of the user whose rights the process has.
    package static var userID: UInt32 {
        geteuid()
    }

    /// Ends the program with a status from 0 (all went well) to 255.
    package static func exit(status: Int32) -> Never {
        Glibc.exit(status)
    }

    private static func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<CChar> {
        UnsafeBufferPointer(start: text, count: strlen(text))
    }
}
