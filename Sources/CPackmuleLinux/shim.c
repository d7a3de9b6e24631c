// The shims are inline: see include/CPackmuleLinux.h.
#include "CPackmuleLinux.h"
