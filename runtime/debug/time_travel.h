/// Time travel during development: rewind, input loop and recording. Every update goes through
/// ed_time_update, so that all three see the same initial state and input. Other changes of the
/// state are recognized by the module and the frame number; ed_time_changed reports the rest.
#ifndef ED_DEBUG_TIME_TRAVEL_H
#define ED_DEBUG_TIME_TRAVEL_H
#include "runtime/debug/input_loop.h"
#include "runtime/debug/recorder.h"
#include "runtime/debug/rewind.h"

typedef struct ed_TimeTravel {
    ed_Rewind timeline;
    ed_InputLoop loop;
    ed_Recorder record;
    const ed_Module *module;      // of the last update
    u64 tick;                     // expected at the next update
    bool changed;
    bool back;           // the state is not that of the last moment
    u64 wanted, at;      // the requested moment and the current one
} ed_TimeTravel;

bool ed_time_open(ed_TimeTravel *time, size_t rewind_bytes, ed_Error *error);
void ed_time_close(ed_TimeTravel *time);

/// Like ed_run_update.
bool ed_time_update(ed_TimeTravel *time, ed_Run *run, const ed_Input *input);
/// Reports that the state was replaced by a load, a new game or a value that was set. If
/// `other_course`, an input loop ends.
void ed_time_changed(ed_TimeTravel *time, bool other_course);

/// Goes back by so many more updates, as far as possible. On failure, returns false with `error`.
bool ed_time_back(ed_TimeTravel *time, ed_Run *run, u64 updates, ed_Error *error);
/// Continues from the current moment and discards what followed it. True if values of that time did
/// not fit the current layout: then the report describes that.
bool ed_time_go_on(ed_TimeTravel *time, ed_Run *run);
/// The number of updates that can be rewound: in all, and from the current moment.
u64 ed_time_length(const ed_TimeTravel *time);
u64 ed_time_behind(const ed_TimeTravel *time);
#endif
