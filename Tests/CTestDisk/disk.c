// The disks: made and ended, planned, counted, crashed and started again.
#include "disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static test_disk *disks;

test_disk *test_disk_make(const char *folder, const char *aside, const char *deleted) {
    pthread_once(&once, test_disk_install);
    test_disk *disk = calloc(1, sizeof(test_disk));
    pthread_mutex_init(&disk->mutex, NULL);
    disk->folder = strdup(folder);
    disk->aside = strdup(aside);
    disk->deleted = strdup(deleted);
    disk->references = 1;
    pthread_mutex_lock(&list_mutex);
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&list_mutex);
    return disk;
}

void test_disk_free(test_disk *disk) {
    pthread_mutex_lock(&list_mutex);
    test_disk **place = &disks;
    while (*place != disk) place = &(*place)->next;
    *place = disk->next;
    pthread_mutex_unlock(&list_mutex);
    pthread_mutex_lock(&disk->mutex);
    disk->is_dead = 1;
    pthread_mutex_unlock(&disk->mutex);
    test_disk_release(disk);
}

test_disk *test_disk_of(const char *path) {
    pthread_mutex_lock(&list_mutex);
    test_disk *disk = disks;
    for (; disk != NULL; disk = disk->next) {
        size_t length = strlen(disk->folder);
        if (strncmp(path, disk->folder, length) == 0 && path[length] == '/') break;
    }
    if (disk != NULL) __atomic_add_fetch(&disk->references, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&list_mutex);
    return disk;
}

static void forget_operations(test_disk *disk) {
    for (size_t index = 0; index < disk->operation_count; index++) free(disk->operations[index].name);
    disk->operation_count = 0;
}

void test_disk_release(test_disk *disk) {
    if (__atomic_sub_fetch(&disk->references, 1, __ATOMIC_ACQ_REL) > 0) return;
    forget_operations(disk);
    test_disk_forget_nodes(disk, 1);
    free(disk->operations);
    free(disk->effects);
    free(disk->folder);
    free(disk->aside);
    free(disk->deleted);
    pthread_mutex_destroy(&disk->mutex);
    free(disk);
}

// What happens to operations

void test_disk_plan(test_disk *disk, enum test_disk_mode mode, unsigned kinds, int is_full, uint64_t number) {
    pthread_mutex_lock(&disk->mutex);
    disk->mode = mode;
    disk->kinds = kinds;
    disk->is_full = is_full;
    disk->number = number;
    disk->counted = 0;
    disk->is_hit = 0;
    pthread_mutex_unlock(&disk->mutex);
}

/// What a broken device answers, or one that is full.
static int failure(enum test_disk_kind kind, int is_full) {
    switch (kind) {
    case TEST_DISK_OPEN: return SQLITE_CANTOPEN;
    case TEST_DISK_READ: return SQLITE_IOERR_READ;
    case TEST_DISK_WRITE: return is_full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    case TEST_DISK_TRUNCATE: return SQLITE_IOERR_TRUNCATE;
    case TEST_DISK_SYNC: return SQLITE_IOERR_FSYNC;
    case TEST_DISK_DELETE: return SQLITE_IOERR_DELETE;
    case TEST_DISK_MAP: return is_full ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
    }
    return SQLITE_IOERR;
}

int test_disk_begin(test_disk *disk, enum test_disk_kind kind, const char *path) {
    if (disk->is_dead) return failure(kind, 0);
    disk->count++;
    if (disk->is_noting) {
        disk->operations = test_disk_grown(
            disk->operations, disk->operation_count, &disk->operation_room, sizeof(operation));
        disk->operations[disk->operation_count++] =
            (operation){ .kind = kind, .name = strdup(path + strlen(disk->folder) + 1) };
    }
    if (disk->mode == TEST_DISK_NOTHING || (disk->kinds >> kind & 1) == 0) return SQLITE_OK;
    disk->counted++;
    if (disk->mode == TEST_DISK_FOR_EVER ? disk->counted < disk->number : disk->counted != disk->number) {
        return SQLITE_OK;
    }
    disk->is_hit = 1;
    if (disk->mode == TEST_DISK_CRASH) {
        disk->is_dead = 1;
        // Calls of the system by path find nothing any more either.
        rename(disk->folder, disk->aside);
    }
    return failure(kind, disk->is_full);
}

// What is known of it

int test_disk_is_hit(test_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int is_hit = disk->is_hit;
    pthread_mutex_unlock(&disk->mutex);
    return is_hit;
}

int test_disk_is_dead(test_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int is_dead = disk->is_dead;
    pthread_mutex_unlock(&disk->mutex);
    return is_dead;
}

uint64_t test_disk_operation_count(test_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    uint64_t count = disk->count;
    pthread_mutex_unlock(&disk->mutex);
    return count;
}

void test_disk_mark(test_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    disk->is_noting = 1;
    forget_operations(disk);
    pthread_mutex_unlock(&disk->mutex);
}

int test_disk_operation(test_disk *disk, size_t index, char **name) {
    pthread_mutex_lock(&disk->mutex);
    int kind = index < disk->operation_count ? (int)disk->operations[index].kind : -1;
    *name = kind < 0 ? NULL : strdup(disk->operations[index].name);
    pthread_mutex_unlock(&disk->mutex);
    return kind;
}

size_t test_disk_open_count(test_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    size_t count = disk->open_count;
    pthread_mutex_unlock(&disk->mutex);
    return count;
}

size_t test_disk_unsynced_count(test_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    size_t count = disk->effect_count;
    pthread_mutex_unlock(&disk->mutex);
    return count;
}

int test_disk_restart(test_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int code = disk->open_count > 0 ? -1 : 0;
    if (code == 0 && disk->is_dead) {
        code = rename(disk->aside, disk->folder);
        if (code == 0) disk->is_dead = 0;
    }
    disk->mode = TEST_DISK_NOTHING;
    pthread_mutex_unlock(&disk->mutex);
    return code;
}

void *test_disk_grown(void *items, size_t count, size_t *room, size_t size) {
    if (count < *room) return items;
    *room = *room * 2 + 64;
    return realloc(items, *room * size);
}
