// The shims are inline: see include/CPackmuleSQLite.h.
#include "CPackmuleSQLite.h"
