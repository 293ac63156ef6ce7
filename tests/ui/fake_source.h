/// A game source without builds: counts what is asked of it, and reports what a test says.
#ifndef TESTS_UI_FAKE_SOURCE_H
#define TESTS_UI_FAKE_SOURCE_H
#include "runtime/debug/game_source.h"

typedef struct FakeSource {
    u32 builds, stops, restarts, closes;      // calls that were made
    bool refuses;                             // ed_source_open fails
    bool building;                            // ed_source_stop_build returns it
    bool has_previous, returns_state, hung;
    const char *crash_state, *resumed;
    const char *output;      // of the last build; NULL: there was no build
    const char *reset;       // the variables that start again
    const char *marked;      // the last argument of ed_source_mark_resumed
    // The next calls of ed_source_poll return the events in `polled`, one each. The next call of
    // ed_source_poll_safety returns `safety`, and that of ed_source_poll_build returns `built`.
    // NULL stands for no event.
    const ed_LiveEvent *polled[4], *safety, *built;
    void (*on_poll)(void);      // ed_source_poll calls it first; or NULL
} FakeSource;

extern FakeSource fake;
#endif
