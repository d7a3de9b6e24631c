// The files of the disks as SQLite sees them: the system's, with everything told to the disk first.
#include "disk.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

sqlite3_vfs *test_disk_system;
static sqlite3_vfs shim;
static const sqlite3_io_methods methods;

/// An open file; the system's own follows it in memory.
typedef struct disk_file {
    sqlite3_file base;
    test_disk *disk;
    node *node;
    char *path;
} disk_file;

enum { REAL_OFFSET = (sizeof(disk_file) + 15) / 16 * 16 };

static sqlite3_file *real(sqlite3_file *file) {
    return (sqlite3_file *)((char *)file + REAL_OFFSET);
}

/// Begins an operation with the disk held; whoever gets SQLITE_OK calls `end`.
static int begin(sqlite3_file *file, enum test_disk_kind kind) {
    disk_file *own = (disk_file *)file;
    pthread_mutex_lock(&own->disk->mutex);
    int code = test_disk_begin(own->disk, kind, own->path);
    if (code != SQLITE_OK) pthread_mutex_unlock(&own->disk->mutex);
    return code;
}

static int end(sqlite3_file *file, int code) {
    pthread_mutex_unlock(&((disk_file *)file)->disk->mutex);
    return code;
}

// Files by name

static int disk_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *answered) {
    (void)vfs;
    test_disk *disk = name == NULL ? NULL : test_disk_of(name);
    if (disk == NULL) return test_disk_system->xOpen(test_disk_system, name, file, flags, answered);
    file->pMethods = NULL;
    pthread_mutex_lock(&disk->mutex);
    int code = test_disk_begin(disk, TEST_DISK_OPEN, name);
    int is_new = access(name, F_OK) != 0;
    sqlite3_file *system = real(file);
    if (code == SQLITE_OK) {
        memset(system, 0, test_disk_system->szOsFile);
        code = test_disk_system->xOpen(test_disk_system, name, system, flags, answered);
    }
    node *node = code == SQLITE_OK ? test_disk_node(disk, name) : NULL;
    if (code == SQLITE_OK && node == NULL) {
        system->pMethods->xClose(system);
        code = SQLITE_CANTOPEN;
    }
    if (code == SQLITE_OK) {
        if (is_new) test_disk_note_creation(disk, node);
        *(disk_file *)file =
            (disk_file){ .base = { &methods }, .disk = disk, .node = node, .path = strdup(name) };
        disk->open_count++;
    }
    pthread_mutex_unlock(&disk->mutex);
    if (code != SQLITE_OK) test_disk_release(disk);
    return code;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int flushes_folder) {
    (void)vfs;
    test_disk *disk = test_disk_of(name);
    if (disk == NULL) return test_disk_system->xDelete(test_disk_system, name, flushes_folder);
    pthread_mutex_lock(&disk->mutex);
    int code = test_disk_begin(disk, TEST_DISK_DELETE, name);
    if (code == SQLITE_OK) {
        test_disk_note_deletion(disk, name);
        code = test_disk_system->xDelete(test_disk_system, name, 0);
        if (code == SQLITE_OK && flushes_folder) test_disk_flush_names(disk);
    }
    pthread_mutex_unlock(&disk->mutex);
    test_disk_release(disk);
    return code;
}

// Open files

static int disk_close(sqlite3_file *file) {
    disk_file *own = (disk_file *)file;
    test_disk *disk = own->disk;
    int code = real(file)->pMethods->xClose(real(file));
    pthread_mutex_lock(&disk->mutex);
    if (--disk->open_count == 0) test_disk_forget_nodes(disk, 0);
    pthread_mutex_unlock(&disk->mutex);
    free(own->path);
    test_disk_release(disk);
    return code;
}

static int disk_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int code = begin(file, TEST_DISK_READ);
    return code != SQLITE_OK ? code : end(file, real(file)->pMethods->xRead(real(file), bytes, count, offset));
}

static int disk_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int code = begin(file, TEST_DISK_WRITE);
    if (code != SQLITE_OK) return code;
    disk_file *own = (disk_file *)file;
    test_disk_note_write(own->disk, own->node, real(file), bytes, count, offset);
    return end(file, real(file)->pMethods->xWrite(real(file), bytes, count, offset));
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = begin(file, TEST_DISK_TRUNCATE);
    if (code != SQLITE_OK) return code;
    disk_file *own = (disk_file *)file;
    test_disk_note_truncation(own->disk, own->node, real(file), size);
    return end(file, real(file)->pMethods->xTruncate(real(file), size));
}

/// Nothing has to reach a real device: the power fails only here.
static int disk_sync(sqlite3_file *file, int flags) {
    (void)flags;
    int code = begin(file, TEST_DISK_SYNC);
    if (code != SQLITE_OK) return code;
    test_disk_flush(((disk_file *)file)->disk, ((disk_file *)file)->node);
    return end(file, SQLITE_OK);
}

static int disk_file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int disk_lock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xLock(real(file), level);
}

static int disk_unlock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int disk_check_reserved(sqlite3_file *file, int *is_reserved) {
    return real(file)->pMethods->xCheckReservedLock(real(file), is_reserved);
}

static int disk_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int disk_sector_size(sqlite3_file *file) {
    return real(file)->pMethods->xSectorSize(real(file));
}

static int disk_characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int disk_map(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    int code = begin(file, TEST_DISK_MAP);
    if (code != SQLITE_OK) {
        *memory = NULL;
        return code;
    }
    return end(file, real(file)->pMethods->xShmMap(real(file), region, size, extends, memory));
}

static int disk_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void disk_barrier(sqlite3_file *file) {
    real(file)->pMethods->xShmBarrier(real(file));
}

static int disk_unmap(sqlite3_file *file, int deletes) {
    int is_dead = test_disk_is_dead(((disk_file *)file)->disk);
    return real(file)->pMethods->xShmUnmap(real(file), deletes && !is_dead);
}

/// Version 2: with memory that processes share, without files mapped into memory, which would be written unseen.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_file_size,
    .xLock = disk_lock,
    .xUnlock = disk_unlock,
    .xCheckReservedLock = disk_check_reserved,
    .xFileControl = disk_control,
    .xSectorSize = disk_sector_size,
    .xDeviceCharacteristics = disk_characteristics,
    .xShmMap = disk_map,
    .xShmLock = disk_shared_lock,
    .xShmBarrier = disk_barrier,
    .xShmUnmap = disk_unmap,
};

void test_disk_install(void) {
    test_disk_system = sqlite3_vfs_find(NULL);
    shim = *test_disk_system;
    shim.zName = "test-disk";
    shim.pNext = NULL;
    shim.szOsFile = REAL_OFFSET + test_disk_system->szOsFile;
    shim.xOpen = disk_open;
    shim.xDelete = disk_delete;
    sqlite3_vfs_register(&shim, 1);
}
