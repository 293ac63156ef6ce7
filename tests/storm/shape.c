#include <math.h>
#include <string.h>
#include "tests/storm/oracle.h"

static bool is_list(const st_Value *value)
{
    return value->form == ST_LIST || value->form == ST_POOL;
}

// --- losses --------------------------------------------------------------------------------------

/// The field of a part of a value.
static const st_Field *field_inside(const st_Schema *schema, const st_Field *field,
                                    const st_Value *value, u32 part)
{
    if (value->form == ST_RECORD) return &schema->types[field->type].fields[part];
    if (value->form == ST_CHOICE) return &schema->types[field->type].fields[value->index];
    return field;
}

/// Whether the value contains an address other than null.
static bool points(const st_Schema *schema, const st_Field *field, const st_Value *value)
{
    if (value->form == ST_POINTER) return value->index != 0;
    for (u32 i = 0; i < value->count; i++) {
        const st_Field *inner = field_inside(schema, field, value, i);
        if (!inner->transient && points(schema, inner, value->items[i])) return true;
    }
    return false;
}

/// Whether both are the same in a document; only live state has addresses.
static bool equal(const st_Schema *schema, const st_Field *field, const st_Value *one,
                  const st_Value *other, bool live)
{
    if (one->form != other->form || one->count != other->count || one->size != other->size)
        return false;
    if (one->index != other->index || one->generation != other->generation)
        return one->form == ST_POINTER && !live;
    if (one->form == ST_NUMBER && isnan(one->number)) return isnan(other->number);
    if (one->number != other->number || !signbit(one->number) != !signbit(other->number))
        return false;
    if (one->size && memcmp(one->text, other->text, one->size) != 0) return false;
    if (!one->text != !other->text) return false;
    for (u32 i = 0; i < one->count; i++) {
        const st_Field *inner = field_inside(schema, field, one, i);
        if (!inner->transient && !equal(schema, inner, one->items[i], other->items[i], live))
            return false;
    }
    return true;
}

/// The node of `other` at the position that `wanted` has in `tree`; NULL if it does not exist.
static const st_Value *beside(const st_Value *tree, const st_Value *other, const st_Value *wanted)
{
    if (tree == wanted) return other;
    for (u32 i = 0; is_list(tree) && i < tree->count; i++) {
        const st_Value *found =
            beside(tree->items[i], other && i < other->count ? other->items[i] : NULL, wanted);
        if (found) return found;
    }
    return NULL;
}

/// Counts each single value that does not fit, unless it is empty; in a fixed array, unless it is
/// the default.
static void cut_off(const st_Migration *c, const st_Value *value)
{
    for (u32 i = 0; is_list(value) && i < value->count; i++) cut_off(c, value->items[i]);
    if (is_list(value)) return;
    const st_Value *default_part =
        c->from->shape == ED_FIXED && !c->alternative
            ? beside(c->whole, st_default_field(c->o->from, c->from), value)
            : NULL;
    bool lost = default_part ? !equal(c->o->from, c->from, value, default_part, c->o->live)
                             : !st_is_zero(c->o->from, c->from, value)
                                   || (c->o->live && points(c->o->from, c->from, value));
    c->tally->truncated += lost;
}

// --- shapes --------------------------------------------------------------------------------------

/// The first element of a list, and of the lists inside; NULL if one is empty. The other elements
/// are counted as cut off.
static const st_Value *first_of(const st_Migration *c, const st_Value *value)
{
    while (value && is_list(value)) {
        for (u32 i = 1; i < value->count; i++) cut_off(c, value->items[i]);
        value = value->count ? value->items[0] : NULL;
    }
    return value;
}

static st_Value *migrate_first(const st_Migration *c, const st_Value *value,
                               st_Value *default_value)
{
    const st_Value *first = first_of(c, value);
    return first ? st_migrate_element(c, first, default_value) : default_value;
}

static st_Value *migrate_fixed(const st_Migration *c, const st_Value *value,
                               st_Value *default_value, u32 dim);

/// The elements of an array follow the values of the enums that are its old and its new bound.
static st_Value *migrate_by_enum(const st_Migration *c, const st_Value *value,
                                 st_Value *default_value)
{
    bool used[ST_ITEMS_MAX] = { false };
    for (u32 i = 0; i < default_value->count; i++) {
        u32 before = st_index_before(c, i);
        if (before == ST_NONE) continue;
        used[before] = true;
        default_value->items[i] =
            migrate_fixed(c, value->items[before], default_value->items[i], 1);
    }
    for (u32 i = 0; i < value->count; i++)
        if (!used[i]) cut_off(c, value->items[i]);
    return default_value;
}

static st_Value *migrate_fixed(const st_Migration *c, const st_Value *value,
                               st_Value *default_value, u32 dim)
{
    if (dim == c->to->rank) return migrate_first(c, value, default_value);
    if (!is_list(value)) {      // it becomes the first element of the new dimension
        default_value->items[0] = migrate_fixed(c, value, default_value->items[0], dim + 1);
        return default_value;
    }
    if (!dim && c->from->enum_bound && c->to->enum_bound)
        return migrate_by_enum(c, value, default_value);
    for (u32 i = 0; i < value->count; i++) {
        if (i < default_value->count)
            default_value->items[i] =
                migrate_fixed(c, value->items[i], default_value->items[i], dim + 1);
        else cut_off(c, value->items[i]);
    }
    return default_value;
}

static st_Value *migrate_list(const st_Migration *c, const st_Value *value)
{
    u32 there = value->form == ST_ABSENT ? 0 : is_list(value) ? value->count : 1;
    u32 room = c->to->shape == ED_BOUNDED || (c->to->shape == ED_POOL && c->to->limit)
                 ? c->to->limit
                 : there;
    st_Value *list =
        st_value_list(c->to->shape == ED_POOL ? ST_POOL : ST_LIST, there < room ? there : room);
    for (u32 i = 0; i < there; i++) {
        const st_Value *item = is_list(value) ? value->items[i] : value;
        if (i < list->count)
            list->items[i] = migrate_first(c, item, st_default_element(c->o->to, c->to));
        else cut_off(c, item);
    }
    return list;
}

/// Handles keep their values. The slot of an item that does not fit becomes free, after the slots
/// that were free before.
static void keep_slots(const st_Value *from, st_Value *to)
{
    u32 *link = &to->free_slot;
    to->slot_count = from->slot_count;
    to->free_slot = from->free_slot;
    to->owners = st_new(from->count * sizeof(u32));
    to->slots = st_new(from->slot_count * sizeof(st_Slot));
    for (u32 i = 0; i < from->count; i++) to->owners[i] = from->owners[i];
    for (u32 i = 0; i < from->slot_count; i++) to->slots[i] = from->slots[i];
    while (*link) link = &to->slots[*link - 1].at;
    for (u32 i = from->count; i-- > to->count;) {
        u32 slot = from->owners[i];
        to->slots[slot] = (st_Slot){ from->slots[slot].generation + 1, 0 };
        *link = slot + 1;
        link = &to->slots[slot].at;
    }
}

static st_Value *migrate_pool(const st_Migration *c, const st_Value *value)
{
    st_Value *pool = migrate_list(c, value);
    if (value->form == ST_POOL) {
        keep_slots(value, pool);
        return pool;
    }
    pool->slot_count = pool->count;
    pool->owners = st_new(pool->count * sizeof(u32));
    pool->slots = st_new(pool->count * sizeof(st_Slot));
    for (u32 i = 0; i < pool->count; i++) {
        pool->owners[i] = i;
        pool->slots[i] = (st_Slot){ 1, i };
    }
    return pool;
}

static st_Value *migrate_optional(const st_Migration *c, const st_Value *value,
                                  st_Value *default_value)
{
    bool none = is_list(value) && value->count == 0;
    if (value->form == ST_ABSENT) c->tally->exact++;
    if (value->form == ST_ABSENT || none) return st_value_list(ST_ABSENT, 0);
    bool set = default_value->form != ST_ABSENT;      // by an initializer
    return migrate_first(c, value, set ? default_value : st_default_element(c->o->to, c->to));
}

/// In a document, a dangling handle and a null handle are the same.
static bool is_no_handle(const st_Migration *c, const st_Value *value)
{
    return (c->from->shape == ED_OPTIONAL || c->from->shape == ED_ONE) && value->form == ST_HANDLE
        && !value->index && !value->generation;
}

static st_Value *migrate_shape(const st_Migration *c, const st_Value *value,
                               st_Value *default_value)
{
    if (is_no_handle(c, value)) value = st_value_list(ST_ABSENT, 0);
    if ((c->from->kind == ED_PTR)
        != (c->to->kind == ED_PTR)) {      // an address does not convert to any other kind
        c->tally->defaulted++;
        return default_value;
    }
    switch (c->to->shape) {
    case ED_ONE: return migrate_first(c, value, default_value);
    case ED_FIXED: return migrate_fixed(c, value, default_value, 0);
    case ED_OPTIONAL: return migrate_optional(c, value, default_value);
    case ED_POOL: return migrate_pool(c, value);
    default: return migrate_list(c, value);
    }
}

st_Value *st_migrate_field(const st_Migration *c, const st_Value *value, st_Value *default_value)
{
    st_Migration whole = *c;
    whole.whole = value;
    return migrate_shape(&whole, value, default_value);
}
