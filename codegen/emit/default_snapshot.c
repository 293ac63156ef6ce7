#include "codegen/emit/default_snapshot.h"
#include <stdio.h>
#include <string.h>
#include "codegen/emit/memory_tables.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/document.h"

static ed_RootMemory *init_states(const ed_Schema *tables, ed_Arena *arena)
{
    size_t size = (tables->state_count + 1) * sizeof(ed_RootMemory);
    ed_RootMemory *blocks = ed_arena_push(arena, size, _Alignof(ed_RootMemory));
    for (u32 i = 0; blocks && i < tables->state_count; i++) {
        blocks[i] = (ed_RootMemory){ ed_state_init(tables->states[i], arena), arena };
        if (!blocks[i].at) return NULL;
    }
    return blocks;
}

/// Returns the bytes of the snapshot, or NULL after an error.
static const u8 *make(cg_Schema *schema, ed_Arena *arena, size_t *size)
{
    ed_State state = { .game = "", .schema = cg_build_tables(schema) };
    ed_Writer w = { .arena = arena };
    if (ed_document_types_fit(state.schema, &w.err)) {
        state.roots = init_states(state.schema, arena);
        if (state.roots) ed_write_init(&w, arena);
        else ed_arena_check(arena, &w.err);
    }
    if (ed_write_ok(&w)) {
        ed_document_begin(&w, &state, false);
        ed_document_end(&w, &state, 0);
    }
    if (ed_write_ok(&w)) {
        *size = w.size;
        return w.bytes;
    }
    cg_error(schema->diag, CG_E_SCHEMA_TOO_BIG, (cg_Location){ 0 },
             "cannot create the default states: %s", w.err.text);
    return NULL;
}

bool cg_snapshot(cg_Schema *schema, ed_Arena *arena, cg_Outputs *outputs, const char *path)
{
    size_t size = 0;
    const u8 *bytes = make(schema, arena, &size);
    if (!bytes) return false;
    if (strcmp(path, "-") != 0) return cg_output_write(outputs, path, (const char *)bytes, size);
    fwrite(bytes, 1, size, stdout);
    return true;
}
