#include "tests/lib/enemies.h"
#include <stdio.h>
#include "runtime/value/value.h"
#include "tests/lib/test.h"

test_Version *enemies_version_of(const char *words, const char *key, const char *list)
{
    char state[64];
    snprintf(state, sizeof state, "%s:Enemy[]", list);
    return test_version("Game", state, test_type("Enemy", words, NULL, key));
}

ed_Run enemies_run;
static char text[4096];

bool enemies_begin(const char *words, const char *key)
{
    ed_Error error = { .code = ED_OK };
    return ed_run_open(&enemies_run, &enemies_version_of(words, key, "enemies")->module, 1, &error);
}

bool enemies_become(const char *words, const char *key)
{
    ed_Error error = { .code = ED_OK };
    bool good =
        ed_run_replace(&enemies_run, &enemies_version_of(words, key, "enemies")->module, &error);
    if (!good) printf("%s\n", error.text);
    return good;
}

void enemies_grow(u32 count)
{
    ed_Array *list = enemies_run.states[0].at;
    const ed_Type *enemy = enemies_run.module->schema->types[0];
    while (list->count < count)
        ed_array_add(enemies_run.states[0].arena, list, enemy->size, enemy->align);
}

void enemies_set(u32 index, const char *field, const char *value)
{
    char path[64];
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    ed_State state = ed_run_state(&enemies_run);
    snprintf(path, sizeof path, "Game.%s[%u].%s",
             enemies_run.module->schema->states[0]->fields[0].name, index, field);
    if (!ed_value_find(&state, path, &place, &error) || !ed_value_set(&place, value, &error))
        printf("%s\n", error.text);
}

const char *enemies_value(u32 index, const char *field)
{
    char path[64];
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    ed_State state = ed_run_state(&enemies_run);
    ed_Text out = ed_text_over(text, sizeof text);
    snprintf(path, sizeof path, "Game.%s[%u].%s",
             enemies_run.module->schema->states[0]->fields[0].name, index, field);
    if (ed_value_find(&state, path, &place, &error)) ed_value_json(&place, &out);
    else ed_text_add(&out, "%s", error.text);
    return text;
}

const char *enemies_line(void)
{
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&enemies_run.report, &out);
    return text;
}
