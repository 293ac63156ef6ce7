// A module with state and no behavior, built once from now.def and once from next.def as a user's
// module is.
#include "gen/schema.gen.h"
#include "runtime/eddie.h"

static void nothing(ed_Host *host) { (void)host; }

static const ed_Module module = {
    .abi = ED_ABI,
    .game = "bench",
    .title = "bench",
    .view_width = 16,
    .view_height = 9,
    .schema = &eddie_schema,
    .update = nothing,
    .render = nothing,
    .pack = ed_snapshot_write,
    .unpack = ed_snapshot_read,
};

const ed_Module *eddie_module(void) { return &module; }
