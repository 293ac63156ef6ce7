#include "codegen/check.h"

void cg_use(cg_Schema *schema, cg_Place from, const cg_Source *to)
{
    u32 a = from.source->index, b = to->index;
    if (a == b || schema->uses[a][b])
        return;
    schema->uses[a][b] = true;
    schema->use_place[a][b] = from;
}

// --- Files that need each other ----------------------------------------------------------------

typedef struct Walk {
    cg_Schema *schema;
    cg_Step    step[CG_SOURCES_MAX];
    u32        path[CG_SOURCES_MAX];
    u32        depth;
} Walk;

static void tell_cycle(Walk *walk, u32 from)
{
    cg_Schema *schema = walk->schema;
    u32 last = walk->path[walk->depth - 1];
    u32 start = 0;
    while (walk->path[start] != from)
        start++;
    cg_Place place = schema->use_place[last][from];
    cg_error(schema->diag, CG_E_FILE_CYCLE, place, "%s and %s need each other's types",
             schema->sources[last]->path, schema->sources[from]->path);
    for (u32 i = start; i + 1 < walk->depth; i++)
        cg_note(schema->diag, schema->use_place[walk->path[i]][walk->path[i + 1]], "%s needs %s here",
                schema->sources[walk->path[i]]->path, schema->sources[walk->path[i + 1]]->path);
    cg_help(schema->diag, "move what both need into a third file, or all of it into one");
}

static void visit(Walk *walk, u32 at)
{
    walk->step[at] = CG_BUSY;
    walk->path[walk->depth++] = at;
    for (u32 to = 0; to < walk->schema->source_count; to++) {
        if (!walk->schema->uses[at][to])
            continue;
        if (walk->step[to] == CG_BUSY)
            tell_cycle(walk, to);
        else if (walk->step[to] == CG_NEW)
            visit(walk, to);
    }
    walk->depth--;
    walk->step[at] = CG_DONE;
}

static void check_files(cg_Schema *schema)
{
    Walk walk = { .schema = schema };
    for (u32 i = 0; i < schema->source_count; i++)
        if (walk.step[i] == CG_NEW)
            visit(&walk, i);
}

// --- All of it ---------------------------------------------------------------------------------

void cg_check(cg_Schema *schema)
{
    cg_check_names(schema);
    cg_check_consts(schema);
    cg_check_places(schema);
    cg_check_layout(schema);
    cg_check_attrs(schema);
    cg_check_units(schema);
    cg_check_presets(schema);
    cg_check_endless(schema);
    cg_check_pools(schema);
    cg_check_tags(schema);
    cg_check_made(schema);
    check_files(schema);
}
