// Inline shims over Linux calls and macros that Swift's Glibc module lacks.
#ifndef CPACKMULE_LINUX_H
#define CPACKMULE_LINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>

/// Takes (`F_WRLCK`) or gives back (`F_UNLCK`) an open-file-description lock on the whole file; waits when asked to.
static inline int packmule_ofd_lock(int descriptor, short type, int waits) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0, .l_pid = 0};
    return fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
}

#endif
