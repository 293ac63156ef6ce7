#include "runtime/debug/run_compare.h"
#include <stdio.h>

static void add_value(const ed_ValueRef *ref, char text[ED_RUN_COMPARE_TEXT_MAX])
{
    ed_Text out = ed_text_over(text, ED_RUN_COMPARE_TEXT_MAX);
    if (ref) ed_value_json(ref, &out);
    else ed_text_add(&out, "nothing");
}

/// Adds a difference. Skips fields that only one state has: ed_run_compare_missing reports these
/// once per type.
static void add_difference(void *to, ed_DiffKind kind, const char *path, const char *pattern,
                           const ed_ValueRef *first, const ed_ValueRef *second)
{
    ed_RunComparison *comparison = (ed_RunComparison *)to;
    (void)pattern;
    if (kind == ED_DIFF_ONLY_FIRST || kind == ED_DIFF_ONLY_SECOND) return;
    comparison->more = comparison->count == comparison->limit;
    if (comparison->more) return;
    ed_RunDifference *found = &comparison->found[comparison->count++];
    snprintf(found->path, sizeof found->path, "%s", path);
    add_value(first, found->first);
    add_value(second, found->second);
}

bool ed_run_compare(const ed_State *first, const ed_State *second, ed_RunComparison *comparison)
{
    size_t mark = comparison->arena->used;
    ed_Diff diff = { .arena = comparison->arena,
                     .report = add_difference,
                     .to = comparison,
                     .enough = &comparison->more };
    comparison->count = 0;
    comparison->more = false;
    comparison->full = !ed_diff_states(&diff, first, second);
    comparison->arena->used = mark;
    return !comparison->full && comparison->count == 0;
}

// --- missing fields ------------------------------------------------------------------------------

static const ed_Type *type_of_name(const ed_Schema *schema, const ed_Type *like)
{
    for (u32 i = 0; i < schema->type_count; i++)
        if (ed_same_type_name(schema->types[i], like)) return schema->types[i];
    return NULL;
}

static void fields_lacking(const ed_Type *type, const ed_Type *in, ed_MissingFn *fn, void *it)
{
    char name[ED_RUN_COMPARE_TEXT_MAX];
    for (u32 i = 0; i < type->field_count; i++) {
        if (ed_diff_counterpart(in, &type->fields[i])) continue;
        snprintf(name, sizeof name, "%s.%s", type->name, type->fields[i].name);
        fn(it, name);
    }
}

void ed_run_compare_missing(const ed_Schema *first, const ed_Schema *second, ed_MissingFn *fn,
                            void *it)
{
    for (u32 i = 0; i < first->type_count; i++) {
        const ed_Type *type = first->types[i], *in = type_of_name(second, type);
        if (!in) fn(it, type->name);
        else if (type->kind == in->kind) fields_lacking(type, in, fn, it);
    }
}
