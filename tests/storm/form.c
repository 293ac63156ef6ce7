#include "tests/storm/form.h"
#include <string.h>
#include "runtime/attic/snapshot.h"
#include "runtime/msgpack/read.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/encode.h"
#include "runtime/snapshot/containers.h"
#include "runtime/snapshot/row_table.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"
#include "tests/storm/random.h"

#define SIDE_BYTES_MAX ((size_t)64 << 20)

static const char *const names[ST_FORM_COUNT] = { "packed", "open", "mixed" };

st_DocForm st_form_called(const char *name)
{
    u32 form = 0;
    while (form < ST_FORM_COUNT && strcmp(names[form], name) != 0) form++;
    return (st_DocForm)form;
}

const char *st_form_name(st_DocForm form) { return names[form]; }

st_DocForm st_form_of(u64 seed, u32 number)
{
    st_Random r = st_random(seed, 0xf0000000u + number / ST_BATCH_MAX);
    return (st_DocForm)st_below(&r, ST_FORM_COUNT);
}

// --- a mixed document ----------------------------------------------------------------------------

/// In a mixed document, each array is either a row table, aligned or not, or an open array whose
/// elements make their own choices. A choice depends only on the seed and number of the pair, and
/// on the path. So equal states give equal bytes, and a reduced pair still has its row tables in
/// the same fields.
typedef struct Mix {
    ed_Writer *w;
    const ed_TypeList *type_list;
    u64 dice;
} Mix;

static ed_Arena side;      // a stack for what is written outside of the document

static Mix inside(const Mix *m, u32 step)
{
    st_Random r = st_random(m->dice, step);
    return (Mix){ m->w, m->type_list, st_bits(&r) };
}

static u32 roll(const Mix *m, u32 sides)
{
    st_Random r = { m->dice };
    return st_below(&r, sides);
}

/// A separate writer. Its position is that in the document plus `shift`, modulo ED_TABLE_ALIGN.
static ed_Writer begin_side(const Mix *m, u32 shift)
{
    ed_Writer w;
    ed_write_init(&w, &side);
    for (u64 i = (m->w->size + shift) % ED_TABLE_ALIGN; i > 0; i--) ed_write_nil(&w);
    w.live = m->w->live;
    w.containers = m->w->containers;
    w.depth = m->w->depth;
    return w;
}

static void mix_table(const Mix *m, const ed_Field *field, const u8 *items, u32 count)
{
    u32 shift = roll(m, 2) ? 0 : roll(m, ED_TABLE_ALIGN);
    size_t before = side.used;
    ed_Writer w = begin_side(m, shift);
    size_t start = w.size;
    w.type_list = m->type_list;
    ed_pack_table(&w, field, items, count);
    ed_write_packed(m->w, w.bytes + start, w.size - start);
    if (w.err.code && !m->w->err.code) m->w->err = w.err;
    side.used = before;
}

static void mix_record(const Mix *m, const ed_Type *type, const u8 *it);

static void mix_element(const Mix *m, const ed_Field *field, const u8 *at)
{
    bool record = field->kind == ED_STRUCT || field->kind == ED_UNION;
    if (record) mix_record(m, field->type, at);
    else ed_pack_element(m->w, field, at);
}

static void mix_rows(const Mix *m, const ed_Field *field, u32 dim, const u8 *at)
{
    u32 size = field->size;
    if (dim == ED_DIMS_MAX || field->dims[dim] == 0) {
        mix_element(m, field, at);
        return;
    }
    for (u32 d = dim + 1; d < ED_DIMS_MAX && field->dims[d]; d++) size *= field->dims[d];
    ed_write_array(m->w, field->dims[dim]);
    for (u32 i = 0; i < field->dims[dim]; i++) {
        Mix row = inside(m, i);
        mix_rows(&row, field, dim + 1, at + (size_t)i * size);
    }
}

static void mix_array(const Mix *m, const ed_Field *field, const u8 *items, u32 count)
{
    bool table = count && field->kind != ED_PTR && roll(m, 3);
    if (table) {
        mix_table(m, field, items, count);
        return;
    }
    if (field->shape == ED_FIXED) {
        mix_rows(m, field, 0, items);
        return;
    }
    ed_write_array(m->w, count);
    for (u32 i = 0; i < count; i++) {
        Mix item = inside(m, i);
        mix_element(&item, field, items + (size_t)i * field->size);
    }
}

/// Handles and free slots as the engine writes them, in either form.
static void mix_pool(const Mix *m, const ed_Field *field, const u8 *it)
{
    size_t before = side.used;
    ed_Writer forms[2];
    ed_Reader readers[2];
    for (u32 f = 0; f < 2; f++) {
        forms[f] = begin_side(m, 0);
        size_t start = forms[f].size;
        forms[f].type_list = f ? m->type_list : NULL;
        ed_pack_field(&forms[f], field, it);
        ed_read_init(&readers[f], forms[f].bytes + start, forms[f].size - start);
        ed_read_map(&readers[f]);
    }
    ed_write_map(m->w, 3);
    for (u32 i = 0; i < 2; i++) {
        Mix one = inside(m, i);
        ed_Span key = ed_read_str(&readers[0]), values[2];
        ed_read_str(&readers[1]);
        for (u32 f = 0; f < 2; f++) values[f] = ed_read_skip(&readers[f]);
        ed_Span value = values[roll(&one, 2)];
        ed_write_str(m->w, (const char *)key.at, key.size);
        ed_write_packed(m->w, value.at, value.size);
    }
    side.used = before;
    const ed_Pool *pool = (const ed_Pool *)(const void *)(it + field->offset);
    Mix items = inside(m, 2);
    ed_write_text(m->w, "items");
    mix_array(&items, field, pool->items, pool->count);
}

static void mix_field(const Mix *m, const ed_Field *field, const u8 *it)
{
    const u8 *at = it + field->offset;
    ed_Array list = { NULL, 0, 0 };
    Mix one = inside(m, field->tag);
    if (field->shape == ED_DYNAMIC) memcpy(&list, at, sizeof list);
    if (field->shape == ED_BOUNDED) list.count = ed_bounded_count(field, at);
    m->w->depth++;
    switch (field->shape) {
    case ED_ONE: mix_element(&one, field, at); break;
    case ED_FIXED: mix_array(&one, field, at, field->count); break;
    case ED_BOUNDED: mix_array(&one, field, at, list.count); break;
    case ED_DYNAMIC: mix_array(&one, field, list.items, list.count); break;
    case ED_POOL: mix_pool(&one, field, it); break;
    case ED_OPTIONAL:
        if (at[-1]) mix_element(&one, field, at);
        else ed_write_nil(m->w);
        break;
    }
    m->w->depth--;
}

static void mix_record(const Mix *m, const ed_Type *type, const u8 *it)
{
    u32 count = 0;
    if (type->kind == ED_UNION) {
        u32 kind = ed_union_index(type, it);
        ed_write_array(m->w, 2);
        ed_write_u64(m->w, type->fields[kind].tag);
        mix_field(m, &type->fields[kind], it);
        return;
    }
    for (u32 i = 0; i < type->field_count; i++)
        count += !(type->fields[i].flags & ED_FIELD_TRANSIENT);
    ed_write_map(m->w, count);
    for (u32 i = 0; i < type->field_count; i++) {
        if (type->fields[i].flags & ED_FIELD_TRANSIENT) continue;
        ed_write_u64(m->w, type->fields[i].tag);
        mix_field(m, &type->fields[i], it);
    }
}

// --- documents -----------------------------------------------------------------------------------

static const st_Pair *pairs;
static u32 pair_count;

void st_form_begin(const st_Pair *all, u32 count)
{
    pairs = all;
    pair_count = count;
}

static const st_Pair *pair_of(const ed_Type *root)
{
    for (u32 p = 0; p < pair_count; p++)
        if (strncmp(root->name, pairs[p].prefix, strlen(pairs[p].prefix)) == 0) return &pairs[p];
    return &pairs[0];
}

static void write_root(ed_Writer *w, const ed_TypeList *type_list, const ed_Type *root,
                       const void *it)
{
    const st_Pair *pair = pair_of(root);
    st_Random r = st_random(pair->seed, pair->number);
    Mix mix = { w, type_list, st_bits(&r) };
    w->type_list = pair->form == ST_PACKED ? type_list : NULL;
    if (pair->form == ST_MIXED) mix_record(&mix, root, it);
    else ed_pack_record(w, root, it);
    w->type_list = NULL;
}

static void write_document(ed_Writer *w, const ed_State *state, const ed_TypeList *type_list,
                           const ed_Containers *containers)
{
    w->live = state->live;
    ed_write_map(w, 6);
    ed_write_text(w, "eddie");
    ed_write_u64(w, ED_SNAPSHOT_VERSION);
    ed_write_text(w, "game");
    ed_write_text(w, state->game);
    ed_write_text(w, "frame");
    ed_write_u64(w, state->frame);
    ed_write_text(w, "types");
    ed_document_types_write(w, type_list);
    ed_write_text(w, "roots");
    w->containers = containers;
    ed_write_map(w, state->schema->state_count);
    for (u32 i = 0; i < state->schema->state_count; i++) {
        ed_write_u64(w, state->schema->states[i]->tag);
        write_root(w, type_list, state->schema->states[i], state->roots[i].at);
    }
    w->containers = NULL;
    ed_write_text(w, "xxh64");
    ed_write_nil(w);
}

static bool write_mixed(ed_Writer *w, const ed_State *state)
{
    ed_Arena scratch;
    ed_TypeList type_list;
    ed_Containers containers;
    if (!side.base && !ed_arena_open(&side, "mixed form", SIDE_BYTES_MAX, &w->err)) return false;
    if (!ed_arena_open(&scratch, "types", ED_TYPES_BYTES_MAX, &w->err)) return false;
    bool good = ed_type_list_make(state->schema, &scratch, &type_list)
             && ed_containers_find(state, true, &scratch, &containers);
    if (good) write_document(w, state, &type_list, &containers);
    else ed_arena_check(&scratch, &w->err);
    ed_arena_close(&scratch);
    return ed_write_ok(w);
}

bool st_form_pack(ed_Writer *w, const ed_State *state)
{
    ed_State whole = *state;
    bool all = pairs[0].form != ST_MIXED;
    for (u32 p = 1; p < pair_count; p++) all &= pairs[p].form == pairs[0].form;
    if (!all) return write_mixed(w, state);
    whole.open_form = pairs[0].form == ST_OPEN;
    return ed_snapshot_write(w, &whole);
}
