#include "runtime/migrate/returns.h"
#include <string.h>
#include "runtime/hash.h"
#include "runtime/unit.h"

/// What a load needs to read the values of one layer.
typedef struct LayerReader {
    ed_Reader  r;
    ed_Decoder d;
    bool       open;
} LayerReader;

/// A retained value, and what it became: known when all of the state is there, as a handle in it
/// may be cleared yet.
typedef struct Due {
    ed_Item        *item;
    const ed_Field *to;
    const u8       *at;
    bool            stays;
} Due;

#define DUES 1024u

typedef struct Dues {
    struct Dues *next;
    u32          count;
    Due          at[DUES];
} Dues;

struct ed_Returns {
    LayerReader layers[ED_COLUMN_LAYERS_MAX];
    Dues       *dues;
};

static struct ed_Returns *returns_of(ed_Load *load)
{
    if (!*load->returns)
        *load->returns = (struct ed_Returns *)ed_arena_push(load->plan->arena,
                                                            sizeof **load->returns, 8);
    return *load->returns;
}

static void add_due(ed_Load *load, ed_Item *item, const ed_Field *to, const u8 *at, bool stays)
{
    struct ed_Returns *returns = returns_of(load);
    if (!returns || !item) return;
    if (!returns->dues || returns->dues->count == DUES) {
        Dues *more = (Dues *)ed_arena_push_raw(load->plan->arena, sizeof *more, 8);
        if (!more) return;
        more->next  = returns->dues;
        more->count = 0;
        returns->dues = more;
    }
    returns->dues->at[returns->dues->count++] = (Due){ item, to, at, stays };
}

void ed_keep_finish(ed_Load *load)
{
    for (Dues *dues = *load->returns ? (*load->returns)->dues : NULL; dues; dues = dues->next)
        for (u32 i = 0; i < dues->count; i++) {
            const Due *due = &dues->at[i];
            ed_Old now = ed_old_of_memory(due->to, due->at);
            u64 became = ed_old_hash(load->d, &now) | 1;
            if (due->stays) due->item->next_became = became;
            else            due->item->became = became;
        }
}

// --- keeping -------------------------------------------------------------------------------------

static ed_Item *keep(ed_Load *load, const ed_PlanPair *pair, u32 field, ed_Old *value,
                     const ed_Elements *one, bool reduced)
{
    const ed_Plan *plan = load->plan;
    const ed_Field *from = &pair->from->fields[field];
    bool known = pair->from >= plan->types && pair->from < plan->types + plan->type_count;
    if (!known || value->state == ED_OLD_MISSING) return NULL;
    ed_Column wanted = { .path = one->path, .type_tag = pair->to->tag, .field_tag = from->tag,
                         .place_tag = pair->fields[field].place, .reduced = reduced };
    ed_Item *item = NULL;
    ed_Writer w;
    size_t used = load->d->arena->used;
    ed_write_init(&w, load->d->arena);
    w.live = load->d->live;
    ed_old_write(load->d, &w, value);
    if (ed_write_ok(&w))
        item = ed_columns_keep(load->columns, &wanted, (u32)(pair->from - plan->types), field,
                               one->keys->to, (ed_Span){ w.bytes, w.size });
    // rows that were made memory meanwhile lie behind it
    if (w.bytes + w.size == load->d->arena->base + load->d->arena->used)
        load->d->arena->used = used;
    return item;
}

void ed_keep_dropped(ed_Load *load, const ed_PlanPair *pair, u32 field, ed_Old *value,
                     const ed_Elements *one)
{
    keep(load, pair, field, value, one, false);
}

void ed_keep_reduced(ed_Load *load, const ed_PlanPair *pair, u32 field, const ed_Field *to,
                     ed_Old *value, const ed_Elements *one)
{
    add_due(load, keep(load, pair, field, value, one, true), to, one->to + to->offset, false);
}

// --- returning -----------------------------------------------------------------------------------

static ed_Load enter_layer(ed_Load *load, u32 layer)
{
    ed_Load inner = *load;
    if (!returns_of(load)) return inner;
    LayerReader *reader = &(*load->returns)->layers[layer];
    const ed_ColumnLayer *from = &load->columns->layers[layer];
    if (!reader->open)
        reader->d = (ed_Decoder){ .r = &reader->r, .arena = load->d->arena,
                                  .types = from->tables.types, .type_count = from->tables.count,
                                  .live = load->d->live && !from->from_file };
    reader->open = true;
    inner.d = &reader->d;
    return inner;
}

static bool read_item(ed_Load *inner, const ed_Column *column, const ed_Item *item, ed_Old *value)
{
    ed_Span bytes = ed_item_value(item);
    ed_read_init(inner->d->r, bytes.at, bytes.size);
    *value = ed_old_read(inner->d, column->alone);
    return ed_read_ok(inner->d->r) && value->state != ED_OLD_MISSING;
}

/// Into a record in memory; counts nothing.
static bool bring_back(ed_Load *load, u32 layer, ed_Column *column, ed_Item *item,
                       const ed_Field *to, f64 scale, ed_ReportRow *row, ed_Elements one)
{
    ed_Old value;
    ed_Load inner = enter_layer(load, layer);
    if (!*load->returns || !column->from || !read_item(&inner, column, item, &value)) return false;
    ed_PlanField *plan = (ed_PlanField *)ed_arena_push(load->plan->arena, sizeof *plan, 8);
    if (!plan) return false;
    *plan = (ed_PlanField){ .from = column->from, .to = to, .scale = scale,
                            .place = column->place_tag };
    if (ed_field_is_record(column->from) && column->from->kind == to->kind)
        plan->inner = ed_plan_pair(load->plan, column->from->type, to->type);
    // a record in it may lack a field here
    bool whole = ed_steps_return(&inner, plan, &value, one)
              && !(plan->inner && plan->inner->watched);
    item->taken = true;
    if (!whole) {
        item->stays    = true;
        item->next_key = one.keys->to;
        add_due(load, item, to, one.to + to->offset, true);
    }
    if (row) row->tally.restored++;
    return true;
}

static f64 scale_between(const ed_Field *from, const ed_Field *to)
{
    f64 scale = 1;
    if (from && from->unit && to->unit) ed_unit_factor(from->unit, to->unit, &scale);
    return scale;
}

bool ed_return_reduced(ed_Load *load, const ed_PlanField *plan, bool cannot, ed_Old *value,
                       const ed_Elements *one)
{
    u64 now = 0;
    for (u32 kind = 0; kind < 2; kind++) {
        ed_Column *column;
        u32 layer = UINT32_MAX;
        while ((layer = ed_columns_layer(load->columns, one->path, kind == 0, layer, &column))
               != UINT32_MAX) {
            if (kind == 1 && !cannot) break;
            if (!now && !cannot) now = ed_old_hash(load->d, value) | 1;
            ed_Item *item = ed_columns_find(load->columns, layer, column, one->keys->from,
                                            cannot ? 0 : now);
            if (item && !item->taken
                && bring_back(load, layer, column, item, plan->to,
                              scale_between(column->from, plan->to), plan->row, *one))
                return true;
        }
    }
    return false;
}

static ed_Column *dropped_column(ed_Load *load, u64 path, const u32 *names, u32 name_count,
                                 u32 *layer, u64 *found)
{
    ed_Column *column;
    for (u32 i = 0; i < name_count; i++) {
        *found = ed_hash_u64(path, names[i]);
        *layer = ed_columns_layer(load->columns, *found, false, UINT32_MAX, &column);
        if (*layer != UINT32_MAX) return column;
    }
    return NULL;
}

void ed_return_dropped(ed_Load *load, const ed_Field *to, ed_ReportRow *row, const u32 *names,
                       u32 name_count, const ed_Elements *rows)
{
    u32 layer;
    u64 path;
    ed_Column *column = dropped_column(load, rows->path, names, name_count, &layer, &path);
    if (!column) return;
    column->returned = true;
    for (u32 i = 0; i < rows->count && ed_read_ok(load->d->r); i++) {
        ed_Elements one = ed_elements_one(rows, i);
        ed_Item *item = ed_columns_find(load->columns, layer, column, one.keys->from, 0);
        one.path = path;
        if (item)
            bring_back(load, layer, column, item, to, scale_between(column->from, to), row, one);
    }
}
