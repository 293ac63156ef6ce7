#include "runtime/migrate/attic_layer.h"
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/migrate/convert_lanes.h"
#include "runtime/snapshot/decode.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"

#define LAYER_MEMORY_BYTES_MAX ((size_t)1 << 30)      // types, columns and index of one layer
// A row value of one byte grows the most when it becomes an item. So items may fill this many times
// the limit of the layer.
#define ITEM_GROWTH (sizeof(ed_AtticItem) + 8)
#define SPARE_BYTES_MAX ((size_t)64 << 20)

// --- layers --------------------------------------------------------------------------------------

static bool read_types(ed_AtticLayer *layer, ed_Span types)
{
    u8 *copy = (u8 *)ed_arena_push(&layer->memory, types.size, 1);
    if (!copy) return false;
    memcpy(copy, types.at, types.size);
    layer->types = (ed_Span){ copy, types.size };
    ed_Reader r;
    ed_read_init(&r, copy, types.size);
    ed_document_types_read(&r, &layer->memory, &layer->tables);
    layer->columns = (ed_AtticColumn *)ed_arena_push(
        &layer->memory, ED_LAYER_COLUMNS_MAX * sizeof *layer->columns, 8);
    return ed_read_ok(&r) && layer->columns;
}

/// Saves the row memory of a closed layer for the next one, unless it is very large.
static void keep_spare(ed_Arena *spare, ed_Arena *raw)
{
    if (!spare || spare->base || !raw->base || raw->touched > SPARE_BYTES_MAX) return;
    *spare = *raw;
    *raw = (ed_Arena){ .base = NULL };
    ed_arena_reset(spare);
}

static ed_Arena take_spare(ed_Arena *spare, size_t limit)
{
    ed_Arena raw = { .base = NULL };
    if (!spare || spare->limit != limit) return raw;
    raw = *spare;
    *spare = (ed_Arena){ .base = NULL };
    return raw;
}

ed_AtticLayer *ed_layer_open(size_t limit, ed_Span types, ed_Arena *spare)
{
    ed_Arena memory = { .base = NULL };
    if (!ed_arena_open(&memory, "attic columns", LAYER_MEMORY_BYTES_MAX, NULL)) return NULL;
    ed_AtticLayer *layer = (ed_AtticLayer *)ed_arena_push(&memory, sizeof *layer, 8);
    if (!layer) {
        ed_arena_close(&memory);
        return NULL;
    }
    layer->users = 1;
    layer->memory = memory;
    layer->limit = limit;
    layer->raw = take_spare(spare, limit);
    if (ed_arena_open(&layer->arena, "attic", limit * ITEM_GROWTH, NULL)
        && read_types(layer, types))
        return layer;
    ed_layer_close(layer, spare);
    return NULL;
}

void ed_layer_close(ed_AtticLayer *layer, ed_Arena *spare)
{
    if (!layer || --layer->users) return;
    ed_Arena memory = layer->memory;      // the layer itself is in this arena
    keep_spare(spare, &layer->raw);
    ed_arena_close(&layer->arena);
    ed_arena_close(&layer->raw);
    ed_arena_close(&memory);
}

size_t ed_layer_bytes(const ed_AtticLayer *layer) { return layer->arena.used + layer->raw.used; }

// --- items ---------------------------------------------------------------------------------------

static size_t size_of(const ed_AtticItem *item) { return sizeof *item + ((item->size + 7u) & ~7u); }

ed_Span ed_item_value(const ed_AtticItem *item)
{
    return (ed_Span){ (const u8 *)(item + 1), item->size };
}

static ed_AtticItem *item_at(const ed_AtticLayer *layer, size_t offset)
{
    return (ed_AtticItem *)(void *)(layer->arena.base + offset);
}

ed_AtticItem *ed_layer_next(const ed_AtticLayer *layer, const ed_AtticItem *item)
{
    size_t at = item ? (size_t)((const u8 *)item - layer->arena.base) + size_of(item) : 0;
    return at < layer->arena.used ? item_at(layer, at) : NULL;
}

/// Appends an item directly after the last one. An arena push could leave a gap before a large
/// item, and ed_layer_next expects none.
static ed_AtticItem *add_item(ed_AtticLayer *layer, u32 column, u64 key, u64 became, ed_Span value)
{
    if (!value.size || value.size > UINT32_MAX / 2) return NULL;
    ed_AtticItem item = { .key = key, .became = became, .column = column, .size = (u32)value.size };
    u8 *at = layer->arena.base + layer->arena.used;
    if (!ed_arena_extend_raw(&layer->arena, at, 0, size_of(&item))) return NULL;
    memcpy(at, &item, sizeof item);
    memcpy(at + sizeof item, value.at, value.size);
    layer->bucket_count = 0;
    layer->item_count++;
    return (ed_AtticItem *)(void *)at;
}

ed_AtticItem *ed_layer_retain(ed_AtticColumn *column, u64 key, u64 became, ed_Span value)
{
    ed_AtticLayer *layer = column->layer;
    bool room = ed_layer_bytes(layer) + sizeof(ed_AtticItem) + value.size <= layer->limit;
    ed_AtticItem *item =
        room ? add_item(layer, (u32)(column - layer->columns), key, became, value) : NULL;
    column->count += item != NULL;
    layer->count += item != NULL;
    return item;
}

// --- rows ----------------------------------------------------------------------------------------

/// Returns the keys of the newest block if they are the same, else NULL. Fields of the same records
/// share their keys.
static const u64 *keys_of_last(const ed_AtticLayer *layer, const ed_RowKeys *keys)
{
    const ed_AtticRows *last = layer->last;
    bool same = last && last->keys.all && last->keys.count == keys->count
             && memcmp(last->keys.all, keys->all, keys->count * sizeof *keys->all) == 0;
    return same ? last->keys.all : NULL;
}

/// Adds a block, in which the caller writes the values. NULL if the layer is full.
static ed_AtticRows *add_rows(ed_AtticColumn *column, const ed_RowKeys *keys, u32 size)
{
    ed_AtticLayer *layer = column->layer;
    const u64 *shared = keys->all ? keys_of_last(layer, keys) : NULL;
    size_t own = keys->all && !shared ? keys->count * sizeof *keys->all : 0;
    size_t bytes = sizeof(ed_AtticRows) + own + (size_t)keys->count * size;
    if (ed_layer_bytes(layer) + bytes > layer->limit) return NULL;
    if (!layer->raw.base && !ed_arena_open(&layer->raw, "attic rows", layer->limit, NULL))
        return NULL;
    ed_AtticRows *rows = (ed_AtticRows *)ed_arena_push_raw(&layer->raw, bytes, 8);
    if (!rows) return NULL;
    *rows = (ed_AtticRows){ .keys = *keys, .size = size, .values = (u8 *)(rows + 1) + own };
    if (own) rows->keys.all = (const u64 *)memcpy(rows + 1, keys->all, own);
    if (shared) rows->keys.all = shared;
    layer->last = rows;
    *column->rows_end = rows;
    column->rows_end = &rows->next;
    column->count += keys->count;
    layer->count += keys->count;
    return rows;
}

static u64 key_of(const ed_RowKeys *keys, u32 i)
{
    return keys->all ? keys->all[i] : keys->first + i * (u64)ED_KEY_STEP;
}

/// The keys of `count` rows from `i` on.
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

bool ed_layer_retain_rows(ed_AtticColumn *column, const ed_RowKeys *keys, const u8 *values,
                          size_t stride)
{
    u32 size = (u32)ed_field_bytes(column->from);
    ed_AtticRows *rows = add_rows(column, keys, size);
    if (rows) ed_lane_copy(&(ed_Lane){ values, rows->values, stride, size, keys->count }, size);
    return rows != NULL;
}

const u8 *ed_layer_take_rows(ed_AtticColumn *column, const ed_RowKeys *keys, u32 *size)
{
    if (!column->next_rows) column->next_rows = column->rows;
    ed_AtticRows *rows = column->next_rows;
    while (rows && rows->taken == rows->keys.count) rows = rows->next;
    if (!rows || keys->count > rows->keys.count - rows->taken) return NULL;
    ed_RowKeys some = some_keys(&rows->keys, rows->taken, keys->count);
    if (!same_keys(&some, keys)) return NULL;
    const u8 *values = rows->values + (size_t)rows->taken * rows->size;
    column->layer->marked = true;
    rows->taken += keys->count;
    column->next_rows = rows;
    *size = rows->size;
    return values;
}

/// Converts all rows of a block to items. If the layer is full, converts nothing and returns false.
static bool make_items_of(const ed_AtticColumn *column, const ed_AtticRows *rows)
{
    ed_AtticLayer *layer = column->layer;
    u32 index = (u32)(column - layer->columns);
    u8 memory[1024];      // fits ED_ROW_VALUE_BYTES_MAX in open form
    ed_Arena arena = { .base = memory, .limit = sizeof memory, .touched = sizeof memory };
    ed_Reader r;
    ed_Decoder d = { .r = &r, .arena = &arena };
    ed_Writer w;
    size_t used = layer->arena.used;
    ed_read_init(&r, NULL, 0);
    ed_write_init(&w, &arena);
    for (u32 i = 0; i < rows->keys.count; i++) {
        ed_OldValue value = ed_old_of_memory(column->from, rows->values + (size_t)i * rows->size);
        w.size = 0;
        ed_old_write(&d, &w, &value);
        ed_AtticItem *item =
            add_item(layer, index, key_of(&rows->keys, i), 0, (ed_Span){ w.bytes, w.size });
        if (!item) {
            layer->arena.used = used;
            layer->item_count -= i;
            return false;
        }
        item->taken = i < rows->taken;
    }
    return true;
}

static bool has_rows(const ed_AtticLayer *layer)
{
    for (u32 i = 0; i < layer->column_count; i++)
        if (layer->columns[i].rows) return true;
    return false;
}

/// Converts the rows of a column to items. If the layer is full, rows stay and `failed` is set.
static void make_items(ed_AtticColumn *column)
{
    ed_AtticLayer *layer = column->layer;
    ed_AtticRows *rows = column->rows;
    if (!rows) return;
    column->rows = column->next_rows = NULL;
    column->rows_end = &column->rows;
    layer->last = NULL;
    for (; rows; rows = rows->next) {
        if (make_items_of(column, rows)) continue;
        layer->failed = true;
        *column->rows_end = rows;
        column->rows_end = &rows->next;
    }
    *column->rows_end = NULL;
    if (!has_rows(layer)) ed_arena_close(&layer->raw);
}

void ed_layer_make_items(ed_AtticLayer *layer)
{
    for (u32 i = 0; i < layer->column_count; i++) make_items(&layer->columns[i]);
}

// --- the index -----------------------------------------------------------------------------------

static u32 bucket_of(const ed_AtticLayer *layer, u32 column, u64 key)
{
    return (u32)ed_hash_u64(key, column) & (layer->bucket_count - 1);
}

/// Built at first use, as most layers are never searched. Sets `failed` if memory is full.
static void index_layer(ed_AtticLayer *layer)
{
    u64 count = 16;
    while (count < layer->item_count * 2 && count < 1u << 30) count *= 2;
    layer->buckets = (u32 *)ed_arena_push(&layer->memory, count * sizeof *layer->buckets, 4);
    if (!layer->buckets) {
        layer->failed = true;
        return;
    }
    layer->bucket_count = (u32)count;
    for (ed_AtticItem *item = NULL; (item = ed_layer_next(layer, item)) != NULL;) {
        u32 *bucket = &layer->buckets[bucket_of(layer, item->column, item->key)];
        item->next = *bucket;
        *bucket = (u32)(((u8 *)item - layer->arena.base) / 8) + 1;
    }
}

static ed_AtticItem *linked(const ed_AtticLayer *layer, u32 link)
{
    return link ? item_at(layer, (size_t)(link - 1) * 8) : NULL;
}

static ed_AtticItem *first_in_bucket(ed_AtticLayer *layer, u32 column, u64 key)
{
    if (!layer->bucket_count) index_layer(layer);
    return layer->bucket_count ? linked(layer, layer->buckets[bucket_of(layer, column, key)])
                               : NULL;
}

ed_AtticItem *ed_layer_find(ed_AtticColumn *in, u64 key, u64 became)
{
    ed_AtticItem *found = NULL;
    ed_AtticLayer *layer = in->layer;
    u32 column = (u32)(in - layer->columns);
    make_items(in);
    for (ed_AtticItem *item = first_in_bucket(layer, column, key); item;
         item = linked(layer, item->next)) {
        bool fits = item->key == key && item->column == column && !item->taken
                 && (became == ED_BECAME_ANY || item->became == became);
        if (!fits) continue;
        if (!found) found = item;
        else if (found->became == item->became) return NULL;
    }
    return found;
}

void ed_layer_unmark(ed_AtticLayer *layer)
{
    for (u32 i = 0; i < layer->column_count; i++) {
        ed_AtticColumn *column = &layer->columns[i];
        column->returned = false;
        column->next_rows = NULL;
        for (ed_AtticRows *rows = column->rows; rows; rows = rows->next) rows->taken = 0;
    }
    layer->failed = false;
    for (ed_AtticItem *item = NULL; (item = ed_layer_next(layer, item)) != NULL;)
        item->taken = false;
    layer->marked = false;
}

// --- columns -------------------------------------------------------------------------------------

/// Makes `alone`, a record type with only the column's field. For a dropped state, that field holds
/// the whole state. Returns false if memory is full.
static bool make_alone(ed_AtticColumn *column)
{
    ed_Arena *arena = &column->layer->memory;
    const ed_Type *type = &column->layer->tables.types[column->type];
    ed_Type *alone = (ed_Type *)ed_arena_push(arena, sizeof *alone, 8);
    ed_Field *root = (ed_Field *)ed_arena_push(arena, sizeof *root, 8);
    if (!alone || !root) return false;
    *root = (ed_Field){ .name = type->name,
                        .tag = type->tag,
                        .kind = ED_STRUCT,
                        .type = type,
                        .size = type->size,
                        .count = 1 };
    column->from = column->field == ED_ROOT_FIELD ? root : &type->fields[column->field];
    *alone = (ed_Type){
        .name = column->from->name, .kind = ED_STRUCT, .fields = column->from, .field_count = 1
    };
    column->alone = alone;
    return true;
}

ed_AtticColumn *ed_layer_column(ed_AtticLayer *layer, const ed_AtticColumn *wanted)
{
    for (u32 i = 0; i < layer->column_count; i++) {
        ed_AtticColumn *column = &layer->columns[i];
        if (column->path == wanted->path && column->type == wanted->type
            && column->field == wanted->field && column->reduced == wanted->reduced)
            return column;
    }
    if (layer->column_count == ED_LAYER_COLUMNS_MAX) return NULL;
    ed_AtticColumn *column = &layer->columns[layer->column_count];
    *column = (ed_AtticColumn){ .path = wanted->path,
                                .type = wanted->type,
                                .field = wanted->field,
                                .type_tag = wanted->type_tag,
                                .field_tag = wanted->field_tag,
                                .path_tag = wanted->path_tag,
                                .reduced = wanted->reduced,
                                .layer = layer,
                                .rows_end = &column->rows };
    if (!make_alone(column)) return NULL;
    layer->column_count++;
    return column;
}
