// What is settled before the first connection; the rest is inline: see include/CPackmuleSQLite.h.
#include "CPackmuleSQLite.h"

/// SQLite counts the bytes of each of its allocations under one lock for all threads, which nobody reads.
__attribute__((constructor)) static void count_no_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
