// Flushes of files and folders by others than SQLite: below a disk's folder nothing has to be waited for.
#include "disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Whether the descriptor is of a disk, which then takes note of the flush.
static int is_flushed_by_disk(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 2);
    if (length <= 0) return 0;
    // A folder is flushed with what lies in it.
    memcpy(path + length, "/", 2);
    test_disk *disk = test_disk_of(path);
    if (disk == NULL) return 0;
    path[length] = '\0';
    struct stat facts;
    if (fstat(descriptor, &facts) == 0) {
        pthread_mutex_lock(&disk->mutex);
        if (!disk->is_dead && S_ISDIR(facts.st_mode)) {
            test_disk_flush_names(disk);
        } else if (!disk->is_dead) {
            for (node *node = disk->nodes; node != NULL; node = node->next) {
                if (node->device == facts.st_dev && node->number == facts.st_ino) test_disk_flush(disk, node);
            }
        }
        pthread_mutex_unlock(&disk->mutex);
    }
    test_disk_release(disk);
    return 1;
}

/// In the place of the system's function, for the process that this is linked into.
int fsync(int descriptor) {
    return is_flushed_by_disk(descriptor) ? 0 : (int)syscall(SYS_fsync, descriptor);
}

/// See `fsync`.
int fdatasync(int descriptor) {
    return is_flushed_by_disk(descriptor) ? 0 : (int)syscall(SYS_fdatasync, descriptor);
}
