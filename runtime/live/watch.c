#include "runtime/live/watch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/files/start_folder.h"

#define MS 1000000ull
#define SOURCE_BYTES_MAX ((size_t)64 << 20)
#define REREAD_BYTES_MAX ((size_t)256 << 10)      // of larger files, only the status is checked

// File name endings of sources. The first UNITS of them are of translation units; the others are of
// files that are included, and of schemas.
static const char *const endings[] = { ".c",   ".cc",  ".cpp", ".cxx", ".h",   ".hh",  ".hpp",
                                       ".hxx", ".inc", ".inl", ".ipp", ".tpp", ".tcc", ".def" };
#define UNITS 4u

// --- folders -------------------------------------------------------------------------------------

static void watch_dir(ed_Watch *watch, ed_WatchDir *dir)
{
    if (!ed_file_is_unchanged(dir->path, &dir->mark))
        watch->again_ns = ed_now_ns() + ED_WATCH_AGAIN_MS * MS;
    dir->mark = ed_file_mark(dir->path);
    ed_watch_events_add_folder(&watch->events, dir->path);
}

/// `listed`: only the list of the build names the folder.
static void add_dir(ed_Watch *watch, const char *path, bool listed)
{
    ed_FileMark mark = ed_file_mark(path);
    for (u32 i = 0; i < watch->dir_count; i++) {
        ed_WatchDir *dir = &watch->dirs[i];
        if (strcmp(dir->path, path) != 0 && !ed_file_is_same(&dir->mark, &mark)) continue;
        dir->listed &= listed;
        return;
    }
    if (watch->dir_count == ED_WATCH_TREE_MAX || strlen(path) >= ED_WATCH_PATH_MAX) {
        watch->full = true;
        return;
    }
    ed_WatchDir *dir = &watch->dirs[watch->dir_count++];
    snprintf(dir->path, sizeof dir->path, "%s", path);
    dir->listed = listed;
    watch_dir(watch, dir);
}

/// Watches all folders again, since they can be deleted and created again. Folders that the user
/// or a build named stay listed even while they do not exist.
static void renew_dirs(ed_Watch *watch)
{
    u32 kept = 0;
    for (u32 i = 0; i < watch->dir_count; i++) {
        ed_WatchDir *dir = &watch->dirs[i];
        watch_dir(watch, dir);
        if (i < watch->named || dir->listed || dir->mark.inode) watch->dirs[kept++] = *dir;
    }
    watch->dir_count = kept;
}

// --- files ---------------------------------------------------------------------------------------

static bool has_ending(const char *name, u32 count)
{
    size_t size = strlen(name);
    for (u32 i = 0; i < count; i++) {
        size_t tail = strlen(endings[i]);
        if (size > tail && strcmp(name + size - tail, endings[i]) == 0) return true;
    }
    return false;
}

bool ed_watch_is_source(const char *name)
{
    return name[0] != '.' && has_ending(name, ED_COUNT(endings));
}

/// Begins behind the file that was found last: folders usually list their files in the same order.
static ed_WatchFile *find_file(ed_Watch *watch, const char *path)
{
    for (u32 i = 0; i < watch->file_count; i++) {
        ed_WatchFile *file = &watch->files[(watch->found + i) % watch->file_count];
        if (strcmp(file->path, path) != 0) continue;
        watch->found = (u32)(file - watch->files) + 1;
        return file;
    }
    return NULL;
}

static bool read_hash(ed_Watch *watch, const char *path, u64 *hash)
{
    ed_Span bytes;
    ed_Error unused = { .code = ED_OK };
    ed_arena_reset(&watch->content);
    if (!ed_file_read(path, SOURCE_BYTES_MAX, &watch->content, &bytes, &unused)) return false;
    *hash = XXH64(bytes.at, bytes.size, 0);
    return true;
}

static void add_other(ed_Watch *watch, const char *path, const ed_FileMark *mark, bool blocks)
{
    if (watch->other_count == ED_WATCH_OTHERS_MAX) {
        watch->full = true;
        return;
    }
    ed_WatchOther *other = &watch->others[watch->other_count++];
    memcpy(other->path, path, strlen(path) + 1);      // scan_dir checked the length
    other->mark = *mark;
    other->blocks = blocks;
}

/// True if a file that this scan has found counts as saved.
static bool is_saved_since(const ed_Watch *watch, const char *path, u64 hash)
{
    if (!watch->listing) return true;
    for (u32 i = 0; i < watch->listed_count; i++)
        if (strcmp(watch->listed[i].path, path) == 0)
            return watch->listed[i].hash && watch->listed[i].hash != hash;
    return false;
}

/// True if the file is new or its content differs from the last scan.
static bool scan_file(ed_Watch *watch, const char *path, const ed_FileMark *mark)
{
    u64 hash;
    if (!read_hash(watch, path, &hash)) {
        add_other(watch, path, mark, false);
        return false;
    }
    ed_WatchFile *file = find_file(watch, path);
    if (!file) {
        if (watch->file_count == ED_WATCH_FILES_MAX) {
            watch->full = true;
            return false;
        }
        file = &watch->files[watch->file_count++];
        memcpy(file->path, path, strlen(path) + 1);
        file->hash = is_saved_since(watch, path, hash) ? ~hash : hash;
    }
    bool changed = file->hash != hash;
    file->hash = hash;
    file->mark = *mark;
    file->stale |= changed;
    file->reported &= !changed;      // the current build may have read the old content
    file->seen = true;
    if (!changed) return false;
    memcpy(watch->changed, path, strlen(path) + 1);
    watch->changed_ns = mark->changed_ns;
    return true;
}

static bool scan_entry(ed_Watch *watch, const char *path, bool source, bool subfolders)
{
    ed_FileInfo info;
    if (ed_file_info(path, ED_LINK_ITSELF, &info) != 0) return false;
    bool link = info.kind == ED_FILE_LINK;
    if (link && ed_file_info(path, ED_LINK_FOLLOW, &info) != 0) {      // it may appear later
        add_other(watch, path, &(ed_FileMark){ .inode = 0 }, false);
        return false;
    }
    // Visited after this folder.
    if (info.kind == ED_FILE_FOLDER && subfolders) add_dir(watch, path, false);
    if (info.kind == ED_FILE_FOLDER || !source) return false;
    if (info.kind != ED_FILE_REGULAR) {
        add_other(watch, path, &info.mark, true);
        return false;
    }
    // The file itself is watched, since it may be written under a name in another folder.
    if (link || info.names > 1) ed_watch_events_add_file(&watch->events, path);
    if (info.mark.written_ns > watch->newest_ns) watch->newest_ns = info.mark.written_ns;
    return scan_file(watch, path, &info.mark);
}

typedef struct Scan {
    ed_Watch *watch;
    const char *folder;
    bool subfolders;      // are visited, too
    bool changed;
} Scan;

static bool scan_name(void *it, const char *name)
{
    Scan *scan = (Scan *)it;
    char path[ED_WATCH_PATH_MAX];
    if (name[0] == '.') return true;
    int size = snprintf(path, sizeof path, "%s/%s", scan->folder, name);
    if (size < 0 || (size_t)size >= sizeof path) scan->watch->full = true;
    else scan->changed |= scan_entry(scan->watch, path, ed_watch_is_source(name), scan->subfolders);
    return true;
}

static bool scan_dir(ed_Watch *watch, u32 index)
{
    Scan scan = { watch, watch->dirs[index].path, !watch->dirs[index].listed, false };
    ed_folder_list(scan.folder, scan_name, &scan);
    return scan.changed;
}

static bool scan_listed(ed_Watch *watch, const ed_WatchListed *listed)
{
    const ed_WatchFile *file = find_file(watch, listed->path);
    if (file && file->seen) return false;
    if (ed_file_kind(listed->path) == ED_FILE_NONE)      // it may appear later
        add_other(watch, listed->path, &(ed_FileMark){ .inode = 0 }, false);
    else if (!strchr(listed->path, '/')) ed_watch_events_add_file(&watch->events, listed->path);
    return scan_entry(watch, listed->path, true, false);
}

static bool forget_missing(ed_Watch *watch)
{
    u32 kept = 0;
    for (u32 i = 0; i < watch->file_count; i++)
        if (watch->files[i].seen) watch->files[kept++] = watch->files[i];
    bool gone = kept != watch->file_count;
    watch->file_count = kept;
    return gone;
}

bool ed_watch_scan(ed_Watch *watch)
{
    u32 before = watch->file_count;
    bool changed = false;
    watch->first_ns = watch->event_ns = watch->again_ns = 0;
    watch->other_count = 0;
    watch->changed_ns = UINT64_MAX;
    ed_start_folder_reenter();
    renew_dirs(watch);
    for (u32 i = 0; i < watch->file_count; i++) watch->files[i].seen = false;
    for (u32 i = 0; i < watch->dir_count; i++) changed |= scan_dir(watch, i);
    for (u32 i = 0; i < watch->listed_count; i++) changed |= scan_listed(watch, &watch->listed[i]);
    bool gone = forget_missing(watch) && !watch->listing;
    if (gone) watch->gone_ns = ed_now_ns();
    else if (watch->file_count > before) watch->gone_ns = 0;
    return changed || gone;
}

// --- the list of the build -----------------------------------------------------------------------

/// Takes the line "HASH PATH".
static void take_listed(ed_Watch *watch, const char *line, size_t size)
{
    const char *blank = (const char *)memchr(line, ' ', size);
    size_t skip = blank ? (size_t)(blank - line) + 1 : size, length = size - skip;
    if (!length) return;
    if (length >= ED_WATCH_PATH_MAX || watch->listed_count == ED_WATCH_LISTED_MAX) {
        watch->full = true;
        return;
    }
    ed_WatchListed *listed = &watch->listed[watch->listed_count];
    listed->hash = strtoull(line, NULL, 16);
    memcpy(listed->path, line + skip, length);
    listed->path[length] = 0;
    char *slash = strrchr(listed->path, '/');
    if (!slash || slash[1]) watch->listed_count++;
    if (!slash) return;
    char folder[ED_WATCH_PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - listed->path), listed->path);
    add_dir(watch, folder, true);
}

static void take_list(ed_Watch *watch, const char *text, size_t size)
{
    u32 kept = 0;
    for (u32 i = 0; i < watch->dir_count; i++)
        if (!watch->dirs[i].listed) watch->dirs[kept++] = watch->dirs[i];
    watch->dir_count = kept;
    watch->listed_count = 0;
    for (const char *end = text + size; text < end;) {
        const char *stop = (const char *)memchr(text, '\n', (size_t)(end - text));
        if (!stop) return;      // the list is damaged
        take_listed(watch, text, (size_t)(stop - text));
        text = stop + 1;
    }
}

void ed_watch_read_list(ed_Watch *watch, const char *path)
{
    u64 hash;
    ed_Span bytes;
    ed_Error unused = { .code = ED_OK };
    if (ed_file_kind(path) != ED_FILE_REGULAR || !read_hash(watch, path, &hash)
        || hash == watch->list_hash)
        return;
    watch->unreported |= ed_watch_scan(watch);
    ed_arena_reset(&watch->content);
    if (!ed_file_read(path, SOURCE_BYTES_MAX, &watch->content, &bytes, &unused)) return;
    watch->list_hash = hash;
    take_list(watch, (const char *)bytes.at, bytes.size);
    u64 changed_ns = watch->changed_ns;
    watch->listing = true;
    bool saved = ed_watch_scan(watch);
    watch->listing = false;
    watch->unreported |= saved;
    if (!saved) watch->changed_ns = changed_ns;
}

// --- opening -------------------------------------------------------------------------------------

static void *push_array(ed_Watch *watch, size_t count, size_t size)
{
    return ed_arena_push(&watch->arena, count * size, 8);
}

bool ed_watch_open(ed_Watch *watch, const char *const *dirs, ed_Error *error)
{
    *watch = (ed_Watch){ .named = 0 };
    ed_watch_events_open(&watch->events);      // without events, saves are found by polling alone
    size_t room = ED_WATCH_FILES_MAX * sizeof(ed_WatchFile)
                + ED_WATCH_TREE_MAX * sizeof(ed_WatchDir)
                + ED_WATCH_LISTED_MAX * sizeof(ed_WatchListed)
                + ED_WATCH_OTHERS_MAX * sizeof(ed_WatchOther);
    if (!ed_arena_open(&watch->arena, "watched files", room + 4096, error)
        || !ed_arena_open(&watch->content, "source", SOURCE_BYTES_MAX + 64, error)) {
        ed_watch_close(watch);
        return false;
    }
    watch->files = (ed_WatchFile *)push_array(watch, ED_WATCH_FILES_MAX, sizeof(ed_WatchFile));
    watch->dirs = (ed_WatchDir *)push_array(watch, ED_WATCH_TREE_MAX, sizeof(ed_WatchDir));
    watch->listed =
        (ed_WatchListed *)push_array(watch, ED_WATCH_LISTED_MAX, sizeof(ed_WatchListed));
    watch->others = (ed_WatchOther *)push_array(watch, ED_WATCH_OTHERS_MAX, sizeof(ed_WatchOther));
    for (u32 i = 0; i < ED_WATCH_DIRS_MAX && dirs[i]; i++) add_dir(watch, dirs[i], false);
    watch->named = watch->dir_count;
    ed_watch_scan(watch);
    for (u32 i = 0; i < watch->file_count; i++) watch->files[i].stale = false;
    return true;
}

bool ed_watch_has_events(void) { return ed_watch_events_work("."); }

void ed_watch_close(ed_Watch *watch)
{
    ed_watch_events_close(&watch->events);
    ed_arena_close(&watch->arena);
    ed_arena_close(&watch->content);
    *watch = (ed_Watch){ .events = { -1 } };
}

// --- polling -------------------------------------------------------------------------------------

static void note_event_at(ed_Watch *watch, u64 now)
{
    watch->event_ns = now;
    if (!watch->first_ns) watch->first_ns = now;
}

/// True if the name at the index has changed since the last scan. Folders come first, then files,
/// then other names.
static bool has_changed(const ed_Watch *watch, u32 index)
{
    if (index < watch->dir_count)
        return !ed_file_is_unchanged(watch->dirs[index].path, &watch->dirs[index].mark);
    index -= watch->dir_count;
    if (index < watch->file_count)
        return !ed_file_is_unchanged(watch->files[index].path, &watch->files[index].mark);
    index -= watch->file_count;
    return !ed_file_is_unchanged(watch->others[index].path, &watch->others[index].mark);
}

static void check_status(ed_Watch *watch, u64 now)
{
    u32 all = watch->dir_count + watch->file_count + watch->other_count;
    if (now < watch->check_ns || !all) return;
    u64 wait_ns = ED_WATCH_ROUND_MS * MS / all, due = (now - watch->check_ns) / wait_ns + 1;
    u64 most = all < ED_WATCH_CHECKS_MAX ? all : ED_WATCH_CHECKS_MAX;
    for (u64 i = 0; i < due && i < most; i++)
        if (has_changed(watch, watch->checked++ % all)) note_event_at(watch, now);
    watch->check_ns = now + wait_ns;
}

/// Hashes one small source, since writing to mapped memory need not change a file's status.
static void check_content(ed_Watch *watch, u64 now)
{
    if (now < watch->read_ns || !watch->file_count) return;
    const ed_WatchFile *file = &watch->files[watch->read++ % watch->file_count];
    u64 hash = file->hash;
    if (file->mark.size <= REREAD_BYTES_MAX && read_hash(watch, file->path, &hash)
        && hash != file->hash)
        note_event_at(watch, now);
    watch->read_ns = now + ED_WATCH_READ_MS * MS;
}

bool ed_watch_poll(ed_Watch *watch)
{
    u64 now = ed_now_ns();
    // If the game's code closed the handle of the events, the next scan adds the folders again.
    // Changes in the meantime are found by polling.
    if (ed_watch_events_take(&watch->events)) note_event_at(watch, now);
    check_status(watch, now);
    check_content(watch, now);
    bool due = watch->event_ns
            && (now - watch->event_ns >= ED_WATCH_QUIET_MS * MS
                || now - watch->first_ns >= ED_WATCH_WAIT_MS * MS);
    due |= watch->again_ns && now >= watch->again_ns;
    if (due) watch->unreported |= ed_watch_scan(watch);
    // Some editors delete a file and write it again. A build between the two would fail.
    bool held = watch->gone_ns && now < watch->gone_ns + ED_WATCH_GONE_MS * MS;
    if (!watch->unreported || held) return false;
    watch->unreported = false;
    return true;
}

// --- what changed --------------------------------------------------------------------------------

void ed_watch_changed(ed_Watch *watch, ed_Text *out)
{
    for (u32 i = 0; i < watch->file_count; i++) {
        ed_WatchFile *file = &watch->files[i];
        bool readable = !strpbrk(file->path, " \t\n'\"$");
        bool fits = strlen(file->path) + 8 < out->capacity - out->size;
        file->reported = file->stale;
        if (file->stale && readable && fits)
            ed_text_add(out, "%s-W %s", out->size ? " " : "", file->path);
    }
}

const char *ed_watch_reported_source(const ed_Watch *watch)
{
    for (u32 i = 0; i < watch->file_count; i++)
        if (watch->files[i].reported && has_ending(watch->files[i].path, UNITS))
            return watch->files[i].path;
    return NULL;
}

const char *ed_watch_blocking(const ed_Watch *watch)
{
    for (u32 i = 0; i < watch->other_count; i++)
        if (watch->others[i].blocks) return watch->others[i].path;
    return NULL;
}

void ed_watch_built(ed_Watch *watch)
{
    for (u32 i = 0; i < watch->file_count; i++) watch->files[i].stale &= !watch->files[i].reported;
}

const char *ed_watch_path_of(const ed_Watch *watch, const char *name)
{
    const char *found = NULL;
    for (u32 i = 0; i < watch->file_count; i++) {
        const char *path = watch->files[i].path, *slash = strrchr(path, '/');
        if (strcmp(slash ? slash + 1 : path, name) != 0) continue;
        if (found) return name;
        found = path;
    }
    return found ? found : name;
}
