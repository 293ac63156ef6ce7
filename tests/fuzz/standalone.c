#include "tests/fuzz/standalone.h"
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/layout.h"
#include "tests/lib/test.h"

bool standalone_read(Standalone *read, const void *bytes, size_t size)
{
    ed_Arena *arena = test_arena(), *scratch = test_arena();
    *read = (Standalone){ .error = { .code = ED_OK } };
    if (!ed_document_read(bytes, size, arena, &read->document, &read->error)
        || !ed_layout(&read->document, arena, &read->schema, &read->error))
        return false;
    if (read->schema.state_count > STANDALONE_ROOTS_MAX) {
        ed_fail(&read->error, ED_ERR_LIMIT, "too many roots for this test");
        return false;
    }
    for (u32 i = 0; i < read->schema.state_count; i++)
        read->blocks[i] = (ed_RootMemory){ NULL, test_arena() };
    read->state =
        (ed_State){ .game = read->document.game, .schema = &read->schema, .roots = read->blocks };
    return ed_snapshot_read(bytes, size, &read->state, scratch, &read->report, &read->error);
}

bool is_limit(const ed_Error *error)
{
    return error->code == ED_ERR_DEPTH || error->code == ED_ERR_LIMIT;
}
