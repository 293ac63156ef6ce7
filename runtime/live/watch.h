/// Sees saves in folders of sources. Events only say when to look: what counts is the content of
/// the files, so no save is missed, however quick, whatever the clock says, and a save of the same
/// text is none.
#ifndef ED_WATCH_H
#define ED_WATCH_H
#include "runtime/arena.h"
#include "runtime/str.h"
ED_C_BEGIN

#define ED_WATCH_DIRS_MAX  16u       // named by the user
#define ED_WATCH_TREE_MAX  256u      // with those inside them
#define ED_WATCH_FILES_MAX 4096u
#define ED_WATCH_PATH_MAX  256u
#define ED_WATCH_HOME_MAX  1024u
#define ED_WATCH_SETTLE_MS 1u        // of quiet before a look: files of one save come together
#define ED_WATCH_WAIT_MS   200u      // but no longer, where it is never quiet

typedef struct ed_WatchFile {
    char path[ED_WATCH_PATH_MAX];
    u64  hash;                       // of the content at the last look
    bool stale;                      // changed since the last good build
    bool told;                       // named to the build at hand
    bool met;                        // in the look at hand
} ed_WatchFile;

typedef struct ed_WatchDir {
    char path[ED_WATCH_PATH_MAX];
    u64  device, inode;              // one folder under two names is one
    int  id;                         // of inotify, -1 where it refused or the folder is gone
    bool linked;                     // a link, or a file or link in it has a name elsewhere
} ed_WatchDir;

typedef struct ed_Watch {
    int           inotify;           // -1: polling
    ed_Arena      arena;             // files and folders
    ed_Arena      content;           // of the file being hashed
    ed_WatchFile *files;
    u32           file_count;
    ed_WatchDir  *dirs;
    u32           dir_count, named;  // all, and the first of them that the user named
    u64           first_ns, event_ns;   // of the first and last event not yet looked at; 0: none
    u64           look_ns;           // of the last look
    u64           newest_ns;         // the latest time stamp of a source, since 1970
    char          home[ED_WATCH_HOME_MAX];      // the working folder at the start; "": unknown
    bool          full;              // more files or folders than it holds, or a longer path
} ed_Watch;

/// `dirs` ends with NULL or after ED_WATCH_DIRS_MAX; folders that do not exist are passed over.
bool ed_watch_open (ed_Watch *watch, const char *const *dirs, ed_Error *error);
void ed_watch_close(ed_Watch *watch);

/// Never blocks. True when the sources are not as at the last look.
bool ed_watch_poll(ed_Watch *watch);
/// A look now, whatever the events say.
bool ed_watch_look(ed_Watch *watch);

/// "-W game/sim.c -W …" of the files that changed since the last good build: how make is told,
/// whatever their times say. As many as fit; names that make could not read are left out.
void ed_watch_changed(ed_Watch *watch, ed_Text *out);
/// The first file that ed_watch_changed gave which is compiled by itself: a good build makes
/// something of it. NULL: there is none.
const char *ed_watch_told_unit(const ed_Watch *watch);
/// A build of what was seen at the last look, told what ed_watch_changed gave, was good. True where
/// files did not fit: one more build is due.
bool ed_watch_settle (ed_Watch *watch);

/// By its name.
bool ed_watch_is_source(const char *name);

/// True where the system tells of saves; else folders are looked through several times a second.
bool ed_watch_has_events(void);

u64 ed_now_ns(void);

ED_C_END
#endif
