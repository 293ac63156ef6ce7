/// Time as a game has it while it is worked on: back, over and over, and on disk. Every update goes
/// through here, so all that remember something of it remember the same: what it began with and
/// what it was given. What else changes the state is seen by the module and the frame, and
/// host_time_changed tells what these do not.
#ifndef HOST_TIME_H
#define HOST_TIME_H
#include "host/record.h"
#include "host/repeat.h"
#include "host/timeline.h"

typedef struct host_Time {
    host_Timeline timeline;
    host_Repeat   repeat;
    host_Record   record;
    const ed_Module *module;         // of the last update
    u64  tick;                       // that the next one begins with
    bool changed;
    bool back;                       // some moment that is not the last one is there
    u64  wanted, at;                 // that was asked for, and that is there
} host_Time;

bool host_time_open (host_Time *time, size_t rewind_bytes, ed_Error *error);
void host_time_close(host_Time *time);

/// As ed_run_update.
bool host_time_update (host_Time *time, ed_Run *run, const ed_Input *input);
/// A load, a new game, a value that was set: the state is another one now. Another course of events
/// ends a loop.
void host_time_changed(host_Time *time, bool other_course);

/// So many updates further back, as far as there is something. False where that fails: `error`.
bool host_time_back (host_Time *time, ed_Run *run, u64 updates, ed_Error *error);
/// Goes on from there: what was ahead is forgotten. True where values of that time did not fit the
/// layout of now: then the report is of that.
bool host_time_go_on(host_Time *time, ed_Run *run);
/// Updates that there are to go back over: all, and from the moment at hand.
u64  host_time_length(const host_Time *time);
u64  host_time_behind(const host_Time *time);
#endif
