// What Swift takes from the library.
#ifndef CPACKMULE_SYSTEMD_H
#define CPACKMULE_SYSTEMD_H

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

#endif
