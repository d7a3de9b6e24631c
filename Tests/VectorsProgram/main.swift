// The program packmule-vectors: evaluates a file of reminder vectors; Scripts/vectors calls it.

import Platform
import ReminderVectors

let arguments = (try? ProcessInformation.arguments()) ?? []
ProcessInformation.exit(status: VectorsCommand.run(arguments))
