// The companion server of Packmule: words in, answers out, and an exit code.

import PackmuleServerCommands

Program.main()
