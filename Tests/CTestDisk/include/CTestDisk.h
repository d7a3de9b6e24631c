// A disk for SQLite files that fails, crashes and loses what was not flushed, as a test says.
#ifndef CTEST_DISK_H
#define CTEST_DISK_H

#include <stddef.h>
#include <stdint.h>

/// A folder below which SQLite's files are on the disk; every other file is untouched by it.
typedef struct test_disk test_disk;

/// What SQLite asks of a disk.
enum test_disk_kind {
    TEST_DISK_OPEN,
    TEST_DISK_READ,
    TEST_DISK_WRITE,
    TEST_DISK_TRUNCATE,
    TEST_DISK_SYNC,
    TEST_DISK_DELETE,
    TEST_DISK_MAP,
};

/// When something happens to operations, counted from the plan on.
enum test_disk_mode {
    TEST_DISK_NOTHING,
    /// To the n-th alone.
    TEST_DISK_ONCE,
    /// To the n-th and all that follow.
    TEST_DISK_FOR_EVER,
    /// At the n-th the process dies: nothing reaches the disk any more.
    TEST_DISK_CRASH,
};

/// Makes a disk of an empty folder. All three are absolute paths without links, on one file system: while the disk is
/// crashed its folder stands at `aside`, and `deleted` keeps the files whose deletion is not durable yet.
test_disk *test_disk_make(const char *folder, const char *aside, const char *deleted);
/// Ends it. Connections that are still open go on with a disk that is crashed.
void test_disk_free(test_disk *disk);

/// Begins a plan: what counts are operations whose kind is in the set (1 << kind), and they fail for want of room where
/// `is_full`, else as a broken device makes them.
void test_disk_plan(test_disk *disk, enum test_disk_mode mode, unsigned kinds, int is_full, uint64_t number);
/// Whether what was planned last has happened.
int test_disk_is_hit(test_disk *disk);
/// Whether the process that uses the disk is dead.
int test_disk_is_dead(test_disk *disk);
/// How many operations there were.
uint64_t test_disk_operation_count(test_disk *disk);
/// Forgets the operations that were noted; from now on they are noted.
void test_disk_mark(test_disk *disk);
/// The kind of a noted operation, and the name of its file below the folder; -1 where there are not so many. The name
/// is to be freed.
int test_disk_operation(test_disk *disk, size_t index, char **name);

/// How many files are open.
size_t test_disk_open_count(test_disk *disk);
/// Ends a crash and every plan; no file may be open. What was written stays. Answers 0 when all went well.
int test_disk_restart(test_disk *disk);
/// How many effects are not flushed.
size_t test_disk_unsynced_count(test_disk *disk);
/// Takes back every effect that is not flushed, then applies those again whose draw is odd; of the last one, when it is
/// a write, only so many blocks of 512 bytes as its draw says. No file may be open, and the disk not crashed.
int test_disk_lose(test_disk *disk, const uint32_t *draws);

#endif
