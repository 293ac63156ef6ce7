#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/storm/form.h"
#include "tests/storm/pair.h"
#include "tests/storm/spell.h"

/// Writes a failed pair to a folder: the three schemas, what was expected and found, and a check.c
/// in the style of tests/reload, as far as its functions set(), add() and is() can express it.

static char text[1 << 20];

static void write_file(const char *folder, const char *name, const ed_Text *out)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(out->at, 1, out->size, file) != out->size || fclose(file) != 0) {
        perror(path);
        exit(3);
    }
}

static void put_quoted(ed_Text *out, const char *words)
{
    ed_text_add(out, "\"");
    for (; *words; words++) {
        if (*words == '"' || *words == '\\') ed_text_add(out, "\\");
        if ((u8)*words >= ' ') ed_text_put(out, words, 1);
        else ed_text_add(out, "\\%03o", (u8)*words);
    }
    ed_text_add(out, "\"");
}

static void put_set(ed_Text *out, const st_Schema *schema, const st_Field *field,
                    const st_Value *value, const char *path)
{
    static char spelled[4096];
    ed_Text words = ed_text_over(spelled, sizeof spelled);
    st_spell_value(schema, field, value, &words);
    ed_text_add(out, "    set(\"%s\", ", path);
    put_quoted(out, spelled);
    ed_text_add(out, ");\n");
}

/// The lines that make `value` out of `default_value`.
static void put_fill(ed_Text *out, const st_Schema *schema, const st_Field *field,
                     const st_Value *value, const st_Value *default_value, const char *path)
{
    char inner[400];
    bool list = value->form == ST_LIST, record = value->form == ST_RECORD;
    if (!list && !record) {
        bool same = default_value && default_value->form == value->form
                 && default_value->number == value->number && default_value->size == value->size
                 && (!value->size || memcmp(default_value->text, value->text, value->size) == 0);
        if (!same) put_set(out, schema, field, value, path);
        return;
    }
    if (list && field->shape == ED_DYNAMIC) {
        u32 there = default_value ? default_value->count : 0;
        if (value->count < there) ed_text_add(out, "    // %s has %u items\n", path, value->count);
        if (value->count > there)
            ed_text_add(out, "    add(\"%s\", %u);\n", path, value->count - there);
    } else if (list && field->shape == ED_BOUNDED && value->count) {
        ed_text_add(out, "    // %s has %u items\n", path, value->count);
    }
    for (u32 i = 0; i < value->count; i++) {
        const st_Field *part = record ? &schema->types[field->type].fields[i] : field;
        const st_Value *before =
            default_value && default_value->form == value->form && i < default_value->count
                ? default_value->items[i]
                : NULL;
        if (!before && list && field->shape != ED_FIXED) before = st_default_element(schema, field);
        if (record) snprintf(inner, sizeof inner, "%.300s.%s", path, part->name);
        else snprintf(inner, sizeof inner, "%.300s[%u]", path, i);
        put_fill(out, schema, part, value->items[i], before, inner);
    }
}

/// A step compares values in one layout, after some migrations. Returns the function of check.c
/// that runs in the same layout after the same migrations, or "" if no function does.
static const char *function_for(const char *step)
{
    static const char *const functions[][2] = { { "live", "check" },
                                                { "from disk", "check" },
                                                { "live and back", "back" },
                                                { "from disk and back", "back" },
                                                { "further and back to old", "back" } };
    for (u32 i = 0; i < ED_COUNT(functions); i++)
        if (strcmp(step, functions[i][0]) == 0) return functions[i][1];
    return "";
}

static void put_is(ed_Text *out, const st_Result *result, const char *function)
{
    ed_text_add(out, "\nvoid %s(void)\n{\n", function);
    if (strcmp(function_for(result->step), function) == 0 && result->d.path[0]) {
        ed_text_add(out, "    is(\"%s\", ", result->d.path);
        put_quoted(out, result->d.expected);
        ed_text_add(out, ");\n");
    }
    ed_text_add(out, "}\n");
}

static void write_schema(const char *folder, const char *name, const st_Pair *pair,
                         const st_Schema *schema)
{
    ed_Text out = ed_text_over(text, sizeof text);
    st_spell_schema(schema, pair->prefix, &out);
    write_file(folder, name, &out);
}

void st_write_case(const char *folder, const st_Pair *pair, const st_Result *result)
{
    static st_Schema further;
    st_walk_further(pair, &further);
    write_schema(folder, "old.def", pair, &pair->from);
    write_schema(folder, "new.def", pair, &pair->to);
    write_schema(folder, "further.def", pair, &further);
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "seed %llu pair %u %s\nstep     %s\nat       %s\nexpected %s\nfound    %s\n",
                (unsigned long long)pair->seed, pair->number, st_form_name(pair->form),
                result->step, result->d.path, result->d.expected, result->d.found);
    for (u32 t = 0; t < pair->from.count; t++) {
        const st_Field root = { .kind = ED_STRUCT, .type = t };
        if (!pair->states[t]) continue;
        ed_text_add(&out, "state    %s ", pair->from.types[t].name);
        st_spell_value(&pair->from, &root, pair->states[t], &out);
        ed_text_add(&out, "\n");
    }
    write_file(folder, "mismatch.txt", &out);
    out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "#include \"tests/reload/reload.h\"\n\nvoid fill(void)\n{\n");
    for (u32 t = 0; t < pair->from.count; t++) {
        const st_Field root = { .kind = ED_STRUCT, .type = t };
        if (pair->states[t])
            put_fill(&out, &pair->from, &root, pair->states[t], st_default_record(&pair->from, t),
                     pair->from.types[t].name);
    }
    ed_text_add(&out, "}\n");
    put_is(&out, result, "check");
    put_is(&out, result, "back");
    write_file(folder, "check.c", &out);
}
