#include "runtime/os/files/watch_events.h"
#include <errno.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

#define READS_MAX 64u      // reads of events in one call
#define EVENTS \
    (IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE \
     | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR)

void ed_watch_events_open(ed_WatchEvents *events)
{
    events->handle = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

void ed_watch_events_close(ed_WatchEvents *events)
{
    if (events->handle >= 0) close((int)events->handle);
    events->handle = -1;
}

static bool add(const ed_WatchEvents *events, const char *path, u32 which)
{
    char room[ED_PATH_MAX];
    const char *whole = ed_start_folder_path(path, room);
    return events->handle >= 0 && inotify_add_watch((int)events->handle, whole, which) >= 0;
}

void ed_watch_events_add_folder(ed_WatchEvents *events, const char *path)
{
    add(events, path, EVENTS);
}

void ed_watch_events_add_file(ed_WatchEvents *events, const char *path)
{
    add(events, path, IN_CLOSE_WRITE);
}

bool ed_watch_events_take(ed_WatchEvents *events)
{
    _Alignas(struct inotify_event) char bytes[4096];
    ssize_t got = 0;
    bool any = false;
    if (events->handle < 0) return false;
    for (u32 i = 0; i < READS_MAX && (got = read((int)events->handle, bytes, sizeof bytes)) > 0;
         i++)
        any = true;
    if (got >= 0 || errno == EAGAIN || errno == EINTR) return any;
    ed_watch_events_open(events);
    return true;
}

void ed_watch_events_wait(const ed_WatchEvents *events, u32 ms)
{
    struct pollfd any = { .fd = (int)events->handle, .events = POLLIN };
    poll(&any, 1, (int)ms);
}

bool ed_watch_events_work(const char *folder)
{
    ed_WatchEvents events;
    ed_watch_events_open(&events);
    bool work = add(&events, folder, EVENTS);
    ed_watch_events_close(&events);
    return work;
}
