#include "runtime/run/module_memory.h"
#include <string.h>
#include "runtime/os/pages/pages.h"
#include "runtime/run/run.h"

#define PAGE_BYTES 4096u

static ed_Extent extent_of(const ed_Arena *arena)
{
    ed_Extent extent = { .base = NULL };
    if (!arena) return extent;
    extent.base = arena->base;
    extent.limit = arena->limit;
    extent.fixed_limit = arena->fixed_limit;
    memcpy(extent.name, arena->name, sizeof extent.name);
    return extent;
}

/// Arena `i` of the states, rigid memory and frames, in this order. NULL if the root does not
/// exist.
static ed_Arena *arena_at(ed_Run *run, u32 i)
{
    if (i < ED_ROOTS_MAX) return run->states[i].arena;
    if (i < 2 * ED_ROOTS_MAX) return run->rigids[i - ED_ROOTS_MAX].arena;
    return &run->frames[i - 2 * ED_ROOTS_MAX];
}

void ed_module_memory_record(ed_Run *run)
{
    for (u32 i = 0; i < ED_MODULE_ARENAS; i++) run->extents.arenas[i] = extent_of(arena_at(run, i));
}

/// The module may have written past the used bytes. Marks all bytes as touched, so that a push
/// zeroes them.
static void mark_all_touched(ed_Arena *arena)
{
    if (arena && arena->base) arena->touched = ed_pages_provided(arena->base, arena->limit);
}

// --- before a call -------------------------------------------------------------------------------

static void restore_arena(ed_Arena *arena, ed_Extent extent)
{
    if (!extent.base) return;
    arena->base = extent.base;
    arena->limit = extent.limit;
    arena->fixed_limit = extent.fixed_limit;
    arena->own_limit = 0;      // these arenas reserve their own memory
    memcpy(arena->name, extent.name, sizeof arena->name);
    if (arena->used > arena->limit) arena->used = arena->limit;
    if (arena->touched < arena->used || arena->touched > arena->limit) mark_all_touched(arena);
    if (arena->used > arena->touched) arena->used = arena->touched;
}

static bool is_open(const ed_Scratch *slot)
{
    const ed_Arena *arena = &slot->arena;
    return slot->tag && arena->base && (uintptr_t)arena->base % PAGE_BYTES == 0
        && arena->used <= arena->touched && arena->touched <= arena->limit;
}

/// With `opened`, scratch arenas that the module opened are accepted. Otherwise their slots are
/// cleared.
static void put_back_scratch(ed_Run *run, bool opened)
{
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) {
        ed_Scratch *slot = &run->scratch[i], *known = &run->extents.scratch[i];
        if (!known->tag && !slot->tag) continue;
        if (!known->tag && opened && is_open(slot)) {
            *known = *slot;
            known->arena.name[sizeof known->arena.name - 1] = 0;
            known->arena.fixed_limit = true;      // see ed_host_scratch
        }
        if (!known->tag) {
            memset(slot, 0, sizeof *slot);
            continue;
        }
        restore_arena(&slot->arena, extent_of(&known->arena));
        slot->tag = known->tag;
        slot->life = known->life;
    }
}

static void put_back_all(ed_Run *run, bool opened)
{
    for (u32 i = 0; i < ED_MODULE_ARENAS; i++)
        restore_arena(arena_at(run, i), run->extents.arenas[i]);
    put_back_scratch(run, opened);
}

static void set_globals(const ed_Run *run)
{
    const ed_Schema *schema = run->module->schema;
    for (u32 i = 0; i < schema->state_count; i++)
        if (schema->states[i]->globals)
            memcpy(schema->states[i]->globals, &run->states[i].at, sizeof run->states[i].at);
}

ed_Host *ed_module_call_begin(ed_Run *run)
{
    ed_ModuleCopy *copy = &run->module_copy;
    put_back_all(run, true);
    set_globals(run);
    memcpy(copy->states, run->states, sizeof copy->states);
    memcpy(copy->rigids, run->rigids, sizeof copy->rigids);
    copy->input = run->input;
    copy->host = run->host;
    copy->host.states = copy->states;
    copy->host.rigids = copy->rigids;
    copy->host.input = &copy->input;
    return &copy->host;
}

// --- after a call --------------------------------------------------------------------------------

void ed_module_call_end(ed_Run *run, bool has_returned)
{
    if (has_returned) run->host.quit = run->module_copy.host.quit;
    put_back_all(run, has_returned);
    if (has_returned) return;
    for (u32 i = 0; i < ED_MODULE_ARENAS; i++) mark_all_touched(arena_at(run, i));
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) mark_all_touched(&run->scratch[i].arena);
}
