// What the files of this target share: a disk, its files, and the effects that are not flushed.
#ifndef TEST_DISK_INTERNAL_H
#define TEST_DISK_INTERNAL_H

#include "CTestDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <sys/types.h>

/// A file, whatever its name is by now. Its descriptor keeps the number of the inode from being used again; it is
/// closed only while no connection is open, for closing one gives up all locks of the process on the file.
typedef struct node {
    struct node *next;
    dev_t device;
    ino_t number;
    int descriptor;
    char *path;
    int is_deleted;
} node;

/// What was done to a file and not flushed.
typedef struct effect {
    enum { EFFECT_WRITE, EFFECT_TRUNCATE, EFFECT_CREATE, EFFECT_DELETE } kind;
    node *node;
    off_t offset, old_size;
    size_t old_count, new_count;
    char *old_bytes, *new_bytes;
    /// Where a deleted file is kept.
    char *kept;
} effect;

typedef struct operation {
    enum test_disk_kind kind;
    char *name;
} operation;

struct test_disk {
    test_disk *next;
    pthread_mutex_t mutex;
    char *folder, *aside, *deleted;
    size_t references, open_count, kept_count;
    int is_dead, is_noting;
    uint64_t count;

    enum test_disk_mode mode;
    unsigned kinds;
    int is_full, is_hit;
    uint64_t number, counted;

    operation *operations;
    size_t operation_count, operation_room;
    node *nodes;
    effect *effects;
    size_t effect_count, effect_room;
};

/// The default of the process before; the shim over it is the default from the first disk on.
extern sqlite3_vfs *test_disk_system;
void test_disk_install(void);

/// The disk that a path lies on, with one reference more; null for none.
test_disk *test_disk_of(const char *path);
void test_disk_release(test_disk *disk);

// All below are called with the disk's mutex held.

/// Counts an operation; says what it has to answer, SQLITE_OK where nothing happens to it.
int test_disk_begin(test_disk *disk, enum test_disk_kind kind, const char *path);
node *test_disk_node(test_disk *disk, const char *path);
void test_disk_note_creation(test_disk *disk, node *node);
/// Keeps a file that is about to be deleted.
void test_disk_note_deletion(test_disk *disk, const char *path);
void test_disk_note_write(test_disk *disk, node *node, sqlite3_file *file, const void *bytes, int count, off_t offset);
void test_disk_note_truncation(test_disk *disk, node *node, sqlite3_file *file, off_t size);
void test_disk_flush(test_disk *disk, node *node);
/// The folder is flushed: what was made is there, what was deleted is gone.
void test_disk_flush_names(test_disk *disk);
/// Closes the files that nobody has open and nothing is to be taken back of.
void test_disk_forget_nodes(test_disk *disk, int all);

void *test_disk_grown(void *items, size_t count, size_t *room, size_t size);

#endif
