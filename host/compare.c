#include "host/compare.h"
#include <stdio.h>
#include <string.h>
#include "runtime/value.h"

/// The place at hand in both, and its path.
typedef struct Walk {
    host_Comparison *comparison;
    char             path[HOST_COMPARE_TEXT_MAX];
} Walk;

static void compare_place(Walk *walk, const ed_Place *one, const ed_Place *other);

static bool is_full(const Walk *walk)
{
    return walk->comparison->count == walk->comparison->limit;
}

static void tell(Walk *walk, const char *one, const char *other)
{
    if (is_full(walk)) return;
    host_Difference *found = &walk->comparison->found[walk->comparison->count++];
    snprintf(found->path, sizeof found->path, "%s", walk->path);
    snprintf(found->one, sizeof found->one, "%s", one);
    snprintf(found->other, sizeof found->other, "%s", other);
}

// --- values --------------------------------------------------------------------------------------

static bool is_text(const ed_Field *field)
{
    return field->kind == ED_STR || field->kind == ED_CHARS;
}

static ed_Span text_at(const ed_Place *place)
{
    const ed_Str *str = (const ed_Str *)place->at;
    if (place->field->kind == ED_STR) return (ed_Span){ (const u8 *)ed_str_text(str), str->count };
    return (ed_Span){ place->at, strnlen(place->at, place->field->size) };
}

/// A number is the same in whatever type, an enum's value by its name.
static void compare_element(Walk *walk, const ed_Place *one, const ed_Place *other)
{
    char words[2][HOST_COMPARE_TEXT_MAX];
    const ed_Field *a = one->field, *b = other->field;
    bool texts = is_text(a) && is_text(b), plain = a->kind == b->kind && a->size == b->size;
    bool same = plain && !texts && !a->type && memcmp(one->at, other->at, a->size) == 0;
    if (same || a->kind == ED_PTR || b->kind == ED_PTR) return;
    ed_Text out = ed_text_over(words[0], sizeof words[0]);
    ed_value_json(one, &out);
    out = ed_text_over(words[1], sizeof words[1]);
    ed_value_json(other, &out);
    if (texts) {
        ed_Span first = text_at(one), second = text_at(other);
        same = first.size == second.size && memcmp(first.at, second.at, first.size) == 0;
    } else {
        same = strcmp(words[0], words[1]) == 0;
    }
    if (!same) tell(walk, words[0], words[1]);
}

// --- records -------------------------------------------------------------------------------------

/// The field of that name, else the one that was called so, or that this one was called.
static const ed_Field *counterpart(const ed_Type *type, const ed_Field *field)
{
    const ed_Field *found = ed_field_by_tag(type, field->tag);
    for (u32 i = 0; !found && i < field->was_count; i++)
        found = ed_field_by_tag(type, field->was[i]);
    return found;
}

static void compare_field(Walk *walk, const ed_Field *one, const void *one_at,
                          const ed_Field *other, const void *other_at)
{
    size_t size = strlen(walk->path);
    ed_Text path = ed_text_over(walk->path + size, sizeof walk->path - size);
    ed_text_add(&path, ".%s", one->name);
    compare_place(walk, &(ed_Place){ .field = one, .at = (u8 *)(uintptr_t)one_at + one->offset },
                  &(ed_Place){ .field = other, .at = (u8 *)(uintptr_t)other_at + other->offset });
    walk->path[size] = 0;
}

static void compare_union(Walk *walk, const ed_Type *one, const void *one_at, const ed_Type *other,
                          const void *other_at)
{
    const ed_Field *a = ed_union_now(one, one_at), *b = ed_union_now(other, other_at);
    if (strcmp(a->name, b->name) != 0) tell(walk, a->name, b->name);
    else                               compare_field(walk, a, one_at, b, other_at);
}

static void compare_record(Walk *walk, const ed_Type *one, const void *one_at, const ed_Type *other,
                           const void *other_at)
{
    if (one->kind == ED_UNION || other->kind == ED_UNION) {
        if (one->kind == other->kind) compare_union(walk, one, one_at, other, other_at);
        return;
    }
    for (u32 i = 0; i < one->field_count && !is_full(walk); i++) {
        const ed_Field *field = &one->fields[i], *found = counterpart(other, field);
        if (!found || ((field->flags | found->flags) & ED_FIELD_TRANSIENT)) continue;
        compare_field(walk, field, one_at, found, other_at);
    }
}

// --- lists ---------------------------------------------------------------------------------------

/// Along the next dimension of a place.
typedef struct Axis {
    u8    *items;
    u32    count;
    size_t stride;
} Axis;

static Axis axis_of(const ed_Place *place)
{
    const ed_Field *field = place->field;
    Axis axis = { place->at, 0, field->size };
    if (ed_field_is_list(field)) {
        const ed_Array *array = (const ed_Array *)place->at;
        axis.items = array->items;
        axis.count = array->count;
    } else if (field->shape == ED_BOUNDED) {
        memcpy(&axis.count, (const u8 *)place->at - sizeof axis.count, sizeof axis.count);
        if (axis.count > field->count) axis.count = field->count;
    } else {
        axis.count  = field->dims[place->depth];
        axis.stride = ed_field_stride(field, place->depth);
    }
    return axis;
}

static void compare_lists(Walk *walk, const ed_Place *one, const ed_Place *other)
{
    Axis a = axis_of(one), b = axis_of(other);
    ed_Place first = *one, second = *other;
    size_t size = strlen(walk->path);
    char words[2][24];
    snprintf(words[0], sizeof words[0], "%u items", a.count);
    snprintf(words[1], sizeof words[1], "%u items", b.count);
    if (a.count != b.count) tell(walk, words[0], words[1]);
    first.depth++;
    second.depth++;
    for (u32 i = 0; i < a.count && i < b.count && !is_full(walk); i++) {
        ed_Text path = ed_text_over(walk->path + size, sizeof walk->path - size);
        ed_text_add(&path, "[%u]", i);
        first.at  = a.items + i * a.stride;
        second.at = b.items + i * b.stride;
        compare_place(walk, &first, &second);
    }
    walk->path[size] = 0;
}

// --- a place -------------------------------------------------------------------------------------

static bool is_absent(const ed_Place *place)
{
    return place->field->shape == ED_OPTIONAL && !((const u8 *)place->at)[-1];
}

/// What is a list in one and a single value in the other has nothing to be compared with.
static void compare_place(Walk *walk, const ed_Place *one, const ed_Place *other)
{
    const ed_Field *a = one->field, *b = other->field;
    u32 depth = ed_field_rank(a) - one->depth, deeper = ed_field_rank(b) - other->depth;
    bool record = ed_field_is_record(a), records = ed_field_is_record(b);
    bool absent = is_absent(one), missing = is_absent(other);
    if (depth != deeper || record != records) return;
    if (absent && missing) return;
    if (absent || missing) tell(walk, absent ? "none" : "there", missing ? "none" : "there");
    else if (depth)        compare_lists(walk, one, other);
    else if (record)       compare_record(walk, a->type, one->at, b->type, other->at);
    else                   compare_element(walk, one, other);
}

bool host_compare(const ed_State *one, const ed_State *other, host_Comparison *comparison)
{
    Walk walk = { .comparison = comparison };
    comparison->count = 0;
    for (u32 i = 0; i < one->schema->state_count; i++) {
        const ed_Type *type = one->schema->states[i];
        u32 at = ed_root_by_tag(other->schema->states, other->schema->state_count, type->tag);
        if (at == other->schema->state_count) continue;
        snprintf(walk.path, sizeof walk.path, "%s", type->name);
        compare_record(&walk, type, one->blocks[i].at, other->schema->states[at],
                       other->blocks[at].at);
    }
    return comparison->count == 0;
}

// --- what one lacks ------------------------------------------------------------------------------

static const ed_Type *type_by_tag(const ed_Schema *schema, u32 tag)
{
    for (u32 i = 0; i < schema->type_count; i++)
        if (schema->types[i]->tag == tag) return schema->types[i];
    return NULL;
}

static void fields_lacking(const ed_Type *type, const ed_Type *in, host_LackFn *fn, void *it)
{
    char name[HOST_COMPARE_TEXT_MAX];
    for (u32 i = 0; i < type->field_count; i++) {
        if (counterpart(in, &type->fields[i])) continue;
        snprintf(name, sizeof name, "%s.%s", type->name, type->fields[i].name);
        fn(it, name);
    }
}

void host_compare_lacks(const ed_Schema *one, const ed_Schema *other, host_LackFn *fn, void *it)
{
    for (u32 i = 0; i < one->type_count; i++) {
        const ed_Type *type = one->types[i], *in = type_by_tag(other, type->tag);
        if (!in) fn(it, type->name);
        else if (type->kind == in->kind) fields_lacking(type, in, fn, it);
    }
}
