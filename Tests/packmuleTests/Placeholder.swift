// Placeholder until the tests stand here.
