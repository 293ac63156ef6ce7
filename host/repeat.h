/// A few seconds of a game, over and over: a state, and the inputs that came after it. Each round
/// begins with that state in whatever layout the structs have by then, and is run by whatever code
/// there is by then.
#ifndef HOST_REPEAT_H
#define HOST_REPEAT_H
#include "runtime/run/run.h"

#define HOST_REPEAT_MAX (10u * 60u * ED_TICKS_PER_SECOND)      // updates of a loop

typedef enum host_RepeatPhase {
    HOST_REPEAT_OFF, HOST_REPEAT_TAKING, HOST_REPEAT_PLAYING
} host_RepeatPhase;

typedef struct host_Repeat {         // zeroed: off
    host_RepeatPhase phase;
    ed_Arena  state, memory;         // opened at first use
    ed_Span   start;                 // packed for this process
    ed_Input *inputs;                // `count` of them
    u32       count, at;             // `at`: the next one of this round
    u32       round;                 // from 1
    u64       tick;                  // that the next update has to begin with: else something else
                                     //   changed the state
    ed_Error  error;                 // why it ended by itself; the code is ED_OK where it did not
} host_Repeat;

void host_repeat_close(host_Repeat *repeat);

/// Takes the state as it is now.
bool host_repeat_start(host_Repeat *repeat, ed_Run *run, ed_Error *error);
/// Ends the taking and begins the first round; where the game's code has failed, as soon as it runs
/// again.
bool host_repeat_end  (host_Repeat *repeat, ed_Run *run, ed_Error *error);
/// The state stays as it is.
void host_repeat_stop (host_Repeat *repeat);

/// Before an update: what it gets instead of `given`. At the end of a round the state becomes that
/// of the start, and `cut` true.
const ed_Input *host_repeat_input(host_Repeat *repeat, ed_Run *run, const ed_Input *given,
                                  bool *cut);
#endif
