/// A few seconds of a game, over and over: a state, and the inputs that came after it. Each round
/// begins with that state in whatever layout the structs have by then, and is run by whatever code
/// there is by then.
#ifndef ED_DEBUG_INPUT_LOOP_H
#define ED_DEBUG_INPUT_LOOP_H
#include "runtime/run/run.h"

#define ED_INPUT_LOOP_MAX (10u * 60u * ED_TICKS_PER_SECOND)      // updates of a loop

typedef enum ed_InputLoopPhase {
    ED_INPUT_LOOP_OFF,
    ED_INPUT_LOOP_RECORDING,
    ED_INPUT_LOOP_PLAYING
} ed_InputLoopPhase;

typedef struct ed_InputLoop {      // zeroed: off
    ed_InputLoopPhase phase;
    ed_Arena state, memory;      // opened at first use
    ed_Span start;               // packed for this process
    ed_Input *inputs;            // `count` of them
    u32 count, at;               // `at`: the next one of this round
    u32 round;                   // from 1
    u64 tick;                    // that the next update has to begin with: else something else
                                 //   changed the state
    ed_Error error;              // why it ended by itself; the code is ED_OK where it did not
} ed_InputLoop;

void ed_input_loop_close(ed_InputLoop *loop);

/// Takes the state as it is now.
bool ed_input_loop_start(ed_InputLoop *loop, ed_Run *run, ed_Error *error);
/// Ends the taking and begins the first round; where the game's code has failed, as soon as it runs
/// again.
bool ed_input_loop_end(ed_InputLoop *loop, ed_Run *run, ed_Error *error);
/// The state stays as it is.
void ed_input_loop_stop(ed_InputLoop *loop);

/// Before an update: what it gets instead of `given`. At the end of a round the state becomes that
/// of the start, and `cut` true.
const ed_Input *ed_input_loop_input(ed_InputLoop *loop, ed_Run *run, const ed_Input *given,
                                    bool *cut);
#endif
