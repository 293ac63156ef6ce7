#include <stdio.h>
#include <string.h>
#include "runtime/attic/snapshot.h"
#include "runtime/run/run.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/containers.h"
#include "runtime/types/field.h"
#include "runtime/value/record_ptr.h"
#include "tests/storm/form.h"
#include "tests/storm/links.h"
#include "tests/storm/memory.h"
#include "tests/storm/oracle.h"
#include "tests/storm/pair.h"
#include "tests/storm/random.h"

// Random schemas as games whose pools change all the time, so that many handles refer to removed
// items. An update depends only on the frame and on what a packed state keeps. So a game that was
// restored from a packed state reaches the same bytes as one that never stopped.

enum { UPDATES = 60, EVERY = 12 };      // a state is packed before every 12th update

typedef struct Play {
    ed_Containers handles;
    ed_Arena *arena;      // of the root
    st_Random dice;
    u64 seen;      // a hash of all that live handles refer to
    bool act;      // change handles and lists; else only look
} Play;

static u64 seed;

static u32 align_of(const ed_Field *field)
{
    u32 align = field->type && field->kind != ED_REF ? field->type->align
              : field->kind == ED_REF                ? 4
                                                     : ed_kind_size(field->kind);
    return align > 8 || align == 0 ? 8 : align;
}

static void init_item(ed_Arena *arena, const ed_Field *field, void *item)
{
    if (item) ed_init_element(field, arena, item);
}

static void play_record(Play *play, const ed_Type *type, u8 *it);

static void play_handle(Play *play, const ed_Field *field, u8 *at)
{
    const ed_Container *pool = ed_pool_of(&play->handles, field->type);
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    if (pool && ed_pool_has(pool->pool, ref))
        play->seen = play->seen * 31 + pool->pool->slots[ref.index].at + 1;
    if (!play->act || !pool || !st_chance(&play->dice, 15)) return;
    ref = ed_pool_ref(pool->pool, st_below(&play->dice, pool->pool->count + 1));
    memcpy(at, &ref, sizeof ref);
    if (field->shape == ED_OPTIONAL) at[-1] = ref.generation != 0;
}

static void play_field(Play *play, const ed_Field *field, u8 *at)
{
    ed_Array list = { at, field->count, 0 };
    if (field->flags & ED_FIELD_TRANSIENT) return;
    if (field->kind != ED_REF && !ed_field_is_record(field)) return;
    bool grows = play->act && field->shape == ED_DYNAMIC && st_chance(&play->dice, 5);
    if (grows)
        init_item(play->arena, field,
                  ed_array_add(play->arena, (ed_Array *)(void *)at, field->size, align_of(field)));
    if (field->shape == ED_BOUNDED) list.count = ed_bounded_count(field, at);
    if (field->shape == ED_OPTIONAL && field->kind != ED_REF) list.count = at[-1] != 0;
    if (ed_field_is_list(field)) memcpy(&list, at, sizeof list);
    for (u32 i = 0; i < list.count; i++) {
        u8 *item = (u8 *)list.items + (size_t)i * field->size;
        if (field->kind == ED_REF) play_handle(play, field, item);
        else play_record(play, field->type, item);
    }
}

static void play_record(Play *play, const ed_Type *type, u8 *it)
{
    u32 first = type->kind == ED_UNION ? ed_union_index(type, it) : 0;
    u32 end = type->kind == ED_UNION ? first + 1 : type->field_count;
    for (u32 i = first; i < end; i++)
        play_field(play, &type->fields[i], it + type->fields[i].offset);
}

static void play_pool(Play *play, const ed_Field *field, ed_Pool *pool)
{
    if (st_chance(&play->dice, 60) && pool->count < 12)
        init_item(play->arena, field, ed_pool_add(play->arena, pool, field->size, align_of(field)));
    if (st_chance(&play->dice, 50) && pool->count)
        ed_pool_remove(pool, ed_pool_ref(pool, st_below(&play->dice, pool->count)), field->size);
}

static ed_Run run;

static void play_roots(Play *play, const ed_Host *host)
{
    const ed_Schema *schema = run.module->schema;
    for (u32 s = 0; s < schema->state_count; s++) {
        play->arena = host->states[s].arena;
        play_record(play, schema->states[s], host->states[s].at);
    }
}

static void update(ed_Host *host)
{
    const ed_Schema *schema = run.module->schema;
    ed_State state = { .schema = schema, .roots = host->states };
    Play play = { .act = false };
    if (!ed_containers_find(&state, true, host->frame, &play.handles)) return;
    play_roots(&play, host);
    play.dice = st_random(seed + play.seen, host->tick);
    play.act = true;
    for (u32 s = 0; s < schema->state_count; s++)
        for (u32 i = 0; i < schema->states[s]->field_count; i++) {
            const ed_Field *field = &schema->states[s]->fields[i];
            play.arena = host->states[s].arena;
            if (field->shape == ED_POOL && !(field->flags & ED_FIELD_TRANSIENT))
                play_pool(&play, field,
                          (ed_Pool *)(void *)((u8 *)host->states[s].at + field->offset));
        }
    play_roots(&play, host);
    // pointers lead to the elements at the same indices, wherever these are now
    ed_record_ptrs_rebind(&state, &play.handles, host->frame);
}

static void nothing(ed_Host *host) { (void)host; }

// --- runs ----------------------------------------------------------------------------------------

static ed_Error error;

/// Writes the states of the pairs to the game. Handles that a game cannot have, such as those to a
/// future item, are cleared first.
static bool fill(const st_Pair *pairs, u32 count)
{
    for (u32 p = 0; p < count; p++) {
        st_Oracle self = { .from = &pairs[p].from, .to = &pairs[p].from };
        const st_Memory memory = { &pairs[p].from, pairs[p].prefix, run.module->schema,
                                   run.states };
        st_settle_refs(&self, pairs[p].states);
        st_use_memory(&memory);
        for (u32 t = 0; t < pairs[p].from.count; t++) {
            const st_Type *type = &pairs[p].from.types[t];
            u32 index;
            const ed_Type *table =
                type->root && !type->gone
                    ? st_root_table(run.module->schema, pairs[p].prefix, type, &index)
                    : NULL;
            if (table
                && !st_put(run.states[index].arena, table, run.states[index].at,
                           pairs[p].states[t]))
                return false;
        }
        st_put_links();
    }
    return true;
}

static ed_Span packed(void)
{
    ed_Span bytes = { NULL, 0 };
    if (!ed_run_pack(&run, &bytes, &error)) return (ed_Span){ NULL, 0 };
    u8 *copy = st_new(bytes.size);
    memcpy(copy, bytes.at, bytes.size);
    return (ed_Span){ copy, bytes.size };
}

static bool same(ed_Span one, ed_Span other)
{
    return one.size && one.size == other.size && memcmp(one.at, other.at, one.size) == 0;
}

/// What went wrong, or NULL.
static const char *play(const st_Pair *pairs, u32 count)
{
    ed_Span kept[UPDATES / EVERY], end;
    if (!fill(pairs, count)) return "fill";
    for (u32 i = 0; i < UPDATES; i++) {
        if (i % EVERY == 0) kept[i / EVERY] = packed();
        ed_run_update(&run, NULL);
    }
    end = packed();
    for (u32 k = 0; k < UPDATES / EVERY; k++) {
        if (!ed_run_load(&run, kept[k].at, kept[k].size, &error)) return "load";
        if (!same(kept[k], packed())) return "packed again";
        for (u32 i = k * EVERY; i < UPDATES; i++) ed_run_update(&run, NULL);
        if (!same(end, packed())) return "continued";
    }
    return NULL;
}

void st_run_games(const ed_Schema *schema, const st_Pair *pairs, u32 count, st_Result *results)
{
    static st_Pair games[ST_BATCH_MAX];
    ed_Module module = { .abi = (u32)ED_ABI,
                         .game = "storm",
                         .title = "storm",
                         .view_width = 16,
                         .view_height = 9,
                         .schema = schema,
                         .update = update,
                         .render = nothing,
                         .pack = st_form_pack,
                         .unpack = ed_snapshot_read };
    seed = pairs[0].seed * 1000003 + pairs[0].number;
    memcpy(games, pairs, count * sizeof *games);
    for (u32 form = 0; form < ST_FORM_COUNT && !results[0].bad; form++) {
        for (u32 p = 0; p < count; p++) games[p].form = (st_DocForm)form;
        st_form_begin(games, count);
        const char *trouble = ed_run_open(&run, &module, 1, &error) ? play(games, count) : "open";
        for (u32 p = 0; trouble && p < count; p++) {
            results[p].bad = true;
            snprintf(results[p].step, sizeof results[p].step, "game %s, %s",
                     st_form_name((st_DocForm)form), trouble);
            snprintf(results[p].d.found, sizeof results[p].d.found, "%s", error.text);
        }
        ed_run_close(&run);
    }
}
