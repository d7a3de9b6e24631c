// The target needs one source file.
#include "CPackmuleQRCode.h"
