// Runs reminder vectors.
