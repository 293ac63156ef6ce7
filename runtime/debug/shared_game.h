/// What the supervisor and the game's process share: an ed_SharedState, without pointers since it
/// has another address in each process, and the buffers of the checkpoints. The supervisor opens
/// both, and the game's process attaches them.
#ifndef ED_DEBUG_SHARED_GAME_H
#define ED_DEBUG_SHARED_GAME_H
#include "runtime/live/checkpoint.h"
#include "runtime/live/guard.h"
#include "runtime/os/memory/shared_memory.h"

typedef enum ed_GameEnd {      // except for 0, stray bytes are very unlikely to have these values
    ED_GAME_RUNS,
    ED_GAME_STARTING = 0x05a7e91c,      // the process has not called ed_RunGameFn yet
    ED_GAME_ENDING = 0x0be90f1e,        // the game is being closed: if the process fails now, it is
                                        // not restarted
    ED_GAME_ENDED = 0x071d7e4d          // the process ended normally
} ed_GameEnd;

typedef struct ed_SharedState {      // in shared memory, where a process that failed may have
                                     // written anything
    ed_CheckpointMarks marks;
    ed_Fault fault;
    bool paused;      // start from the checkpoint of the last process without calling the game's
                      // code
    ed_GameEnd end;
    u64 frames_left;      // updates that remain of options.frames
} ed_SharedState;

typedef struct ed_SharedGame {      // of one process
    ed_SharedState *state;
    ed_Checkpoint checkpoint;      // its marks are those of the state
    ed_SharedMemory memory;        // of the state
} ed_SharedGame;

#define ED_SHARED_HANDLES (1 + ED_CHECKPOINT_BUFFERS)

/// False with an error if there is not enough memory; nothing is open then.
bool ed_shared_game_open(ed_SharedGame *game, ed_Error *error);
/// The handles by which a child process attaches it.
void ed_shared_game_handles(const ed_SharedGame *game, i64 handles[ED_SHARED_HANDLES]);
/// What the child has to inherit for that (child.h). Returns the number of handles.
u32 ed_shared_game_inherit(const ed_SharedGame *game, i64 handles[ED_SHARED_HANDLES]);
/// Attaches what the parent process opened. False with an error if the handles lead to no such
/// memory; nothing is open then.
bool ed_shared_game_attach(ed_SharedGame *game, const i64 handles[ED_SHARED_HANDLES],
                           ed_Error *error);
/// Call it in the parent from time to time: keeps the files of the code that the child runs until
/// the next child has loaded its own.
void ed_shared_game_keep(ed_SharedGame *game);
/// Call it in the parent after the child has ended: makes the shared state valid again.
void ed_shared_game_recover(ed_SharedGame *game);
void ed_shared_game_close(ed_SharedGame *game);
#endif
