#include "codegen/emit/default_snapshot.h"
#include <stdio.h>
#include <string.h>
#include "codegen/emit/memory_tables.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/document.h"

// A short schema may declare a state of a gigabyte, and a default of a thousand items in each of a
// million records.
#define STATES_BYTES_MAX ((size_t)4 << 20)       // of the states that are written completely
#define MEMORY_BYTES_MAX ((size_t)64 << 20)      // of these, with the lists in their defaults
#define SNAPSHOT_BYTES_MAX ((size_t)192 << 20)

/// Returns all states at their defaults, or NULL if they are too large to be written completely.
static ed_RootMemory *init_states(const ed_Schema *tables, ed_Arena *arena)
{
    size_t bytes = 0;
    for (u32 i = 0; i < tables->state_count; i++) bytes += tables->states[i]->size;
    size_t size = (tables->state_count + 1) * sizeof(ed_RootMemory);
    ed_RootMemory *blocks =
        bytes <= STATES_BYTES_MAX ? ed_arena_push(arena, size, _Alignof(ed_RootMemory)) : NULL;
    for (u32 i = 0; blocks && i < tables->state_count; i++) {
        blocks[i] = (ed_RootMemory){ ed_state_init(tables->states[i], arena), arena };
        if (!blocks[i].at) return NULL;
    }
    return blocks;
}

static bool write_snapshot(cg_Schema *schema, ed_Arena *arena, ed_Writer *w)
{
    ed_State state = { .game = "", .schema = cg_build_tables(schema) };
    ed_write_init(w, arena);
    ed_Arena states = { .base = NULL };
    if (ed_document_types_fit(state.schema, &w->err)
        && ed_arena_open(&states, "default states", MEMORY_BYTES_MAX, &w->err)) {
        state.roots = init_states(state.schema, &states);
        ed_document_begin(w, &state, false);
        ed_document_end(w, &state, 0);
    }
    ed_arena_close(&states);
    if (!ed_write_ok(w))
        cg_error(schema->diag, CG_E_SCHEMA_TOO_BIG, (cg_Location){ 0 },
                 "cannot create the default states: %s", w->err.text);
    return ed_write_ok(w);
}

bool cg_snapshot(cg_Schema *schema, cg_Outputs *outputs, const char *path)
{
    ed_Arena arena;
    ed_Writer w;
    ed_Error error = { .code = ED_OK };
    if (!ed_arena_open(&arena, "default snapshot", SNAPSHOT_BYTES_MAX, &error)) {
        cg_error(schema->diag, CG_E_SCHEMA_TOO_BIG, (cg_Location){ 0 }, "%s", error.text);
        return false;
    }
    bool good = write_snapshot(schema, &arena, &w);
    if (good && strcmp(path, "-") != 0)
        good = cg_output_write(outputs, path, (const char *)w.bytes, w.size);
    else if (good) fwrite(w.bytes, 1, w.size, stdout);
    ed_arena_close(&arena);
    return good;
}
