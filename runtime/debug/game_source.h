/// Where the running game comes from. Two files implement this interface, and the linker chooses
/// one: game_source_live.c loads a library and watches its sources; game_source_static.c has the
/// game linked in.
#ifndef ED_DEBUG_GAME_SOURCE_H
#define ED_DEBUG_GAME_SOURCE_H
#include "runtime/live/checkpoint.h"
#include "runtime/live/event.h"
#include "runtime/live/guard.h"
#include "runtime/run/run.h"

#define ED_MODULE_PATH "build/game" ED_LIBRARY_SUFFIX

typedef struct ed_GameSourceConfig {
    const char *module_path;
    const char *build_command;
    bool watching;
    bool early_builds;      // builds may offer an early module
    u32 hang_ms;
    u64 seed;
    ed_Checkpoint *checkpoint;      // this and the next two: see ed_LiveConfig
    ed_Fault *fault;
    bool start_paused;
} ed_GameSourceConfig;

typedef struct ed_GameSource ed_GameSource;

/// False if the game is part of the program: nothing is built or loaded.
extern const bool ed_source_is_live;

/// Starts the game. NULL on failure, with nothing left open.
ed_GameSource *ed_source_open(ed_Arena *arena, const ed_GameSourceConfig *config, ed_Error *error);
void ed_source_close(ed_GameSource *source);
ed_Run *ed_source_run(ed_GameSource *source);

/// Adds a description such as "build/game.so, watching schema/ and game/".
void ed_source_describe(const ed_GameSource *source, ed_Text *out);

/// What detects saves: "events" of the system, or "polling". A program with a built-in game returns
/// a text that starts with "nothing".
const char *ed_source_watcher(void);

/// Call it between two frames. True if there is a new `event`.
bool ed_source_poll(ed_GameSource *source, ed_LiveEvent *event);
/// Like ed_source_poll, but swaps in no new code: only takes checkpoints and handles failures.
bool ed_source_poll_safety(ed_GameSource *source, ed_LiveEvent *event);
/// Like ed_source_poll_safety, but also polls a running build and its trial, without waiting for
/// them. It does not swap: a later ed_source_poll does. But if the system refuses a process for the
/// trial, new code is swapped in at once.
bool ed_source_poll_build(ed_GameSource *source, ed_LiveEvent *event);
/// True if there is a build or trial to poll every few milliseconds.
bool ed_source_is_building(const ed_GameSource *source);
/// Takes a checkpoint after a rewind. A failure soon afterwards then returns to the current state,
/// not to one that the rewind discarded.
void ed_source_restart_checkpoints(ed_GameSource *source);
/// Returns to the previous code, for example after a failure. True if there is a new `event`.
bool ed_source_use_previous_build(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error);
bool ed_source_has_previous_build(const ed_GameSource *source);
/// True if ed_source_use_previous_build also returns to an earlier state: see
/// ed_live_returns_state.
bool ed_source_returns_state(const ed_GameSource *source);
/// After a hang, gives the game's code ten times as long, and continues or tests it again: see
/// ed_live_allow_longer. True if there is a new `event`.
bool ed_source_allow_longer(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error);
/// Adds the path of the state of a game that crashed within the last hour; nothing if there is no
/// such state.
void ed_source_crash_state(ed_Text *path);
/// Adds the newest crash of the last hour, see crash_files.h. Use it if ed_source_crash_state adds
/// nothing: then the game has continued after that crash.
void ed_source_describe_resumed(ed_Text *out);
/// Call it when a game continues from the snapshot `path`. If that is a crash state, it is not
/// offered again.
void ed_source_mark_resumed(const char *path);
/// The output of the last build; "" before the first build.
const char *ed_source_build_output(const ed_GameSource *source);
/// Adds the variables of the module that the last reload set to their initial values, and what to
/// do; nothing if no variable did.
void ed_source_describe_reset(const ed_GameSource *source, ed_Text *out);
void ed_source_build(ed_GameSource *source);
/// Stops the running build; an event reports it. False if no build is running.
bool ed_source_stop_build(ed_GameSource *source);
/// True while a build or trial is running, or a save may be about to start a build.
bool ed_source_busy(const ed_GameSource *source);
/// True while a save has not yet taken effect; false if its early build already runs and only the
/// compiler is still working.
bool ed_source_has_pending_save(const ed_GameSource *source);
/// Sleeps for `ms` milliseconds, or until there may be something to do.
void ed_source_sleep(const ed_GameSource *source, u32 ms);
#endif
