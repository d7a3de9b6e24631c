// The target needs one source file.
#include "CPackmuleSystemd.h"
