// The command line of Packmule: words in, words out, and an exit code.

import PackmuleCommands

Program.main()
