#include "runtime/attic.h"
#include <string.h>
#include "runtime/hash.h"
#include "runtime/mask.h"
#include "runtime/pack.h"

#define ONE_BYTES_MAX ((size_t)1 << 30)      // of one value in open form

// --- keeping -------------------------------------------------------------------------------------

static const u64 *copy_places(ed_AtticLayer *layer, const ed_AtticRows *rows)
{
    if (!rows->places) return NULL;
    u64 *places = (u64 *)ed_arena_push_raw(&layer->memory, rows->count * sizeof *places, 8);
    if (places) memcpy(places, rows->places, rows->count * sizeof *places);
    return places;
}

static bool open_memory(ed_Attic *attic, ed_AtticLayer *layer)
{
    if (layer->memory.base) return true;
    if (attic->spare.limit != attic->limit)
        return ed_arena_open(&layer->memory, "attic rows", attic->limit, NULL);
    layer->memory = attic->spare;
    attic->spare  = (ed_Arena){ .base = NULL };
    ed_arena_reset(&layer->memory);
    return true;
}

ed_AtticRows *ed_attic_keep_rows(ed_Attic *attic, u32 type_tag, u32 type, u32 field, u32 place_tag,
                                 const ed_AtticRows *rows)
{
    ed_AtticLayer *layer = ed_attic_pending(attic);
    bool open = layer && open_memory(attic, layer);
    size_t size = (size_t)rows->count * rows->size;
    ed_AtticRows *kept = open
        ? (ed_AtticRows *)ed_arena_push(&layer->memory, sizeof *kept, 8) : NULL;
    const u64 *places = kept ? copy_places(layer, rows) : NULL;
    u8 *values = kept && (places || !rows->places)
        ? (u8 *)ed_arena_push_raw(&layer->memory, size, 8) : NULL;
    const ed_Field *from = values ? &layer->tables.types[type].fields[field] : NULL;
    ed_AtticColumn *column = NULL;
    if (values)
        column = ed_attic_column_of(layer,
                                    (ed_AtticColumn){ .type_tag = type_tag, .field_tag = from->tag,
                                                      .place_tag = place_tag, .from = from });
    if (!column) { attic->refused += rows->count; return NULL; }
    *kept = *rows;
    kept->column = (u32)(column - layer->columns);
    kept->places = places;
    kept->values = values;
    kept->next   = layer->rows;
    layer->rows  = kept;
    column->count += rows->count;
    layer->count  += rows->count;
    return kept;
}

// --- at once -------------------------------------------------------------------------------------

bool ed_attic_in_rows(const ed_AtticLayer *layer, const ed_AtticColumn *column)
{
    for (const ed_AtticRows *rows = layer->rows; rows; rows = rows->next)
        if (&layer->columns[rows->column] == column && !rows->taken) return true;
    return false;
}

ed_AtticRows *ed_attic_rows(ed_Attic *attic, const ed_AtticColumn *column)
{
    const ed_AtticLayer *layer = ed_attic_layer(attic, column);
    for (ed_AtticRows *rows = layer ? layer->rows : NULL; rows; rows = rows->next)
        if (&layer->columns[rows->column] == column)
            return rows->count == column->count && !rows->taken ? rows : NULL;
    return NULL;
}

void ed_attic_take_rows(ed_AtticColumn *column, ed_AtticRows *rows)
{
    rows->taken     = true;
    column->visited = true;
}

// --- one by one ----------------------------------------------------------------------------------

static u64 place_of(const ed_AtticRows *rows, u32 row, u32 place_tag)
{
    u64 record = rows->places ? rows->places[row]
                              : ed_hash_u64(rows->list, ed_hash_u64(rows->list_count, row));
    return ed_hash_u64(record, place_tag);
}

/// False where memory ends: then they lie as they lay.
static bool settle_rows(ed_Attic *attic, ed_AtticLayer *layer, const ed_AtticRows *rows,
                        ed_Arena *scratch)
{
    ed_AtticColumn *column = &layer->columns[rows->column];
    u64 in_column = column->count, in_layer = layer->count;
    size_t used = layer->arena.used;
    ed_Field field = *column->from;
    ed_Writer w;
    field.offset = ed_field_lead(&field);
    column->count -= rows->count;
    layer->count  -= rows->count;
    ed_arena_reset(scratch);
    ed_write_init(&w, scratch);
    for (u32 i = 0; i < rows->count && ed_write_ok(&w); i++) {
        w.size = 0;
        ed_pack_field(&w, &field, rows->values + (size_t)i * rows->size);
        if (!ed_write_ok(&w)) break;
        ed_AtticEntry *entry = ed_attic_keep_in(attic, layer, column, 0,
                                                (ed_AtticKey){ .place = place_of(rows, i,
                                                               column->place_tag) },
                                                (ed_Span){ w.bytes, w.size });
        if (entry) entry->taken = rows->taken;
    }
    if (ed_write_ok(&w)) return true;
    column->count = in_column;
    layer->count  = in_layer;
    layer->arena.used = used;
    return false;
}

/// Behind the entries that were there first, over the index, which is made again: whoever reads one
/// of those goes on.
void ed_attic_settle_layer(ed_Attic *attic, ed_AtticLayer *layer)
{
    ed_Arena scratch;
    if (!layer->rows || !ed_arena_open(&scratch, "attic value", ONE_BYTES_MAX, NULL)) return;
    layer->arena.used = layer->end;
    // Their memory stays until the reload ends: a table may be about to take values from it.
    while (layer->rows && settle_rows(attic, layer, layer->rows, &scratch))
        layer->rows = layer->rows->next;
    ed_attic_index_layer(layer);
    ed_arena_close(&scratch);
}

void ed_attic_settle_rows(ed_Attic *attic)
{
    for (u32 i = 0; i < attic->count; i++) ed_attic_settle_layer(attic, &attic->layers[i]);
}
