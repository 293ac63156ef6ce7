/// Time as a game has it while it is worked on: back, over and over, and on disk. Every update goes
/// through here, so all that remember something of it remember the same: what it began with and
/// what it was given. What else changes the state is seen by the module and the frame, and
/// ed_time_changed tells what these do not.
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
    u64 tick;                     // that the next one begins with
    bool changed;
    bool back;           // some moment that is not the last one is there
    u64 wanted, at;      // that was asked for, and that is there
} ed_TimeTravel;

bool ed_time_open(ed_TimeTravel *time, size_t rewind_bytes, ed_Error *error);
void ed_time_close(ed_TimeTravel *time);

/// As ed_run_update.
bool ed_time_update(ed_TimeTravel *time, ed_Run *run, const ed_Input *input);
/// A load, a new game, a value that was set: the state is another one now. Another course of events
/// ends a loop.
void ed_time_changed(ed_TimeTravel *time, bool other_course);

/// So many updates further back, as far as there is something. False where that fails: `error`.
bool ed_time_back(ed_TimeTravel *time, ed_Run *run, u64 updates, ed_Error *error);
/// Goes on from there: what was ahead is forgotten. True where values of that time did not fit the
/// layout of now: then the report is of that.
bool ed_time_go_on(ed_TimeTravel *time, ed_Run *run);
/// Updates that there are to go back over: all, and from the moment at hand.
u64 ed_time_length(const ed_TimeTravel *time);
u64 ed_time_behind(const ed_TimeTravel *time);
#endif
