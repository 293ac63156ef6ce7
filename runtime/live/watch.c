#include "runtime/live/watch.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/os/clock.h"
#include "runtime/os/start_folder.h"

#define MS 1000000ull
#define READS_MAX 64u      // reads of events in one poll
#define SOURCE_BYTES_MAX ((size_t)64 << 20)
#define REREAD_BYTES_MAX ((size_t)256 << 10)      // of larger files, only the status is checked
#define EVENTS \
    (IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE \
     | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR)

// File name endings of sources. The first UNITS of them are of translation units; the others are of
// files that are only included.
static const char *const endings[] = { ".c",   ".cc",  ".cpp", ".cxx", ".h",   ".hh",  ".hpp",
                                       ".hxx", ".inc", ".inl", ".ipp", ".tpp", ".tcc", ".def" };
#define UNITS 4u

// --- folders -------------------------------------------------------------------------------------

static void watch_dir(ed_Watch *watch, ed_WatchDir *dir)
{
    char room[PATH_MAX];
    if (!ed_file_is_unchanged(dir->path, &dir->mark))
        watch->again_ns = ed_now_ns() + ED_WATCH_AGAIN_MS * MS;
    dir->mark = ed_file_mark(dir->path);
    if (watch->inotify >= 0)
        inotify_add_watch(watch->inotify, ed_start_folder_path(dir->path, room), EVENTS);
}

static bool same_inode(const ed_FileMark *a, const ed_FileMark *b)
{
    return a->inode == b->inode && a->device == b->device;
}

static void add_dir(ed_Watch *watch, const char *path)
{
    ed_FileMark mark = ed_file_mark(path);
    for (u32 i = 0; i < watch->dir_count; i++) {
        const ed_WatchDir *dir = &watch->dirs[i];
        if (strcmp(dir->path, path) == 0) return;
        if (mark.inode && same_inode(&dir->mark, &mark)) return;
    }
    if (watch->dir_count == ED_WATCH_TREE_MAX || strlen(path) >= ED_WATCH_PATH_MAX) {
        watch->full = true;
        return;
    }
    ed_WatchDir *dir = &watch->dirs[watch->dir_count++];
    snprintf(dir->path, sizeof dir->path, "%s", path);
    watch_dir(watch, dir);
}

/// Watches all folders again, since they can be deleted and created again. Folders that the user
/// named stay listed even while they do not exist.
static void renew_dirs(ed_Watch *watch)
{
    u32 kept = 0;
    for (u32 i = 0; i < watch->dir_count; i++) {
        ed_WatchDir *dir = &watch->dirs[i];
        watch_dir(watch, dir);
        if (i < watch->named || dir->mark.inode) watch->dirs[kept++] = *dir;
    }
    watch->dir_count = kept;
}

/// Enters the start folder again if the working folder was deleted: it may have been created again
/// at the same path.
static void reenter_folder(void)
{
    char path[PATH_MAX];
    if (!getcwd(path, sizeof path) && errno == ENOENT) ed_start_folder_enter();
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

static ed_WatchFile *find_file(ed_Watch *watch, const char *path)
{
    for (u32 i = 0; i < watch->file_count; i++)
        if (strcmp(watch->files[i].path, path) == 0) return &watch->files[i];
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
        file->hash = ~hash;
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

static bool scan_entry(ed_Watch *watch, const char *path, bool source)
{
    struct stat st;
    char room[PATH_MAX];
    const char *whole = ed_start_folder_path(path, room);
    if (lstat(whole, &st) != 0) return false;
    bool link = S_ISLNK(st.st_mode);
    if (link && stat(whole, &st) != 0) {      // its target may appear later
        add_other(watch, path, &(ed_FileMark){ .inode = 0 }, false);
        return false;
    }
    if (S_ISDIR(st.st_mode)) add_dir(watch, path);      // visited after this folder
    if (S_ISDIR(st.st_mode) || !source) return false;
    ed_FileMark mark = ed_file_mark_of(&st);
    if (!S_ISREG(st.st_mode)) {
        add_other(watch, path, &mark, true);
        return false;
    }
    // The file itself is watched, since it may be written under a name in another folder.
    if (watch->inotify >= 0 && (link || st.st_nlink > 1))
        inotify_add_watch(watch->inotify, whole, IN_CLOSE_WRITE);
    if (mark.written_ns > watch->newest_ns) watch->newest_ns = mark.written_ns;
    return scan_file(watch, path, &mark);
}

static bool scan_dir(ed_Watch *watch, u32 index)
{
    bool changed = false;
    char room[PATH_MAX];
    DIR *dir = opendir(ed_start_folder_path(watch->dirs[index].path, room));
    if (!dir) return false;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[PATH_MAX];
        if (entry->d_name[0] == '.') continue;
        int size = snprintf(path, sizeof path, "%s/%s", watch->dirs[index].path, entry->d_name);
        if (size < 0 || (size_t)size >= ED_WATCH_PATH_MAX) {
            watch->full = true;
            continue;
        }
        changed |= scan_entry(watch, path, ed_watch_is_source(entry->d_name));
    }
    closedir(dir);
    return changed;
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
    reenter_folder();
    renew_dirs(watch);
    for (u32 i = 0; i < watch->file_count; i++) watch->files[i].seen = false;
    for (u32 i = 0; i < watch->dir_count; i++) changed |= scan_dir(watch, i);
    bool gone = forget_missing(watch);
    if (gone) watch->gone_ns = ed_now_ns();
    else if (watch->file_count > before) watch->gone_ns = 0;
    return changed || gone;
}

// --- opening -------------------------------------------------------------------------------------

static void *push(ed_Watch *watch, size_t count, size_t size)
{
    return ed_arena_push(&watch->arena, count * size, 8);
}

bool ed_watch_open(ed_Watch *watch, const char *const *dirs, ed_Error *error)
{
    // -1 if the system has no instance left: then saves are found by polling alone.
    *watch = (ed_Watch){ .inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC) };
    size_t room = ED_WATCH_FILES_MAX * sizeof(ed_WatchFile)
                + ED_WATCH_TREE_MAX * sizeof(ed_WatchDir)
                + ED_WATCH_OTHERS_MAX * sizeof(ed_WatchOther);
    if (!ed_arena_open(&watch->arena, "watched files", room + 4096, error)
        || !ed_arena_open(&watch->content, "source", SOURCE_BYTES_MAX + 64, error)) {
        ed_watch_close(watch);
        return false;
    }
    watch->files = (ed_WatchFile *)push(watch, ED_WATCH_FILES_MAX, sizeof(ed_WatchFile));
    watch->dirs = (ed_WatchDir *)push(watch, ED_WATCH_TREE_MAX, sizeof(ed_WatchDir));
    watch->others = (ed_WatchOther *)push(watch, ED_WATCH_OTHERS_MAX, sizeof(ed_WatchOther));
    for (u32 i = 0; i < ED_WATCH_DIRS_MAX && dirs[i]; i++) add_dir(watch, dirs[i]);
    watch->named = watch->dir_count;
    ed_watch_scan(watch);
    for (u32 i = 0; i < watch->file_count; i++) watch->files[i].stale = false;
    return true;
}

bool ed_watch_has_events(void)
{
    int inotify = inotify_init1(IN_CLOEXEC);
    bool has = inotify >= 0 && inotify_add_watch(inotify, ".", EVENTS) >= 0;
    if (inotify >= 0) close(inotify);
    return has;
}

void ed_watch_close(ed_Watch *watch)
{
    if (watch->inotify >= 0) close(watch->inotify);
    ed_arena_close(&watch->arena);
    ed_arena_close(&watch->content);
    *watch = (ed_Watch){ .inotify = -1 };
}

// --- polling -------------------------------------------------------------------------------------

static void note(ed_Watch *watch, u64 now)
{
    watch->event_ns = now;
    if (!watch->first_ns) watch->first_ns = now;
}

/// If the game closed inotify, opens it again and notes an event, since the next scan watches the
/// folders again. Changes in the meantime are found by polling.
static void take_events(ed_Watch *watch, u64 now)
{
    _Alignas(struct inotify_event) char events[4096];
    ssize_t got = 0;
    bool any = false;
    for (u32 i = 0; i < READS_MAX && (got = read(watch->inotify, events, sizeof events)) > 0; i++)
        any = true;
    if (got < 0 && errno != EAGAIN && errno != EINTR) {
        watch->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
        any = true;
    }
    if (any) note(watch, now);
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
        if (has_changed(watch, watch->checked++ % all)) note(watch, now);
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
        note(watch, now);
    watch->read_ns = now + ED_WATCH_READ_MS * MS;
}

bool ed_watch_poll(ed_Watch *watch)
{
    u64 now = ed_now_ns();
    if (watch->inotify >= 0) take_events(watch, now);
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
        file->reported = file->stale && (fits || !readable);
        if (file->reported && readable)
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

void ed_watch_ignore(ed_Watch *watch)
{
    ed_WatchFile *file = find_file(watch, watch->changed);
    if (file) file->reported = true;
}

const char *ed_watch_blocking(const ed_Watch *watch)
{
    for (u32 i = 0; i < watch->other_count; i++)
        if (watch->others[i].blocks) return watch->others[i].path;
    return NULL;
}

bool ed_watch_built(ed_Watch *watch)
{
    bool more = false;
    for (u32 i = 0; i < watch->file_count; i++) {
        watch->files[i].stale &= !watch->files[i].reported;
        more |= watch->files[i].stale;
    }
    return more;
}
