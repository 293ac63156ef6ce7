#include "runtime/build/file_hashes.h"
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/os/files/files.h"
#include "runtime/os/files/open_file.h"

#define PART_BYTES 65536u      // of a file, read at once
#define FIRST_ROOM 256u
// Times of files are this coarse, at worst. A file that was changed just now could be changed again
// at the same time.
#define COARSE_NS 3000000000ull

static u32 rounds;      // so far, of all ed_FileHashes

static u64 never_none(u64 hash) { return hash <= ED_ABSENT ? hash + 2 : hash; }

u64 ed_hash_of_bytes(const void *bytes, size_t size) { return never_none(XXH64(bytes, size, 0)); }

void ed_file_hashes_open(ed_FileHashes *hashes, ed_Arena *arena, u64 begun_ns)
{
    *hashes = (ed_FileHashes){ .arena = arena, .begun_ns = begun_ns, .round = ++rounds };
}

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
static bool grow_hashes(ed_FileHashes *hashes)
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

static u64 mark_of(const ed_FileHashes *hashes, const char *path)
{
    ed_FileMark mark = ed_file_mark(path);
    const u64 all[] = { mark.device, mark.inode, mark.size, mark.written_ns, mark.changed_ns };
    bool is_old = mark.changed_ns + COARSE_NS < hashes->begun_ns;
    return mark.changed_ns && is_old ? ed_hash_of_bytes(all, sizeof all) : ED_NO_MARK;
}

static u64 hash_of_file(const char *path)
{
    static u8 part[PART_BYTES];
    i64 file;
    size_t got = sizeof part;
    XXH64_state_t state;
    if (ed_file_kind(path) != ED_FILE_REGULAR || ed_file_open(&file, path)) return ED_NO_HASH;
    int failed = XXH64_reset(&state, 0) != XXH_OK;
    while (!failed && got == sizeof part) {
        failed = ed_file_read_on(file, part, sizeof part, &got);
        if (!failed) failed = XXH64_update(&state, part, got) != XXH_OK;
    }
    ed_file_close(file);
    return failed ? ED_NO_HASH : never_none(XXH64_digest(&state));
}

static void read_entry(ed_FileHashes *hashes, ed_FileHash *entry)
{
    entry->read_at = ++hashes->reads;
    entry->hash = hash_of_file(entry->path);
    entry->changed_ns = 0;
}

/// An entry can be new: its file is not read here. Returns NULL if the arena is full.
static ed_FileHash *find_entry(ed_FileHashes *hashes, const char *path)
{
    u64 path_hash = ed_hash_of_bytes(path, strlen(path));
    if (hashes->count == hashes->room && !grow_hashes(hashes)) return NULL;
    u32 *slot = find_slot(hashes, path, path_hash);
    if (!*slot) {
        ed_FileHash *entry = &hashes->entries[hashes->count++];
        *slot = hashes->count;
        *entry = (ed_FileHash){ .path = path, .path_hash = path_hash };
    }
    return &hashes->entries[*slot - 1];
}

static ed_FileHash *entry_of(ed_FileHashes *hashes, const char *path)
{
    ed_FileHash *entry = find_entry(hashes, path);
    if (!entry || entry->read_at) return entry;
    entry->mark = mark_of(hashes, path);
    read_entry(hashes, entry);
    return entry;
}

/// Returns the mark of the folder that a path is in, or ED_NO_MARK.
static u64 mark_of_folder(ed_FileHashes *hashes, const char *path)
{
    char folder[ED_PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t size = !slash ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (size >= sizeof folder) return ED_NO_MARK;
    memcpy(folder, slash ? path : ".", size);
    folder[size] = 0;
    u32 *slot =
        hashes->slot_count ? find_slot(hashes, folder, ed_hash_of_bytes(folder, size)) : NULL;
    const char *name = slot && *slot ? folder : ed_words_copy(hashes->arena, folder, size);
    ed_FileHash *entry = find_entry(hashes, name);
    if (!entry) return ED_NO_MARK;
    if (!entry->marked) entry->mark = mark_of(hashes, folder);
    entry->marked = true;
    return entry->mark;
}

static bool is_absent(ed_FileHashes *hashes, const char *path, u64 *mark)
{
    u64 was = *mark;
    *mark = mark_of_folder(hashes, path);
    if (*mark != ED_NO_MARK && *mark == was) return true;
    return ed_file_kind(path) == ED_FILE_NONE;
}

bool ed_file_hashes_match(ed_FileHashes *hashes, const char *path, u64 hash, u64 *mark)
{
    if (hash == ED_ABSENT) return is_absent(hashes, path, mark);
    ed_FileHash *entry = find_entry(hashes, path);
    if (!entry) return false;
    if (!entry->read_at) {
        entry->mark = mark_of(hashes, path);
        if (entry->mark == ED_NO_MARK || entry->mark != *mark) read_entry(hashes, entry);
        else {
            entry->hash = hash;
            entry->read_at = ++hashes->reads;
        }
    }
    *mark = entry->mark;
    return entry->hash == hash;
}

u64 ed_file_hashes_mark(const ed_FileHashes *hashes, const char *path)
{
    if (!hashes->count) return ED_NO_MARK;
    u32 slot = *find_slot(hashes, path, ed_hash_of_bytes(path, strlen(path)));
    return slot ? hashes->entries[slot - 1].mark : ED_NO_MARK;
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
    hashes->round = ++rounds;
    if (!hashes->count) return;
    u32 slot = *find_slot(hashes, path, ed_hash_of_bytes(path, strlen(path)));
    if (slot) hashes->entries[slot - 1].read_at = 0;
}
