#include <stdio.h>
#include <string.h>
#include "tests/storm/make.h"
#include "tests/storm/pair.h"

/// Makes a pair smaller in the k-th way of this kind; false if there are fewer ways.
typedef bool Change(st_Pair *pair, u32 k);

// --- the parts of a schema -----------------------------------------------------------------------

typedef struct MemberIndex {
    u32 type, index;
} MemberIndex;

/// Finds the k-th field of the schema.
static bool find_field(const st_Schema *schema, u32 k, MemberIndex *index)
{
    for (u32 t = schema->count;
         t-- > 0;) {      // start with the roots, which are last and hold the most
        const st_Type *type = &schema->types[t];
        if (type->gone) continue;
        if (k < type->field_count) {
            *index = (MemberIndex){ t, k };
            return true;
        }
        k -= type->field_count;
    }
    return false;
}

static bool find_item(const st_Schema *schema, u32 k, MemberIndex *index)
{
    for (u32 t = 0; t < schema->count; t++) {
        const st_Type *type = &schema->types[t];
        if (type->gone) continue;
        if (k < type->item_count) {
            *index = (MemberIndex){ t, k };
            return true;
        }
        k -= type->item_count;
    }
    return false;
}

// --- schemas -------------------------------------------------------------------------------------

static bool no_prefix(st_Pair *pair, u32 k)
{
    pair->prefix[0] = 0;
    return k == 0;
}

/// Reverts the edits of one type.
static bool revert_type(st_Pair *pair, u32 k)
{
    if (k < pair->from.count) pair->to.types[k] = pair->from.types[k];
    return k < pair->from.count;
}

static bool used(const st_Schema *schema, u32 type)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count && !schema->types[t].gone; i++)
            if (schema->types[t].fields[i].type == type && t != type) return true;
    for (u32 t = 0; t < schema->count; t++) {
        const st_Type *table = &schema->types[t];
        if (table->table && !table->gone && (table->rows == type || table->bound == type + 1))
            return true;
    }
    return false;
}

static bool drop_type(st_Pair *pair, u32 k)
{
    if (k >= pair->to.count) return false;
    bool root = pair->to.types[k].root;
    if (root || !used(&pair->from, k)) pair->from.types[k].gone = k < pair->from.count;
    if (root || !used(&pair->to, k)) pair->to.types[k].gone = true;
    return true;
}

static bool drop_field(st_Pair *pair, u32 k)
{
    MemberIndex at;
    if (!find_field(&pair->from, k, &at)) return false;
    st_Type *from = &pair->from.types[at.type], *to = &pair->to.types[at.type];
    u32 twin = st_find_field(to, from->fields[at.index].name);
    if (twin < to->field_count && to->field_count > 1) st_remove_field(to, twin);
    if (from->field_count > 1) st_remove_field(from, at.index);
    return true;
}

static bool drop_new_field(st_Pair *pair, u32 k)
{
    MemberIndex at;
    if (!find_field(&pair->to, k, &at)) return false;
    if (pair->to.types[at.type].field_count > 1)
        st_remove_field(&pair->to.types[at.type], at.index);
    return true;
}

static bool drop_old_field(st_Pair *pair, u32 k)
{
    MemberIndex at;
    if (!find_field(&pair->from, k, &at)) return false;
    if (pair->from.types[at.type].field_count > 1)
        st_remove_field(&pair->from.types[at.type], at.index);
    return true;
}

static bool revert_field(st_Pair *pair, u32 k)
{
    MemberIndex at;
    if (!find_field(&pair->from, k, &at)) return false;
    const st_Field *from = &pair->from.types[at.type].fields[at.index];
    st_Type *to = &pair->to.types[at.type];
    u32 twin = st_find_field(to, from->name);
    if (twin < to->field_count) to->fields[twin] = *from;
    return true;
}

static bool drop_item(st_Pair *pair, u32 k)
{
    MemberIndex at;
    if (!find_item(&pair->from, k, &at)) return false;
    st_Type *both[] = { &pair->from.types[at.type], &pair->to.types[at.type] };
    char name[ST_NAME_MAX];
    memcpy(name, both[0]->items[at.index].name, sizeof name);
    for (u32 i = 0; i < 2; i++) {
        st_Type *type = both[i];
        u32 index = st_find_item(type, name);
        if (index == type->item_count || type->item_count == 1 || type->kind == ED_SYMBOL) continue;
        type->item_count--;
        memmove(&type->items[index], &type->items[index + 1],
                (type->item_count - index) * sizeof type->items[0]);
        for (u32 n = 0; n < type->item_count && type->kind == ED_FLAGS; n++)
            type->items[n].number = (long double)((u64)1 << n);
    }
    return true;
}

/// Removes one of the attributes of a field.
static void plainer(st_Field *field, u32 what)
{
    switch (what) {
    case 0: field->default_value = NULL; break;
    case 1: field->was.count = 0; break;
    case 2: field->transient = field->fresh = field->ranged = false; break;
    case 3:
        field->bounds_are_consts = false;
        field->unit = NULL;
        break;
    case 4: field->shape = ED_ONE; break;
    case 5:
        if (field->shape == ED_FIXED && field->rank > 1) field->rank = 1;
        break;
    case 6:
        field->enum_bound = 0;
        if (field->shape == ED_FIXED) field->dims[0] = 1 + (field->dims[0] > 2);
        break;
    default: field->move_count = 0; break;
    }
    for (u32 d = 0; d < ST_DIMS_MAX; d++)
        if (d >= field->rank || field->shape != ED_FIXED) field->dims[d] = 0;
    if (field->shape != ED_FIXED) field->rank = field->enum_bound = 0;
}

static bool plain(st_Pair *pair, u32 k)
{
    MemberIndex at;
    bool old = find_field(&pair->from, k / 8, &at);
    if (old) {
        st_Type *to = &pair->to.types[at.type];
        st_Field *from = &pair->from.types[at.type].fields[at.index];
        u32 twin = st_find_field(to, from->name);
        plainer(from, k % 8);
        if (twin < to->field_count) plainer(&to->fields[twin], k % 8);
    }
    return old;
}

static bool plain_new(st_Pair *pair, u32 k)
{
    MemberIndex at;
    if (!find_field(&pair->to, k / 8, &at)) return false;
    plainer(&pair->to.types[at.type].fields[at.index], k % 8);
    return true;
}

static bool plain_old(st_Pair *pair, u32 k)
{
    MemberIndex at;
    if (!find_field(&pair->from, k / 8, &at)) return false;
    plainer(&pair->from.types[at.type].fields[at.index], k % 8);
    return true;
}

// --- values --------------------------------------------------------------------------------------

/// Reduces the k-th node of a tree. Counts `k` down; it is negative once the node has been found.
static st_Value *lessen(const st_Schema *schema, const st_Field *field, st_Value *value, i64 *k)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &schema->types[field->type];
    st_Value *copy = st_value_copy(value);
    if ((*k)-- == 0) {
        if (value->form == ST_TEXT) return st_value_text(value->text, value->size / 2);
        if (value->form == ST_NUMBER && !type)
            return st_value_number(value->number == 0 || value->number == 1 ? value->number : 1);
        if (value->form == ST_LIST && field->shape != ED_FIXED && value->count) copy->count--;
        if (value->form == ST_RECORD) return st_default_record(schema, field->type);
        return copy;
    }
    for (u32 i = 0; i < copy->count && *k >= 0; i++) {
        const st_Field *inner = copy->form == ST_RECORD ? &type->fields[i]
                              : copy->form == ST_CHOICE ? &type->fields[copy->index]
                                                        : field;
        copy->items[i] = lessen(schema, inner, copy->items[i], k);
    }
    return copy;
}

static bool less_value(st_Pair *pair, u32 k)
{
    i64 left = k;
    for (u32 t = 0; t < pair->from.count && left >= 0; t++) {
        const st_Field root = { .kind = ED_STRUCT, .type = t };
        if (pair->states[t]) pair->states[t] = lessen(&pair->from, &root, pair->states[t], &left);
    }
    return left < 0;
}

/// Resets one field of a root to its default.
static bool reset_field(st_Pair *pair, u32 k)
{
    for (u32 t = 0; t < pair->from.count; t++) {
        if (!pair->states[t]) continue;
        if (k < pair->states[t]->count) {
            pair->states[t] = st_value_copy(pair->states[t]);
            pair->states[t]->items[k] =
                st_default_field(&pair->from, &pair->from.types[t].fields[k]);
            return true;
        }
        k -= pair->states[t]->count;
    }
    return false;
}

// --- a state that fits a schema that was made smaller --------------------------------------------

static st_Value *conform(const st_Schema *old, const st_Schema *new, const st_Field *was,
                         const st_Field *is, const st_Value *value);

static st_Value *conform_record(const st_Schema *old, const st_Schema *new, u32 type,
                                const st_Value *value)
{
    st_Value *record = st_default_record(new, type);
    for (u32 i = 0; i < new->types[type].field_count; i++) {
        const st_Field *is = &new->types[type].fields[i];
        u32 source = st_find_field(&old->types[type], is->name);
        if (source == old->types[type].field_count) continue;
        const st_Field *was = &old->types[type].fields[source];
        bool same = was->kind == is->kind && was->shape == is->shape && was->type == is->type
                 && was->size == is->size && was->limit == is->limit
                 && memcmp(was->dims, is->dims, sizeof was->dims) == 0;
        if (same) record->items[i] = conform(old, new, was, is, value->items[source]);
    }
    return record;
}

static st_Value *conform(const st_Schema *old, const st_Schema *new, const st_Field *was,
                         const st_Field *is, const st_Value *value)
{
    if (value->form == ST_RECORD) return conform_record(old, new, is->type, value);
    st_Value *copy = st_value_copy(value);
    if (value->form == ST_CHOICE) {
        const st_Type *from = &old->types[was->type], *to = &new->types[is->type];
        copy->index = st_find_field(to, from->fields[value->index].name);
        if (copy->index == to->field_count) return st_default_element(new, is);
        was = &from->fields[value->index];
        is = &to->fields[copy->index];
    }
    if (value->form == ST_NUMBER && st_is_named(is->kind)) {
        const st_Type *to = &new->types[is->type];
        bool known = is->kind == ED_FLAGS;
        u64 all = 0;
        for (u32 i = 0; i < to->item_count; i++) {
            known |= to->items[i].number == value->number;
            all |= is->kind == ED_FLAGS ? (u64)to->items[i].number : 0;
        }
        if (is->kind == ED_FLAGS) return st_value_number((long double)((u64)value->number & all));
        if (!known) return st_default_element(new, is);
    }
    for (u32 i = 0; i < copy->count; i++)
        copy->items[i] = conform(old, new, was, is, value->items[i]);
    return copy;
}

static void settle(st_Pair *pair, const st_Schema *before)
{
    st_repair(&pair->from);
    st_repair(&pair->to);
    for (u32 t = 0; t < pair->from.count; t++) {
        if (pair->from.types[t].gone) pair->states[t] = NULL;
        else if (pair->states[t])
            pair->states[t] = conform_record(before, &pair->from, t, pair->states[t]);
    }
}

// --- all -----------------------------------------------------------------------------------------

static Change *const changes[] = { no_prefix,      revert_type,    drop_type,    drop_field,
                                   drop_new_field, drop_old_field, revert_field, drop_type,
                                   plain,          plain_new,      plain_old,    drop_item,
                                   reset_field,    less_value };

static bool has_root(const st_Schema *schema)
{
    for (u32 i = 0; i < schema->count; i++)
        if (schema->types[i].root && !schema->types[i].gone) return true;
    return false;
}

static bool same_pair(const st_Pair *one, const st_Pair *other)
{
    return memcmp(&one->from, &other->from, sizeof one->from) == 0
        && memcmp(&one->to, &other->to, sizeof one->to) == 0
        && memcmp(one->states, other->states, sizeof one->states) == 0
        && strcmp(one->prefix, other->prefix) == 0;
}

void st_reduce(const st_Tools *tools, st_Pair *pair, st_Result *result, u32 tries)
{
    static st_Pair next;
    bool smaller = true;
    while (smaller && tries) {
        smaller = false;
        for (u32 c = 0; c < ED_COUNT(changes); c++) {
            for (u32 k = 0; tries; k++) {
                st_Result other;
                next = *pair;
                if (!changes[c](&next, k)) break;
                if (same_pair(&next, pair)) continue;
                settle(&next, &pair->from);
                if (!has_root(&next.from) || !has_root(&next.to)) continue;
                tries--;
                st_try(tools, &next, 1, &other);
                if (!other.bad || strcmp(other.step, result->step) != 0) continue;
                if (c && changes[c] != less_value) k--;      // the k-th was removed
                smaller |= c > 0;
                *pair = next;
                *result = other;
            }
        }
    }
}
