/// What a run passes to its module: pointers to copies of the run's data, and pointers to arenas.
/// Before every call that passes an ed_Host (all but pack and unpack), the copies are made again,
/// and base, limits and name of the arenas are set again. So if the module overwrites them by
/// mistake, the damage lasts until the next such call at most, and never affects a later module.
///
/// In the run              | the module sees             | set again before a call
/// ------------------------|-----------------------------|--------------------------------------
/// host                    | module_copy.host            | all; after it only `quit` is copied back
/// states, rigids          | module_copy.states, .rigids | all
/// input                   | module_copy.input           | all
/// extents.arenas          | base, limits, arena name   | all; `used` is limited to `limit`
/// extents.scratch         | the same, tag and life      | for arenas that earlier calls opened
/// states[…].at            | the pointers of [[globals]] | all
/// draw                    | draw itself, not a copy     | all, before render: see ed_run_render
#ifndef ED_RUN_MODULE_MEMORY_H
#define ED_RUN_MODULE_MEMORY_H
#include "runtime/api/module.h"
#include "runtime/types/state.h"
ED_C_BEGIN

struct ed_Run;

#define ED_MODULE_ARENAS (2 * ED_ROOTS_MAX + 2)      // states, rigid memory, and two frames

typedef struct ed_ModuleCopy {
    ed_Host host;
    ed_RootMemory states[ED_ROOTS_MAX], rigids[ED_ROOTS_MAX];
    ed_Input input;
} ed_ModuleCopy;

typedef struct ed_Extent {      // of one arena; base is NULL while it is not open
    u8 *base;
    size_t limit;
    bool fixed_limit;
    char name[sizeof((ed_Arena *)NULL)->name];
} ed_Extent;

typedef struct ed_Extents {
    ed_Extent arenas[ED_MODULE_ARENAS];
    ed_Scratch scratch[ED_SCRATCH_MAX];      // the arenas known after the last successful call
} ed_Extents;

/// Records base, limits and name of all arenas in `extents`. Called after the states were replaced.
void ed_module_memory_record(struct ed_Run *run);
/// Returns the ed_Host to pass to the module. Called before each call that passes one.
ed_Host *ed_module_call_begin(struct ed_Run *run);
/// Takes the results of a call. If the module did not return, all bytes of the arenas count as
/// touched, because it may have written anywhere.
void ed_module_call_end(struct ed_Run *run, bool has_returned);

ED_C_END
#endif
