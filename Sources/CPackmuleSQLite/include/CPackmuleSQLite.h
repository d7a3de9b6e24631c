// Inline shims over SQLite: variadic calls and pointer-cast macros, which Swift cannot import.
#ifndef CPACKMULE_SQLITE_H
#define CPACKMULE_SQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/// Binds a copy of `count` bytes of UTF-8; a null pointer with no bytes is the empty text, not NULL.
static inline int packmule_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text == NULL ? "" : text, count, SQLITE_TRANSIENT);
}

/// Binds a copy of `count` bytes; a null pointer with no bytes is the empty blob, not NULL.
static inline int packmule_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes == NULL ? "" : bytes, count, SQLITE_TRANSIENT);
}

/// Tells SQLite, before it is used first, to keep no statistics of its memory: they cost every allocation two locks.
/// Answers SQLITE_MISUSE, and changes nothing, when the process uses it already.
static inline int packmule_configure(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// `sqlite3_db_config` for the options that take a flag and report the resulting state.
static inline int packmule_config_flag(sqlite3 *database, int option, int flag, int *state) {
    return sqlite3_db_config(database, option, flag, state);
}

/// What the index of the write-ahead log, which all processes share in memory, says of the last commit: the first copy
/// of its header (https://www.sqlite.org/walformat.html, section 2.1). Null for a database without such a log.
static inline const uint64_t *packmule_last_commit(sqlite3 *database) {
    sqlite3_file *file = NULL;
    void volatile *index = NULL;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || file == NULL
        || file->pMethods == NULL || file->pMethods->iVersion < 2
        || file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK) {
        return NULL;
    }
    return (const uint64_t *)index;
}

/// The words of that header.
enum { PACKMULE_COMMIT_WORDS = 6 };

/// Copies the header; says whether it is as the copy was before. Words that change meanwhile only make it differ.
static inline int packmule_commit_is_same(const uint64_t *commit, uint64_t copy[PACKMULE_COMMIT_WORDS]) {
    int is_same = 1;
    for (int word = 0; word < PACKMULE_COMMIT_WORDS; word++) {
        uint64_t now = __atomic_load_n(&commit[word], __ATOMIC_ACQUIRE);
        is_same &= now == copy[word];
        copy[word] = now;
    }
    return is_same;
}

#endif
