/// A small supervisor process for the game's process. Checkpoints and the last fault are in memory
/// that both share. When the game's process ends unexpectedly, the supervisor writes them to disk.
/// If the game's code or the system caused the end, it restarts the host from that state, at most
/// three times a minute.
#ifndef ED_DEBUG_SUPERVISE_H
#define ED_DEBUG_SUPERVISE_H
#include "runtime/debug/game_options.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/guard.h"

typedef enum ed_GameEnd {      // values that a stray byte cannot produce
    ED_GAME_RUNS,
    ED_GAME_ENDING = 0x0be90f1e,      // the game is over: a failure from here on does not restart
                                      // it
    ED_GAME_ENDED = 0x071d7e4d        // it ended by itself
} ed_GameEnd;

typedef struct ed_SharedState {      // in shared memory: a failed process may have written anything
                                     // there
    ed_Checkpoint checkpoint;
    ed_Fault fault;
    bool paused;      // the process starts from the state that the last one left, without calling
                      // its code
    ed_GameEnd end;
    u64 frames_left;      // of those that the options request
} ed_SharedState;

typedef int ed_RunGameFn(const ed_GameOptions *options, ed_SharedState *shared);

/// Runs `run` in a child process and returns its exit code. Under a debugger, or if no process can
/// be created, runs it in this process with private state.
int ed_supervise(const ed_GameOptions *options, ed_RunGameFn *run);
#endif
