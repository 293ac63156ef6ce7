#include "runtime/types/types.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/limits.h"

// --- arrays and text -----------------------------------------------------------------------------

bool ed_array_reserve(ed_Arena *arena, ed_Array *array, u32 count, u32 size, u32 align)
{
    if (count <= array->capacity) return true;
    u64 grown = (u64)array->capacity * 2 > count ? (u64)array->capacity * 2 : count < 8 ? 8 : count;
    size_t old_bytes = (size_t)array->capacity * size;
    size_t room = ed_arena_room(arena, array->items, old_bytes);
    if (grown > UINT32_MAX || grown * size > room) grown = count;
    if (!array->items || !ed_arena_extend(arena, array->items, old_bytes, (size_t)grown * size)) {
        void *items = ed_arena_push(arena, (size_t)grown * size, align);
        if (!items) return false;
        if (array->count) memcpy(items, array->items, (size_t)array->count * size);
        array->items = items;
    }
    array->capacity = (u32)grown;
    return true;
}

void *ed_array_add(ed_Arena *arena, ed_Array *array, u32 size, u32 align)
{
    if (array->count == UINT32_MAX
        || !ed_array_reserve(arena, array, array->count + 1, size, align))
        return NULL;
    u8 *item = (u8 *)array->items + (size_t)array->count++ * size;
    memset(item, 0, size);
    return item;
}

void ed_array_remove_swap(ed_Array *array, u32 index, u32 size)
{
    u8 *items = array->items;
    u32 last = --array->count;
    if (index != last) memcpy(items + (size_t)index * size, items + (size_t)last * size, size);
    memset(items + (size_t)last * size, 0, size);
}

bool ed_str_put(ed_Arena *arena, ed_Str *str, const char *bytes, size_t size)
{
    if (size >= UINT32_MAX) return false;
    if (size + 1 > str->capacity) {
        char *items = (char *)ed_arena_push(arena, size + 1, 1);
        if (!items) return false;
        str->items = items;
        str->capacity = (u32)size + 1;
    }
    if (size) memmove(str->items, bytes, size);
    memset(str->items + size, 0, str->capacity - size);      // equal texts have equal bytes
    str->count = (u32)size;
    return true;
}

bool ed_str_set(ed_Arena *arena, ed_Str *str, const char *text)
{
    return ed_str_put(arena, str, text, strlen(text));
}

const char *ed_str_text(const ed_Str *str) { return str->items ? str->items : ""; }

// --- kinds ---------------------------------------------------------------------------------------

static const struct {
    const char *name;
    u32 size;
} kinds[] = {
    [ED_BOOL] = { "bool", 1 },
    [ED_U8] = { "u8", 1 },
    [ED_U16] = { "u16", 2 },
    [ED_U32] = { "u32", 4 },
    [ED_U64] = { "u64", 8 },
    [ED_I8] = { "i8", 1 },
    [ED_I16] = { "i16", 2 },
    [ED_I32] = { "i32", 4 },
    [ED_I64] = { "i64", 8 },
    [ED_F32] = { "f32", 4 },
    [ED_F64] = { "f64", 8 },
    [ED_CHARS] = { "char", 0 },
    [ED_STR] = { "str", sizeof(ed_Str) },
    [ED_TEXT_PTR] = { "char *", sizeof(char *) },
    [ED_ENUM] = { "enum", 0 },
    [ED_FLAGS] = { "flags", 0 },
    [ED_SYMBOL] = { "symbol", 0 },
    [ED_STRUCT] = { "struct", 0 },
    [ED_UNION] = { "union", 0 },
    [ED_REF] = { "ref", 2 * sizeof(u32) },
    [ED_RECORD_PTR] = { "pointer", sizeof(void *) },
    [ED_PTR] = { "ptr", sizeof(void *) },
};

u32 ed_kind_size(ed_Kind kind) { return kinds[kind].size; }
const char *ed_kind_name(ed_Kind kind) { return kinds[kind].name; }

// --- lookup --------------------------------------------------------------------------------------

static bool has_tag(const u32 *tags, u32 count, u32 tag)
{
    for (u32 i = 0; i < count; i++)
        if (tags[i] == tag) return true;
    return false;
}

static bool is_name(const char *name, const char *text, size_t size)
{
    // a text from outside may contain zero bytes
    return strlen(name) == size && memcmp(name, text, size) == 0;
}

/// Returns the first entry with the key, or the end.
static const ed_TypeKey *find_key(const ed_TypeKey *keys, u32 count, i64 key)
{
    u32 first = 0;
    while (first < count) {
        u32 middle = first + (count - first) / 2;
        if (keys[middle].key < key) first = middle + 1;
        else count = middle;
    }
    return keys + first;
}

static bool same_name(u32 tag, const char *name, u32 other_tag, const char *other_name)
{
    return tag == other_tag && strcmp(name, other_name) == 0;
}

bool ed_same_field_name(const ed_Field *one, const ed_Field *other)
{
    return same_name(one->tag, one->name, other->tag, other->name);
}

bool ed_same_type_name(const ed_Type *one, const ed_Type *other)
{
    return same_name(one->tag, one->name, other->tag, other->name);
}

bool ed_begins_with(const ed_Type *type, const ed_Type *part)
{
    for (u32 depth = 0; depth < ED_DEPTH_MAX && type != part; depth++) {
        const ed_Field *first =
            type->kind == ED_STRUCT && type->field_count ? &type->fields[0] : NULL;
        if (!first || first->kind != ED_STRUCT || first->shape != ED_ONE
            || (first->flags & ED_FIELD_TRANSIENT))
            return false;
        type = first->type;
    }
    return type == part;
}

const ed_Field *ed_field_by_tag(const ed_Type *type, u32 tag)
{
    if (type->by_tag) {
        const ed_TypeKey *key = find_key(type->by_tag, type->by_tag_count, tag);
        bool found = key < type->by_tag + type->by_tag_count && key->key == tag;
        return found ? &type->fields[key->index] : NULL;
    }
    for (u32 i = 0; i < type->field_count; i++)
        if (type->fields[i].tag == tag) return &type->fields[i];
    for (u32 i = 0; i < type->field_count; i++)
        if (has_tag(type->fields[i].was, type->fields[i].was_count, tag)) return &type->fields[i];
    return NULL;
}

const ed_Field *ed_field_by_name(const ed_Type *type, const char *name, size_t size)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (is_name(type->fields[i].name, name, size)) return &type->fields[i];
    return NULL;
}

const ed_Field *ed_field_by_any_name(const ed_Type *type, const char *name, size_t size)
{
    const ed_Field *field = ed_field_by_name(type, name, size);
    u32 tag = ed_tag(name, size);
    for (u32 i = 0; !field && i < type->field_count; i++)
        if (has_tag(type->fields[i].was, type->fields[i].was_count, tag)) field = &type->fields[i];
    return field;
}

const ed_Value *ed_value_by_number(const ed_Type *type, i64 number)
{
    if (type->by_number) {
        const ed_TypeKey *key = find_key(type->by_number, type->value_count, number);
        bool found = key < type->by_number + type->value_count && key->key == number;
        return found ? &type->values[key->index] : NULL;
    }
    for (u32 i = 0; i < type->value_count; i++)
        if (type->values[i].number == number) return &type->values[i];
    return NULL;
}

const ed_Value *ed_value_by_name(const ed_Type *type, const char *name, size_t size)
{
    if (type->by_tag) {
        const ed_TypeKey *end = type->by_tag + type->by_tag_count;
        const i64 key = ed_tag(name, size);
        const ed_TypeKey *at = find_key(type->by_tag, type->by_tag_count, key);
        for (; at < end && at->key == key; at++)
            if (at->former || is_name(type->values[at->index].name, name, size))
                return &type->values[at->index];
        return NULL;
    }
    for (u32 i = 0; i < type->value_count; i++)
        if (is_name(type->values[i].name, name, size)) return &type->values[i];
    u32 tag = ed_tag(name, size);
    for (u32 i = 0; i < type->value_count; i++)
        if (has_tag(type->values[i].was, type->values[i].was_count, tag)) return &type->values[i];
    return NULL;
}

u32 ed_root_by_tag(const ed_Type *const *roots, u32 count, u32 tag)
{
    for (u32 i = 0; i < count; i++)
        if (roots[i]->tag == tag) return i;
    for (u32 i = 0; i < count; i++)
        if (has_tag(roots[i]->was, roots[i]->was_count, tag)) return i;
    return count;
}

u32 ed_root_by_name(const ed_Type *const *roots, u32 count, const char *name)
{
    u32 tag = ed_tag(name, strlen(name));
    for (u32 i = 0; i < count; i++)
        if (strcmp(roots[i]->name, name) == 0) return i;
    for (u32 i = 0; i < count; i++)
        if (has_tag(roots[i]->was, roots[i]->was_count, tag)) return i;
    return count;
}

// --- arrays whose indices are the values of an enum ----------------------------------------------

const ed_Value *ed_value_counterpart(const ed_Type *from, const ed_Value *value, const ed_Type *to)
{
    const ed_Value *found = ed_value_by_name(to, value->name, strlen(value->name));
    for (u32 i = 0; !found && i < value->was_count; i++) {
        bool taken = false;      // another old value has that name
        for (u32 v = 0; v < from->value_count; v++) taken |= from->values[v].tag == value->was[i];
        for (u32 v = 0; !taken && v < to->value_count; v++)
            if (to->values[v].tag == value->was[i]) found = &to->values[v];
    }
    return found;
}

bool ed_is_index_type(const ed_Type *type)
{
    if (type->kind != ED_ENUM || !type->value_count) return false;
    for (u32 i = 0; i < type->value_count; i++)
        if (!ed_value_by_number(type, i)) return false;
    return true;
}

u32 ed_index_before(const ed_Type *from, const ed_Type *to, u32 index)
{
    const ed_Value *value = ed_value_by_number(to, index);
    for (u32 i = 0; i < from->value_count; i++)
        if (strcmp(from->values[i].name, value->name) == 0) return (u32)from->values[i].number;
    for (u32 i = 0; i < from->value_count; i++) {
        const ed_Value *old = &from->values[i];
        bool related = has_tag(value->was, value->was_count, old->tag)
                    || has_tag(old->was, old->was_count, value->tag);
        // the search for the counterpart is slow in a large enum
        if (related && ed_value_counterpart(from, old, to) == value) return (u32)old->number;
    }
    return UINT32_MAX;
}

void ed_field_print_index(const ed_Field *field, u32 dim, u32 index, ed_Text *out)
{
    const ed_Type *type = field->index_types[dim];
    const ed_Value *value = type ? ed_value_by_number(type, index) : NULL;
    // a document may repeat a name, or have one that reads as a number
    bool unique = value && (*value->name < '0' || *value->name > '9')
               && ed_value_by_name(type, value->name, strlen(value->name)) == value;
    if (unique) ed_text_add(out, "[%s]", value->name);
    else ed_text_add(out, "[%u]", index);
}

u32 ed_field_index_by_name(const ed_Field *field, u32 dim, const char *name, size_t size)
{
    const ed_Type *type = field->index_types[dim];
    const ed_Value *value = type ? ed_value_by_name(type, name, size) : NULL;
    return value ? (u32)value->number : UINT32_MAX;
}

static bool same_indices(const ed_Type *one, const ed_Type *other)
{
    if (one == other || !one != !other) return one == other;
    if (one->value_count != other->value_count) return false;
    for (u32 i = 0; i < one->value_count; i++)
        if (ed_index_before(one, other, i) != i) return false;
    return true;
}

// --- same layout ---------------------------------------------------------------------------------

#define SAME_DEPTH_MAX 128u           // types inside types; deeper types count as different
#define SAME_WORK_MAX (1u << 18)      // comparisons of types

/// A pair of types under comparison. The chain of outer pairs ends the recursion for a type that
/// contains arrays of itself.
typedef struct Pair {
    const ed_Type *one, *other;
    const struct Pair *outer;
    u32 depth;
    u32 *left;      // comparisons still allowed: types from a file can branch without end
} Pair;

static bool same_type(const Pair *pair, ed_Text *where);

void ed_field_spell(const ed_Field *field, ed_Text *out)
{
    if (field->kind == ED_REF) ed_text_add(out, "ref(%s)", field->type->name);
    else if (field->kind == ED_RECORD_PTR) ed_text_add(out, "%s *", field->type->name);
    else ed_text_add(out, "%s", field->type ? field->type->name : ed_kind_name(field->kind));
    if (field->shape == ED_BOUNDED) ed_text_add(out, "[..%u]", field->count);
    if (field->shape == ED_DYNAMIC) ed_text_add(out, "[]");
    if (field->shape == ED_OPTIONAL) ed_text_add(out, " optional");
    if (field->shape == ED_POOL && field->count) ed_text_add(out, "[..%u] pool", field->count);
    if (field->shape == ED_POOL && !field->count) ed_text_add(out, "[] pool");
    if (field->flags & ED_FIELD_STABLE) ed_text_add(out, ", stable");
    for (u32 d = 0; d < ED_DIMS_MAX && field->dims[d]; d++)
        if (field->index_types[d]) ed_text_add(out, "[%s]", field->index_types[d]->name);
        else ed_text_add(out, "[%u]", field->dims[d]);
    if (field->kind == ED_CHARS) ed_text_add(out, "[%u]", field->size);
}

static bool differs(ed_Text *where, const char *type, const char *member, const char *what)
{
    if (where->size == 0)
        ed_text_add(where, "%s%s%s %s", type, member ? "." : "", member ? member : "", what);
    return false;
}

static bool same_tags(const u32 *one, u32 count, const u32 *other, u32 other_count)
{
    return count == other_count && (!count || memcmp(one, other, count * sizeof *one) == 0);
}

static bool same_values(const ed_Type *one, const ed_Type *other, ed_Text *where)
{
    if (one->value_count != other->value_count)
        return differs(where, one->name, NULL, "has different values");
    for (u32 i = 0; i < one->value_count; i++) {
        const ed_Value *value = &one->values[i];
        const ed_Value *twin = &other->values[i];
        if (twin->number != value->number) twin = ed_value_by_number(other, value->number);
        if (!twin || !same_name(twin->tag, twin->name, value->tag, value->name))
            return differs(where, one->name, value->name, "changed");
        if (!same_tags(value->was, value->was_count, twin->was, twin->was_count))
            return differs(where, one->name, value->name, "has different former names");
    }
    return true;
}

/// Compares the attributes that affect how old values are migrated. If the user adds one, such as
/// [[was(…)]], the next reload must migrate the state, even if all fields keep their offsets.
static bool same_history(const ed_Field *one, const ed_Field *other)
{
    if (!same_tags(one->was, one->was_count, other->was, other->was_count)
        || one->move_count != other->move_count || !one->unit != !other->unit)
        return false;
    if (one->unit && strcmp(one->unit, other->unit) != 0) return false;
    for (u32 i = 0; i < one->move_count; i++)
        if (strcmp(one->moves[i].to, other->moves[i].to) != 0
            || strcmp(one->moves[i].from, other->moves[i].from) != 0)
            return false;
    return true;
}

static bool same_flags(const ed_Field *one, const ed_Field *other)
{
    u32 matter = ED_FIELD_TRANSIENT | ED_FIELD_FRESH | ED_FIELD_STABLE;
    return (one->flags & matter) == (other->flags & matter);
}

bool ed_same_shape(const ed_Field *one, const ed_Field *other)
{
    if (one->shape != other->shape || one->count != other->count
        || memcmp(one->dims, other->dims, sizeof one->dims) != 0)
        return false;
    for (u32 d = 0; d < ED_DIMS_MAX && one->dims[d]; d++)
        if (!same_indices(one->index_types[d], other->index_types[d])) return false;
    return true;
}

static bool same_inner(const Pair *pair, const ed_Field *one, const ed_Field *other, ed_Text *where)
{
    return same_type(&(Pair){ one->type, other->type, pair, pair->depth + 1, pair->left }, where);
}

static bool same_field(const Pair *pair, const ed_Field *one, const ed_Field *other, ed_Text *where)
{
    char change[192];
    ed_Text text = ed_text_over(change, sizeof change);
    ed_text_add(&text, "changed from ");
    const char *old_type = change + text.size;
    ed_field_spell(one, &text);
    size_t old_size = (size_t)(change + text.size - old_type);
    ed_text_add(&text, " to ");
    const char *new_type = change + text.size;
    ed_field_spell(other, &text);
    size_t new_size = (size_t)(change + text.size - new_type);
    if (one->kind != other->kind || one->size != other->size || !ed_same_shape(one, other)
        || !same_flags(one, other)) {
        bool same_spelling = old_size == new_size && memcmp(old_type, new_type, old_size) == 0;
        if (!same_spelling || !one->type || !other->type)
            return differs(where, pair->one->name, one->name, same_spelling ? "changed" : change);
        // the difference is inside the type, where it is described better
        same_inner(pair, one, other, where);
        return differs(where, pair->one->name, one->name, "changed");
    }
    if (one->offset != other->offset) return differs(where, pair->one->name, one->name, "moved");
    if (!same_history(one, other))
        return differs(where, pair->one->name, one->name,
                       "has a different unit or different former names");
    if (ed_field_refers(one))
        return ed_same_type_name(one->type, other->type)
            || differs(where, pair->one->name, one->name, "refers to a different type");
    return !one->type || same_inner(pair, one, other, where);
}

static bool same_type(const Pair *pair, ed_Text *where)
{
    const ed_Type *one = pair->one, *other = pair->other;
    if (pair->depth > SAME_DEPTH_MAX || *pair->left == 0)
        return differs(where, one->name, NULL, "is too deep or too large to compare");
    --*pair->left;
    for (const Pair *p = pair->outer; p; p = p->outer)
        if (p->one == one && p->other == other) return true;
    if (one->kind != other->kind)
        return differs(where, one->name, NULL, "is a different kind of type");
    if (one->kind == ED_ENUM || one->kind == ED_FLAGS || one->kind == ED_SYMBOL)
        return (one->base == other->base && one->size == other->size)
                 ? same_values(one, other, where)
                 : differs(where, one->name, NULL, "has a different size");
    bool hooked = other->upgrade_name
               && (!one->upgrade_name || strcmp(one->upgrade_name, other->upgrade_name) != 0);
    if (hooked) return differs(where, one->name, NULL, "has a new upgrade function");
    for (u32 i = 0; i < one->field_count || i < other->field_count; i++) {
        if (i >= other->field_count)
            return differs(where, one->name, one->fields[i].name, "was removed");
        if (i >= one->field_count)
            return differs(where, one->name, other->fields[i].name, "was added");
        if (!ed_same_field_name(&one->fields[i], &other->fields[i]))
            return ed_field_by_any_name(other, one->fields[i].name, strlen(one->fields[i].name))
                     ? differs(where, one->name, other->fields[i].name, "was added or moved")
                     : differs(where, one->name, one->fields[i].name, "was removed");
        if (!same_field(pair, &one->fields[i], &other->fields[i], where)) return false;
    }
    return (one->size == other->size && one->align == other->align)
        || differs(where, one->name, NULL, "has a different size");
}

bool ed_same_layout(const ed_Type *one, const ed_Type *other, char *where, size_t where_size)
{
    char unused[1];
    ed_Text text = where ? ed_text_over(where, where_size) : ed_text_over(unused, sizeof unused);
    u32 left = SAME_WORK_MAX;
    return same_type(&(Pair){ one, other, NULL, 0, &left }, &text);
}
