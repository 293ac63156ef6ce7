/// Detects saves in source folders. A save is a change of content, so no save is missed, however
/// quick it is and whatever the clock says. Writing the same content again is ignored.
///
/// Two mechanisms decide when to scan. Events (watch_events.h) are immediate, but some writes cause
/// none: those through mapped memory, those by another computer, and on Windows those through a
/// hard link in another folder. So each poll also checks a few names. The status of every source
/// and folder is checked four times a second, or less often if there are very many. Every 50 ms,
/// the content of the next small source is read, in turn.
///
/// Besides the folders that the user gives, whose subfolders are watched, too, a build can name
/// files and folders in a list, a text file:
///
///     HASH PATH      a file that the build read, and the XXH64 of its bytes; in hexadecimal
///     HASH PATH/     a folder where a new source matters; its subfolders are not watched
///
/// A file with another hash was saved after the build read it. A file with the hash 0 did not exist
/// or may have any content. The folders of these files are watched as if the list named them.
#ifndef ED_LIVE_WATCH_H
#define ED_LIVE_WATCH_H
#include "runtime/base/arena.h"
#include "runtime/base/str.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/watch_events.h"
ED_C_BEGIN

#define ED_WATCH_DIRS_MAX 16u       // given by the user
#define ED_WATCH_TREE_MAX 256u      // including subfolders
#define ED_WATCH_FILES_MAX 4096u
#define ED_WATCH_LISTED_MAX 4096u
#define ED_WATCH_PATH_MAX 256u
// Time without events before a scan, so that files saved together are seen together.
#define ED_WATCH_QUIET_MS 1u
#define ED_WATCH_WAIT_MS 200u         // the longest wait for a time without events
#define ED_WATCH_GONE_MS 100u         // time for a deleted file to come back
#define ED_WATCH_OTHERS_MAX 256u      // names that are not readable files
#define ED_WATCH_ROUND_MS 250u        // every name is checked once in this time
#define ED_WATCH_CHECKS_MAX 8u        // names checked per poll
#define ED_WATCH_READ_MS 50u          // between two reads of content
// A changed folder is listed again after this time, since a second change can leave the same time
// stamp.
#define ED_WATCH_AGAIN_MS 2100u

typedef struct ed_WatchFile {
    char path[ED_WATCH_PATH_MAX];
    u64 hash;              // hash of the content at the last scan
    ed_FileMark mark;      // taken before the content was read
    bool stale;            // changed since the last good build
    bool reported;         // passed to the current build
    bool seen;             // seen in the current scan
} ed_WatchFile;

typedef struct ed_WatchDir {
    char path[ED_WATCH_PATH_MAX];
    ed_FileMark mark;      // at the last scan; a folder with two names is watched once
    bool listed;           // only in the list of the build: without its subfolders
} ed_WatchDir;

typedef struct ed_WatchListed {      // a file in the list of the build
    char path[ED_WATCH_PATH_MAX];
    u64 hash;
} ed_WatchListed;

// A name that may become a source: a dangling link, an unreadable file, or a pipe.
typedef struct ed_WatchOther {
    char path[ED_WATCH_PATH_MAX];
    ed_FileMark mark;
    bool blocks;      // a pipe, socket or device: opening it may block forever
} ed_WatchOther;

typedef struct ed_Watch {
    ed_WatchEvents events;
    ed_Arena arena;        // holds the arrays below
    ed_Arena content;      // content of the file being hashed
    ed_WatchFile *files;
    u32 file_count;
    u32 found;      // index after that of the file that was found last
    ed_WatchDir *dirs;
    u32 dir_count, named;        // named: number of folders that the user gave; they come first
    u64 first_ns, event_ns;      // times of the first and the last event since the last scan; 0: no
                                 // event
    ed_WatchListed *listed;
    u32 listed_count;
    u64 list_hash;      // of the bytes of the list; 0: no list was read
    bool listing;      // in this scan, a new file counts as saved only if the list has another hash
    ed_WatchOther *others;
    u32 other_count;
    u32 checked;      // counts checks; the next name is this modulo the number of names, in
                      // the order folders, files, other names
    u32 read;         // counts reads; the next file is this modulo the number of files
    u64 check_ns, read_ns;      // when the next check and the next read are due
    u64 gone_ns;          // when a file was found to be deleted; 0: no file is missing, or one
                          // appeared since
    bool unreported;      // a change that ed_watch_poll has not returned yet
    u64 again_ns;         // when the next scan is due in any case; 0: never
    u64 newest_ns;        // the latest time stamp of a source, since 1970
    char changed[ED_WATCH_PATH_MAX];      // the file that changed last
    u64 changed_ns;      // when it changed, by its file system; UINT64_MAX: it was deleted
    bool full;           // some files or folders do not fit, or a path is too long
} ed_Watch;

/// `dirs` ends with NULL or after ED_WATCH_DIRS_MAX. A folder that does not exist yet is watched
/// once it exists.
bool ed_watch_open(ed_Watch *watch, const char *const *dirs, ed_Error *error);
void ed_watch_close(ed_Watch *watch);

/// Never blocks. True if the sources differ from the last scan. A deleted file is reported after
/// ED_WATCH_GONE_MS, or as soon as another file appears.
bool ed_watch_poll(ed_Watch *watch);
/// Scans all sources now, whatever the events say. True if they differ from the last scan.
bool ed_watch_scan(ed_Watch *watch);

/// Reads the list at `path`, if it exists and differs from the one that was read last. Call it when
/// no build runs. If a file in it was saved since the build read it, ed_watch_poll returns true.
void ed_watch_read_list(ed_Watch *watch, const char *path);

/// Adds "-W game/sim.c -W …" for the files that changed since the last good build: options of make.
/// Leaves out names that do not fit and names that make cannot read. Marks all of the files as
/// passed to this build.
void ed_watch_changed(ed_Watch *watch, ed_Text *out);
/// The first translation unit (a .c file, for example) that was passed to this build: a good build
/// must have compiled it. NULL if there is no such file.
const char *ed_watch_reported_source(const ed_Watch *watch);
/// Call it after a good build of the files that ed_watch_changed passed. A file that changed
/// meanwhile is passed to the next build, too.
void ed_watch_built(ed_Watch *watch);

/// The path of a pipe, socket or device that has the name of a source, so that a build would open
/// it. NULL if there is no such path.
const char *ed_watch_blocking(const ed_Watch *watch);

/// The path of the watched file with that name, such as "game/main.c" for "main.c". If there are
/// several or none, returns `name`.
const char *ed_watch_path_of(const ed_Watch *watch, const char *name);

/// True if the file is a source by its name.
bool ed_watch_is_source(const char *name);

/// True if the system reports saves. Otherwise they are found only by checking every name several
/// times a second.
bool ed_watch_has_events(void);

ED_C_END
#endif
