// The target needs one source file.
#include "CPackmuleCurl.h"
