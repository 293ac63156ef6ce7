#include "runtime/run/run.h"
#include <stdio.h>
#include <string.h>
#include "runtime/attic/attic.h"
#include "runtime/attic/snapshot.h"
#include "runtime/msgpack/write.h"
#include "runtime/run/module_check.h"
#include "runtime/run/relink.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/document.h"
#include "runtime/value/record_ptr.h"

#define LISTS_BYTES_MAX ((size_t)32 << 20)

// --- calling the module --------------------------------------------------------------------------

const char *ed_phase_name(ed_Phase phase)
{
    static const char *const names[ED_PHASE_COUNT] = { "",       "constructor", "destructor",
                                                       "load",   "start",       "update",
                                                       "render", "pack",        "unpack",
                                                       "unload" };
    return phase < ED_PHASE_COUNT ? names[phase] : "";
}

/// Returns false if the module did not return. Its memory cannot be trusted then: see failed_phase.
static bool call_module(ed_Run *run, ed_Phase phase, void (*fn)(void *), void *arg)
{
    if (!run->caller.call) {
        fn(arg);
        return true;
    }
    if (run->failed_phase) return false;
    if (run->caller.call(run->caller.it, phase, fn, arg)) return true;
    run->failed_phase = phase;
    return false;
}

typedef struct HostCall {
    void (*fn)(ed_Host *);
    ed_Host *host;
} HostCall;

static void on_host(void *it)
{
    const HostCall *call_of = (const HostCall *)it;
    call_of->fn(call_of->host);
}

/// Calls an optional function of the module. Returns true if the module does not have it.
static bool call_host(ed_Run *run, ed_Phase phase, void (*fn)(ed_Host *))
{
    if (!fn) return true;
    if (run->caller.call && run->failed_phase) return false;
    bool has_returned =
        call_module(run, phase, on_host, &(HostCall){ fn, ed_module_call_begin(run) });
    ed_module_call_end(run, has_returned);
    return has_returned;
}

/// Sets the error that says in which function the module failed. Returns false.
static bool fail_crashed(const ed_Run *run, ed_Error *error)
{
    ed_fail(error, ED_ERR_CRASH, "the game's code failed in %s", ed_phase_name(run->failed_phase));
    return false;
}

// --- opening and closing -------------------------------------------------------------------------

static bool open_root(ed_Arena *arena, const char *what, const ed_Type *type, ed_Error *error)
{
    char name[48];
    snprintf(name, sizeof name, "%s %s", what, type->name);
    return arena->base || ed_arena_open(arena, name, ed_bytes_max, error);
}

/// Returns the one of a state's two arenas that is not in use, or NULL if it cannot be opened.
static ed_Arena *spare_of(ed_Run *run, u32 i, const ed_Type *type, ed_Error *error)
{
    ed_Arena *pair = run->state_arenas[i];
    ed_Arena *spare = run->states[i].arena == &pair[0] ? &pair[1] : &pair[0];
    return open_root(spare, "state", type, error) ? spare : NULL;
}

const ed_Arena *ed_run_spare(ed_Run *run, u32 state)
{
    return spare_of(run, state, run->module->schema->states[state], NULL);
}

ed_RunSizes ed_run_sizes(const ed_Run *run)
{
    ed_RunSizes sizes = { .attic = ed_attic_newest_bytes(run->attics.current) };
    for (u32 i = 0; i < run->module->schema->state_count; i++)
        sizes.states[i] = run->states[i].arena->used;
    return sizes;
}

/// Sets `roots` to an empty spare arena for each state of `schema`.
static bool fresh_roots(ed_Run *run, const ed_Schema *schema, ed_RootMemory *roots, ed_Error *error)
{
    for (u32 i = 0; i < schema->state_count; i++) {
        ed_Arena *spare = spare_of(run, i, schema->states[i], error);
        if (!spare) return false;
        ed_arena_reset(spare);
        snprintf(spare->name, sizeof spare->name, "state %.20s", schema->states[i]->name);
        roots[i] = (ed_RootMemory){ NULL, spare };
    }
    return true;
}

static bool init_root(ed_RootMemory *root, const ed_Type *type, ed_Arena *arena, ed_Error *error)
{
    *root = (ed_RootMemory){ ed_state_init(type, arena), arena };
    return root->at || ed_arena_check(arena, error);
}

static bool init_states(ed_Run *run, ed_RootMemory *roots, ed_Error *error)
{
    const ed_Schema *schema = run->module->schema;
    if (!fresh_roots(run, schema, roots, error)) return false;
    for (u32 i = 0; i < schema->state_count; i++)
        if (!init_root(&roots[i], schema->states[i], roots[i].arena, error)) return false;
    return true;
}

static bool open_rigids(ed_Run *run, ed_Error *error)
{
    const ed_Schema *schema = run->module->schema;
    for (u32 i = 0; i < schema->rigid_count; i++) {
        ed_Arena *arena = &run->rigid_arenas[i];
        const ed_Type *type = schema->rigids[i];
        if (!open_root(arena, "rigid", type, error)
            || !init_root(&run->rigids[i], type, arena, error))
            return false;
    }
    return true;
}

static bool open_lists(ed_Run *run, ed_Error *error)
{
    const f32 w = run->module->view_width, h = run->module->view_height;
    for (u32 i = 0; i < ED_COUNT(run->lists); i++)
        if (!ed_draw_open(&run->lists[i], &run->list_memory, w, h))
            return ed_arena_check(&run->list_memory, error);
    run->draw = run->drawn = run->lists[1];
    return true;
}

static bool open_arenas(ed_Run *run, ed_Error *error)
{
    return ed_arena_open(&run->frames[0], "frame arena", ED_FRAME_BYTES_MAX, error)
        && ed_arena_open(&run->frames[1], "frame arena", ED_FRAME_BYTES_MAX, error)
        && ed_arena_open(&run->buffer, "packed state", ed_snapshot_bytes_max(), error)
        && ed_arena_open(&run->work[0], "reload buffer", ed_work_bytes_max(), error)
        && ed_arena_open(&run->work[1], "reload buffer", ed_work_bytes_max(), error)
        && ed_arena_open(&run->types_arena, "packed types", ED_TYPES_BYTES_MAX, error)
        && ed_arena_open(&run->list_memory, "draw lists and attics", LISTS_BYTES_MAX, error)
        && open_lists(run, error) && ed_attics_open(&run->attics, &run->list_memory, error);
}

static void use_states(ed_Run *run, const ed_RootMemory *roots, u32 count)
{
    memset(run->states, 0, sizeof run->states);
    memcpy(run->states, roots, count * sizeof *roots);
    ed_module_memory_record(run);
}

static void empty_scratch(ed_Run *run)
{
    ed_arena_reset(&run->frames[0]);
    ed_arena_reset(&run->frames[1]);
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++)
        if (run->scratch[i].tag && run->scratch[i].life == ED_LIFETIME_RELOAD)
            ed_arena_reset(&run->scratch[i].arena);
}

/// Calls the module's load function after new code or new state, so that it sets its pointers
/// again.
static bool load_module(ed_Run *run)
{
    run->types = (ed_Span){ NULL, 0 };
    empty_scratch(run);
    if (!call_host(run, ED_PHASE_LOAD, run->module->load)) return false;
    run->host.first = false;
    return true;
}

bool ed_run_start(ed_Run *run, u64 seed, ed_Error *error)
{
    run->host.seed = seed;
    run->host.tick = 0;
    run->host.quit = false;
    run->failed_phase = ED_PHASE_NONE;
    return (load_module(run) && call_host(run, ED_PHASE_START, run->module->start))
        || fail_crashed(run, error);
}

bool ed_run_prepare(ed_Run *run, const ed_Module *module, ed_Error *error)
{
    memset(run, 0, sizeof *run);
    if (!ed_module_check(module, error)) return false;
    run->module = module;
    run->host = (ed_Host){ .states = run->states,
                           .rigids = run->rigids,
                           .frame = &run->frames[0],
                           .frame_before = &run->frames[1],
                           .scratch = run->scratch,
                           .input = &run->input,
                           .draw = &run->draw,
                           .first = true };
    ed_RootMemory roots[ED_ROOTS_MAX];
    if (!open_arenas(run, error) || !open_rigids(run, error) || !init_states(run, roots, error)) {
        ed_run_close(run);
        return false;
    }
    use_states(run, roots, module->schema->state_count);
    return true;
}

bool ed_run_open(ed_Run *run, const ed_Module *module, u64 seed, ed_Error *error)
{
    if (!ed_run_prepare(run, module, error)) return false;
    if (ed_run_start(run, seed, error)) return true;
    ed_run_close(run);
    return false;
}

void ed_run_close(ed_Run *run)
{
    bool loaded = run->module && !run->host.first && !run->failed_phase;
    if (loaded) call_host(run, ED_PHASE_UNLOAD, run->module->unload);
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) {
        ed_arena_close(&run->state_arenas[i][0]);
        ed_arena_close(&run->state_arenas[i][1]);
        ed_arena_close(&run->rigid_arenas[i]);
    }
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) ed_arena_close(&run->scratch[i].arena);
    for (u32 i = 0; i < 2; i++) {
        ed_arena_close(&run->frames[i]);
        ed_arena_close(&run->work[i]);
    }
    ed_attics_close(&run->attics);
    ed_arena_close(&run->buffer);
    ed_arena_close(&run->list_memory);
    ed_arena_close(&run->types_arena);
    memset(run, 0, sizeof *run);
}

// --- a frame -------------------------------------------------------------------------------------

static void check_limit(ed_Arena *arena, ed_Error *error)
{
    if (!arena) return;
    ed_arena_check(arena, error);
    arena->refused = 0;
}

/// Sets the error if an arena of the game refused an allocation since the last check.
static bool check_limits(ed_Run *run)
{
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) check_limit(run->states[i].arena, &run->frame_error);
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) check_limit(run->rigids[i].arena, &run->frame_error);
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) check_limit(&run->scratch[i].arena, &run->frame_error);
    check_limit(run->host.frame, &run->frame_error);
    return run->frame_error.code == ED_OK;
}

bool ed_run_update(ed_Run *run, const ed_Input *input)
{
    if (run->failed_phase) return false;
    ed_Arena *older = run->host.frame_before;
    run->host.frame_before = run->host.frame;
    run->host.frame = older;
    ed_arena_reset(older);
    run->input = input ? *input : (ed_Input){ .mouse_x = 0 };
    run->frame_error.code = ED_OK;
    if (!call_host(run, ED_PHASE_UPDATE, run->module->update))
        return fail_crashed(run, &run->frame_error);
    run->host.tick++;
    return check_limits(run);
}

/// Completes the list that render filled. Only the counts are taken from the struct that render
/// got, within their limits. render may have overwritten its pointers and its size, so these are
/// taken from where the host got them.
static void take_list(ed_Run *run)
{
    const ed_Draw *given = &run->draw;
    ed_Draw *drawn = &run->drawn;
    *drawn = run->lists[run->list];
    drawn->width = run->module->view_width;
    drawn->height = run->module->view_height;
    drawn->dropped = given->dropped;
    drawn->count = given->count < ED_DRAW_ITEMS_MAX ? given->count : ED_DRAW_ITEMS_MAX;
    drawn->text_size = given->text_size < ED_DRAW_TEXT_MAX ? given->text_size : ED_DRAW_TEXT_MAX;
    run->list = !run->list;
}

const ed_Draw *ed_run_render(ed_Run *run, f32 alpha)
{
    if (run->failed_phase) return &run->drawn;
    run->draw = run->lists[run->list];
    run->draw.width = run->module->view_width;
    run->draw.height = run->module->view_height;
    run->host.alpha = alpha;
    if (call_host(run, ED_PHASE_RENDER, run->module->render)) take_list(run);
    else fail_crashed(run, &run->frame_error);
    return &run->drawn;
}

// --- state out and in ----------------------------------------------------------------------------

bool ed_run_restart(ed_Run *run, u64 seed, ed_Error *error)
{
    ed_RootMemory roots[ED_ROOTS_MAX];
    if (!init_states(run, roots, error)) return false;
    use_states(run, roots, run->module->schema->state_count);
    ed_attics_use_empty(&run->attics);
    return ed_run_start(run, seed, error);
}

ed_State ed_run_state(ed_Run *run)
{
    return (ed_State){ .game = run->module->game,
                       .frame = run->host.tick,
                       .schema = run->module->schema,
                       .roots = run->states,
                       .bytes_max = ed_bytes_max };
}

/// Returns the packed types of the module, or an empty span if they cannot be packed. The pack that
/// follows then reports the error.
static ed_Span types_of(ed_Run *run)
{
    ed_Writer w;
    if (run->types.size) return run->types;
    ed_arena_reset(&run->types_arena);
    ed_write_init(&w, &run->types_arena);
    ed_document_types_write_all(&w, run->module->schema);
    if (ed_write_ok(&w)) run->types = (ed_Span){ w.bytes, w.size };
    return run->types;
}

typedef struct PackCall {
    const ed_Module *module;
    ed_Writer *w;
    const ed_State *state;
    bool good;
} PackCall;

static void on_pack(void *it)
{
    PackCall *call = (PackCall *)it;
    call->good = call->module->pack(call->w, call->state);
}

/// Packs the state with the module's own function. After the module failed, the host packs instead:
/// the type tables are plain data, and the host has the same writer.
static bool pack_with_module(ed_Run *run, ed_Writer *w, const ed_State *state)
{
    PackCall call = { run->module, w, state, false };
    if (run->failed_phase) return ed_snapshot_write(w, state);
    if (call_module(run, ED_PHASE_PACK, on_pack, &call)) return call.good;
    ed_module_call_end(run, false);
    return fail_crashed(run, &w->err);
}

bool ed_run_pack_into(ed_Run *run, ed_PackFor use, ed_Arena *arena, ed_Span *bytes, ed_Error *error)
{
    ed_Writer w;
    ed_State state = ed_run_state(run);
    state.live = use == ED_PACK_LIVE || use == ED_PACK_CHECKPOINT;
    state.seal_later = use == ED_PACK_UNSEALED || use == ED_PACK_CHECKPOINT;
    state.types = types_of(run);
    state.attic = run->keep_attic && !state.live ? run->attics.current : NULL;
    state.open_form = run->open_form && !state.live;
    ed_arena_reset(arena);
    ed_write_init(&w, arena);
    if (!pack_with_module(run, &w, &state)) {
        if (error && !error->code) *error = w.err;
        return false;
    }
    ed_locate_dangling(&w.changes, &run->changes, &state);
    run->changes = w.changes;
    if (use == ED_PACK_CHECKPOINT) ed_snapshot_seal(w.bytes, w.size);
    *bytes = (ed_Span){ w.bytes, w.size };
    return true;
}

bool ed_run_pack(ed_Run *run, ed_Span *bytes, ed_Error *error)
{
    return ed_run_pack_into(run, ED_PACK_FILE, &run->buffer, bytes, error);
}

typedef struct UnpackCall {
    const ed_Module *module;
    ed_Span bytes;
    ed_State *state;
    ed_Arena *work;
    ed_Report *report;
    ed_Error *error;
    bool good;
} UnpackCall;

static void on_unpack(void *it)
{
    UnpackCall *unpack = (UnpackCall *)it;
    unpack->good = unpack->module->unpack(unpack->bytes.at, unpack->bytes.size, unpack->state,
                                          unpack->work, unpack->report, unpack->error);
}

/// Unpacks a document into the spare arenas. The current state is not touched until all of the
/// document is read. In `state`, the caller sets only the options: live, no_pointers, is_undo and
/// attic.
static bool take_document(ed_Run *run, const ed_Module *module, ed_Span bytes, ed_State state,
                          ed_Error *error)
{
    ed_RootMemory roots[ED_ROOTS_MAX];
    ed_Report report = { .arena = NULL };
    run->restore_report = (ed_Report){ .arena = NULL };      // its arena is reused below
    if (!fresh_roots(run, module->schema, roots, error)) return false;
    state.game = module->game;
    state.bytes_max = ed_bytes_max;
    state.schema = module->schema;
    state.roots = roots;
    ed_Arena *work = run->report.arena == &run->work[0] ? &run->work[1] : &run->work[0];
    ed_arena_reset(work);
    UnpackCall call = { module, bytes, &state, work, &report, error, false };
    run->document_bytes = bytes.size;
    const bool returned = call_module(run, ED_PHASE_UNPACK, on_unpack, &call);
    run->document_bytes = 0;
    if (!returned) {
        ed_module_call_end(run, false);
        return fail_crashed(run, error);
    }
    if (!call.good) return false;
    run->report = report;
    use_states(run, roots, module->schema->state_count);
    run->module = module;
    run->types = (ed_Span){ NULL, 0 };
    run->host.tick = state.frame;
    return true;
}

/// Reads a document without calling the module's unpack. Keeps `report` and `failed_phase`.
static bool restore_document(ed_Run *run, ed_Span bytes, ed_State options, ed_Error *error)
{
    ed_Module reader = *run->module;
    ed_Report report = run->report;
    const ed_Module *module = run->module;
    ed_Phase failed_phase = run->failed_phase;
    reader.unpack = ed_snapshot_read;
    run->failed_phase = ED_PHASE_NONE;      // unpacking may call the game's upgrade functions
    bool good = take_document(run, &reader, bytes, options, error);
    run->module = module;
    run->failed_phase = failed_phase;
    if (good) run->restore_report = run->report;
    run->report = report;
    return good;
}

static bool load_document(ed_Run *run, ed_Span span, ed_State options, ed_Error *error)
{
    ed_Attic *attic = options.attic = ed_attics_find_free(&run->attics);
    bool failed = run->failed_phase;      // then a fixed module will continue from this state
    if (!(failed ? restore_document(run, span, options, error)
                 : take_document(run, run->module, span, options, error))) {
        ed_attic_clear(attic);
        return false;
    }
    ed_attics_use(&run->attics, attic);      // the old attic belongs to the state that was replaced
    return failed || load_module(run) || fail_crashed(run, error);
}

bool ed_run_load(ed_Run *run, const void *bytes, size_t size, ed_Error *error)
{
    return load_document(run, (ed_Span){ (const u8 *)bytes, size }, (ed_State){ .live = false },
                         error);
}

bool ed_run_load_edited(ed_Run *run, const void *bytes, size_t size, ed_Error *error)
{
    return load_document(run, (ed_Span){ (const u8 *)bytes, size },
                         (ed_State){ .live = true, .no_pointers = true }, error);
}

// --- new code ------------------------------------------------------------------------------------

/// Returns true if the next module can use the memory as it is. Transient fields must have their
/// defaults after a reload even if the layout is the same. So a schema with transient fields must
/// be packed and unpacked.
static bool can_adopt(const ed_Schema *now, const ed_Schema *next)
{
    for (u32 t = 0; t < next->type_count; t++)
        for (u32 i = 0; i < next->types[t]->field_count; i++)
            if (next->types[t]->fields[i].flags & ED_FIELD_TRANSIENT) return false;
    return ed_same_states(now, next);
}

static bool check_next(const ed_Run *run, const ed_Module *next, ed_Error *error)
{
    return ed_module_check(next, error) && ed_module_check_game(next, run->module->game, error)
        && ed_check_rigid(run->module->schema, next->schema, error);
}

/// Gives `next` its state: the same memory, or the result of unpacking what the current module
/// packed.
static bool hand_over(ed_Run *run, const ed_Module *next, const ed_Span *packed, ed_Error *error)
{
    ed_Span bytes;
    const bool rebuilt = run->same_sources && ed_same_states(run->module->schema, next->schema);
    if (rebuilt || can_adopt(run->module->schema, next->schema)) {
        if (!ed_relink(run->module->schema, next->schema, run->states, error)) return false;
        if (!rebuilt) ed_report_init(&run->report, run->report.arena);
        if (!rebuilt) run->report.same_layout = true;
        run->module = next;
        return true;
    }
    if (packed) bytes = *packed;
    else if (!ed_run_pack_into(run, ED_PACK_LIVE, &run->buffer, &bytes, error)) return false;
    run->failed_phase = ED_PHASE_NONE;      // `next` is called from here on
    bool is_undo = run->previous_schema && ed_same_states(run->previous_schema, next->schema);
    ed_attics_use_copy(&run->attics);
    ed_Attic *attic = run->attics.current;
    ed_State how = { .live = true, .is_undo = is_undo, .attic = attic };
    attic->lent = packed ? NULL : &run->buffer;
    bool good = take_document(run, next, bytes, how, error);
    attic->lent = NULL;
    return good;
}

bool ed_run_replace_packed(ed_Run *run, const ed_Module *next, const ed_Span *packed,
                           ed_Error *error)
{
    const ed_Module *before = run->module;
    ed_Attic *attic = run->attics.current;
    ed_Phase failed_phase = run->failed_phase;
    ed_Report report = run->report;
    ed_RootMemory roots[ED_ROOTS_MAX];
    memcpy(roots, run->states, sizeof roots);
    if (!check_next(run, next, error)) return false;
    ed_attics_hold(&run->attics, attic);
    if (!failed_phase) call_host(run, ED_PHASE_UNLOAD, before->unload);
    run->failed_phase = failed_phase;      // a failure in unload does not stop the replacement
    bool given = hand_over(run, next, packed, error);
    if (given) run->failed_phase = ED_PHASE_NONE;
    bool good = given && load_module(run);
    if (given && !good) fail_crashed(run, error);
    if (!good) ed_attics_use(&run->attics, attic);
    ed_attics_drop(&run->attics, attic);
    if (good) return true;
    // true if the current module failed while it packed its state
    bool current_failed = !failed_phase && run->failed_phase == ED_PHASE_PACK;
    bool faulted = given || (!current_failed && run->failed_phase);
    ed_Error unused = { .code = ED_OK };
    const bool adopted = run->module == next && run->states[0].at == roots[0].at;
    if (adopted) ed_relink(next->schema, before->schema, roots, &unused);
    run->module = before;
    run->report = report;
    use_states(run, roots, before->schema->state_count);
    if (!current_failed) run->failed_phase = failed_phase;
    if (faulted && packed) ed_run_restore(run, packed->at, packed->size, true, &unused);
    if (!run->failed_phase) load_module(run);
    return false;
}

bool ed_run_replace(ed_Run *run, const ed_Module *next, ed_Error *error)
{
    return ed_run_replace_packed(run, next, NULL, error);
}

// --- after a failure -----------------------------------------------------------------------------

bool ed_run_restore(ed_Run *run, const void *bytes, size_t size, bool live, ed_Error *error)
{
    return restore_document(run, (ed_Span){ (const u8 *)bytes, size }, (ed_State){ .live = live },
                            error);
}

bool ed_run_resume(ed_Run *run, ed_Error *error)
{
    run->failed_phase = ED_PHASE_NONE;
    return load_module(run) || fail_crashed(run, error);
}

bool ed_run_roll_back(ed_Run *run, const ed_Module *module, ed_Span packed, ed_Attic *attic,
                      ed_Phase failed_phase, ed_Error *error)
{
    const ed_Module *now = run->module;
    if (!run->failed_phase) call_host(run, ED_PHASE_UNLOAD, now->unload);
    run->module = module;
    if (!ed_run_restore(run, packed.at, packed.size, true, error)) {
        run->module = now;
        if (!run->failed_phase) load_module(run);
        return false;
    }
    run->report =
        run->restore_report;      // the old report may point to types of the unloaded module
    ed_attics_use(&run->attics, attic);
    run->failed_phase = failed_phase;
    ed_draw_clear(&run->drawn);      // it may point to pixels of the unloaded module
    if (!failed_phase) load_module(run);
    return true;
}
