// The program packmule-fuzz: libFuzzer over one of the targets.

import CLibFuzzer
import FuzzTargets
import Platform

/// Takes the options of libFuzzer and folders of inputs. The target has its name in PACKMULE_FUZZ_TARGET; without one
/// the names of all are printed.
@main
enum FuzzProgram {
    private static let target = ProcessInformation.environment()["PACKMULE_FUZZ_TARGET"].flatMap(FuzzTarget.named)

    static func main() {
        guard target != nil else {
            for target in FuzzTarget.all { print(target.name) }
            return
        }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        let status = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            FuzzProgram.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
        ProcessInformation.exit(status: status)
    }

    /// Stops the process where a property is broken, which is how libFuzzer learns of it.
    private static func run(_ bytes: [UInt8]) {
        do {
            try target?.run(bytes)
        } catch {
            print("Broken: \(error)")
            preconditionFailure("\(error)")
        }
    }
}
