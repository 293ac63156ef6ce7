#include "tests/storm/promise.h"
#include <stdio.h>
#include <string.h>
#include "tests/storm/oracle.h"

static const st_Field *field_called(const st_Type *type, const char *name)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (strcmp(type->fields[i].name, name) == 0) return &type->fields[i];
    return NULL;
}

/// Whether a name in a `was` is in use again, or a field or value of both types has a `was`. On the
/// way back, it is then ambiguous which of two fields is meant, so each is matched by its current
/// name.
static bool crosses(const st_Type *type, const st_Type *other)
{
    for (u32 i = 0; i < type->item_count; i++)
        for (u32 o = 0; o < other->item_count; o++)
            if (type->items[i].was.count && strcmp(type->items[i].name, other->items[o].name) == 0)
                return true;
    for (u32 i = 0; i < type->field_count; i++) {
        const st_Field *field = &type->fields[i];
        bool there = field_called(other, field->name) != NULL;
        if ((field->was.count || field->move_count) && there) return true;
        for (u32 w = 0; w < field->was.count; w++)
            if (field_called(type, field->was.at[w])) return true;
        for (u32 m = 0; m < field->move_count; m++) {
            char first[ST_NAME_MAX] = "";
            snprintf(first, sizeof first, "%.*s", (int)strcspn(field->moves[m].from, "."),
                     field->moves[m].from);
            if (field_called(type, first)) return true;
        }
    }
    return false;
}

/// Whether the `was` of a field of `from` names a field of `to` that has a `was` itself. The way
/// back is an ordinary reload here, not an undo, so the `was` of `from` applies first.
static bool renames_in_turn(const st_Type *from, const st_Type *to)
{
    for (u32 i = 0; i < from->field_count; i++)
        for (u32 w = 0; w < from->fields[i].was.count; w++) {
            const st_Field *field = field_called(to, from->fields[i].was.at[w]);
            if (field && field->was.count) return true;
        }
    return false;
}

/// Returns whether `name` is the current name or a former name.
static bool is_called(const char *own, const st_Names *was, const char *name)
{
    bool same = strcmp(own, name) == 0;
    for (u32 w = 0; w < was->count; w++) same |= strcmp(was->at[w], name) == 0;
    return same;
}

static bool is_list(const st_Field *field)
{
    return field->shape == ED_DYNAMIC || field->shape == ED_BOUNDED || field->shape == ED_OPTIONAL;
}

/// Whether a migration from one field to the other loses something that the attic does not restore.
/// This is an address, or the handles and free slots of a pool. An empty list that became a fixed
/// array does not become empty again.
static bool forgets(const st_Field *one, const st_Field *other, bool walked)
{
    bool pools = one->shape == ED_POOL || other->shape == ED_POOL;
    if (pools && (one->shape != other->shape || (!walked && one->limit != other->limit)))
        return true;
    if (is_list(one) && other->shape == ED_FIXED) return true;
    if (is_list(one) && one->kind == ED_REF && other->shape == ED_ONE) return true;
    if (is_list(other) && one->shape == ED_FIXED) return true;
    // an absent number becomes null, and that becomes -1
    if (one->shape == ED_OPTIONAL && st_is_number(one->kind) && other->kind == ED_RECORD_PTR)
        return true;
    // null becomes an empty text, and that is not null
    if (one->kind == ED_TEXT_PTR && st_is_text(other->kind) && other->kind != ED_TEXT_PTR)
        return true;
    // an array of unions is retained as a whole, with the current values of its items
    bool gathers = one->kind == ED_STRUCT && other->kind == ED_UNION && other->shape != ED_ONE;
    return (walked && gathers) || (one->kind == ED_PTR) != (other->kind == ED_PTR);
}

/// A text that is a former name of an enum value converts back to the current name.
static bool renames(const st_Field *one, const st_Schema *schema, const st_Field *other)
{
    if (!st_is_text(one->kind) || (other->kind != ED_ENUM && other->kind != ED_SYMBOL)
        || other->type == ST_NONE)
        return false;
    for (u32 i = 0; i < schema->types[other->type].item_count; i++)
        if (schema->types[other->type].items[i].was.count) return true;
    return false;
}

static bool any_forgets(const st_Type *type, const st_Schema *other, bool walked)
{
    for (u32 i = 0; i < type->field_count; i++)
        for (u32 t = 0; t < other->count; t++)
            for (u32 f = 0; f < other->types[t].field_count; f++) {
                const st_Field *field = &type->fields[i], *to = &other->types[t].fields[f];
                if ((forgets(field, to, walked) || renames(field, other, to))
                    && is_called(to->name, &to->was, field->name))
                    return true;
            }
    return false;
}

/// Whether the type has the pool of that name, or, if `pool` is NULL, any pool of such items.
static bool has_pool(const st_Type *type, u32 item, const st_Field *pool)
{
    for (u32 i = 0; i < type->field_count; i++) {
        const st_Field *field = &type->fields[i];
        bool called = !pool || is_called(field->name, &field->was, pool->name);
        if (field->shape == ED_POOL && field->type == item && called) return true;
    }
    return false;
}

/// A pool is removed and another pool of the same items is added: handles to the removed items are
/// cleared and do not return.
static bool moves_pool(const st_Pair *pair)
{
    for (u32 t = 0; t < pair->from.count; t++)
        for (u32 i = 0; i < pair->from.types[t].field_count; i++) {
            const st_Field *pool = &pair->from.types[t].fields[i];
            bool stays = false, comes = false;
            for (u32 o = 0; o < pair->to.count && pool->shape == ED_POOL; o++) {
                const st_Type *to = &pair->to.types[o];
                if (to->gone || !has_pool(to, pool->type, NULL)) continue;
                bool same = is_called(to->name, &to->was, pair->from.types[t].name)
                         && has_pool(to, pool->type, pool);
                stays |= same;
                comes |= !same;
            }
            if (comes && !stays) return true;
        }
    return false;
}

/// Whether a value of type `from` may become one of type `to`: they are the same type, or a field
/// of type `to` has, as its name or a former name, the name of a field of type `from`.
static bool feeds(const st_Pair *pair, u32 from, u32 to)
{
    if (from == to) return true;
    for (u32 t = 0; t < pair->from.count; t++)
        for (u32 i = 0; i < pair->from.types[t].field_count; i++)
            for (u32 o = 0; o < pair->to.count; o++)
                for (u32 f = 0; f < pair->to.types[o].field_count; f++) {
                    const st_Field *old = &pair->from.types[t].fields[i];
                    const st_Field *new = &pair->to.types[o].fields[f];
                    if (old->type == from && new->type == to
                        && is_called(new->name, &new->was, old->name))
                        return true;
                }
    return false;
}

/// Fields with different names, of two types, become the same field of one type. The retained
/// values of both are found by one name.
static bool merges_fields(const st_Pair *pair, u32 to)
{
    const st_Oracle o = {
        .from = &pair->from, .to = &pair->to, .features = pair->features, .live = true
    };
    const st_Type *type = &pair->to.types[to];
    const char *names[ST_FIELDS_MAX] = { NULL };
    for (u32 from = 0; from < pair->from.count; from++) {
        const st_Type *old = &pair->from.types[from];
        st_Moves moves;
        st_Match match;
        if (old->kind != type->kind || !feeds(pair, from, to)) continue;
        st_find_moves(&o, old, type, &moves);
        st_match_fields(&o, old, type, &moves, &match);
        for (u32 i = 0; i < type->field_count; i++) {
            if (match.source[i] == ST_NONE) continue;
            const char *name = old->fields[match.source[i]].name;
            if (names[i] && strcmp(names[i], name) != 0) return true;
            names[i] = name;
        }
    }
    return false;
}

bool st_loses_values(const st_Schema *schema)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++) {
            const st_Field *field = &schema->types[t].fields[i];
            bool pool = field->shape == ED_POOL && field->transient;
            bool measured = field->unit && field->kind == ED_STRUCT;
            if (pool || measured || field->fresh || field->move_count || field->enum_bound
                || field->was.count > 1)
                return true;
        }
    return false;
}

static bool same_slots(const st_Value *one, const st_Value *other)
{
    return one->count == other->count && one->slot_count == other->slot_count
        && (!one->count || memcmp(one->owners, other->owners, one->count * sizeof(u32)) == 0)
        && (!one->slot_count
            || memcmp(one->slots, other->slots, one->slot_count * sizeof(st_Slot)) == 0);
}

/// A pointer whose record was gone for a while stays null.
static bool is_cleared(const st_Value *expected, const st_Value *found)
{
    return expected->form == ST_LINK && found->form == ST_LINK && !found->generation;
}

void st_mask_handles(st_Value *expected, const st_Value *found)
{
    if (expected->form != found->form) return;
    // a null pointer that was a number for a while may have become an index
    const bool number = expected->form == ST_LINK && !expected->generation;
    if (expected->form == ST_HANDLE || is_cleared(expected, found) || number) {
        expected->index = found->index;
        expected->generation = found->generation;
    }
    if (expected->form == ST_POOL && !same_slots(expected, found)) {
        if (expected->count == found->count) expected->items = found->items;
        expected->owners = found->owners;
        expected->slots = found->slots;
        expected->slot_count = found->slot_count;
        expected->free_slot = found->free_slot;
    }
    for (u32 i = 0; i < expected->count && i < found->count; i++) {
        bool cleared = expected->items[i]->form == ST_HANDLE && found->items[i]->form == ST_ABSENT;
        if (cleared) expected->items[i] = found->items[i];
        else st_mask_handles(expected->items[i], found->items[i]);
    }
}

bool st_has_equal_keys(const st_Schema *schema, u32 type, const st_Value *value)
{
    const st_Type *it = type == ST_NONE ? NULL : &schema->types[type];
    if (!it || !it->field_count) return false;
    u32 key = st_find_field(it, it->key);
    for (u32 i = 0; i < value->count; i++) {
        const st_Value *item = value->items[i];
        const st_Field *field = value->form == ST_RECORD ? &it->fields[i]
                              : value->form == ST_CHOICE ? &it->fields[value->index]
                                                         : NULL;
        if (st_has_equal_keys(schema, field ? field->type : type, item)) return true;
        bool keyed = !field && item->form == ST_RECORD && key < it->field_count;
        for (u32 other = 0; keyed && other < i; other++)
            if (value->items[other]->items[key]->number == item->items[key]->number) return true;
    }
    return false;
}

bool st_is_promised(const st_Pair *pair, bool walked)
{
    if (!(pair->features & ST_ATTIC) || st_loses_values(&pair->from) || st_loses_values(&pair->to))
        return false;
    if (moves_pool(pair) || (walked && (st_walk_cuts_edited(pair) || st_walk_nests_cuts(pair))))
        return false;
    for (u32 t = 0; t < pair->to.count; t++)
        if (!pair->to.types[t].gone && merges_fields(pair, t)) return false;
    for (u32 t = 0; t < pair->from.count; t++) {
        if (any_forgets(&pair->from.types[t], &pair->to, walked)) return false;
        for (u32 o = 0; o < pair->to.count; o++)
            if (crosses(&pair->to.types[o], &pair->from.types[t])
                || crosses(&pair->from.types[t], &pair->to.types[o])
                || renames_in_turn(&pair->from.types[t], &pair->to.types[o]))
                return false;
    }
    return true;
}

/// Whether any type has a fresh field of that name.
static bool has_fresh_field(const st_Schema *schema, const char *name)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++)
            if (schema->types[t].fields[i].fresh
                && strcmp(schema->types[t].fields[i].name, name) == 0)
                return true;
    return false;
}

static bool becomes_optional(const st_Pair *pair, const st_Field *field)
{
    for (u32 t = 0; t < pair->to.count; t++)
        for (u32 i = 0; i < pair->to.types[t].field_count; i++) {
            const st_Field *to = &pair->to.types[t].fields[i];
            if (to->shape == ED_OPTIONAL && is_called(to->name, &to->was, field->name)) return true;
        }
    return false;
}

/// Whether the value is a list of one null handle, which would be absent as an optional handle.
static bool is_list_of_null(const st_Field *field, const st_Value *value)
{
    bool one =
        is_list(field) && field->kind == ED_REF && value->form == ST_LIST && value->count == 1;
    return one && value->items[0]->form == ST_HANDLE && !value->items[0]->generation;
}

void st_mask_unrestored(const st_Pair *pair, const st_Field *field, st_Value *expected,
                        const st_Value *default_value, const st_Value *found)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &pair->from.types[field->type];
    if (expected->form != found->form) return;
    if (is_cleared(expected, found)) expected->index = expected->generation = 0;
    bool zero = expected->form == ST_NUMBER && expected->number == 0 && found->number == 0;
    if (zero) expected->number = found->number;      // a whole number loses the sign of zero
    if (expected->form == ST_RECORD && !(default_value && default_value->form == ST_RECORD))
        default_value = st_default_record(&pair->from, field->type);
    for (u32 i = 0; i < expected->count && i < found->count; i++) {
        bool record = expected->form == ST_RECORD;
        const st_Field *inner = record                      ? &type->fields[i]
                              : expected->form == ST_CHOICE ? &type->fields[expected->index]
                                                            : field;
        bool like = default_value && default_value->form == expected->form
                 && i < default_value->count && default_value->index == expected->index;
        const st_Value *base = like ? default_value->items[i] : NULL;
        bool grows = inner->shape == ED_DYNAMIC || inner->shape == ED_BOUNDED
                  || inner->shape == ED_POOL || inner->shape == ED_OPTIONAL;
        // the default of the element alone, not as a part of the enclosing default
        bool own = grows || !base;
        if (!record && own) base = st_default_element(&pair->from, inner);
        if (record && inner->transient) expected->items[i] = st_value_copy(base);
        else if (record && (inner->fresh || has_fresh_field(&pair->to, inner->name)))
            expected->items[i] = st_value_copy(found->items[i]);
        else if (inner->shape == ED_OPTIONAL && expected->items[i]->form == ST_HANDLE
                 && !expected->items[i]->generation)
            expected->items[i] = st_value_list(ST_ABSENT, 0);
        else if (record && is_list_of_null(inner, expected->items[i]) && found->items[i]->count == 0
                 && becomes_optional(pair, inner))
            expected->items[i] = st_value_list(ST_LIST, 0);
        else {
            if (record && inner->shape == ED_OPTIONAL && !(base && base->form != ST_ABSENT))
                base = st_default_element(&pair->from, inner);
            st_mask_unrestored(pair, inner, expected->items[i], base, found->items[i]);
        }
    }
}
