// What Swift takes from the library.
#ifndef CPACKMULE_QRCODE_H
#define CPACKMULE_QRCODE_H

#include <qrencode.h>

#endif
