/// Sees saves in folders of sources. What counts is the content of the files, so no save is missed,
/// however quick, whatever the clock says, and a save of the same text does not count.
///
/// Two things say when to look. Events (inotify) do so at once, but they do not exist for every
/// kind of write: one through a second hard link or mapped memory, one by another computer. So a
/// few names are checked at every poll, too: the status of every source and folder four times a
/// second (less often where there are more than a poll may check), and the content of one small
/// source every 50 ms.
#ifndef ED_LIVE_WATCH_H
#define ED_LIVE_WATCH_H
#include "runtime/base/arena.h"
#include "runtime/base/str.h"
#include "runtime/os/files.h"
ED_C_BEGIN

#define ED_WATCH_DIRS_MAX 16u       // named by the user
#define ED_WATCH_TREE_MAX 256u      // with those inside them
#define ED_WATCH_FILES_MAX 4096u
#define ED_WATCH_PATH_MAX 256u
#define ED_WATCH_QUIET_MS 1u         // of quiet before a look: files of one save come together
#define ED_WATCH_WAIT_MS 200u         // but no longer, where it is never quiet
#define ED_WATCH_GONE_MS 100u         // for a file that is gone to come back
#define ED_WATCH_OTHERS_MAX 256u      // names that are no readable file
#define ED_WATCH_ROUND_MS 250u        // in which every name is checked once
#define ED_WATCH_CHECKS_MAX 8u        // in one poll
#define ED_WATCH_READ_MS 50u          // between two reads of a source that looks unchanged
// A changed folder is listed again after this time: a second change may have the same time stamp.
#define ED_WATCH_AGAIN_MS 2100u

typedef struct ed_WatchFile {
    char path[ED_WATCH_PATH_MAX];
    u64 hash;              // of the content at the last look
    ed_FileMark mark;      // taken before that was read
    bool stale;            // changed since the last good build
    bool reported;             // named to the build at hand
    bool seen;              // in the look at hand
} ed_WatchFile;

typedef struct ed_WatchDir {
    char path[ED_WATCH_PATH_MAX];
    ed_FileMark mark;      // of the last look; one folder under two names is one
} ed_WatchDir;

// A name that may become a source: a link that leads nowhere, a file that cannot be read, a pipe.
typedef struct ed_WatchOther {
    char path[ED_WATCH_PATH_MAX];
    ed_FileMark mark;
    bool blocks;      // a pipe, socket or device: who opens it may wait forever
} ed_WatchOther;

typedef struct ed_Watch {
    int inotify;           // -1: there are no events
    ed_Arena arena;        // files and folders
    ed_Arena content;      // of the file being hashed
    ed_WatchFile *files;
    u32 file_count;
    ed_WatchDir *dirs;
    u32 dir_count, named;        // all, and the first of them that the user named
    u64 first_ns, event_ns;      // of the first and last event not yet looked at; 0: none
    ed_WatchOther *others;
    u32 other_count;
    u32 checked;                // names so far: folders, files, others, and round again
    u32 read;                   // files so far, and round again
    u64 check_ns, read_ns;      // when the next one is due
    u64 gone_ns;                // when a file was found to be gone; 0: none, or one came since
    bool unreported;            // a change that ed_watch_poll has not returned yet
    u64 again_ns;               // when the next look is due, whatever happens; 0: never
    u64 newest_ns;              // the latest time stamp of a source, since 1970
    char changed[ED_WATCH_PATH_MAX];      // the last file that did,
    u64 changed_ns;                       //   and when, by its file system; UINT64_MAX: it is gone
    bool full;                            // more files or folders than it holds, or a longer path
} ed_Watch;

/// `dirs` ends with NULL or after ED_WATCH_DIRS_MAX; folders that do not exist are passed over.
bool ed_watch_open(ed_Watch *watch, const char *const *dirs, ed_Error *error);
void ed_watch_close(ed_Watch *watch);

/// Never blocks. True when the sources are not as at the last look; where a file is gone, a moment
/// later, or as soon as one comes in its place.
bool ed_watch_poll(ed_Watch *watch);
/// A look now, whatever the events say.
bool ed_watch_look(ed_Watch *watch);

/// "-W game/sim.c -W …" of the files that changed since the last good build: make counts them as
/// new, whatever their times say. As many as fit; names that make could not read are left out.
void ed_watch_changed(ed_Watch *watch, ed_Text *out);
/// The first file that ed_watch_changed gave which is compiled by itself: a good build makes
/// something of it. NULL if no file is.
const char *ed_watch_reported_source(const ed_Watch *watch);
/// A build of what was seen at the last look, told what ed_watch_changed gave, was good. True where
/// files did not fit: one more build is due.
bool ed_watch_built(ed_Watch *watch);

/// The path of a pipe, socket or device that is named like a source, and that a build would open,
/// or NULL.
const char *ed_watch_blocking(const ed_Watch *watch);

/// By its name.
bool ed_watch_is_source(const char *name);

/// True where the system reports saves; else every name is checked several times a second.
bool ed_watch_has_events(void);

u64 ed_now_ns(void);

ED_C_END
#endif
