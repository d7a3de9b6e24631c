// Linux calls and macros that Swift's Glibc module lacks.
#define _GNU_SOURCE
#include "CPackmuleLinux.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

int packmule_ofd_lock(int descriptor, int takes, int waits) {
    struct flock lock = {.l_type = takes ? F_WRLCK : F_UNLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
}

long packmule_random(void *bytes, size_t count) {
    return getrandom(bytes, count, 0);
}

int packmule_make_temporary_file(char *template) {
    return mkostemp(template, O_CLOEXEC);
}

int packmule_event_counter(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
