/// Where the running game comes from. One interface, two files, chosen when the program is linked:
/// source_live.c loads a library and watches its sources, source_static.c has the game inside.
#ifndef HOST_SOURCE_H
#define HOST_SOURCE_H
#include "runtime/live/checkpoint.h"
#include "runtime/live/event.h"
#include "runtime/live/guard.h"
#include "runtime/run/run.h"

#define HOST_MODULE_PATH   "build/game.so"

typedef struct host_SourceConfig {
    const char *module_path;
    const char *build_command;
    bool        watching;
    bool        quick;              // a build may offer a module before its end
    u64         seed;
    ed_Checkpoint *checkpoint;      // these three as ed_LiveConfig has them
    ed_Fault      *fault;
    bool           frozen;
} host_SourceConfig;

typedef struct host_Source host_Source;

/// False where the game is inside the program: nothing is built, nothing is loaded.
extern const bool host_source_is_live;

/// Starts the game. NULL on failure, with nothing left open.
host_Source *host_source_open (ed_Arena *arena, const host_SourceConfig *config, ed_Error *error);
void         host_source_close(host_Source *source);
ed_Run      *host_source_run  (host_Source *source);

/// Where the game is from and what is watched: "build/game.so, watching schema/ and game/".
void         host_source_about(const host_Source *source, ed_Text *out);

/// How saves are seen on this machine: "inotify", "polling", or that they are not.
const char  *host_source_watcher(void);

/// Between two frames; true: `event` is new.
bool host_source_step (host_Source *source, ed_LiveEvent *event);
/// Likewise, without new code: checkpoints, and a game that failed.
bool host_source_mind (host_Source *source, ed_LiveEvent *event);
/// Likewise; and a build that runs, and the trial of what it made, come to their ends: others wait
/// for them. The code stays as it is until the next step.
bool host_source_attend(host_Source *source, ed_LiveEvent *event);
/// They do: there is something to attend to, a few milliseconds apart.
bool host_source_works (const host_Source *source);
/// The game went back in time: a failure within the next moments goes back to what is there now,
/// not to what is forgotten.
void host_source_settle(host_Source *source);
/// After a failure: the code before. True: `event` is new.
bool host_source_back (host_Source *source, ed_LiveEvent *event, ed_Error *error);
bool host_source_has_before(const host_Source *source);
/// The state that a failed game left within the last hour, "" for none: a start may offer it.
void host_source_left (ed_Text *path);
/// If no state is on offer: what failed within the last hour and was resumed, see crash.h.
void host_source_resumed(ed_Text *out);
/// Somebody plays on from that snapshot: where it is such a state it is not offered again.
void host_source_taken(const char *path);
/// Build and swap now; the answer is an event.
/// What the last build printed, "" where there was none.
const char *host_source_output(const host_Source *source);
void host_source_build(host_Source *source);
/// Ends the running build and reports it by an event. False if no build runs.
bool host_source_stop_build(host_Source *source);
/// A build runs or a save waits for one.
bool host_source_busy (const host_Source *source);
/// A save is on its way; else the compiler works on what runs.
bool         host_source_waits(const host_Source *source);
/// Sleeps for so long, or until the next step may have something to do.
void         host_source_wait (const host_Source *source, u32 ms);
#endif
