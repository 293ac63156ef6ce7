#include "runtime/os/files/watch_events.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/event.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

// A kernel queue reports events of open files. An event of a folder means that an entry was added,
// removed or renamed, but not that a file in it was written, so the files are open as well. The
// handle of an ed_WatchEvents is the address of a Watches.
//
// There may be more files than a process may open. The caller finds changes of the others when it
// looks at them.

#define WATCHES_MAX 1024u
#define EVENTS_AT_ONCE 32
#define READS_MAX 64u      // reads of events in one call
#define GONE (NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)

typedef struct Watch {
    int file;      // its number may belong to another file, if the game's code closed it
    dev_t device;
    ino_t inode;
} Watch;

typedef struct Watches {
    int queue;
    u32 count, most;
    Watch at[WATCHES_MAX];
} Watches;

static Watches *watches_of(const ed_WatchEvents *events)
{
    return events->handle == -1 ? NULL : (Watches *)(uintptr_t)events->handle;
}

// --- opening and closing -------------------------------------------------------------------------

/// Half of the files that this process may open.
static u32 most_watches(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur / 2 > WATCHES_MAX)
        return WATCHES_MAX;
    return (u32)(limit.rlim_cur / 2);
}

void ed_watch_events_open(ed_WatchEvents *events)
{
    void *room =
        mmap(NULL, sizeof(Watches), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    events->handle = -1;
    if (room == MAP_FAILED) return;
    Watches *watches = (Watches *)room;
    watches->queue = kqueue();
    watches->most = most_watches();
    if (watches->queue >= 0) events->handle = (i64)(uintptr_t)watches;
    else munmap(room, sizeof(Watches));
}

static bool is_open(const Watch *watch)
{
    struct stat st;
    return fstat(watch->file, &st) == 0 && st.st_dev == watch->device && st.st_ino == watch->inode;
}

static void remove_watch(Watches *watches, u32 index)
{
    if (is_open(&watches->at[index])) close(watches->at[index].file);
    watches->at[index] = watches->at[--watches->count];
}

/// Closes all but the queue.
static void close_watches(Watches *watches)
{
    while (watches->count) remove_watch(watches, watches->count - 1);
}

void ed_watch_events_close(ed_WatchEvents *events)
{
    Watches *watches = watches_of(events);
    events->handle = -1;
    if (!watches) return;
    close_watches(watches);
    close(watches->queue);
    munmap(watches, sizeof *watches);
}

// --- adding --------------------------------------------------------------------------------------

/// A watch whose file was closed by other code is removed.
static bool is_watched(Watches *watches, dev_t device, ino_t inode)
{
    for (u32 i = 0; i < watches->count; i++) {
        if (watches->at[i].device != device || watches->at[i].inode != inode) continue;
        if (is_open(&watches->at[i])) return true;
        remove_watch(watches, i);
        return false;
    }
    return false;
}

/// Watches an open file, and closes it later; at once if it is watched already, or on failure.
static bool watch(Watches *watches, int file)
{
    struct stat st;
    struct kevent change;
    EV_SET(&change, (uintptr_t)file, EVFILT_VNODE, EV_ADD | EV_CLEAR,
           NOTE_WRITE | NOTE_EXTEND | GONE, 0, NULL);
    bool found = fstat(file, &st) == 0;
    bool known = found && is_watched(watches, st.st_dev, st.st_ino);
    if (found && !known && watches->count < watches->most
        && kevent(watches->queue, &change, 1, NULL, 0, NULL) == 0) {
        watches->at[watches->count++] = (Watch){ file, st.st_dev, st.st_ino };
        return true;
    }
    close(file);
    return known;
}

static int open_to_watch(int folder, const char *name, int flags)
{
    return openat(folder, name, O_EVTONLY | O_NONBLOCK | O_CLOEXEC | flags);
}

/// Watches the regular files in a folder.
static void add_files(Watches *watches, DIR *folder, dev_t device)
{
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (watches->count == watches->most) return;
        if (entry->d_type != DT_REG || is_watched(watches, device, entry->d_ino)) continue;
        int file = open_to_watch(dirfd(folder), entry->d_name, O_NOFOLLOW);
        if (file >= 0) watch(watches, file);
    }
}

static bool add(const ed_WatchEvents *events, const char *path, int flags)
{
    char room[ED_PATH_MAX];
    Watches *watches = watches_of(events);
    int file = watches ? open_to_watch(AT_FDCWD, ed_start_folder_path(path, room), flags) : -1;
    return file >= 0 && watch(watches, file);
}

void ed_watch_events_add_folder(ed_WatchEvents *events, const char *path)
{
    char room[ED_PATH_MAX];
    struct stat st;
    DIR *folder = add(events, path, O_DIRECTORY) ? opendir(ed_start_folder_path(path, room)) : NULL;
    if (!folder) return;
    if (fstat(dirfd(folder), &st) == 0) add_files(watches_of(events), folder, st.st_dev);
    closedir(folder);
}

void ed_watch_events_add_file(ed_WatchEvents *events, const char *path) { add(events, path, 0); }

// --- taking --------------------------------------------------------------------------------------

/// Removes the watch of a file that is gone, or has another name now.
static void look_at(Watches *watches, const struct kevent *event)
{
    u32 i = 0;
    if (!(event->fflags & GONE)) return;
    while (i < watches->count && (uintptr_t)watches->at[i].file != event->ident) i++;
    if (i < watches->count) remove_watch(watches, i);
}

/// Reads events. Returns how many there were, or -1 with errno.
static int read_events(Watches *watches)
{
    struct kevent found[EVENTS_AT_ONCE];
    const struct timespec at_once = { 0, 0 };
    int count = kevent(watches->queue, NULL, 0, found, EVENTS_AT_ONCE, &at_once);
    for (int i = 0; i < count; i++) look_at(watches, &found[i]);
    return count;
}

bool ed_watch_events_take(ed_WatchEvents *events)
{
    Watches *watches = watches_of(events);
    int got = 0;
    bool any = false;
    if (!watches) return false;
    for (u32 i = 0; i < READS_MAX && (got = read_events(watches)) > 0; i++) any = true;
    if (got >= 0 || errno == EINTR) return any;
    close_watches(watches);
    watches->queue = kqueue();
    if (watches->queue < 0) ed_watch_events_close(events);
    return true;
}

void ed_watch_events_wait(const ed_WatchEvents *events, u32 ms)
{
    const Watches *watches = watches_of(events);
    struct pollfd any = { .fd = watches ? watches->queue : -1, .events = POLLIN };
    poll(&any, 1, (int)ms);
}

bool ed_watch_events_work(const char *folder)
{
    ed_WatchEvents events;
    ed_watch_events_open(&events);
    bool work = add(&events, folder, O_DIRECTORY);
    ed_watch_events_close(&events);
    return work;
}
