#include "runtime/attic.h"
#include <string.h>

static bool copy_bytes(ed_Arena *to, const ed_Arena *from)
{
    if (!ed_arena_extend_raw(to, to->base, 0, from->used)) return false;
    memcpy(to->base, from->base, from->used);
    return true;
}

/// Where the copy of what is at `at` in `from` is in `to`; both are laid out the same.
static void *moved(const ed_Arena *to, const ed_Arena *from, const void *at)
{
    return at ? to->base + ((const u8 *)at - from->base) : NULL;
}

static bool copy_rows(ed_Attic *to, ed_AtticLayer *layer, const ed_AtticLayer *from)
{
    if (!from->rows) return true;
    const ed_Arena *old = &from->memory, *new = &layer->memory;
    if (!ed_arena_open(&layer->memory, "attic rows", to->limit, NULL)
        || !copy_bytes(&layer->memory, old))
        return false;
    layer->rows = (ed_AtticRows *)moved(new, old, from->rows);
    for (ed_AtticRows *rows = layer->rows; rows; rows = rows->next) {
        rows->places = (const u64 *)moved(new, old, rows->places);
        rows->values = (u8 *)moved(new, old, rows->values);
        rows->next   = (ed_AtticRows *)moved(new, old, rows->next);
    }
    return true;
}

/// The names of both begin with types and columns, see ed_attic_open_layer.
static bool copy_layer(ed_Attic *to, const ed_AtticLayer *from)
{
    ed_AtticLayer *layer = &to->pending;
    const ed_Arena *old = &from->names, *new = &layer->names;
    if (!ed_attic_open_layer(to, from->types)) return false;
    for (u32 i = 0; i < from->column_count; i++) {
        layer->columns[i] = from->columns[i];
        layer->columns[i].from = (const ed_Field *)moved(new, old, from->columns[i].from);
        layer->columns[i].root = (const ed_Type *)moved(new, old, from->columns[i].root);
    }
    layer->column_count = from->column_count;
    layer->count        = from->count;
    layer->end          = from->end;
    layer->index_size   = from->index_size;
    layer->from_file    = from->from_file;
    if (!copy_bytes(&layer->arena, &from->arena) || !copy_rows(to, layer, from)) return false;
    layer->index = (u64 *)moved(&layer->arena, &from->arena, from->index);
    to->layers[to->count++] = *layer;
    memset(layer, 0, sizeof *layer);
    return true;
}

bool ed_attic_copy(ed_Attic *to, ed_Attic *from)
{
    to->limit = from->limit;
    for (u32 i = 0; i < from->count; i++)
        if (!copy_layer(to, &from->layers[i])) { ed_attic_clear(to); return false; }
    memcpy(to->aliases, from->aliases, from->alias_kept * sizeof *from->aliases);
    to->alias_count = to->alias_kept = from->alias_kept;
    to->spare   = from->spare;
    from->spare = (ed_Arena){ .base = NULL };
    return true;
}
