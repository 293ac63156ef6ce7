/// A small process that watches over the one the game runs in. It has the checkpoints and the last
/// fault in memory that both share: when the other one dies they go to disk, and where the game's
/// code is to blame or the machine's, the host is started again on them, three times a minute at
/// most.
#ifndef ED_DEBUG_SUPERVISE_H
#define ED_DEBUG_SUPERVISE_H
#include "runtime/debug/game_options.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/guard.h"

typedef enum ed_GameEnd {      // no stray byte makes one of these
    ED_GAME_RUNS,
    ED_GAME_ENDING = 0x0be90f1e,      // the game is over: what fails from here on starts nothing
                                      //   again
    ED_GAME_ENDED = 0x071d7e4d        // it came to its end by itself
} ed_GameEnd;

typedef struct ed_SharedState {      // in shared memory: a process that failed may have written
                                     //   anything there
    ed_Checkpoint checkpoint;
    ed_Fault fault;
    bool paused;      // the process at hand begins with what the last one left,
                      //   and does not call its code
    ed_GameEnd end;
    u64 frames_left;      // of those that the options ask for
} ed_SharedState;

typedef int ed_RunGameFn(const ed_GameOptions *options, ed_SharedState *shared);

/// Runs `run` in a child and returns its exit code. Under a debugger, and where no process is to be
/// had, runs it here and now, with a vault of its own.
int ed_supervise(const ed_GameOptions *options, ed_RunGameFn *run);
#endif
