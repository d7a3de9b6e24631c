// Tests of PackmuleDaemon.
