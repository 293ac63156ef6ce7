/// Where the running game comes from. One interface, two files, chosen when the program is linked:
/// source_live.c loads a library and watches its sources, source_static.c has the game inside.
#ifndef ED_DEBUG_GAME_SOURCE_H
#define ED_DEBUG_GAME_SOURCE_H
#include "runtime/live/checkpoint.h"
#include "runtime/live/event.h"
#include "runtime/live/guard.h"
#include "runtime/run/run.h"

#define ED_MODULE_PATH "build/game.so"

typedef struct ed_GameSourceConfig {
    const char *module_path;
    const char *build_command;
    bool watching;
    bool quick;      // a build may offer a module before its end
    u64 seed;
    ed_Checkpoint *checkpoint;      // these three as ed_LiveConfig has them
    ed_Fault *fault;
    bool start_paused;
} ed_GameSourceConfig;

typedef struct ed_GameSource ed_GameSource;

/// False where the game is inside the program: nothing is built, nothing is loaded.
extern const bool ed_source_is_live;

/// Starts the game. NULL on failure, with nothing left open.
ed_GameSource *ed_source_open(ed_Arena *arena, const ed_GameSourceConfig *config, ed_Error *error);
void ed_source_close(ed_GameSource *source);
ed_Run *ed_source_run(ed_GameSource *source);

/// Where the game is from and what is watched: "build/game.so, watching schema/ and game/".
void ed_source_describe(const ed_GameSource *source, ed_Text *out);

/// How saves are seen on this machine: "inotify", "polling", or that they are not.
const char *ed_source_watcher(void);

/// Between two frames; true: `event` is new.
bool ed_source_poll(ed_GameSource *source, ed_LiveEvent *event);
/// Likewise, without new code: checkpoints, and a game that failed.
bool ed_source_poll_safety(ed_GameSource *source, ed_LiveEvent *event);
/// Likewise; and a build that runs, and the trial of what it made, come to their ends: others wait
/// for them. The code stays as it is until the next step.
bool ed_source_poll_build(ed_GameSource *source, ed_LiveEvent *event);
/// They do: there is something to attend to, a few milliseconds apart.
bool ed_source_is_building(const ed_GameSource *source);
/// The game went back in time: a failure within the next moments goes back to what is there now,
/// not to what is forgotten.
void ed_source_restart_checkpoints(ed_GameSource *source);
/// After a failure: the code before. True: `event` is new.
bool ed_source_use_previous_build(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error);
bool ed_source_has_previous_build(const ed_GameSource *source);
/// The state that a failed game left within the last hour, "" for none: a start may offer it.
void ed_source_crash_state(ed_Text *path);
/// If no state is on offer: what failed within the last hour and was resumed, see crash.h.
void ed_source_describe_resumed(ed_Text *out);
/// Somebody plays on from that snapshot: where it is such a state it is not offered again.
void ed_source_mark_resumed(const char *path);
/// Build and swap now; the answer is an event.
/// What the last build printed, "" where there was none.
const char *ed_source_build_output(const ed_GameSource *source);
void ed_source_build(ed_GameSource *source);
/// Ends the running build and reports it by an event. False if no build is running.
bool ed_source_stop_build(ed_GameSource *source);
/// A build runs or a save waits for one.
bool ed_source_busy(const ed_GameSource *source);
/// A save is on its way; else the compiler works on what runs.
bool ed_source_has_pending_save(const ed_GameSource *source);
/// Sleeps for so long, or until the next step may have something to do.
void ed_source_sleep(const ed_GameSource *source, u32 ms);
#endif
