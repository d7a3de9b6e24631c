// The benchmark program: runs one workload on a store and prints its seconds; `Scripts/bench` compares them.

import Platform

do {
    try Workloads(arguments: ProcessInformation.arguments()).run()
} catch {
    _ = try StandardStream.error.write("packmule-bench: \(error)\n")
    ProcessInformation.exit(status: 1)
}
