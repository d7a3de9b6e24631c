// The shims are inline: see include/CPackmuleCrypto.h.
#include "CPackmuleCrypto.h"
