// The snapshot of the compiled schema's defaults on standard output: what `eddiec --snapshot -` has
// to write too.
#include <stdio.h>
#include "gen/schema.gen.h"
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/defaults.h"

int main(void)
{
    ed_Arena arena = { 0 }, document = { 0 };
    ed_Error error = { 0 };
    ed_RootMemory blocks[16];
    ed_State state = { .game = "", .schema = &eddie_schema, .roots = blocks };
    ed_Writer w;
    if (eddie_schema.state_count > ED_COUNT(blocks)
        || !ed_arena_open(&arena, "states", (size_t)1 << 30, &error)
        || !ed_arena_open(&document, "document", (size_t)1 << 30, &error))
        return 1;
    for (u32 i = 0; i < eddie_schema.state_count; i++)
        blocks[i] = (ed_RootMemory){ ed_state_init(eddie_schema.states[i], &arena), &arena };
    ed_write_init(&w, &document);
    if (!ed_snapshot_write(&w, &state)) return 1;
    fwrite(w.bytes, 1, w.size, stdout);
    ed_arena_close(&document);
    ed_arena_close(&arena);
    return 0;
}
