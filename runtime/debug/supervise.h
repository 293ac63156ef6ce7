/// A small process that supervises the game's process. Checkpoints and the last fault are in memory
/// that both share. When the game's process ends unexpectedly, the supervisor writes the best
/// complete checkpoint and a report to disk. If the game's code or a crash (SIGSEGV, for example)
/// caused the end, the supervisor starts another process from that state. It does so at most three
/// times a minute.
#ifndef ED_DEBUG_SUPERVISE_H
#define ED_DEBUG_SUPERVISE_H
#include "runtime/debug/exit_code.h"
#include "runtime/debug/game_options.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/guard.h"

typedef enum ed_GameEnd {      // values that no stray byte produces
    ED_GAME_RUNS,
    ED_GAME_ENDING = 0x0be90f1e,      // the game is being closed: if the process fails now, it is
                                      // not restarted
    ED_GAME_ENDED = 0x071d7e4d        // the process ended normally
} ed_GameEnd;

typedef struct ed_SharedState {      // in shared memory, where a process that failed may have
                                     // written anything
    ed_Checkpoint checkpoint;
    ed_CheckpointMarks marks;
    ed_Fault fault;
    bool paused;      // start from the checkpoint of the last process without calling the game's
                      // code
    ed_GameEnd end;
    u64 frames_left;      // remaining frames of options.frames
} ed_SharedState;

typedef int ed_RunGameFn(const ed_GameOptions *options, ed_SharedState *shared);

/// Runs `run` in a child process and returns its exit code. Under a debugger, or if the first
/// process cannot be created, runs it in this process with private state.
int ed_supervise(const ed_GameOptions *options, ed_RunGameFn *run);
#endif
