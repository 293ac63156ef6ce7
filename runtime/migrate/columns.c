#include "runtime/migrate/columns.h"
#include <string.h>
#include "runtime/hash.h"
#include "runtime/mask.h"
#include "runtime/str.h"

#define NAMES_BYTES_MAX ((size_t)1 << 30)        // types, columns and index of one layer
#define ITEM_GROWTH     8u                       // most that values of rows grow by as items

void ed_columns_init(ed_Columns *columns, size_t limit)
{
    memset(columns, 0, sizeof *columns);
    columns->limit = limit;
}

// --- layers --------------------------------------------------------------------------------------

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

ed_ColumnLayer *ed_layer_open(size_t limit, ed_Span types)
{
    ed_Arena names = { .base = NULL };
    if (!ed_arena_open(&names, "attic names", NAMES_BYTES_MAX, NULL)) return NULL;
    ed_ColumnLayer *layer = (ed_ColumnLayer *)ed_arena_push(&names, sizeof *layer, 8);
    if (!layer) { ed_arena_close(&names); return NULL; }
    layer->users    = 1;
    layer->names    = names;
    layer->limit    = limit;
    if (ed_arena_open(&layer->arena, "attic", limit * ITEM_GROWTH, NULL) && read_types(layer, types))
        return layer;
    ed_layer_close(layer);
    return NULL;
}

void ed_layer_close(ed_ColumnLayer *layer)
{
    if (!layer || --layer->users) return;
    ed_Arena names = layer->names;       // which the layer is in
    ed_arena_close(&layer->arena);
    ed_arena_close(&layer->raw);
    ed_arena_close(&names);
}

void ed_columns_clear(ed_Columns *columns)
{
    for (u32 i = 0; i < columns->count; i++) ed_layer_close(columns->layers[i]);
    ed_layer_close(columns->pending);
    ed_columns_init(columns, columns->limit);
}

bool ed_columns_copy(ed_Columns *to, ed_Columns *from)
{
    ed_columns_init(to, from->limit);
    for (u32 i = 0; i < from->count; i++) {
        to->layers[i] = from->layers[i];
        to->layers[i]->users++;
    }
    to->count = from->count;
    memcpy(to->aliases, from->aliases, from->alias_kept * sizeof *from->aliases);
    to->alias_count = to->alias_kept = from->alias_kept;
    return true;
}

static size_t bytes_of(const ed_ColumnLayer *layer)
{
    return layer->arena.used + layer->raw.used;
}

size_t ed_columns_bytes(const ed_Columns *columns)
{
    size_t bytes = columns->pending ? bytes_of(columns->pending) : 0;
    for (u32 i = 0; i < columns->count; i++) bytes += bytes_of(columns->layers[i]);
    return bytes;
}

u64 ed_columns_count(const ed_Columns *columns)
{
    u64 count = 0;
    for (u32 i = 0; i < columns->count; i++) count += columns->layers[i]->count;
    return count;
}

static void remove_layer(ed_Columns *columns, u32 index)
{
    ed_layer_close(columns->layers[index]);
    columns->count--;
    memmove(&columns->layers[index], &columns->layers[index + 1],
            (columns->count - index) * sizeof columns->layers[0]);
}

static void forget_oldest(ed_Columns *columns)
{
    columns->forgotten += columns->layers[0]->count;
    remove_layer(columns, 0);
}

// --- items ---------------------------------------------------------------------------------------

static size_t size_of(const ed_Item *item) { return sizeof *item + ((item->size + 7u) & ~7u); }

ed_Span ed_item_value(const ed_Item *item)
{
    return (ed_Span){ (const u8 *)(item + 1), item->size };
}

static ed_Item *item_at(const ed_ColumnLayer *layer, size_t offset)
{
    return (ed_Item *)(void *)(layer->arena.base + offset);
}

static ed_Item *next_item(const ed_ColumnLayer *layer, const ed_Item *item)
{
    size_t at = item ? (size_t)((const u8 *)item - layer->arena.base) + size_of(item) : 0;
    return at < layer->arena.used ? item_at(layer, at) : NULL;
}

/// Items lie end to end, as a push would not lay large ones.
static ed_Item *add_item(ed_ColumnLayer *layer, u32 column, u64 key, u64 became, ed_Span value)
{
    if (!value.size || value.size > UINT32_MAX / 2) return NULL;
    ed_Item item = { .key = key, .became = became, .column = column, .size = (u32)value.size };
    u8 *at = layer->arena.base + layer->arena.used;
    if (!ed_arena_extend_raw(&layer->arena, at, 0, size_of(&item))) return NULL;
    memcpy(at, &item, sizeof item);
    memcpy(at + sizeof item, value.at, value.size);
    layer->slot_count = 0;
    return (ed_Item *)(void *)at;
}

ed_Item *ed_layer_keep(ed_ColumnLayer *layer, ed_Column *column, u64 key, u64 became, ed_Span value)
{
    bool room = bytes_of(layer) + sizeof(ed_Item) + value.size <= layer->limit;
    ed_Item *item = room ? add_item(layer, (u32)(column - layer->columns), key, became, value) : NULL;
    column->count += item != NULL;
    layer->count  += item != NULL;
    return item;
}

// --- rows ----------------------------------------------------------------------------------------

/// Fields of the same records have the same keys, once.
static const u64 *keys_of_last(const ed_ColumnLayer *layer, const ed_RowKeys *keys)
{
    const ed_ColumnRows *last = layer->last;
    bool same = last && last->keys.all && last->keys.count == keys->count
             && memcmp(last->keys.all, keys->all, keys->count * sizeof *keys->all) == 0;
    return same ? last->keys.all : NULL;
}

/// The values are the caller's to write. NULL where there is no room.
static ed_ColumnRows *add_rows(ed_ColumnLayer *layer, ed_Column *column, const ed_RowKeys *keys,
                               u32 size)
{
    const u64 *shared = keys->all ? keys_of_last(layer, keys) : NULL;
    size_t own = keys->all && !shared ? keys->count * sizeof *keys->all : 0;
    size_t bytes = sizeof(ed_ColumnRows) + own + (size_t)keys->count * size;
    if (bytes_of(layer) + bytes > layer->limit) return NULL;
    if (!layer->raw.base && !ed_arena_open(&layer->raw, "attic rows", layer->limit, NULL))
        return NULL;
    ed_ColumnRows *rows = (ed_ColumnRows *)ed_arena_push_raw(&layer->raw, bytes, 8);
    if (!rows) return NULL;
    *rows = (ed_ColumnRows){ .keys = *keys, .column = (u32)(column - layer->columns), .size = size,
                             .values = (u8 *)(rows + 1) + own };
    if (own)    rows->keys.all = (const u64 *)memcpy(rows + 1, keys->all, own);
    if (shared) rows->keys.all = shared;
    layer->last = rows;
    *column->rows_end = rows;
    column->rows_end  = &rows->next;
    column->count += keys->count;
    layer->count  += keys->count;
    return rows;
}

static u64 key_of(const ed_RowKeys *keys, u32 i)
{
    return keys->all ? keys->all[i] : keys->first + i * (u64)ED_KEY_STEP;
}

/// Of `count` rows from `i` on.
static ed_RowKeys some_keys(const ed_RowKeys *keys, u32 i, u32 count)
{
    return (ed_RowKeys){ key_of(keys, i), keys->all ? keys->all + i : NULL, count };
}

static bool same_keys(const ed_RowKeys *one, const ed_RowKeys *other)
{
    if (one->count != other->count || !one->all != !other->all) return false;
    if (!one->all) return one->first == other->first;
    return memcmp(one->all, other->all, one->count * sizeof *one->all) == 0;
}

static void gather(u8 *to, u32 size, const u8 *from, size_t stride, u32 count)
{
    switch (size) {
    case 1:  for (u32 i = 0; i < count; i++) to[i] = from[i * stride]; break;
    case 2:  for (u32 i = 0; i < count; i++) memcpy(to + i * 2, from + i * stride, 2); break;
    case 4:  for (u32 i = 0; i < count; i++) memcpy(to + i * 4, from + i * stride, 4); break;
    case 8:  for (u32 i = 0; i < count; i++) memcpy(to + i * 8, from + i * stride, 8); break;
    default:
        for (u32 i = 0; i < count; i++) memcpy(to + (size_t)i * size, from + i * stride, size);
    }
}

/// All of them, or none where there is no room.
static bool make_items_of(ed_ColumnLayer *layer, const ed_ColumnRows *rows)
{
    const ed_Column *column = &layer->columns[rows->column];
    u8 memory[1024];             // for ED_ROWS_BYTES_MAX in open form
    ed_Arena arena = { .base = memory, .limit = sizeof memory };
    ed_Reader r;
    ed_Decoder d = { .r = &r, .arena = &arena };
    ed_Writer w;
    size_t used = layer->arena.used;
    ed_read_init(&r, NULL, 0);
    ed_write_init(&w, &arena);
    for (u32 i = 0; i < rows->keys.count; i++) {
        ed_Old value = ed_old_of_memory(column->from, rows->values + (size_t)i * rows->size);
        w.size = 0;
        ed_old_write(&d, &w, &value);
        ed_Item *item = add_item(layer, rows->column, key_of(&rows->keys, i), 0,
                                 (ed_Span){ w.bytes, w.size });
        if (!item) { layer->arena.used = used; return false; }
        item->taken = i < rows->taken;
    }
    return true;
}

static bool has_rows(const ed_ColumnLayer *layer)
{
    for (u32 i = 0; i < layer->column_count; i++) if (layer->columns[i].rows) return true;
    return false;
}

/// A column is the same with its values in rows or in items. Where there is no room the rows stay,
/// and `failed` is set.
static void make_items(ed_ColumnLayer *layer, ed_Column *column)
{
    ed_ColumnRows *rows = column->rows;
    if (!rows) return;
    column->rows = column->next_rows = NULL;
    column->rows_end = &column->rows;
    layer->last = NULL;
    for (; rows; rows = rows->next) {
        if (make_items_of(layer, rows)) continue;
        layer->failed = true;
        *column->rows_end = rows;
        column->rows_end  = &rows->next;
    }
    *column->rows_end = NULL;
    if (!has_rows(layer)) ed_arena_close(&layer->raw);
}

ed_Item *ed_layer_next(const ed_ColumnLayer *layer, const ed_Item *item)
{
    ed_ColumnLayer *own = (ed_ColumnLayer *)(uintptr_t)layer;
    for (u32 i = 0; !item && i < own->column_count; i++) make_items(own, &own->columns[i]);
    return next_item(layer, item);
}


// --- the index -----------------------------------------------------------------------------------

static u32 slot_of(const ed_ColumnLayer *layer, u32 column, u64 key)
{
    return (u32)ed_hash_u64(key, column) & (layer->slot_count - 1);
}

/// At first use: most layers are never looked at. Where there is no room for it `failed` is set.
static void index_layer(ed_ColumnLayer *layer)
{
    u64 count = 16;
    while (count < layer->count * 2 && count < 1u << 30) count *= 2;
    layer->slots = (u32 *)ed_arena_push(&layer->names, count * sizeof *layer->slots, 4);
    if (!layer->slots) { layer->failed = true; return; }
    layer->slot_count = (u32)count;
    for (ed_Item *item = NULL; (item = next_item(layer, item)) != NULL;) {
        u32 *slot = &layer->slots[slot_of(layer, item->column, item->key)];
        item->next = *slot;
        *slot = (u32)(((u8 *)item - layer->arena.base) / 8) + 1;
    }
}

static ed_Item *linked(const ed_ColumnLayer *layer, u32 link)
{
    return link ? item_at(layer, (size_t)(link - 1) * 8) : NULL;
}

static ed_Item *first_in_slot(const ed_ColumnLayer *layer, u32 column, u64 key)
{
    if (!layer->slot_count) index_layer((ed_ColumnLayer *)(uintptr_t)layer);
    return layer->slot_count ? linked(layer, layer->slots[slot_of(layer, column, key)]) : NULL;
}

ed_Item *ed_columns_find(const ed_ColumnAt *at, u64 key, u64 became)
{
    const ed_ColumnLayer *layer = at->layer;
    ed_Item *found = NULL;
    u32 column = (u32)(at->column - layer->columns);
    make_items(at->layer, at->column);
    for (ed_Item *item = first_in_slot(layer, column, key); item; item = linked(layer, item->next)) {
        bool fits = item->key == key && item->column == column && !item->taken
                 && (became == ED_BECAME_ANY || item->became == became);
        if (!fits) continue;
        if (!found) found = item;
        else if (found->became == item->became) return NULL;
    }
    return found;
}

void ed_columns_take(ed_Columns *columns, const ed_ColumnAt *at, ed_Item *item, ed_ItemMove *move)
{
    at->layer->marked = true;
    item->taken = true;
    if (!move) return;
    *move = (ed_ItemMove){ .next = columns->moves, .layer = at->layer, .item = item,
                           .key = item->key, .became = item->became };
    columns->moves = move;
}

void ed_columns_returned(const ed_ColumnAt *at)
{
    at->layer->marked    = true;
    at->column->returned = true;
}

void ed_columns_remove(const ed_ColumnAt *at, ed_Item *item)
{
    at->layer->marked = true;
    at->layer->count--;
    at->column->count--;
    item->column = UINT32_MAX;
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

ed_Column *ed_layer_column(ed_ColumnLayer *layer, const ed_Column *wanted, u32 type,
                           const ed_Field *from)
{
    for (u32 i = 0; i < layer->column_count; i++) {
        ed_Column *column = &layer->columns[i];
        if (column->path == wanted->path && column->from == from
            && column->reduced == wanted->reduced
            && (from || column->alone == &layer->tables.types[type]))
            return column;
    }
    if (layer->column_count == ED_COLUMNS_MAX) return NULL;
    const ed_Type *alone = from ? make_alone(layer, from) : &layer->tables.types[type];
    if (!alone) return NULL;
    ed_Column *column = &layer->columns[layer->column_count++];
    *column = *wanted;
    column->from     = from;
    column->alone    = alone;
    column->returned  = false;
    column->rows      = column->next_rows = NULL;
    column->rows_end  = &column->rows;
    column->count     = 0;
    return column;
}

u32 ed_layer_type(const ed_ColumnLayer *layer, const ed_Column *column)
{
    for (u32 i = 0; i < layer->tables.count; i++) {
        const ed_Type *type = &layer->tables.types[i];
        bool has = column->from && type->field_count && column->from >= type->fields
                && column->from < type->fields + type->field_count;
        if (has || (!column->from && column->alone == type)) return i;
    }
    return UINT32_MAX;
}

static ed_Column *pending_column(ed_Columns *columns, const ed_Column *wanted, u32 type, u32 field)
{
    if (!columns->pending) columns->pending = ed_layer_open(columns->limit, columns->types);
    ed_ColumnLayer *layer = columns->pending;
    if (!layer || type >= layer->tables.count) return NULL;
    const ed_Field *from = field == UINT32_MAX ? NULL : &layer->tables.types[type].fields[field];
    return ed_layer_column(layer, wanted, type, from);
}

ed_Item *ed_columns_keep(ed_Columns *columns, const ed_Column *wanted, u32 type, u32 field,
                         u64 key, ed_Span value)
{
    ed_Column *column = pending_column(columns, wanted, type, field);
    ed_Item *item = column ? ed_layer_keep(columns->pending, column, key, 0, value) : NULL;
    columns->refused += !item;
    return item;
}

bool ed_columns_keep_rows(ed_Columns *columns, const ed_Column *wanted, u32 type, u32 field,
                          const ed_RowKeys *keys, const u8 *values, size_t stride)
{
    ed_Column *column = pending_column(columns, wanted, type, field);
    u32 size = column ? (u32)ed_field_bytes(column->from) : 0;
    ed_ColumnRows *rows = column
        ? add_rows(columns->pending, column, keys, size) : NULL;
    if (!rows) { columns->refused += keys->count; return false; }
    gather(rows->values, size, values, stride, keys->count);
    return true;
}

const u8 *ed_columns_take_rows(const ed_ColumnAt *at, const ed_RowKeys *keys, u32 *size)
{
    ed_Column *column = at->column;
    if (!column->next_rows) column->next_rows = column->rows;
    ed_ColumnRows *rows = column->next_rows;
    while (rows && rows->taken == rows->keys.count) rows = rows->next;
    if (!rows || keys->count > rows->keys.count - rows->taken) return NULL;
    ed_RowKeys some = some_keys(&rows->keys, rows->taken, keys->count);
    if (!same_keys(&some, keys)) return NULL;
    const u8 *values = rows->values + (size_t)rows->taken * rows->size;
    at->layer->marked = true;
    rows->taken      += keys->count;
    column->next_rows = rows;
    *size = rows->size;
    return values;
}

// --- around a reload -----------------------------------------------------------------------------

static void take_marks_away(ed_ColumnLayer *layer)
{
    for (u32 i = 0; i < layer->column_count; i++) {
        ed_Column *column = &layer->columns[i];
        column->returned  = false;
        column->next_rows = NULL;
        for (ed_ColumnRows *rows = column->rows; rows; rows = rows->next) rows->taken = 0;
    }
    layer->failed = false;
    for (ed_Item *item = NULL; (item = next_item(layer, item)) != NULL;)
        item->taken = false;
    layer->marked = false;
}

void ed_columns_begin(ed_Columns *columns, ed_Span types)
{
    ed_columns_abort(columns);
    columns->types   = types;
    columns->refused = columns->forgotten = 0;
}

void ed_columns_abort(ed_Columns *columns)
{
    ed_layer_close(columns->pending);
    columns->pending     = NULL;
    columns->moves       = NULL;
    columns->alias_count = columns->alias_kept;
    for (u32 i = 0; i < columns->count; i++) {
        if (columns->layers[i]->marked) take_marks_away(columns->layers[i]);
        columns->layers[i]->failed = false;
    }
}

/// What returned is past; so is what found no record in a column whose field returned.
static bool is_past(const ed_ColumnLayer *layer, const ed_Item *item)
{
    if (item->column >= layer->column_count) return true;
    if (item->taken) return true;
    return layer->columns[item->column].returned && !item->became;
}

static ed_Column *column_in(ed_ColumnLayer *layer, const ed_ColumnLayer *old,
                            const ed_Column *column)
{
    u32 type = ed_layer_type(old, column);
    const ed_Field *from = column->from
        ? layer->tables.types[type].fields + (column->from - old->tables.types[type].fields) : NULL;
    return ed_layer_column(layer, column, type, from);
}

static bool keep_in(ed_ColumnLayer *layer, const ed_ColumnLayer *old, ed_Column **columns,
                    const ed_Item *item, u64 key, u64 became)
{
    ed_Column **column = &columns[item->column];
    if (!*column) *column = column_in(layer, old, &old->columns[item->column]);
    return *column && ed_layer_keep(layer, *column, key, became, ed_item_value(item));
}

static bool keep_rows_in(ed_ColumnLayer *layer, const ed_ColumnLayer *old, ed_Column **columns,
                         const ed_ColumnRows *rows)
{
    ed_Column **column = &columns[rows->column];
    if (!*column) *column = column_in(layer, old, &old->columns[rows->column]);
    ed_ColumnRows *copy = *column
        ? add_rows(layer, *column, &rows->keys, rows->size) : NULL;
    if (!copy) return false;
    memcpy(copy->values, rows->values, (size_t)rows->keys.count * rows->size);
    return true;
}

/// What is left of a marked layer, as one of its own. NULL where there is no room for it.
static ed_ColumnLayer *rest_of(const ed_ColumnLayer *old, size_t limit, const ed_ItemMove *moves)
{
    ed_ColumnLayer *layer = ed_layer_open(limit, old->types);
    if (!layer) return NULL;
    ed_Column **columns = (ed_Column **)ed_arena_push(&layer->names,
                                                      old->column_count * sizeof *columns, 8);
    bool good = columns != NULL;
    for (u32 i = 0; good && i < old->column_count; i++) {
        const ed_ColumnRows *rows = old->columns[i].returned ? NULL : old->columns[i].rows;
        for (; good && rows; rows = rows->next) good = keep_rows_in(layer, old, columns, rows);
    }
    for (ed_Item *item = NULL; good && (item = next_item(old, item)) != NULL;)
        if (!is_past(old, item))
            good = keep_in(layer, old, columns, item, item->key, item->became);
    for (const ed_ItemMove *move = moves; good && move; move = move->next)
        if (move->layer == old)
            good = keep_in(layer, old, columns, move->item, move->key, move->became);
    layer->from_file = old->from_file;
    if (good) return layer;
    ed_layer_close(layer);
    return NULL;
}

/// How much of a layer stays.
static u64 count_rest(const ed_ColumnLayer *layer, const ed_ItemMove *moves)
{
    u64 count = 0;
    for (u32 i = 0; i < layer->column_count; i++) {
        const ed_ColumnRows *rows = layer->columns[i].returned ? NULL : layer->columns[i].rows;
        for (; rows; rows = rows->next) count += rows->keys.count;
    }
    for (ed_Item *item = NULL; (item = next_item(layer, item)) != NULL;)
        count += !is_past(layer, item);
    for (const ed_ItemMove *move = moves; move; move = move->next) count += move->layer == layer;
    return count;
}

static void commit_layer(ed_Columns *columns, u32 index)
{
    ed_ColumnLayer *old = columns->layers[index], *rest = NULL;
    u64 left = count_rest(old, columns->moves);
    if (left) rest = rest_of(old, columns->limit, columns->moves);
    if (left && !rest) columns->refused += left;
    take_marks_away(old);
    if (!rest) { remove_layer(columns, index); return; }
    ed_layer_close(old);
    columns->layers[index] = rest;
}

/// A newer alias of a name takes the place of the older one.
static void commit_aliases(ed_Columns *columns)
{
    u32 kept = columns->alias_kept;
    for (u32 i = columns->alias_kept; i < columns->alias_count; i++) {
        ed_ColumnAlias alias = columns->aliases[i];
        u32 at = 0;
        while (at < kept && (columns->aliases[at].type_tag != alias.type_tag
                             || columns->aliases[at].field_tag != alias.field_tag))
            at++;
        columns->aliases[at] = alias;
        if (at == kept) kept++;
    }
    columns->alias_count = columns->alias_kept = kept;
}

void ed_columns_commit(ed_Columns *columns)
{
    ed_ColumnLayer *pending = columns->pending;
    for (u32 i = columns->count; i-- > 0;)
        if (columns->layers[i]->marked) commit_layer(columns, i);
    columns->moves = NULL;
    commit_aliases(columns);
    if (!pending) return;
    if (!pending->count) {
        ed_layer_close(pending);
        columns->pending = NULL;
        return;
    }
    while (columns->count && (columns->count == ED_COLUMN_LAYERS_MAX
                              || ed_columns_bytes(columns) > columns->limit))
        forget_oldest(columns);
    columns->layers[columns->count++] = pending;
    columns->pending = NULL;
}

// --- looking -------------------------------------------------------------------------------------

bool ed_columns_next(const ed_Columns *columns, u64 path, ed_ColumnAt *at)
{
    u32 layer = at->layer ? at->behind_layer : columns->count;
    u32 column = at->layer ? at->behind_column : 0;
    for (;;) {
        while (column == 0) {
            if (layer == 0) return false;
            column = columns->layers[--layer]->column_count;
        }
        ed_ColumnLayer *in = columns->layers[layer];
        if (in->columns[--column].path != path) continue;
        *at = (ed_ColumnAt){ in, &in->columns[column], layer, column };
        return true;
    }
}

const ed_Column *ed_columns_has(const ed_Columns *columns, u32 type_tag, u32 field_tag)
{
    for (u32 i = columns->count; i-- > 0;)
        for (u32 c = 0; c < columns->layers[i]->column_count; c++) {
            const ed_Column *column = &columns->layers[i]->columns[c];
            bool named = column->field_tag == field_tag || column->place_tag == field_tag;
            if (!column->reduced && named && column->type_tag == type_tag) return column;
        }
    return NULL;
}

bool ed_columns_own(const ed_Columns *columns, const ed_Type *type)
{
    for (u32 i = 0; i < columns->count; i++) {
        const ed_Tables *tables = &columns->layers[i]->tables;
        if (type >= tables->types && type < tables->types + tables->count) return true;
    }
    return false;
}

bool ed_columns_about(const ed_Columns *columns, u32 layer, u32 column, ed_Text *name, u64 *count)
{
    if (layer >= columns->count || column >= columns->layers[layer]->column_count) return false;
    const ed_ColumnLayer *in = columns->layers[layer];
    const ed_Column *it = &in->columns[column];
    ed_text_add(name, "%s", in->tables.types[ed_layer_type(in, it)].name);
    if (it->from) ed_text_add(name, ".%s", it->from->name);
    *count = it->count;
    return true;
}

// --- aliases -------------------------------------------------------------------------------------

u32 ed_columns_first_tag(const ed_Columns *columns, u32 type_tag, u32 field_tag)
{
    for (u32 i = 0; i < columns->alias_kept; i++)
        if (columns->aliases[i].type_tag == type_tag && columns->aliases[i].field_tag == field_tag)
            return columns->aliases[i].first_tag;
    return field_tag;
}

void ed_columns_alias(ed_Columns *columns, u32 type_tag, u32 field_tag, u32 first_tag)
{
    if (columns->alias_count < ED_COLUMN_ALIASES_MAX)
        columns->aliases[columns->alias_count++] = (ed_ColumnAlias){ type_tag, field_tag,
                                                                     first_tag };
}
