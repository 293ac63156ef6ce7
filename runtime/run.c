#include "runtime/run.h"
#include <stdio.h>
#include <string.h>
#include "runtime/tables.h"

#define WORK_BYTES_MAX ((size_t)512 << 20)
#define OWN_BYTES_MAX  ((size_t)32 << 20)
#define TYPES_BYTES_MAX ((size_t)64 << 20)

// --- checks before anything is touched ---------------------------------------------------------------------------------

/// A hook the game announces in its schema and does not define is told before it is needed.
static bool check_hooks(const ed_Schema *schema, ed_Error *error)
{
    for (u32 i = 0; i < schema->type_count; i++) {
        const ed_Type *type = schema->types[i];
        if (!type->upgrade_name || type->upgrade_at) continue;
        ed_fail(error, ED_ERR_UPGRADE, "%s has [[upgrade(%s)]], and no file of the game defines that function: write `bool %s(ed_Arena "
                "*arena, %s *it, const ed_Before *before)`, or take the attribute away", type->name, type->upgrade_name,
                type->upgrade_name, type->name);
        return false;
    }
    return true;
}

bool ed_module_check(const ed_Module *module, ed_Error *error)
{
    if (!module || module->abi != (u32)ED_ABI) {
        ed_fail(error, ED_ERR_ABI, "it was built against another version of the runtime: build it again with this one's headers");
        return false;
    }
    if (!module->game || !module->schema || !module->update || !module->render || !module->pack || !module->unpack) {
        ed_fail(error, ED_ERR_MODULE, "its table lacks a game name, schema, update, render, pack or unpack: see runtime/module.h");
        return false;
    }
    if (module->schema->state_count > ED_ROOTS_MAX || module->schema->rigid_count > ED_ROOTS_MAX) {
        ed_fail(error, ED_ERR_LIMIT, "it has more than %u states or rigids", ED_ROOTS_MAX);
        return false;
    }
    return check_hooks(module->schema, error);
}

static bool check_rigid(const ed_Schema *now, const ed_Schema *next, ed_Error *error)
{
    char where[128] = "";
    for (u32 i = 0; i < now->rigid_count || i < next->rigid_count; i++) {
        if (i >= next->rigid_count) snprintf(where, sizeof where, "%s is gone", now->rigids[i]->name);
        else if (i >= now->rigid_count) snprintf(where, sizeof where, "%s is new", next->rigids[i]->name);
        else if (now->rigids[i]->tag != next->rigids[i]->tag) snprintf(where, sizeof where, "%s is new", next->rigids[i]->name);
        else if (ed_same_layout(now->rigids[i], next->rigids[i], where, sizeof where)) continue;
        ed_fail(error, ED_ERR_RIGID, "rigid memory changed: %s: restart, or move it to state", where);
        return false;
    }
    return true;
}

static bool same_states(const ed_Schema *now, const ed_Schema *next)
{
    if (now->state_count != next->state_count) return false;
    for (u32 i = 0; i < now->state_count; i++)
        if (now->states[i]->tag != next->states[i]->tag || !ed_same_layout(now->states[i], next->states[i], NULL, 0))
            return false;
    return true;
}

// --- opening and closing -----------------------------------------------------------------------------------------------

static bool open_root(ed_Arena *arena, const char *what, const ed_Type *type, size_t limit, ed_Error *error)
{
    char name[48];
    snprintf(name, sizeof name, "%s %s", what, type->name);
    return arena->base || ed_arena_open(arena, name, limit, error);
}

/// Empty arenas for every state of `schema`: those that are not in use now.
static bool fresh_blocks(ed_Run *run, const ed_Schema *schema, ed_Block *blocks, ed_Error *error)
{
    for (u32 i = 0; i < schema->state_count; i++) {
        ed_Arena *pair = run->state_arenas[i];
        ed_Arena *spare = run->states[i].arena == &pair[0] ? &pair[1] : &pair[0];
        if (!open_root(spare, "state", schema->states[i], ED_STATE_BYTES_MAX, error)) return false;
        ed_arena_reset(spare);
        snprintf(spare->name, sizeof spare->name, "state %.20s", schema->states[i]->name);
        blocks[i] = (ed_Block){ NULL, spare };
    }
    return true;
}

static bool init_states(ed_Run *run, ed_Block *blocks, ed_Error *error)
{
    const ed_Schema *schema = run->module->schema;
    if (!fresh_blocks(run, schema, blocks, error)) return false;
    for (u32 i = 0; i < schema->state_count; i++) {
        blocks[i].at = ed_state_init(schema->states[i], blocks[i].arena);
        if (!blocks[i].at) { ed_arena_fits(blocks[i].arena, error); return false; }
    }
    return true;
}

static bool open_rigids(ed_Run *run, ed_Error *error)
{
    const ed_Schema *schema = run->module->schema;
    for (u32 i = 0; i < schema->rigid_count; i++) {
        ed_Arena *arena = &run->rigid_arenas[i];
        const ed_Type *type = schema->rigids[i];
        if (!open_root(arena, "rigid", type, ED_RIGID_BYTES_MAX, error)) return false;
        run->rigids[i] = (ed_Block){ ed_state_init(type, arena), arena };
        if (!run->rigids[i].at) { ed_arena_fits(arena, error); return false; }
    }
    return true;
}

static bool open_arenas(ed_Run *run, ed_Error *error)
{
    return ed_arena_open(&run->frames[0], "frame", ED_FRAME_BYTES_MAX, error)
        && ed_arena_open(&run->frames[1], "frame", ED_FRAME_BYTES_MAX, error)
        && ed_arena_open(&run->buffer, "packed state", ED_SNAPSHOT_BYTES_MAX, error)
        && ed_arena_open(&run->work[0], "reload", WORK_BYTES_MAX, error)
        && ed_arena_open(&run->work[1], "reload", WORK_BYTES_MAX, error)
        && ed_arena_open(&run->types_arena, "packed types", TYPES_BYTES_MAX, error)
        && ed_arena_open(&run->own, "draw list", OWN_BYTES_MAX, error)
        && (ed_draw_open(&run->draw, &run->own, run->module->view_width, run->module->view_height)
            || ed_arena_fits(&run->own, error));
}

static void use_states(ed_Run *run, const ed_Block *blocks, u32 count)
{
    memset(run->states, 0, sizeof run->states);
    memcpy(run->states, blocks, count * sizeof *blocks);
}

static void empty_scratch(ed_Run *run)
{
    ed_arena_reset(&run->frames[0]);
    ed_arena_reset(&run->frames[1]);
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++)
        if (run->scratch[i].tag && run->scratch[i].life == ED_LIFE_RELOAD) ed_arena_reset(&run->scratch[i].arena);
}

/// After new code or new state: the module sets its pointers again.
static void load_module(ed_Run *run)
{
    run->types = (ed_Span){ NULL, 0 };
    empty_scratch(run);
    run->draw.width  = run->module->view_width;
    run->draw.height = run->module->view_height;
    if (run->module->load) run->module->load(&run->host);
    run->host.first = false;
}

static void start_game(ed_Run *run, u64 seed)
{
    run->host.seed = seed;
    run->host.tick = 0;
    run->host.quit = false;
    load_module(run);
    if (run->module->start) run->module->start(&run->host);
}

bool ed_run_open(ed_Run *run, const ed_Module *module, u64 seed, ed_Error *error)
{
    memset(run, 0, sizeof *run);
    if (!ed_module_check(module, error)) return false;
    ed_attic_init(&run->attic, ED_ATTIC_BYTES_MAX);
    run->module = module;
    run->host   = (ed_Host){ .states = run->states, .rigids = run->rigids, .frame = &run->frames[0],
                             .frame_before = &run->frames[1], .scratch = run->scratch, .input = &run->input,
                             .draw = &run->draw, .first = true };
    ed_Block blocks[ED_ROOTS_MAX];
    if (!open_arenas(run, error) || !open_rigids(run, error) || !init_states(run, blocks, error)) {
        ed_run_close(run);
        return false;
    }
    use_states(run, blocks, module->schema->state_count);
    start_game(run, seed);
    return true;
}

void ed_run_close(ed_Run *run)
{
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) {
        ed_arena_close(&run->state_arenas[i][0]);
        ed_arena_close(&run->state_arenas[i][1]);
        ed_arena_close(&run->rigid_arenas[i]);
    }
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) ed_arena_close(&run->scratch[i].arena);
    ed_arena_close(&run->frames[0]);
    ed_arena_close(&run->frames[1]);
    ed_arena_close(&run->buffer);
    ed_arena_close(&run->work[0]);
    ed_arena_close(&run->work[1]);
    ed_arena_close(&run->own);
    ed_arena_close(&run->types_arena);
    ed_attic_clear(&run->attic);
    memset(run, 0, sizeof *run);
}

// --- a frame -----------------------------------------------------------------------------------------------------------

/// Tells once that an arena of the game refused a push.
static bool check_limits(ed_Run *run)
{
    run->over.code = ED_OK;
    for (u32 i = 0; i < run->module->schema->state_count; i++) ed_arena_fits(run->states[i].arena, &run->over);
    for (u32 i = 0; i < run->module->schema->rigid_count; i++) ed_arena_fits(run->rigids[i].arena, &run->over);
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) ed_arena_fits(&run->scratch[i].arena, &run->over);
    ed_arena_fits(run->host.frame, &run->over);
    if (run->over.code == ED_OK) return true;
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) {
        if (run->states[i].arena) run->states[i].arena->refused = 0;
        run->rigid_arenas[i].refused = 0;
    }
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) run->scratch[i].arena.refused = 0;
    return false;
}

bool ed_run_update(ed_Run *run, const ed_Input *input)
{
    ed_Arena *older = run->host.frame_before;
    run->host.frame_before = run->host.frame;
    run->host.frame        = older;
    ed_arena_reset(older);
    run->input = input ? *input : (ed_Input){ .mouse_x = 0 };
    run->module->update(&run->host);
    run->host.tick++;
    return check_limits(run);
}

const ed_Draw *ed_run_render(ed_Run *run, f32 alpha)
{
    ed_draw_clear(&run->draw);
    run->host.alpha = alpha;
    run->module->render(&run->host);
    return &run->draw;
}

// --- state out and in --------------------------------------------------------------------------------------------------

bool ed_run_restart(ed_Run *run, u64 seed, ed_Error *error)
{
    ed_Block blocks[ED_ROOTS_MAX];
    if (!init_states(run, blocks, error)) return false;
    use_states(run, blocks, run->module->schema->state_count);
    ed_attic_clear(&run->attic);
    start_game(run, seed);
    return true;
}

ed_State ed_run_state(const ed_Run *run)
{
    return (ed_State){ .game = run->module->game, .frame = run->host.tick, .schema = run->module->schema,
                       .blocks = (ed_Block *)(uintptr_t)run->states };
}

/// What cannot be packed here is told by the pack that follows.
static ed_Span types_of(ed_Run *run)
{
    ed_Writer w;
    if (run->types.size) return run->types;
    ed_arena_reset(&run->types_arena);
    ed_write_init(&w, &run->types_arena);
    ed_tables_write_all(&w, run->module->schema);
    if (ed_write_ok(&w)) run->types = (ed_Span){ w.bytes, w.size };
    return run->types;
}

bool ed_run_pack_into(ed_Run *run, ed_PackFor use, ed_Arena *arena, ed_Span *bytes, ed_Error *error)
{
    ed_Writer w;
    ed_State state = ed_run_state(run);
    state.live     = use == ED_PACK_LIVE;
    state.unsealed = use == ED_PACK_UNSEALED;
    state.types    = types_of(run);
    state.attic    = run->keep_attic && !state.live ? &run->attic : NULL;
    state.open     = run->open && !state.live;
    ed_arena_reset(arena);
    ed_write_init(&w, arena);
    if (!run->module->pack(&w, &state)) {
        if (error && !error->code) *error = w.err;
        return false;
    }
    *bytes = (ed_Span){ w.bytes, w.size };
    return true;
}

bool ed_run_pack(ed_Run *run, ed_Span *bytes, ed_Error *error)
{
    return ed_run_pack_into(run, ED_PACK_FILE, &run->buffer, bytes, error);
}

/// Takes a document into fresh arenas with `module`; the present state is untouched until all of it is there.
static bool take_document(ed_Run *run, const ed_Module *module, ed_Span bytes, bool live, ed_Attic *attic, ed_Error *error)
{
    ed_Block blocks[ED_ROOTS_MAX];
    if (!fresh_blocks(run, module->schema, blocks, error)) return false;
    ed_State state = { .game = module->game, .schema = module->schema, .blocks = blocks,
                       .live = live, .attic = attic };
    ed_Arena *work = run->report.arena == &run->work[0] ? &run->work[1] : &run->work[0];
    ed_Report report;
    ed_arena_reset(work);
    if (!module->unpack(bytes.at, bytes.size, &state, work, &report, error)) return false;
    run->report = report;
    use_states(run, blocks, module->schema->state_count);
    run->module    = module;
    run->host.tick = state.frame;
    return true;
}

bool ed_run_load(ed_Run *run, const void *bytes, size_t size, ed_Error *error)
{
    ed_attic_init(&run->loaded, ED_ATTIC_BYTES_MAX);
    bool good = take_document(run, run->module, (ed_Span){ (const u8 *)bytes, size }, false, &run->loaded, error);
    if (!good) { ed_attic_clear(&run->loaded); return false; }
    ed_attic_clear(&run->attic);      // of another course of events
    run->attic = run->loaded;
    ed_attic_init(&run->loaded, ED_ATTIC_BYTES_MAX);
    load_module(run);
    return true;
}

// --- new code ----------------------------------------------------------------------------------------------------------

/// True where the memory can stay as it is. What is never packed must be at its default after a reload, whether or not
/// the layout changed: a schema with transient fields takes the way through the packed form.
static bool adoptable(const ed_Schema *now, const ed_Schema *next)
{
    for (u32 t = 0; t < next->type_count; t++)
        for (u32 i = 0; i < next->types[t]->field_count; i++)
            if (next->types[t]->fields[i].flags & ED_FIELD_TRANSIENT) return false;
    return same_states(now, next);
}

bool ed_run_replace(ed_Run *run, const ed_Module *next, ed_Error *error)
{
    if (!ed_module_check(next, error)) return false;
    if (strcmp(run->module->game, next->game) != 0) {
        ed_fail(error, ED_ERR_GAME, "it is the game '%s' and '%s' is running: restart to change games", next->game, run->module->game);
        return false;
    }
    if (!check_rigid(run->module->schema, next->schema, error)) return false;
    if (adoptable(run->module->schema, next->schema)) {
        ed_report_init(&run->report, run->report.arena);
        run->report.same_layout = true;
        run->module = next;
    } else {
        ed_Span bytes;
        if (!ed_run_pack_into(run, ED_PACK_LIVE, &run->buffer, &bytes, error)
            || !take_document(run, next, bytes, true, &run->attic, error)) return false;
    }
    load_module(run);
    return true;
}
