#include "runtime/live/watch.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/live/file.h"

#define MS              1000000ull
#define POLL_MS         300ull        // between looks where events do not tell all
#define READS_MAX       64u           // of events in one poll
#define SOURCE_BYTES_MAX ((size_t)64 << 20)
#define EVENTS (IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE \
                | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR)

// The first of them of files that are compiled by themselves.
static const char *const endings[] = { ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx",
                                       ".inc", ".inl", ".ipp", ".tpp", ".tcc", ".def" };
#define UNITS 4u

u64 ed_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (u64)t.tv_sec * 1000000000u + (u64)t.tv_nsec;
}

// --- folders -------------------------------------------------------------------------------------

static void watch_dir(const ed_Watch *watch, ed_WatchDir *dir)
{
    struct stat st, link;
    bool there = stat(dir->path, &st) == 0;
    dir->device = there ? (u64)st.st_dev : 0;
    dir->inode  = there ? (u64)st.st_ino : 0;
    dir->linked = lstat(dir->path, &link) == 0 && S_ISLNK(link.st_mode);
    dir->id     = watch->inotify < 0 ? -1 : inotify_add_watch(watch->inotify, dir->path, EVENTS);
}

static void add_dir(ed_Watch *watch, const char *path)
{
    struct stat st;
    bool there = stat(path, &st) == 0;
    for (u32 i = 0; i < watch->dir_count; i++) {
        const ed_WatchDir *dir = &watch->dirs[i];
        if (strcmp(dir->path, path) == 0) return;
        if (there && dir->device == (u64)st.st_dev && dir->inode == (u64)st.st_ino) return;
    }
    if (watch->dir_count == ED_WATCH_TREE_MAX || strlen(path) >= ED_WATCH_PATH_MAX) {
        watch->full = true;
        return;
    }
    ed_WatchDir *dir = &watch->dirs[watch->dir_count++];
    snprintf(dir->path, sizeof dir->path, "%s", path);
    watch_dir(watch, dir);
}

/// Folders come, go and are replaced by others of the same name;
/// those the user named are waited for.
static void renew_dirs(ed_Watch *watch)
{
    u32 kept = 0;
    for (u32 i = 0; i < watch->dir_count; i++) {
        ed_WatchDir *dir = &watch->dirs[i];
        watch_dir(watch, dir);
        if (i < watch->named || dir->inode) watch->dirs[kept++] = *dir;
    }
    watch->dir_count = kept;
}

/// Events come from a folder. They do not tell of what is written under another name of a file,
/// in another folder, nor that a link leads elsewhere.
static bool all_watched(const ed_Watch *watch)
{
    for (u32 i = 0; i < watch->dir_count; i++)
        if (watch->dirs[i].id < 0 || watch->dirs[i].linked) return false;
    return true;
}

/// The working folder may be deleted, and made anew at its path.
static void go_home(const ed_Watch *watch)
{
    char path[PATH_MAX];
    if (getcwd(path, sizeof path) || errno != ENOENT) return;
    if (chdir(watch->home) != 0) { }      // not yet there
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

/// True where the file is new or has another content than at the last look.
static bool look_at_file(ed_Watch *watch, const char *path)
{
    ed_Span bytes;
    ed_Error unused = { .code = ED_OK };
    ed_arena_reset(&watch->content);
    // Gone, or not yet there.
    if (!ed_file_read(path, SOURCE_BYTES_MAX, &watch->content, &bytes, &unused)) return false;
    u64 hash = XXH64(bytes.at, bytes.size, 0);
    ed_WatchFile *file = find_file(watch, path);
    if (!file) {
        if (watch->file_count == ED_WATCH_FILES_MAX) { watch->full = true; return false; }
        file = &watch->files[watch->file_count++];
        memcpy(file->path, path, strlen(path) + 1);      // look_at_dir has measured it
        file->hash = ~hash;
    }
    bool changed = file->hash != hash;
    file->hash   = hash;
    file->stale |= changed;
    file->met    = true;
    return changed;
}

/// A link that leads nowhere may do so later.
static bool look_at_entry(ed_Watch *watch, ed_WatchDir *dir, const char *path, bool source)
{
    struct stat st;
    if (lstat(path, &st) != 0) return false;
    bool linked = S_ISLNK(st.st_mode) || (S_ISREG(st.st_mode) && source && st.st_nlink > 1);
    dir->linked |= linked;
    if (S_ISLNK(st.st_mode) && stat(path, &st) != 0) return false;
    if (S_ISDIR(st.st_mode)) add_dir(watch, path);      // looked at after this one
    if (!S_ISREG(st.st_mode) || !source) return false;
    // Sooner than the next look, whatever name it is written by.
    if (linked && watch->inotify >= 0) inotify_add_watch(watch->inotify, path, IN_CLOSE_WRITE);
    u64 time_ns = ed_file_time_ns(&st);
    if (time_ns > watch->newest_ns) watch->newest_ns = time_ns;
    return look_at_file(watch, path);
}

static bool look_at_dir(ed_Watch *watch, u32 index)
{
    bool changed = false;
    DIR *dir = opendir(watch->dirs[index].path);
    if (!dir) return false;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[PATH_MAX];
        if (entry->d_name[0] == '.') continue;
        int size = snprintf(path, sizeof path, "%s/%s", watch->dirs[index].path, entry->d_name);
        if (size < 0 || (size_t)size >= ED_WATCH_PATH_MAX) { watch->full = true; continue; }
        bool source = ed_watch_is_source(entry->d_name);
        changed |= look_at_entry(watch, &watch->dirs[index], path, source);
    }
    closedir(dir);
    return changed;
}

static bool forget_missing(ed_Watch *watch)
{
    u32 kept = 0;
    for (u32 i = 0; i < watch->file_count; i++)
        if (watch->files[i].met) watch->files[kept++] = watch->files[i];
    bool gone = kept != watch->file_count;
    watch->file_count = kept;
    return gone;
}

bool ed_watch_look(ed_Watch *watch)
{
    bool changed = false;
    watch->first_ns = watch->event_ns = 0;
    watch->look_ns  = ed_now_ns();
    go_home(watch);
    renew_dirs(watch);
    for (u32 i = 0; i < watch->file_count; i++) watch->files[i].met = false;
    for (u32 i = 0; i < watch->dir_count; i++) changed |= look_at_dir(watch, i);
    changed |= forget_missing(watch);
    return changed;
}

// --- opening, polling ----------------------------------------------------------------------------

bool ed_watch_open(ed_Watch *watch, const char *const *dirs, ed_Error *error)
{
    // -1, all used up: polling.
    *watch = (ed_Watch){ .inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC) };
    size_t room =
        ED_WATCH_FILES_MAX * sizeof(ed_WatchFile) + ED_WATCH_TREE_MAX * sizeof(ed_WatchDir);
    if (!getcwd(watch->home, sizeof watch->home)) watch->home[0] = 0;
    if (!ed_arena_open(&watch->arena, "watched files", room + 4096, error)
        || !ed_arena_open(&watch->content, "source", SOURCE_BYTES_MAX + 64, error)) {
        ed_watch_close(watch);
        return false;
    }
    watch->files = (ed_WatchFile *)ed_arena_push(&watch->arena,
                                                 ED_WATCH_FILES_MAX * sizeof(ed_WatchFile), 8);
    watch->dirs  = (ed_WatchDir *)ed_arena_push(&watch->arena,
                                                ED_WATCH_TREE_MAX * sizeof(ed_WatchDir), 8);
    for (u32 i = 0; i < ED_WATCH_DIRS_MAX && dirs[i]; i++) add_dir(watch, dirs[i]);
    watch->named = watch->dir_count;
    ed_watch_look(watch);
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

static void take_events(ed_Watch *watch)
{
    _Alignas(struct inotify_event) char events[4096];
    bool any = false;
    for (u32 i = 0; i < READS_MAX && read(watch->inotify, events, sizeof events) > 0; i++)
        any = true;
    if (!any) return;
    watch->event_ns = ed_now_ns();
    if (!watch->first_ns) watch->first_ns = watch->event_ns;
}

bool ed_watch_poll(ed_Watch *watch)
{
    if (watch->inotify >= 0) take_events(watch);
    u64 now = ed_now_ns();
    bool due = watch->event_ns && (now - watch->event_ns >= ED_WATCH_SETTLE_MS * MS
                                   || now - watch->first_ns >= ED_WATCH_WAIT_MS * MS);
    bool poll = now - watch->look_ns >= POLL_MS * MS && !all_watched(watch);
    return (due || poll) && ed_watch_look(watch);
}

// --- what changed --------------------------------------------------------------------------------

void ed_watch_changed(ed_Watch *watch, ed_Text *out)
{
    for (u32 i = 0; i < watch->file_count; i++) {
        ed_WatchFile *file = &watch->files[i];
        bool readable = !strpbrk(file->path, " \t\n'\"$");
        bool fits = strlen(file->path) + 8 < out->capacity - out->size;
        file->told = file->stale && (fits || !readable);
        if (file->told && readable) ed_text_add(out, "%s-W %s", out->size ? " " : "", file->path);
    }
}

const char *ed_watch_told_unit(const ed_Watch *watch)
{
    for (u32 i = 0; i < watch->file_count; i++)
        if (watch->files[i].told && has_ending(watch->files[i].path, UNITS))
            return watch->files[i].path;
    return NULL;
}

bool ed_watch_settle(ed_Watch *watch)
{
    bool more = false;
    for (u32 i = 0; i < watch->file_count; i++) {
        watch->files[i].stale &= !watch->files[i].told;
        more |= watch->files[i].stale;
    }
    return more;
}
