// What was done to files and not flushed: noted, forgotten when it is flushed, taken back when the power fails.
#include "disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECTOR_BYTES = 512 };

// Files

node *test_disk_node(test_disk *disk, const char *path) {
    struct stat facts;
    if (stat(path, &facts) != 0) return NULL;
    for (node *known = disk->nodes; known != NULL; known = known->next) {
        if (known->device != facts.st_dev || known->number != facts.st_ino) continue;
        if (strcmp(known->path, path) != 0) {
            free(known->path);
            known->path = strdup(path);
        }
        return known;
    }
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return NULL;
    node *made = calloc(1, sizeof(node));
    *made = (node){
        .next = disk->nodes, .device = facts.st_dev, .number = facts.st_ino, .descriptor = descriptor,
        .path = strdup(path),
    };
    disk->nodes = made;
    return made;
}

static void forget_effect(effect *effect) {
    if (effect->kept != NULL) unlink(effect->kept);
    free(effect->old_bytes);
    free(effect->new_bytes);
    free(effect->kept);
}

void test_disk_forget_nodes(test_disk *disk, int all) {
    if (all) {
        for (size_t index = 0; index < disk->effect_count; index++) forget_effect(&disk->effects[index]);
        disk->effect_count = 0;
    }
    node **place = &disk->nodes;
    while (*place != NULL) {
        node *node = *place;
        int is_used = 0;
        for (size_t index = 0; index < disk->effect_count; index++) is_used |= disk->effects[index].node == node;
        if (is_used) {
            place = &node->next;
            continue;
        }
        *place = node->next;
        close(node->descriptor);
        free(node->path);
        free(node);
    }
}

// Noting

static effect *note(test_disk *disk, int kind, node *node) {
    disk->effects = test_disk_grown(disk->effects, disk->effect_count, &disk->effect_room, sizeof(effect));
    effect *noted = &disk->effects[disk->effect_count++];
    memset(noted, 0, sizeof(effect));
    noted->kind = kind;
    noted->node = node;
    return noted;
}

void test_disk_note_creation(test_disk *disk, node *node) {
    note(disk, EFFECT_CREATE, node);
}

void test_disk_note_deletion(test_disk *disk, const char *path) {
    node *node = test_disk_node(disk, path);
    if (node == NULL) return;
    size_t room = strlen(disk->deleted) + 32;
    char *kept = malloc(room);
    snprintf(kept, room, "%s/%zu", disk->deleted, disk->kept_count++);
    if (link(path, kept) == 0) {
        note(disk, EFFECT_DELETE, node)->kept = kept;
        node->is_deleted = 1;
    } else {
        free(kept);
    }
}

/// Notes the bytes that are about to be lost, and the size of the file.
static effect *note_loss(test_disk *disk, int kind, node *node, sqlite3_file *file, off_t offset, size_t count) {
    sqlite3_int64 size = 0;
    file->pMethods->xFileSize(file, &size);
    effect *noted = note(disk, kind, node);
    noted->offset = offset;
    noted->old_size = size;
    if (offset < size) {
        noted->old_count = count < (size_t)(size - offset) ? count : (size_t)(size - offset);
        noted->old_bytes = malloc(noted->old_count);
        file->pMethods->xRead(file, noted->old_bytes, (int)noted->old_count, offset);
    }
    return noted;
}

void test_disk_note_write(test_disk *disk, node *node, sqlite3_file *file, const void *bytes, int count, off_t offset) {
    effect *noted = note_loss(disk, EFFECT_WRITE, node, file, offset, count);
    noted->new_count = count;
    noted->new_bytes = malloc(count);
    memcpy(noted->new_bytes, bytes, count);
}

void test_disk_note_truncation(test_disk *disk, node *node, sqlite3_file *file, off_t size) {
    note_loss(disk, EFFECT_TRUNCATE, node, file, size, SIZE_MAX);
}

// Flushing

/// Forgets the effects that `is_flushed` says.
static void forget(test_disk *disk, int (*is_flushed)(const effect *, const void *), const void *context) {
    size_t left = 0;
    for (size_t index = 0; index < disk->effect_count; index++) {
        effect *effect = &disk->effects[index];
        if (is_flushed(effect, context)) {
            forget_effect(effect);
        } else {
            disk->effects[left++] = *effect;
        }
    }
    disk->effect_count = left;
}

static int is_content(const effect *effect, const void *node) {
    return effect->node == node && (effect->kind == EFFECT_WRITE || effect->kind == EFFECT_TRUNCATE);
}

/// A name, or something in a file that has none any more.
static int is_name(const effect *effect, const void *context) {
    (void)context;
    return effect->node->is_deleted || effect->kind == EFFECT_CREATE || effect->kind == EFFECT_DELETE;
}

void test_disk_flush(test_disk *disk, node *node) {
    forget(disk, is_content, node);
    for (size_t index = 0; index < disk->effect_count; index++) {
        if (disk->effects[index].kind == EFFECT_CREATE && disk->effects[index].node == node) {
            // The system flushes the folder with a file that is new in it.
            test_disk_flush_names(disk);
            return;
        }
    }
}

void test_disk_flush_names(test_disk *disk) {
    forget(disk, is_name, NULL);
}

// Taking back

static void take_back(const effect *effect) {
    int descriptor = effect->node->descriptor;
    if (effect->old_count > 0) pwrite(descriptor, effect->old_bytes, effect->old_count, effect->offset);
    struct stat facts;
    if (effect->kind == EFFECT_WRITE && fstat(descriptor, &facts) == 0 && facts.st_size > effect->old_size) {
        if (ftruncate(descriptor, effect->old_size) != 0) perror("ftruncate");
    }
}

static void apply(const effect *effect, size_t count) {
    int descriptor = effect->node->descriptor;
    if (effect->kind == EFFECT_TRUNCATE) {
        if (ftruncate(descriptor, effect->offset) != 0) perror("ftruncate");
    } else if (count > 0) {
        pwrite(descriptor, effect->new_bytes, count, effect->offset);
    }
}

/// Whether the file is still, or again, where it was.
static int stands(const node *node) {
    struct stat facts;
    return stat(node->path, &facts) == 0 && facts.st_dev == node->device && facts.st_ino == node->number;
}

/// Whether a log or journal stands beside its database; true for every other file.
static int has_database(const char *path) {
    const char *suffixes[] = { "-wal", "-journal" };
    for (size_t index = 0; index < 2; index++) {
        size_t length = strlen(path), tail = strlen(suffixes[index]);
        if (length <= tail || strcmp(path + length - tail, suffixes[index]) != 0) continue;
        char *database = strndup(path, length - tail);
        int is_there = access(database, F_OK) == 0;
        free(database);
        return is_there;
    }
    return 1;
}

/// Memory that processes share is gone with them.
static void remove_shared_memory(const char *folder) {
    DIR *names = opendir(folder);
    if (names == NULL) return;
    struct dirent *entry;
    while ((entry = readdir(names)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        size_t room = strlen(folder) + strlen(entry->d_name) + 2, length = strlen(entry->d_name);
        char *path = malloc(room);
        snprintf(path, room, "%s/%s", folder, entry->d_name);
        if (length > 4 && strcmp(entry->d_name + length - 4, "-shm") == 0) {
            unlink(path);
        } else if (entry->d_type == DT_DIR) {
            remove_shared_memory(path);
        }
        free(path);
    }
    closedir(names);
}

int test_disk_lose(test_disk *disk, const uint32_t *draws) {
    pthread_mutex_lock(&disk->mutex);
    int code = disk->open_count > 0 || disk->is_dead ? -1 : 0;
    size_t count = code == 0 ? disk->effect_count : 0;
    for (size_t index = count; index-- > 0;) {
        const effect *effect = &disk->effects[index];
        if (effect->kind == EFFECT_WRITE || effect->kind == EFFECT_TRUNCATE) take_back(effect);
    }
    for (size_t index = 0; index < count; index++) {
        const effect *effect = &disk->effects[index];
        int is_kept = draws[index] & 1;
        switch (effect->kind) {
        case EFFECT_WRITE:
        case EFFECT_TRUNCATE: {
            size_t whole = effect->new_count / SECTOR_BYTES + 1;
            size_t left = (draws[index] >> 1) % whole * SECTOR_BYTES;
            if (is_kept) apply(effect, index + 1 == count ? left : effect->new_count);
            break;
        }
        case EFFECT_CREATE:
            if (!is_kept && stands(effect->node)) unlink(effect->node->path);
            break;
        case EFFECT_DELETE:
            if (!is_kept && has_database(effect->node->path) && link(effect->kept, effect->node->path) != 0
                && errno != EEXIST) {
                code = -1;
            }
            break;
        }
    }
    if (code == 0) {
        remove_shared_memory(disk->folder);
        test_disk_forget_nodes(disk, 1);
    }
    pthread_mutex_unlock(&disk->mutex);
    return code;
}
