// The daemon of Packmule: it keeps a store in sync in the background.

import PackmuleDaemon

Program.main()
