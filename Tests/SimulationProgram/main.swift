// The program packmule-simulate: runs random schedules; Scripts/simulate calls it.

import Platform
import Simulation

let arguments = (try? ProcessInformation.arguments()) ?? []
ProcessInformation.exit(status: SimulateCommand.run(arguments))
