// The entry of the daemon; everything it does is in PackmuleDaemon.
