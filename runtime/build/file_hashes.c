#include "runtime/build/file_hashes.h"
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/os/files/files.h"

#define CONTENT_BYTES_MAX ((size_t)1 << 30)
#define FIRST_ROOM 256u

u64 ed_hash_of_bytes(const void *bytes, size_t size)
{
    u64 hash = XXH64(bytes, size, 0);
    return hash == ED_NO_HASH ? 1 : hash;
}

bool ed_file_hashes_open(ed_FileHashes *hashes, ed_Arena *arena, ed_Error *error)
{
    *hashes = (ed_FileHashes){ .arena = arena };
    return ed_arena_open(&hashes->content, "content of a file", CONTENT_BYTES_MAX, error);
}

void ed_file_hashes_close(ed_FileHashes *hashes) { ed_arena_close(&hashes->content); }

// --- the table -----------------------------------------------------------------------------------

/// The slot of a path, or the empty slot where it would go.
static u32 *find_slot(const ed_FileHashes *hashes, const char *path, u64 path_hash)
{
    u32 mask = hashes->slot_count - 1, at = (u32)path_hash & mask;
    for (; hashes->slots[at]; at = (at + 1) & mask) {
        const ed_FileHash *entry = &hashes->entries[hashes->slots[at] - 1];
        if (entry->path_hash == path_hash && strcmp(entry->path, path) == 0) break;
    }
    return &hashes->slots[at];
}

/// Doubles the room. At most half of the slots are in use.
static bool grow(ed_FileHashes *hashes)
{
    u32 room = hashes->room ? hashes->room * 2 : FIRST_ROOM;
    ed_FileHash *entries =
        (ed_FileHash *)ed_arena_push(hashes->arena, room * sizeof *entries, _Alignof(ed_FileHash));
    u32 *slots = (u32 *)ed_arena_push(hashes->arena, 2 * room * sizeof *slots, _Alignof(u32));
    if (!entries || !slots) return false;
    if (hashes->count) memcpy(entries, hashes->entries, hashes->count * sizeof *entries);
    hashes->entries = entries;
    hashes->room = room;
    hashes->slots = slots;
    hashes->slot_count = 2 * room;
    for (u32 i = 0; i < hashes->count; i++)
        *find_slot(hashes, entries[i].path, entries[i].path_hash) = i + 1;
    return true;
}

static void read_entry(ed_FileHashes *hashes, ed_FileHash *entry)
{
    ed_Span bytes;
    ed_Error unused = { .code = ED_OK };
    ed_arena_reset(&hashes->content);
    entry->read_at = ++hashes->reads;
    bool good = ed_file_read(entry->path, CONTENT_BYTES_MAX, &hashes->content, &bytes, &unused);
    entry->hash = good ? ed_hash_of_bytes(bytes.at, bytes.size) : ED_NO_HASH;
    entry->changed_ns = 0;
}

/// Returns NULL if the arena is full.
static ed_FileHash *entry_of(ed_FileHashes *hashes, const char *path)
{
    u64 path_hash = ed_hash_of_bytes(path, strlen(path));
    if (hashes->count == hashes->room && !grow(hashes)) return NULL;
    u32 *slot = find_slot(hashes, path, path_hash);
    if (!*slot) {
        ed_FileHash *entry = &hashes->entries[hashes->count++];
        *slot = hashes->count;
        *entry = (ed_FileHash){ .path = path, .path_hash = path_hash };
    }
    ed_FileHash *entry = &hashes->entries[*slot - 1];
    if (!entry->read_at) read_entry(hashes, entry);
    return entry;
}

u64 ed_file_hashes_get(ed_FileHashes *hashes, const char *path)
{
    const ed_FileHash *entry = entry_of(hashes, path);
    return entry ? entry->hash : ED_NO_HASH;
}

u64 ed_file_hashes_get_as_read(ed_FileHashes *hashes, const char *path, u64 reads, u64 begun_ns)
{
    ed_FileHash *entry = entry_of(hashes, path);
    if (!entry) return ED_NO_HASH;
    if (entry->read_at <= reads) return entry->hash;
    if (!entry->changed_ns) entry->changed_ns = ed_file_mark(path).changed_ns;
    return entry->changed_ns < begun_ns ? entry->hash : ED_NO_HASH;
}

void ed_file_hashes_forget(ed_FileHashes *hashes, const char *path)
{
    if (!hashes->count) return;
    u32 slot = *find_slot(hashes, path, ed_hash_of_bytes(path, strlen(path)));
    if (slot) hashes->entries[slot - 1].read_at = 0;
}
