#include "tests/lib/schema_text.h"
#include <string.h>
#include "codegen/check/check.h"
#include "codegen/emit/memory_tables.h"
#include "codegen/emit/packed_default.h"
#include "codegen/syntax/parse.h"

char *test_quoted(ed_Arena *arena, const char *words)
{
    char *copy = cg_copy(arena, words, strlen(words));
    for (char *c = copy; *c; c++)
        if (*c == '\'') *c = '"';
    return copy;
}

const ed_Schema *test_schema(ed_Arena *arena, const char *words)
{
    cg_Schema *schema = cg_new(arena, sizeof *schema);
    cg_Source source = { .path = "test.def", .stem = "test", .text = test_quoted(arena, words) };
    source.size = (u32)strlen(words);
    schema->arena = arena;
    schema->diag = cg_new(arena, sizeof *schema->diag);
    schema->sources[0] = cg_new(arena, sizeof source);
    schema->source_count = 1;
    *schema->sources[0] = source;
    cg_parse(schema, schema->sources[0]);
    cg_check(schema);
    if (!schema->diag->count) cg_pack_defaults(schema);
    if (!schema->diag->count) return cg_build_tables(schema);
    cg_diag_print(schema->diag, "no tables made");
    return NULL;
}
