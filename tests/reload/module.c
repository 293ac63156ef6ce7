// A module with state and no behavior.
#include "gen/schema.gen.h"
#include "runtime/eddie.h"

static void nothing(ed_Host *host) { (void)host; }

static const ed_Module module = {
    .abi = ED_ABI,
    .game = "reload",
    .title = "reload",
    .view_width = 16,
    .view_height = 9,
    .schema = &eddie_schema,
    .update = nothing,
    .render = nothing,
    .pack = ed_snapshot_write,
    .unpack = ed_snapshot_read,
};

const ed_Module *eddie_module(void) { return &module; }
