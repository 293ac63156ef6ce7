#include "runtime/attic.h"
#include <string.h>
#include "runtime/hash.h"

#define NAMES_BYTES_MAX ((size_t)64 << 20)       // types and columns of one layer

void ed_attic_init(ed_Attic *attic, size_t limit)
{
    memset(attic, 0, sizeof *attic);
    attic->limit = limit;
}

// --- layers --------------------------------------------------------------------------------------

static void close_memory(ed_Attic *attic, ed_AtticLayer *layer)
{
    if (attic->spare.base) ed_arena_close(&layer->memory);
    else                   attic->spare = layer->memory;
    layer->memory = (ed_Arena){ .base = NULL };
}

static void close_layer(ed_Attic *attic, ed_AtticLayer *layer)
{
    close_memory(attic, layer);
    ed_arena_close(&layer->arena);
    ed_arena_close(&layer->names);
    memset(layer, 0, sizeof *layer);
}

void ed_attic_clear(ed_Attic *attic)
{
    for (u32 i = 0; i < attic->count; i++) close_layer(attic, &attic->layers[i]);
    close_layer(attic, &attic->pending);
    ed_arena_close(&attic->spare);
    ed_arena_close(&attic->late);
    ed_arena_close(&attic->lists);
    ed_attic_init(attic, attic->limit);
}

static bool read_types(ed_AtticLayer *layer, ed_Span types)
{
    u8 *copy = (u8 *)ed_arena_push(&layer->names, types.size, 1);
    if (!copy) return false;
    memcpy(copy, types.at, types.size);
    layer->types = (ed_Span){ copy, types.size };
    ed_Reader r;
    ed_read_init(&r, copy, types.size);
    ed_tables_read(&r, &layer->names, &layer->tables);
    layer->columns = (ed_AtticColumn *)ed_arena_push(&layer->names,
                                                     ED_ATTIC_COLUMNS_MAX * sizeof *layer->columns,
                                                     _Alignof(ed_AtticColumn));
    return ed_read_ok(&r) && layer->columns;
}

bool ed_attic_open_layer(ed_Attic *attic, ed_Span types)
{
    ed_AtticLayer *layer = &attic->pending;
    // half of it at most is the index
    if (ed_arena_open(&layer->arena, "attic", 2 * attic->limit, NULL)
        && ed_arena_open(&layer->names, "attic names", NAMES_BYTES_MAX, NULL)
        && read_types(layer, types))
        return true;
    close_layer(attic, layer);
    return false;
}

/// The layer of the reload that is going on, opened with the first value it keeps.
ed_AtticLayer *ed_attic_pending(ed_Attic *attic)
{
    bool open = attic->pending.columns || ed_attic_open_layer(attic, attic->types);
    return open ? &attic->pending : NULL;
}

// --- keeping -------------------------------------------------------------------------------------

ed_AtticColumn *ed_attic_column_of(ed_AtticLayer *layer, ed_AtticColumn wanted)
{
    for (u32 i = 0; i < layer->column_count; i++) {
        ed_AtticColumn *column = &layer->columns[i];
        if (column->type_tag == wanted.type_tag && column->from == wanted.from
            && column->root == wanted.root)
            return column;
    }
    if (layer->column_count == ED_ATTIC_COLUMNS_MAX) return NULL;
    layer->columns[layer->column_count] = wanted;
    return &layer->columns[layer->column_count++];
}

ed_AtticEntry *ed_attic_keep_in(ed_Attic *attic, ed_AtticLayer *layer, ed_AtticColumn *column,
                                u32 level, ed_AtticKey key, ed_Span value)
{
    if (!value.size) return NULL;      // its reader or writer failed, and with it the whole read
    size_t size = sizeof(ed_AtticEntry) + ((value.size + 7) & ~(size_t)7);
    bool fits = column && value.size < UINT32_MAX && layer->arena.used + size <= attic->limit;
    // entries lie end to end, as a push would not lay large ones
    u8 *at = layer->arena.base + layer->arena.used;
    if (!fits || !ed_arena_extend(&layer->arena, at, 0, size)) { attic->refused++; return NULL; }
    *(ed_AtticEntry *)(void *)at = (ed_AtticEntry){ .key = key, .size = (u32)value.size,
                                                    .level = level,
                                                    .column = (u32)(column - layer->columns) };
    memcpy(at + sizeof(ed_AtticEntry), value.at, value.size);
    column->parts |= level != 0;
    column->count++;
    layer->count++;
    return (ed_AtticEntry *)(void *)at;
}

void ed_attic_keep_column(ed_Attic *attic, ed_AtticColumn wanted, u32 level, ed_AtticKey key,
                          ed_Span value)
{
    ed_attic_keep_in(attic, &attic->pending, ed_attic_column_of(&attic->pending, wanted), level,
                     key, value);
}

void ed_attic_keep(ed_Attic *attic, u32 type_tag, u32 type, u32 field, u32 place_tag, u32 level,
                   ed_AtticKey key, ed_Span value)
{
    ed_AtticLayer *layer = ed_attic_pending(attic);
    if (!layer) { attic->refused++; return; }
    const ed_Field *from = &layer->tables.types[type].fields[field];
    ed_attic_keep_column(attic, (ed_AtticColumn){ .type_tag = type_tag, .field_tag = from->tag,
                         .place_tag = place_tag, .from = from }, level, key, value);
}

void ed_attic_keep_root(ed_Attic *attic, u32 tag, u32 type, ed_Span value)
{
    ed_AtticLayer *layer = ed_attic_pending(attic);
    if (!layer) { attic->refused++; return; }
    ed_attic_keep_column(attic,
                         (ed_AtticColumn){ .field_tag = tag, .root = &layer->tables.types[type] },
                         0, (ed_AtticKey){ .place = tag }, value);
}

/// Of what a reload took from an older layer and could not carry: that layer's, once it is done.
typedef struct ed_AtticLate ed_AtticLate;
struct ed_AtticLate {      // then `size` packed bytes
    ed_AtticLate   *next;
    ed_AtticColumn *column;
    ed_AtticKey     key;
    u32             level, size;
};

/// The one whose types the field is of, or NULL.
static ed_AtticLayer *layer_of_field(ed_Attic *attic, const ed_Field *field)
{
    for (u32 i = attic->count; i-- > 0;)
        if (ed_arena_holds(&attic->layers[i].names, field, sizeof *field)) return &attic->layers[i];
    return NULL;
}

void ed_attic_keep_late(ed_Attic *attic, const ed_Field *field, ed_AtticColumn wanted, u32 level,
                        ed_AtticKey key, ed_Span value)
{
    ed_AtticLayer *layer = layer_of_field(attic, field);
    if (!layer || !value.size) return;
    wanted.from      = field;
    wanted.field_tag = field->tag;
    ed_AtticColumn *column = ed_attic_column_of(layer, wanted);
    bool room = column && value.size < UINT32_MAX
             && (attic->late.base || ed_arena_open(&attic->late, "attic", attic->limit, NULL));
    ed_AtticLate *late = room
        ? (ed_AtticLate *)ed_arena_push(&attic->late, sizeof *late + value.size, 8) : NULL;
    if (!late) { attic->refused++; return; }
    *late = (ed_AtticLate){ attic->lates, column, key, level, (u32)value.size };
    memcpy(late + 1, value.at, value.size);
    attic->lates = late;
}

// --- finding -------------------------------------------------------------------------------------

static ed_AtticEntry *entry_at(const ed_AtticLayer *layer, size_t offset)
{
    return (ed_AtticEntry *)(void *)(layer->arena.base + offset);
}

static size_t entry_size(const ed_AtticEntry *entry)
{
    return sizeof *entry + ((entry->size + 7u) & ~(size_t)7);
}

ed_Span ed_attic_value(const ed_AtticEntry *entry)
{
    return (ed_Span){ (const u8 *)(entry + 1), entry->size };
}

/// Where a place of a column begins to be looked for.
static u64 start_of(const ed_AtticLayer *layer, u32 column, u64 place)
{
    return ed_hash_u64(place, column) & (layer->index_size - 1);
}

void ed_attic_wait(ed_AtticEntry *entry, ed_AtticKey next)
{
    entry->waits = true;
    entry->next  = next;
}

/// It can never come back.
static void lose(ed_AtticLayer *layer, ed_AtticEntry *entry)
{
    if (entry->gone) return;
    entry->gone = true;
    layer->columns[entry->column].count--;
    layer->count--;
}

static void index_entry(ed_AtticLayer *layer, size_t offset)
{
    ed_AtticEntry *entry = entry_at(layer, offset);
    if (entry->past) return;
    u64 i = start_of(layer, entry->column, entry->key.place);
    for (; layer->index[i]; i = (i + 1) & (layer->index_size - 1)) {
        ed_AtticEntry *other = entry_at(layer, layer->index[i] - 1);
        if (other->key.place != entry->key.place || other->column != entry->column) continue;
        lose(layer, entry);      // two records with one key: nobody knows whose it is
        lose(layer, other);
        return;
    }
    layer->index[i] = offset + 1;
}

void ed_attic_index_layer(ed_AtticLayer *layer)
{
    layer->end = layer->arena.used;
    layer->index_size = 16;
    u64 entries = 0;      // also those that are gone
    for (const ed_AtticEntry *entry = NULL; (entry = ed_attic_next(layer, entry)) != NULL;)
        entries++;
    while (layer->index_size < entries * 2) layer->index_size *= 2;
    layer->index = (u64 *)ed_arena_push(&layer->arena, layer->index_size * sizeof(u64), 8);
    if (!layer->index) { layer->index_size = 0; return; }
    for (size_t at = 0; at < layer->end; at += entry_size(entry_at(layer, at)))
        index_entry(layer, at);
}

const ed_AtticLayer *ed_attic_layer(const ed_Attic *attic, const ed_AtticColumn *column)
{
    for (u32 i = attic->count; i-- > 0;) {
        const ed_AtticLayer *layer = &attic->layers[i];
        if (column >= layer->columns && column < layer->columns + layer->column_count) return layer;
    }
    return NULL;
}

bool ed_attic_owns(const ed_Attic *attic, const ed_Type *type)
{
    for (u32 i = 0; i < attic->count; i++) {
        const ed_Tables *tables = &attic->layers[i].tables;
        if (type >= tables->types && type < tables->types + tables->count) return true;
    }
    return false;
}

ed_AtticEntry *ed_attic_next(const ed_AtticLayer *layer, const ed_AtticEntry *entry)
{
    size_t at = entry ? (size_t)((const u8 *)entry - layer->arena.base) + entry_size(entry) : 0;
    return at < layer->end ? entry_at(layer, at) : NULL;
}

/// Where there was no room for an index.
static ed_AtticEntry *search(const ed_AtticLayer *layer, u32 column, u64 place)
{
    ed_AtticEntry *found = NULL;
    for (ed_AtticEntry *entry = NULL; (entry = ed_attic_next(layer, entry)) != NULL;) {
        if (entry->key.place != place || entry->column != column || entry->gone) continue;
        if (found) return NULL;      // two records with one key
        found = entry;
    }
    if (found) found->met = true;
    return found && found->taken ? NULL : found;
}

ed_AtticEntry *ed_attic_find(ed_Attic *attic, const ed_AtticColumn *column, u64 place)
{
    const ed_AtticLayer *layer = ed_attic_layer(attic, column);
    if (layer && ed_attic_in_rows(layer, column))
        ed_attic_settle_layer(attic, (ed_AtticLayer *)(uintptr_t)layer);
    if (!layer) return NULL;
    if (!layer->index_size) return search(layer, (u32)(column - layer->columns), place);
    u32 number = (u32)(column - layer->columns);
    for (u64 i = start_of(layer, number, place); layer->index[i];
         i = (i + 1) & (layer->index_size - 1)) {
        ed_AtticEntry *entry = entry_at(layer, layer->index[i] - 1);
        if (entry->key.place != place || entry->column != number) continue;
        entry->met = true;
        return entry->gone || entry->taken ? NULL : entry;
    }
    return NULL;
}

static bool has_tag(u32 tag, u32 own, const u32 *was, u32 was_count)
{
    if (tag == own) return true;
    for (u32 i = 0; i < was_count; i++) if (was[i] == tag) return true;
    return false;
}

static bool is_type(u32 tag, const ed_Type *type)
{
    return type && has_tag(tag, type->tag, type->was, type->was_count);
}

static bool is_field(const ed_AtticColumn *column, const ed_AtticName *name)
{
    if (!column->from
        || !(is_type(column->type_tag, name->to) || is_type(column->type_tag, name->from)))
        return false;
    for (u32 i = 0; i < name->tag_count; i++)
        if (column->field_tag == name->tags[i]
            || (name->by_place && column->place_tag == name->tags[i]))
            return true;
    return false;
}

ed_AtticColumn *ed_attic_column(ed_Attic *attic, const ed_AtticName *name,
                                const ed_AtticColumn *below)
{
    bool passed = !below;
    for (u32 l = attic->count; l-- > 0;) {
        ed_AtticLayer *layer = &attic->layers[l];
        for (u32 i = layer->column_count; i-- > 0;) {
            ed_AtticColumn *column = &layer->columns[i];
            if (passed && column->count && is_field(column, name)) return column;
            passed |= column == below;
        }
    }
    return NULL;
}

ed_AtticColumn *ed_attic_root(ed_Attic *attic, const ed_Type *root)
{
    for (u32 l = attic->count; l-- > 0;)
        for (u32 i = 0; i < attic->layers[l].column_count; i++) {
            ed_AtticColumn *column = &attic->layers[l].columns[i];
            if (!column->from && column->count && is_type(column->field_tag, root)) return column;
        }
    return NULL;
}

// --- names that changed --------------------------------------------------------------------------

u32 ed_attic_first_tag(const ed_Attic *attic, u32 type_tag, u32 field_tag)
{
    for (u32 i = 0; i < attic->alias_kept; i++)
        if (attic->aliases[i].type_tag == type_tag && attic->aliases[i].field_tag == field_tag)
            return attic->aliases[i].first_tag;
    return field_tag;
}

void ed_attic_alias(ed_Attic *attic, u32 type_tag, u32 field_tag, u32 first_tag)
{
    if (attic->alias_count < ED_ATTIC_ALIASES_MAX)
        attic->aliases[attic->alias_count++] = (ed_AtticAlias){ type_tag, field_tag, first_tag };
}

/// A newer alias of a name takes the place of the older one.
static void settle_aliases(ed_Attic *attic)
{
    u32 kept = attic->alias_kept;
    for (u32 i = attic->alias_kept; i < attic->alias_count; i++) {
        ed_AtticAlias alias = attic->aliases[i];
        u32 at = 0;
        while (at < kept && (attic->aliases[at].type_tag != alias.type_tag
                             || attic->aliases[at].field_tag != alias.field_tag))
            at++;
        attic->aliases[at] = alias;
        if (at == kept) kept++;
    }
    attic->alias_count = attic->alias_kept = kept;
}

// --- one reload ----------------------------------------------------------------------------------

void ed_attic_begin(ed_Attic *attic, ed_Span types)
{
    attic->types     = types;
    attic->refused   = 0;
    attic->forgotten = 0;
}

/// It was not looked for, as the record that it is of is in the attic, too. Behind a list only what
/// follows the last item that is there is met, but all of it was looked for.
static bool is_away(ed_Attic *attic, const ed_AtticColumn *column, const ed_AtticEntry *entry)
{
    if (!column->inside || entry->met) return false;
    return !entry->key.list || !ed_attic_looked_behind(attic, entry->key.list);
}

/// What this reload looked for is settled: brought back or no longer true, unless it has to wait
/// on. True where one waits in another place.
static bool settle_layer(ed_Attic *attic, ed_AtticLayer *layer, bool commit)
{
    bool moved = false;
    for (ed_AtticEntry *entry = NULL; (entry = ed_attic_next(layer, entry)) != NULL;) {
        const ed_AtticColumn *column = &layer->columns[entry->column];
        if (commit && entry->waits) {
            moved |= entry->key.place != entry->next.place;
            entry->key = entry->next;
        } else if (commit && column->visited && !entry->gone && !is_away(attic, column, entry)) {
            lose(layer, entry);
            entry->past = true;
        }
        entry->waits = entry->taken = entry->met = false;
    }
    for (u32 i = 0; i < layer->column_count; i++) layer->columns[i].visited = false;
    return moved;
}

/// Moves what the reload kept for this layer into it, behind its entries and over its index. True
/// where there was any.
static bool keep_late(ed_Attic *attic, ed_AtticLayer *layer)
{
    bool any = false;
    for (const ed_AtticLate *late = attic->lates; late; late = late->next) {
        if (late->column < layer->columns || late->column >= layer->columns + layer->column_count)
            continue;
        if (!any) layer->arena.used = layer->end;
        any = true;
        ed_attic_keep_in(attic, layer, late->column, late->level, late->key,
                         (ed_Span){ (const u8 *)(late + 1), late->size });
    }
    if (any) layer->end = layer->arena.used;
    return any;
}

/// Rows that were brought back whole go whole; what else was looked for goes entry by entry.
static void settle_rows(ed_Attic *attic, ed_AtticLayer *layer, bool commit)
{
    bool looked_for = false;
    for (ed_AtticRows **at = &layer->rows, *rows; (rows = *at) != NULL;) {
        ed_AtticColumn *column = &layer->columns[rows->column];
        rows->taken &= commit;
        if (!rows->taken) { at = &rows->next; continue; }
        column->count -= rows->count;
        layer->count  -= rows->count;
        column->visited = false;
        *at = rows->next;
    }
    for (const ed_AtticRows *rows = layer->rows; commit && rows; rows = rows->next)
        looked_for |= layer->columns[rows->column].visited;
    if (looked_for) ed_attic_settle_layer(attic, layer);
}

/// Of what was looked for; before any of it goes.
static void find_inside(ed_Attic *attic)
{
    ed_AtticInside inside;
    ed_attic_inside(attic, &inside);
    for (u32 l = 0; l < attic->count; l++)
        for (u32 i = 0; i < attic->layers[l].column_count; i++) {
            ed_AtticColumn *column = &attic->layers[l].columns[i];
            column->inside = column->visited && ed_inside_has(&inside, column->type_tag);
        }
}

static void settle(ed_Attic *attic, bool commit)
{
    u32 kept = 0;
    if (commit) find_inside(attic);
    for (u32 i = 0; i < attic->count; i++) {
        ed_AtticLayer *layer = &attic->layers[i];
        if (layer->rows) settle_rows(attic, layer, commit);
        if (!layer->rows) close_memory(attic, layer);
        bool moved = settle_layer(attic, layer, commit);
        if (commit && (keep_late(attic, layer) || moved)) {
            layer->arena.used = layer->end;
            ed_attic_index_layer(layer);
        }
        if (layer->count == 0) { close_layer(attic, layer); continue; }
        if (kept++ == i) continue;
        attic->layers[kept - 1] = *layer;
        memset(layer, 0, sizeof *layer);
    }
    attic->count = kept;
    if (attic->late.base) ed_arena_reset(&attic->late);
    attic->lates = NULL;
    ed_attic_forget_lists(attic);
}

static size_t layer_bytes(const ed_AtticLayer *layer)
{
    return layer->arena.used + layer->memory.used;
}

static size_t bytes_of(const ed_Attic *attic)
{
    size_t bytes = 0;
    for (u32 i = 0; i < attic->count; i++) bytes += layer_bytes(&attic->layers[i]);
    return bytes;
}

static void forget_oldest(ed_Attic *attic)
{
    attic->forgotten += attic->layers[0].count;
    close_layer(attic, &attic->layers[0]);
    memmove(&attic->layers[0], &attic->layers[1], --attic->count * sizeof attic->layers[0]);
    memset(&attic->layers[attic->count], 0, sizeof attic->layers[0]);
}

void ed_attic_commit(ed_Attic *attic)
{
    settle(attic, true);
    settle_aliases(attic);
    if (!attic->pending.count) { close_layer(attic, &attic->pending); return; }
    ed_attic_index_layer(&attic->pending);
    if (!attic->pending.index) {      // no room to find them by: as good as not kept
        attic->refused += attic->pending.count;
        close_layer(attic, &attic->pending);
        return;
    }
    size_t bytes = layer_bytes(&attic->pending);
    while (attic->count
        && (attic->count == ED_ATTIC_LAYERS_MAX || bytes + bytes_of(attic) > attic->limit))
        forget_oldest(attic);
    attic->layers[attic->count++] = attic->pending;
    memset(&attic->pending, 0, sizeof attic->pending);
}

void ed_attic_abort(ed_Attic *attic)
{
    settle(attic, false);
    attic->alias_count = attic->alias_kept;
    close_layer(attic, &attic->pending);
}
