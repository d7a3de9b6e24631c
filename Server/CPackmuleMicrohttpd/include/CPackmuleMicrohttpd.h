// What Swift takes from the library.
#ifndef CPACKMULE_MICROHTTPD_H
#define CPACKMULE_MICROHTTPD_H

#include <microhttpd.h>

#endif
