#include <string.h>
#include "tests/storm/make.h"
#include "tests/storm/pair.h"

// The further edit changes sizes, and drops some fields. Each change depends only on the seed and
// number of the pair, and on the names of the type and the field. So a reduced pair makes the same
// further edit.

static st_Random dice_of(const st_Pair *pair, const st_Type *type, const char *name, u32 salt)
{
    u64 hash = ed_tag(type->name, strlen(type->name)) * 31u + ed_tag(name, strlen(name));
    return st_random(pair->seed + hash, pair->number * 4 + salt);
}

/// Keeps the shape, which decides what can be restored.
static void resize(st_Random *r, st_Field *field)
{
    if (field->kind == ED_CHARS) field->size = 2 + st_below(r, 12);
    if (field->shape == ED_BOUNDED) field->limit = 1 + st_below(r, 5);
    if (field->shape == ED_POOL) field->limit = st_below(r, 5);
    for (u32 d = 0; d < field->rank && field->shape == ED_FIXED; d++)
        field->dims[d] = 1 + st_below(r, 4);
}

static void resize_all(const st_Pair *pair, st_Schema *schema, u32 salt, u32 drops)
{
    for (u32 t = 0; t < schema->count; t++) {
        st_Type *type = &schema->types[t];
        for (u32 i = type->field_count; i-- > 0 && !type->gone;) {
            st_Random r = dice_of(pair, type, type->fields[i].name, salt);
            if (st_chance(&r, 70)) resize(&r, &type->fields[i]);
            bool plain = type->kind == ED_STRUCT && !type->fields[i].was.count
                      && type->fields[i].shape != ED_POOL
                      && strcmp(type->key, type->fields[i].name) != 0;
            if (!plain || type->field_count == 1 || !st_chance(&r, drops)) continue;
            type->field_count--;
            memmove(&type->fields[i], &type->fields[i + 1],
                    (type->field_count - i) * sizeof type->fields[0]);
        }
    }
    st_repair(schema);
}

void st_walk_resize(const st_Pair *pair, st_Schema *schema) { resize_all(pair, schema, 1, 0); }
void st_walk_further(const st_Pair *pair, st_Schema *schema)
{
    *schema = pair->to;
    resize_all(pair, schema, 2, 15);
}

/// Whether the limit of a list becomes lower. The attic then retains the whole list; until it is
/// restored, the list may have fewer items.
static bool is_cut(const st_Field *field, const st_Type *next)
{
    u32 i = st_find_field(next, field->name);
    return field->shape == ED_BOUNDED && i < next->field_count
        && next->fields[i].limit < field->limit;
}

static bool same_field(const st_Field *one, const st_Field *other)
{
    return one->kind == other->kind && one->shape == other->shape && one->type == other->type
        && one->rank == other->rank && memcmp(one->dims, other->dims, sizeof one->dims) == 0
        && one->limit == other->limit && one->size == other->size;
}

/// Whether the first edit changed a field of the type, or of what it holds, or an enum value.
static bool is_edited(const st_Pair *pair, u32 type, bool seen[ST_TYPES_MAX])
{
    if (type == ST_NONE || type >= pair->from.count || seen[type]) return false;
    const st_Type *from = &pair->from.types[type], *to = &pair->to.types[type];
    seen[type] = true;
    for (u32 i = 0; i < from->item_count; i++)
        if (st_find_item(to, from->items[i].name) == to->item_count) return true;
    for (u32 i = 0; i < from->field_count; i++) {
        u32 same = st_find_field(to, from->fields[i].name);
        if (same == to->field_count || !same_field(&from->fields[i], &to->fields[same])
            || is_edited(pair, from->fields[i].type, seen))
            return true;
    }
    return false;
}

/// Whether a field has handles, itself or in its structs.
static bool has_handles(const st_Schema *schema, const st_Field *field, bool seen[ST_TYPES_MAX])
{
    if (field->kind == ED_REF) return true;
    if (field->type == ST_NONE || seen[field->type]) return false;
    seen[field->type] = true;
    const st_Type *type = &schema->types[field->type];
    for (u32 i = 0; i < type->field_count; i++)
        if (has_handles(schema, &type->fields[i], seen)) return true;
    return false;
}

/// Whether the first edit changed a field that has handles.
static bool edits_handles(const st_Pair *pair)
{
    for (u32 t = 0; t < pair->from.count; t++)
        for (u32 i = 0; i < pair->from.types[t].field_count; i++) {
            bool seen[ST_TYPES_MAX] = { false };
            const st_Field *from = &pair->from.types[t].fields[i];
            u32 same = st_find_field(&pair->to.types[t], from->name);
            if (has_handles(&pair->from, from, seen) && same < pair->to.types[t].field_count
                && !same_field(from, &pair->to.types[t].fields[same]))
                return true;
        }
    return false;
}

/// The limit of a pool becomes lower: handles to the removed items are cleared, which changes the
/// lists that hold them.
static bool is_pool_cut(const st_Field *field, const st_Type *further)
{
    u32 i = st_find_field(further, field->name);
    return field->shape == ED_POOL && i < further->field_count && further->fields[i].limit
        && (!field->limit || further->fields[i].limit < field->limit);
}

/// Whether the first edit cuts a list that is in a value of this type, or deeper, and whose items
/// it changes too.
static bool holds_cut(const st_Pair *pair, u32 type, bool seen[ST_TYPES_MAX])
{
    if (type == ST_NONE || type >= pair->from.count || seen[type]) return false;
    const st_Type *from = &pair->from.types[type], *to = &pair->to.types[type];
    seen[type] = true;
    for (u32 i = 0; i < from->field_count; i++) {
        bool inner[ST_TYPES_MAX] = { false };
        const st_Field *field = &from->fields[i];
        if (is_cut(field, to) && is_edited(pair, field->type, inner)) return true;
        if (holds_cut(pair, field->type, seen)) return true;
    }
    return false;
}

bool st_walk_nests_cuts(const st_Pair *pair)
{
    for (u32 t = 0; t < pair->from.count; t++)
        for (u32 i = 0; i < pair->from.types[t].field_count; i++) {
            bool seen[ST_TYPES_MAX] = { false };
            const st_Field *field = &pair->from.types[t].fields[i];
            if (is_cut(field, &pair->to.types[t]) && holds_cut(pair, field->type, seen))
                return true;
        }
    return false;
}

/// Whether the first edit gave a list items of another struct.
static bool is_replaced(const st_Pair *pair, u32 type, const st_Field *field)
{
    if (type >= pair->from.count) return false;
    const st_Type *from = &pair->from.types[type];
    u32 same = st_find_field(from, field->name);
    return same < from->field_count && from->fields[same].type != field->type;
}

bool st_walk_cuts_edited(const st_Pair *pair)
{
    static st_Schema further;
    st_walk_further(pair, &further);
    for (u32 t = 0; t < pair->to.count; t++) {
        const st_Type *to = &pair->to.types[t];
        for (u32 i = 0; i < to->field_count && !to->gone; i++) {
            bool seen[ST_TYPES_MAX] = { false };
            bool edited =
                is_replaced(pair, t, &to->fields[i]) || is_edited(pair, to->fields[i].type, seen);
            if (is_cut(&to->fields[i], &further.types[t]) && edited) return true;
            if (is_pool_cut(&to->fields[i], &further.types[t]) && edits_handles(pair)) return true;
        }
    }
    return false;
}
