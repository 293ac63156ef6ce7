/// Replays up to ten minutes of a game over and over: a state and the inputs that followed. Each
/// round starts from that state, migrated to the current layout, and runs the current code.
#ifndef ED_DEBUG_INPUT_LOOP_H
#define ED_DEBUG_INPUT_LOOP_H
#include "runtime/run/run.h"

#define ED_INPUT_LOOP_MAX (10u * 60u * ED_TICKS_PER_SECOND)      // updates in a loop

typedef enum ed_InputLoopPhase {
    ED_INPUT_LOOP_OFF,
    ED_INPUT_LOOP_RECORDING,
    ED_INPUT_LOOP_PLAYING
} ed_InputLoopPhase;

typedef struct ed_InputLoop {      // zeroed: off
    ed_InputLoopPhase phase;
    ed_Arena state, memory;      // opened at first use
    ed_Span start;               // the state at the start, packed for this process
    ed_Input *inputs;            // `count` inputs
    u32 count, at;               // count: recorded inputs; at: the next one of this round
    u32 round;                   // starts at 1
    u64 tick;            // frame number expected at the next update; any other means that something
                         // else changed the state
    ed_Error error;      // why the loop stopped by itself; ED_OK: it did not
} ed_InputLoop;

void ed_input_loop_close(ed_InputLoop *loop);

/// Starts recording from the current state.
bool ed_input_loop_start(ed_InputLoop *loop, ed_Run *run, ed_Error *error);
/// Ends recording and starts the first round. If the game is paused after a failure, the round
/// starts when the game's code runs again.
bool ed_input_loop_play(ed_InputLoop *loop, ed_Run *run, ed_Error *error);
/// Ends the loop. The state stays as it is.
void ed_input_loop_stop(ed_InputLoop *loop);

/// Call it before each update: returns the input to use instead of `given`. At the end of a round,
/// restores the state from the start of the loop and sets `jumped`.
const ed_Input *ed_input_loop_input(ed_InputLoop *loop, ed_Run *run, const ed_Input *given,
                                    bool *jumped);
#endif
