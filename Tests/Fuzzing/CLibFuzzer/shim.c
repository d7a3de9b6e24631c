// Everything is declared in the header.
#include "CLibFuzzer.h"
