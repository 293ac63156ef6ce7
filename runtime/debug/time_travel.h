/// Time travel during development: rewind, input loop and recording. The host makes every update
/// through ed_time_update, so that all three get the same initial state and input. A reload or a
/// change of the frame number between two updates is noticed automatically. The host must report
/// any other change of the state with ed_time_changed.
#ifndef ED_DEBUG_TIME_TRAVEL_H
#define ED_DEBUG_TIME_TRAVEL_H
#include "runtime/debug/input_loop.h"
#include "runtime/debug/recorder.h"
#include "runtime/debug/rewind.h"

typedef struct ed_TimeTravel {
    ed_Rewind timeline;
    ed_InputLoop loop;
    ed_Recorder record;
    const ed_Module *module;      // module of the last update
    u64 tick;                     // frame number expected at the next update
    bool changed;
    bool back;           // the game was rewound and has not continued yet
    u64 wanted, at;      // requested and restored moment, while `back`
} ed_TimeTravel;

bool ed_time_open(ed_TimeTravel *time, size_t rewind_bytes, ed_Error *error);
void ed_time_close(ed_TimeTravel *time);

/// Like ed_run_update.
bool ed_time_update(ed_TimeTravel *time, ed_Run *run, const ed_Input *input);
/// Call it after something other than an update changed the state: a load, a new game, or a value
/// that the user set. `other_timeline`: the new state does not continue the previous one, so an
/// input loop ends.
void ed_time_changed(ed_TimeTravel *time, bool other_timeline);

/// Goes back by `updates` more updates, as far as possible. On failure, returns false with `error`.
bool ed_time_back(ed_TimeTravel *time, ed_Run *run, u64 updates, ed_Error *error);
/// Continues from the restored moment and discards all later ones. True if the restored state was
/// kept with another layout and some of its values did not fit the current one; the run's report
/// then describes these values.
bool ed_time_continue(ed_TimeTravel *time, ed_Run *run);
/// The number of updates that can be rewound: from the present, and from the requested moment.
u64 ed_time_length(const ed_TimeTravel *time);
u64 ed_time_left(const ed_TimeTravel *time);
#endif
