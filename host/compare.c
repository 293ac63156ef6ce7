#include "host/compare.h"
#include <stdio.h>

static void add_value(const ed_Place *place, char words[HOST_COMPARE_TEXT_MAX])
{
    ed_Text out = ed_text_over(words, HOST_COMPARE_TEXT_MAX);
    if (place) ed_value_json(place, &out);
    else       ed_text_add(&out, "nothing");
}

/// A field that only one has is told once, of its type.
static void take(void *to, host_DiffKind kind, const char *path, const char *pattern,
                 const ed_Place *one, const ed_Place *other)
{
    host_Comparison *comparison = (host_Comparison *)to;
    (void)pattern;
    if (kind == HOST_DIFF_ONLY_FIRST || kind == HOST_DIFF_ONLY_SECOND) return;
    comparison->more = comparison->count == comparison->limit;
    if (comparison->more) return;
    host_Difference *found = &comparison->found[comparison->count++];
    snprintf(found->path, sizeof found->path, "%s", path);
    add_value(one, found->one);
    add_value(other, found->other);
}

bool host_compare(const ed_State *one, const ed_State *other, host_Comparison *comparison)
{
    size_t mark = comparison->arena->used;
    host_Diff diff = { .arena = comparison->arena, .tell = take, .to = comparison,
                       .enough = &comparison->more };
    comparison->count = 0;
    comparison->more  = false;
    comparison->full = !host_diff_states(&diff, one, other);
    comparison->arena->used = mark;
    return !comparison->full && comparison->count == 0;
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
        if (host_diff_counterpart(in, &type->fields[i])) continue;
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
