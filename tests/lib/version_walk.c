#include "tests/lib/version_walk.h"
#include <stdio.h>
#include "runtime/attic/attic.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"
#include "tests/lib/schema_text.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

ed_Module *walk_version(const char *words, const char *item_words)
{
    return &test_version("Z", words, test_type("Item", item_words, NULL, "id"))->module;
}

static const ed_Module *schema_version(const char *schema)
{
    ed_Module *module = walk_version("q:u8", "id:u32");
    module->schema = test_schema(test_arena(), schema);
    return module;
}

ed_Run walk_run;
static char text[4096];
const char *walk_items = "id:u32 hp:u16 ammo:u8[4]";

bool walk_begin(const char *words)
{
    ed_Error error = { .code = ED_OK };
    walk_items = "id:u32 hp:u16 ammo:u8[4]";
    return ed_run_open(&walk_run, walk_version(words, walk_items), 1, &error);
}

bool walk_to(const char *words)
{
    ed_Error error = { .code = ED_OK };
    bool good = ed_run_replace(&walk_run, walk_version(words, walk_items), &error);
    if (!good) printf("%s\n", error.text);
    return good;
}

bool walk_to_with(const char *words, const char *item_words)
{
    walk_items = item_words;
    return walk_to(words);
}

bool walk_begin_schema(const char *schema)
{
    ed_Error error = { .code = ED_OK };
    return ed_run_open(&walk_run, schema_version(schema), 1, &error);
}

bool walk_to_schema(const char *schema)
{
    ed_Error error = { .code = ED_OK };
    bool good = ed_run_replace(&walk_run, schema_version(schema), &error);
    if (!good) printf("%s\n", error.text);
    return good;
}

void walk_set(const char *path, const char *value)
{
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    ed_State state = ed_run_state(&walk_run);
    if (!ed_value_find(&state, path, &place, &error) || !ed_value_set(&place, value, &error))
        printf("%s\n", error.text);
}

const char *walk_get(const char *path)
{
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    ed_State state = ed_run_state(&walk_run);
    ed_Text out = ed_text_over(text, sizeof text);
    if (ed_value_find(&state, path, &place, &error)) ed_value_json(&place, &out);
    else ed_text_add(&out, "%s", error.text);
    return text;
}

ed_Array *walk_list(void) { return walk_run.states[0].at; }

void walk_grow(u32 count)
{
    char path[64], words[16];
    const ed_Field *field = &walk_run.module->schema->states[0]->fields[0];
    for (u32 i = 0; i < count; i++) {
        if (field->shape == ED_POOL) {
            ((ed_Pool *)(void *)walk_list())->limit = field->count;
            ed_pool_add(walk_run.states[0].arena, (ed_Pool *)(void *)walk_list(), field->size, 8);
        } else ed_array_add(walk_run.states[0].arena, walk_list(), field->size, 8);
        snprintf(path, sizeof path, "Z.l[%u].id", i);
        snprintf(words, sizeof words, "%u", i + 1);
        walk_set(path, words);
        snprintf(path, sizeof path, "Z.l[%u].ammo", i);
        snprintf(words, sizeof words, "[1,2,3,%u]", 11 + i);
        walk_set(path, words);
    }
}

const char *walk_ids(void)
{
    ed_Text out = ed_text_over(text, sizeof text);
    char path[32], all[256] = "";
    const ed_Type *type = walk_run.module->schema->states[0];
    const ed_Field *field = &type->fields[0];
    u32 count = field->shape == ED_FIXED   ? field->count
              : field->shape == ED_BOUNDED ? ((u32 *)walk_run.states[0].at)[field->offset / 4 - 1]
              : field->shape == ED_POOL    ? ((ed_Pool *)(void *)walk_list())->count
                                           : walk_list()->count;
    for (u32 i = 0; i < count; i++) {
        snprintf(path, sizeof path, "Z.l[%u].id", i);
        strcat(strcat(all, i ? " " : ""), walk_get(path));
    }
    out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%s", all);
    return text;
}

bool walk_through(const char *const *words)
{
    for (; *words; words++)
        if (!walk_to(*words)) return false;
    return true;
}

u64 walk_retained(void) { return ed_attic_count(walk_run.attics.current); }
