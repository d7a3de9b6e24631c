// The target needs one source file.
#include "CPackmuleMicrohttpd.h"
