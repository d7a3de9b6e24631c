// The entry of libFuzzer for programs with a main function of their own (LLVM, "libFuzzer", "Using libFuzzer as a
// library").
#ifndef CLIBFUZZER_H
#define CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with options as of a command line; hands every input to `run`, which has to return 0.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));

#endif
