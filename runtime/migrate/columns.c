#include "runtime/migrate/columns.h"
#include <string.h>
#include "runtime/hash.h"

#define NAMES_BYTES_MAX ((size_t)64 << 20)       // types, columns and index of one layer

void ed_columns_init(ed_Columns *columns, size_t limit)
{
    memset(columns, 0, sizeof *columns);
    columns->limit = limit;
}

// --- layers --------------------------------------------------------------------------------------

static void close_layer(ed_ColumnLayer *layer)
{
    ed_arena_close(&layer->arena);
    ed_arena_close(&layer->names);
    memset(layer, 0, sizeof *layer);
}

void ed_columns_clear(ed_Columns *columns)
{
    for (u32 i = 0; i < columns->count; i++) close_layer(&columns->layers[i]);
    close_layer(&columns->pending);
    ed_columns_init(columns, columns->limit);
}

static bool read_types(ed_ColumnLayer *layer, ed_Span types)
{
    u8 *copy = (u8 *)ed_arena_push(&layer->names, types.size, 1);
    if (!copy) return false;
    memcpy(copy, types.at, types.size);
    layer->types = (ed_Span){ copy, types.size };
    ed_Reader r;
    ed_read_init(&r, copy, types.size);
    ed_tables_read(&r, &layer->names, &layer->tables);
    layer->columns = (ed_Column *)ed_arena_push(&layer->names,
                                                ED_COLUMNS_MAX * sizeof *layer->columns, 8);
    return ed_read_ok(&r) && layer->columns;
}

static bool open_layer(const ed_Columns *columns, ed_ColumnLayer *layer, ed_Span types)
{
    if (layer->columns) return true;
    if (ed_arena_open(&layer->arena, "attic", columns->limit, NULL)
        && ed_arena_open(&layer->names, "attic names", NAMES_BYTES_MAX, NULL)
        && read_types(layer, types))
        return true;
    close_layer(layer);
    return false;
}

static size_t bytes_of(const ed_Columns *columns)
{
    size_t bytes = columns->pending.arena.used;
    for (u32 i = 0; i < columns->count; i++) bytes += columns->layers[i].arena.used;
    return bytes;
}

static void remove_layer(ed_Columns *columns, u32 index)
{
    close_layer(&columns->layers[index]);
    columns->count--;
    memmove(&columns->layers[index], &columns->layers[index + 1],
            (columns->count - index) * sizeof columns->layers[0]);
    memset(&columns->layers[columns->count], 0, sizeof columns->layers[0]);
}

static void forget_oldest(ed_Columns *columns)
{
    columns->forgotten += columns->layers[0].count;
    remove_layer(columns, 0);
}

// --- items ---------------------------------------------------------------------------------------

static ed_Item *item_at(const ed_ColumnLayer *layer, u32 link)
{
    return (ed_Item *)(void *)(layer->arena.base + (size_t)(link - 1) * 8);
}

static size_t size_of(const ed_Item *item) { return sizeof *item + ((item->size + 7u) & ~7u); }

/// Items lie end to end, as a push would not lay large ones.
static ed_Item *push_item(ed_ColumnLayer *layer, size_t size)
{
    u8 *at = layer->arena.base + layer->arena.used;
    return ed_arena_extend_raw(&layer->arena, at, 0, size) ? (ed_Item *)(void *)at : NULL;
}

static u32 slot_of(const ed_ColumnLayer *layer, u32 column, u64 key)
{
    return (u32)ed_hash_u64(key, column) & (layer->slot_count - 1);
}

static void index_layer(ed_ColumnLayer *layer)
{
    u64 count = 16;
    while (count < layer->count * 2 && count < 1u << 30) count *= 2;
    if (layer->slot_count && layer->slot_count >= count)
        memset(layer->slots, 0, layer->slot_count * sizeof *layer->slots);
    else {
        layer->slots = (u32 *)ed_arena_push(&layer->names, count * sizeof *layer->slots, 4);
        layer->slot_count = layer->slots ? (u32)count : 0;
    }
    for (size_t at = 0; layer->slots && at < layer->arena.used;) {
        ed_Item *item = (ed_Item *)(void *)(layer->arena.base + at);
        u32 *slot = &layer->slots[slot_of(layer, item->column, item->key)];
        item->next = *slot;
        *slot = (u32)(at / 8) + 1;
        at += size_of(item);
    }
}

ed_Span ed_item_value(const ed_Item *item)
{
    return (ed_Span){ (const u8 *)(item + 1), item->size };
}

/// The newest. Two records with one key: nobody can tell whose it is.
ed_Item *ed_columns_find(const ed_Columns *columns, u32 index, const ed_Column *column, u64 key,
                         u64 became)
{
    const ed_ColumnLayer *layer = &columns->layers[index];
    ed_Item *found = NULL;
    if (!layer->slot_count) return NULL;
    u32 which = (u32)(column - layer->columns);
    for (u32 link = layer->slots[slot_of(layer, which, key)]; link;) {
        ed_Item *item = item_at(layer, link);
        link = item->next;
        bool fits = item->key == key && item->column == which && !item->taken
                 && (!became || item->became == became);
        if (!fits) continue;
        bool twin = found && found->became == item->became
                 && (found->size != item->size
                     || memcmp(found + 1, item + 1, item->size) != 0);
        if (twin) return NULL;
        if (!found) found = item;
    }
    return found;
}

// --- keeping -------------------------------------------------------------------------------------

static const ed_Type *make_alone(ed_ColumnLayer *layer, const ed_Field *field)
{
    ed_Type *alone = (ed_Type *)ed_arena_push(&layer->names, sizeof *alone, 8);
    if (alone)
        *alone = (ed_Type){ .name = field->name, .kind = ED_STRUCT, .fields = field,
                            .field_count = 1 };
    return alone;
}

static ed_Column *column_of(ed_ColumnLayer *layer, const ed_Column *wanted, u32 type, u32 field)
{
    const ed_Type *owner = &layer->tables.types[type];
    const ed_Field *from = field == UINT32_MAX ? NULL : &owner->fields[field];
    for (u32 i = 0; i < layer->column_count; i++) {
        ed_Column *column = &layer->columns[i];
        if (column->path == wanted->path && column->from == from
            && column->reduced == wanted->reduced)
            return column;
    }
    const ed_Type *alone = from ? make_alone(layer, from) : owner;
    if (layer->column_count == ED_COLUMNS_MAX || !alone) return NULL;
    ed_Column *column = &layer->columns[layer->column_count++];
    *column = *wanted;
    column->from  = from;
    column->alone = alone;
    return column;
}

ed_Item *ed_columns_keep(ed_Columns *columns, const ed_Column *wanted, u32 type, u32 field,
                         u64 key, ed_Span value)
{
    ed_ColumnLayer *layer = &columns->pending;
    bool open = value.size && open_layer(columns, layer, columns->types)
             && type < layer->tables.count;
    ed_Column *column = open ? column_of(layer, wanted, type, field) : NULL;
    ed_Item item = { .key = key, .size = (u32)value.size };
    bool fits = column && layer->arena.used + size_of(&item) <= columns->limit;
    ed_Item *kept = fits ? push_item(layer, size_of(&item)) : NULL;
    if (!kept) { columns->refused++; return NULL; }
    item.column = (u32)(column - layer->columns);
    *kept = item;
    memcpy(kept + 1, value.at, value.size);
    column->count++;
    layer->count++;
    return kept;
}

// --- around a reload -----------------------------------------------------------------------------

void ed_columns_begin(ed_Columns *columns, ed_Span types)
{
    ed_columns_abort(columns);
    columns->types = types;
    columns->refused = columns->forgotten = 0;
}

void ed_columns_abort(ed_Columns *columns)
{
    close_layer(&columns->pending);
    for (u32 i = 0; i < columns->count; i++) {
        ed_ColumnLayer *layer = &columns->layers[i];
        for (u32 c = 0; c < layer->column_count; c++) layer->columns[c].returned = false;
        for (size_t at = 0; at < layer->arena.used;) {
            ed_Item *item = (ed_Item *)(void *)(layer->arena.base + at);
            item->taken = item->stays = false;
            at += size_of(item);
        }
    }
}

/// Where there is no room for another, it is retained under the new key alone.
static void stay(ed_ColumnLayer *layer, ed_Item *item)
{
    ed_Item *copy = push_item(layer, size_of(item)), *to = copy ? copy : item;
    if (copy) memcpy(copy, item, size_of(item));
    to->key    = item->next_key;
    to->became = item->next_became;
    to->taken  = to->stays = false;
    item->taken = item->stays = false;
}

/// What returned whole is past; so is what found no record in a column whose field returned.
static void drop_past(ed_ColumnLayer *layer)
{
    u64 left = 0;
    bool moved = false;
    for (size_t at = 0, end = layer->arena.used; at < end;) {
        ed_Item *item = (ed_Item *)(void *)(layer->arena.base + at);
        ed_Column *column = &layer->columns[item->column];
        at += size_of(item);
        if (item->stays) { stay(layer, item); moved = true; left += 2; continue; }
        bool past = item->taken || column->path == 0 || column->returned;
        if (past) { item->key = 0; item->became = 0; }
        item->taken = false;
        left += !past;
    }
    for (u32 c = 0; c < layer->column_count; c++) {
        ed_Column *column = &layer->columns[c];
        if (column->returned && !moved) column->path = 0;
        column->returned = false;
    }
    layer->count = left;
    if (moved) index_layer(layer);
}

void ed_columns_commit(ed_Columns *columns)
{
    for (u32 i = columns->count; i-- > 0;) {
        drop_past(&columns->layers[i]);
        if (!columns->layers[i].count) remove_layer(columns, i);
    }
    if (!columns->pending.count) { close_layer(&columns->pending); return; }
    while (columns->count && (columns->count == ED_COLUMN_LAYERS_MAX
                              || bytes_of(columns) > columns->limit))
        forget_oldest(columns);
    index_layer(&columns->pending);
    columns->layers[columns->count++] = columns->pending;
    memset(&columns->pending, 0, sizeof columns->pending);
}

// --- looking -------------------------------------------------------------------------------------

u32 ed_columns_layer(const ed_Columns *columns, u64 path, bool reduced, u32 below,
                     ed_Column **column)
{
    u32 end = below < columns->count ? below : columns->count;
    for (u32 i = end; i-- > 0;)
        for (u32 c = 0; c < columns->layers[i].column_count; c++) {
            ed_Column *candidate = &columns->layers[i].columns[c];
            if (candidate->path != path || candidate->reduced != reduced) continue;
            *column = candidate;
            return i;
        }
    return UINT32_MAX;
}

const ed_Column *ed_columns_has(const ed_Columns *columns, u32 type_tag, u32 field_tag)
{
    for (u32 i = columns->count; i-- > 0;)
        for (u32 c = 0; c < columns->layers[i].column_count; c++) {
            const ed_Column *column = &columns->layers[i].columns[c];
            bool named = column->field_tag == field_tag || column->place_tag == field_tag;
            if (column->path && !column->reduced && named && column->type_tag == type_tag)
                return column;
        }
    return NULL;
}

bool ed_columns_own(const ed_Columns *columns, const ed_Type *type)
{
    for (u32 i = 0; i < columns->count; i++) {
        const ed_Tables *tables = &columns->layers[i].tables;
        if (type >= tables->types && type < tables->types + tables->count) return true;
    }
    return false;
}

// --- a copy --------------------------------------------------------------------------------------

static bool copy_layer(const ed_Columns *columns, ed_ColumnLayer *to, const ed_ColumnLayer *from)
{
    if (!open_layer(columns, to, from->types)) return false;
    for (u32 i = 0; i < from->column_count; i++) {
        const ed_Column *old = &from->columns[i];
        ed_Column *column = &to->columns[i];
        *column = *old;
        if (!old->from) { column->alone = to->tables.types + (old->alone - from->tables.types); continue; }
        for (u32 t = 0; t < from->tables.count; t++) {
            const ed_Type *type = &from->tables.types[t];
            if (old->from >= type->fields && old->from < type->fields + type->field_count)
                column->from = to->tables.types[t].fields + (old->from - type->fields);
        }
        column->alone = make_alone(to, column->from);
        if (!column->alone) return false;
    }
    to->column_count = from->column_count;
    to->count        = from->count;
    to->from_file    = from->from_file;
    ed_Item *items = from->arena.used ? push_item(to, from->arena.used) : NULL;
    if (from->arena.used && !items) return false;
    if (items) memcpy(items, from->arena.base, from->arena.used);
    index_layer(to);
    return true;
}

bool ed_columns_copy(ed_Columns *to, const ed_Columns *from)
{
    ed_columns_init(to, from->limit);
    for (u32 i = 0; i < from->count; i++) {
        if (copy_layer(to, &to->layers[i], &from->layers[i])) { to->count++; continue; }
        close_layer(&to->layers[i]);
        ed_columns_clear(to);
        return false;
    }
    return true;
}
