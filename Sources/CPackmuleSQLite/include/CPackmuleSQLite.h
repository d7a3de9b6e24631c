// Inline shims over SQLite: variadic calls and pointer-cast macros, which Swift cannot import.
#ifndef CPACKMULE_SQLITE_H
#define CPACKMULE_SQLITE_H

#include <sqlite3.h>
#include <stddef.h>

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

#endif
