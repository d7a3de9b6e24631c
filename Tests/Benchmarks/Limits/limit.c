/* What SQLite alone costs: writes the rows of our own tables, row for row, in plain C, and nothing else.
 * cc -O2 limit.c -lsqlite3 -o limit
 *
 *   limit load FILLED OUT             copies trips and built-in rows of FILLED untimed into OUT, then times inserting its
 *                                     items, their log entries, the log's row and the state in one transaction
 *   limit edits-each BEFORE AFTER EDITS.tsv   times the updates that led from BEFORE to AFTER, one transaction each
 *   limit edits-batch BEFORE AFTER EDITS.tsv  the same in one transaction
 *
 * FILLED, BEFORE and AFTER are stores made by the benchmark program; BEFORE is changed. EDITS.tsv has a line per edit:
 * item number, column, value (after a letter: i integer, t text, b bytes in hexadecimal), folded text. What the product works out for itself (the differences, the stamps, the
 * living changes, the sum) is read from AFTER, so only the writing is timed. Prints: seconds, rows written. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_COLUMNS = 32, MAX_STATEMENTS = 8 };

typedef struct { sqlite3_value *v[MAX_COLUMNS]; } Row;
typedef struct { Row *rows; int count, columns; } Rows;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void die(sqlite3 *db, const char *what) {
    fprintf(stderr, "%s: %s\n", what, db ? sqlite3_errmsg(db) : "cannot be read");
    exit(1);
}

static void execute(sqlite3 *db, const char *sql) {
    if (sqlite3_exec(db, sql, 0, 0, 0)) die(db, sql);
}

static sqlite3 *open_store(const char *path) {
    sqlite3 *db;
    if (sqlite3_open(path, &db)) die(db, path);
    execute(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;"
                "PRAGMA wal_autocheckpoint = 1000; PRAGMA temp_store = MEMORY");
    return db;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0)) die(db, sql);
    return statement;
}

static void run(sqlite3 *db, sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) die(db, sqlite3_sql(statement));
    sqlite3_reset(statement);
}

/* All rows of a query, kept in memory so that reading them is not timed. */
static Rows slurp(sqlite3 *db, const char *sql) {
    Rows all = {malloc(1024 * sizeof(Row)), 0, 0};
    int capacity = 1024;
    sqlite3_stmt *statement = prepare(db, sql);
    all.columns = sqlite3_column_count(statement);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        if (all.count == capacity) all.rows = realloc(all.rows, (capacity *= 2) * sizeof(Row));
        Row *row = &all.rows[all.count++];
        for (int i = 0; i < all.columns; i++) row->v[i] = sqlite3_value_dup(sqlite3_column_value(statement, i));
    }
    sqlite3_finalize(statement);
    return all;
}

static sqlite3_stmt *insertion(sqlite3 *db, const char *table, int columns) {
    char sql[400];
    int n = snprintf(sql, sizeof sql, "INSERT INTO %s VALUES(?", table);
    for (int i = 1; i < columns; i++) n += snprintf(sql + n, sizeof sql - n, ",?");
    snprintf(sql + n, sizeof sql - n, ")");
    return prepare(db, sql);
}

static void insert(sqlite3 *db, sqlite3_stmt *statement, Rows all, int i) {
    for (int k = 0; k < all.columns; k++) sqlite3_bind_value(statement, k + 1, all.rows[i].v[k]);
    run(db, statement);
}

static void copy(sqlite3 *db, const char *table, Rows all) {
    sqlite3_stmt *statement = insertion(db, table, all.columns);
    for (int i = 0; i < all.count; i++) insert(db, statement, all, i);
    sqlite3_finalize(statement);
}

static sqlite3_stmt *state_update(sqlite3 *db) {
    return prepare(db, "UPDATE state SET last = ?, published = ?, offset = ?, sum = ? WHERE number = 1");
}

static void load(const char *filled_path, const char *out_path) {
    sqlite3 *filled = open_store(filled_path), *out = open_store(out_path);
    Rows definitions = slurp(filled, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND type != 'view'");
    for (int i = 0; i < definitions.count; i++) execute(out, (const char *)sqlite3_value_text(definitions.rows[i].v[0]));
    long last_log = 0;
    Rows last = slurp(filled, "SELECT max(number) FROM log");
    last_log = sqlite3_value_int64(last.rows[0].v[0]);
    char sql[200];
    execute(out, "BEGIN");
    copy(out, "device", slurp(filled, "SELECT * FROM device"));
    copy(out, "state", slurp(filled, "SELECT * FROM state"));
    copy(out, "trip", slurp(filled, "SELECT * FROM trip"));
    copy(out, "category", slurp(filled, "SELECT * FROM category"));
    snprintf(sql, sizeof sql, "SELECT * FROM log WHERE number < %ld", last_log);
    copy(out, "log", slurp(filled, sql));
    snprintf(sql, sizeof sql, "SELECT * FROM log_record WHERE log < %ld", last_log);
    copy(out, "log_record", slurp(filled, sql));
    execute(out, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
    Rows items = slurp(filled, "SELECT * FROM item ORDER BY number");
    snprintf(sql, sizeof sql, "SELECT * FROM log_record WHERE log = %ld ORDER BY number", last_log);
    Rows entries = slurp(filled, sql);
    snprintf(sql, sizeof sql, "SELECT * FROM log WHERE number = %ld", last_log);
    Rows log = slurp(filled, sql), state = slurp(filled, "SELECT last, published, offset, sum FROM state");
    sqlite3_stmt *item = insertion(out, "item", items.columns), *entry = insertion(out, "log_record", entries.columns),
                 *transaction = insertion(out, "log", log.columns), *update = state_update(out);
    double start = now();
    execute(out, "BEGIN IMMEDIATE");
    for (int i = 0; i < items.count; i++) {
        insert(out, item, items, i);
        insert(out, entry, entries, i);
    }
    insert(out, transaction, log, 0);
    insert(out, update, state, 0);
    execute(out, "COMMIT");
    printf("%.6f %d\n", now() - start, 2 * items.count + 2);
}

typedef struct { long item; int folds; const char *column, *value, *folded; } Edit;

static Edit *read_edits(const char *path, int *count) {
    FILE *file = fopen(path, "rb");
    if (!file) die(0, path);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    if (fread(text, 1, size, file) != (size_t)size) die(0, path);
    text[size] = 0;
    int capacity = 1024;
    Edit *edits = malloc(capacity * sizeof *edits);
    *count = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(0, "\n")) {
        if (*count == capacity) edits = realloc(edits, (capacity *= 2) * sizeof *edits);
        Edit *edit = &edits[(*count)++];
        char *fields[4] = {line, "", "", ""};
        for (int i = 1; i < 4 && (fields[i] = strchr(fields[i - 1], '\t')); i++) *fields[i]++ = 0;
        *edit = (Edit){atol(fields[0]), *fields[3] != 0, fields[1], fields[2], fields[3]};
    }
    return edits;
}

static void bind_value(sqlite3_stmt *statement, int index, const char *value) {
    const char *rest = value + 1;
    if (*value == 'i') {
        sqlite3_bind_int64(statement, index, atoll(rest));
    } else if (*value == 't') {
        sqlite3_bind_text(statement, index, rest, -1, SQLITE_STATIC);
    } else {
        unsigned char bytes[64];
        int count = 0;
        for (unsigned byte; count < 64 && sscanf(rest + 2 * count, "%2x", &byte) == 1; count++) bytes[count] = byte;
        sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
    }
}

static void edit(const char *before_path, const char *after_path, const char *edits_path, int is_batch) {
    int count;
    Edit *edits = read_edits(edits_path, &count);
    sqlite3 *db = open_store(before_path), *after = open_store(after_path);
    Rows first = slurp(db, "SELECT max(number) FROM log");
    char sql[300];
    snprintf(sql, sizeof sql, "SELECT * FROM log WHERE number > %lld ORDER BY number",
             sqlite3_value_int64(first.rows[0].v[0]));
    Rows logs = slurp(after, sql);
    snprintf(sql, sizeof sql, "SELECT * FROM log_record WHERE log > %lld ORDER BY number",
             sqlite3_value_int64(first.rows[0].v[0]));
    Rows entries = slurp(after, sql);
    Rows living = slurp(after, "SELECT living FROM item ORDER BY number");
    Rows state = slurp(after, "SELECT last, published, offset, sum FROM state");
    if (entries.count != count || logs.count != (is_batch ? 1 : count)) die(0, "the edits and AFTER do not fit");
    const char *columns[MAX_STATEMENTS];
    sqlite3_stmt *updates[MAX_STATEMENTS];
    int statements = 0;
    sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT"), *update = state_update(db),
                 *log = insertion(db, "log", logs.columns), *entry = insertion(db, "log_record", entries.columns);
    int *which = malloc(count * sizeof *which);
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < statements && strcmp(columns[k], edits[i].column)) k++;
        if (k == statements) {
            columns[statements] = edits[i].column;
            snprintf(sql, sizeof sql, "UPDATE item SET living = ?, log = ?, \"%s\" = ?%s WHERE number = ?",
                     edits[i].column, edits[i].folds ? ", folded = ?" : "");
            updates[statements++] = prepare(db, sql);
        }
        which[i] = k;
    }
    double start = now();
    if (is_batch) run(db, begin);
    for (int i = 0; i < count; i++) {
        if (!is_batch) run(db, begin);
        sqlite3_stmt *statement = updates[which[i]];
        int k = 1;
        sqlite3_bind_value(statement, k++, living.rows[edits[i].item - 1].v[0]);
        sqlite3_bind_value(statement, k++, entries.rows[i].v[0]);
        bind_value(statement, k++, edits[i].value);
        if (edits[i].folds) sqlite3_bind_text(statement, k++, edits[i].folded, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, k, edits[i].item);
        run(db, statement);
        insert(db, entry, entries, i);
        if (!is_batch || i == count - 1) {
            insert(db, log, logs, is_batch ? 0 : i);
            insert(db, update, state, 0);
            run(db, commit);
        }
    }
    printf("%.6f %d\n", now() - start, 2 * count + 2 * (is_batch ? 1 : count));
}

int main(int count, char **arguments) {
    if (count == 4 && !strcmp(arguments[1], "load")) load(arguments[2], arguments[3]);
    else if (count == 5 && !strcmp(arguments[1], "edits-each")) edit(arguments[2], arguments[3], arguments[4], 0);
    else if (count == 5 && !strcmp(arguments[1], "edits-batch")) edit(arguments[2], arguments[3], arguments[4], 1);
    else return fprintf(stderr, "usage: limit load FILLED OUT | edits-each|edits-batch BEFORE AFTER EDITS.tsv\n"), 2;
    return 0;
}
