/// Events of folders and files: whether something happened in them. Not every change causes an
/// event, so a caller has to look from time to time, too. Relative paths are resolved from the
/// start folder (start_folder.h).
#ifndef ED_OS_WATCH_EVENTS_H
#define ED_OS_WATCH_EVENTS_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_WatchEvents {
    i64 handle;      // -1: no events
} ed_WatchEvents;

/// If the system cannot watch (it has a limit of watchers), no events are reported.
void ed_watch_events_open(ed_WatchEvents *events);
void ed_watch_events_close(ed_WatchEvents *events);

/// From now on, reports entries of the folder that are created, written, moved or deleted. A folder
/// that was deleted and created again has to be added again; adding a folder twice changes nothing.
void ed_watch_events_add_folder(ed_WatchEvents *events, const char *path);
/// From now on, reports writes to the file. On Windows, not those through a hard link in another
/// folder.
void ed_watch_events_add_file(ed_WatchEvents *events, const char *path);
/// Returns true if anything happened since the last call. Never blocks. Also true if another part
/// of the program closed the handle: then it was opened again, and everything has to be added
/// again.
bool ed_watch_events_take(ed_WatchEvents *events);

/// Waits until something happens that ed_watch_events_take would report, or a signal arrives, for
/// `ms` at most.
void ed_watch_events_wait(const ed_WatchEvents *events, u32 ms);

/// Returns true if the system reports events of this folder.
bool ed_watch_events_work(const char *folder);

ED_C_END
#endif
