#include "runtime/attic.h"
#include "runtime/hash.h"

static u32 slot_of  (u32 tag)  { return (u32)(ed_hash_u64(tag, 0) % ED_ATTIC_INSIDE_MAX); }
static u32 slot_next(u32 slot) { return (slot + 1) % ED_ATTIC_INSIDE_MAX; }

/// False where it was there already, or is one too many. Each layer has types of its own, so there
/// may be several of one tag.
static bool add(ed_AtticInside *inside, const ed_Type *type)
{
    u32 slot = slot_of(type->tag);
    while (inside->types[slot] && inside->types[slot] != type) slot = slot_next(slot);
    if (inside->types[slot]) return false;
    inside->full |= inside->count == ED_ATTIC_INSIDE_MAX / 2;
    if (inside->full) return false;
    inside->types[slot] = type;
    inside->count++;
    return true;
}

static void add_type(ed_AtticInside *inside, const ed_Type *type)
{
    if (!add(inside, type)) return;
    for (u32 i = 0; i < type->field_count; i++)
        if (ed_field_is_record(&type->fields[i])) add_type(inside, type->fields[i].type);
}

static void add_layer(ed_AtticInside *inside, const ed_AtticLayer *layer)
{
    for (u32 i = 0; i < layer->column_count; i++) {
        const ed_AtticColumn *column = &layer->columns[i];
        bool record = column->from && ed_field_is_record(column->from);
        const ed_Type *type = column->root ? column->root : record ? column->from->type : NULL;
        if (column->count && type) add_type(inside, type);
    }
}

void ed_attic_inside(const ed_Attic *attic, ed_AtticInside *inside)
{
    *inside = (ed_AtticInside){ .count = 0 };
    add_layer(inside, &attic->pending);
    for (u32 i = 0; i < attic->count; i++) add_layer(inside, &attic->layers[i]);
}

bool ed_inside_has(const ed_AtticInside *inside, u32 type_tag)
{
    u32 slot = slot_of(type_tag);
    while (inside->types[slot] && inside->types[slot]->tag != type_tag) slot = slot_next(slot);
    return inside->full || inside->types[slot];
}
