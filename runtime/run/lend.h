/// What a run hands to its module. The module gets pointers to copies, made again before every
/// call, and to arenas whose base and limit are set again before every call: a stray write of the
/// module there is gone with the next call, and no later module meets it.
///
/// The run's own           | the module's                | set again
/// ------------------------|-----------------------------|--------------------------------------
/// host                    | lent.host                   | whole; only `quit` is taken back
/// states, rigids          | lent.states, lent.rigids    | whole
/// input                   | lent.input                  | whole
/// extents                 | base and limit of arenas    | what is used is kept within the limit
/// extents                 | scratch: tag, life          | of arenas that a call left open
/// draw                    | the same                    | whole, before render: see ed_run_render
#ifndef ED_RUN_LEND_H
#define ED_RUN_LEND_H
#include "runtime/api/module.h"
#include "runtime/types/state.h"
ED_C_BEGIN

struct ed_Run;

#define ED_LENT_ARENAS (2 * ED_ROOTS_MAX + 2)      // of states, rigid memory, and two frames

typedef struct ed_Lent {
    ed_Host host;
    ed_RootMemory states[ED_ROOTS_MAX], rigids[ED_ROOTS_MAX];
    ed_Input input;
} ed_Lent;

typedef struct ed_Extent {      // of an arena; base NULL: it is not open
    u8 *base;
    size_t limit;
} ed_Extent;

typedef struct ed_Extents {
    ed_Extent arenas[ED_LENT_ARENAS];
    ed_Scratch scratch[ED_SCRATCH_MAX];      // as the last call that came back left them
} ed_Extents;

/// After states took the place of others.
void ed_lend_note(struct ed_Run *run);
/// Before a call: what to hand to the module.
ed_Host *ed_lend(struct ed_Run *run);
/// After a call. Where it did not come back, what the arenas hold is not known.
void ed_lend_end(struct ed_Run *run, bool came_back);

ED_C_END
#endif
