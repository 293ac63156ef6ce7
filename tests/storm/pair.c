#include <stdio.h>
#include <string.h>
#include "tests/storm/pair.h"
#include "tests/storm/make.h"

/// Whether the schema has a pool and at least two handles, apart from transient ones.
static bool has_handles(const st_Schema *schema)
{
    u32 pools = 0, refs = 0;
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++) {
            const st_Field *field = &schema->types[t].fields[i];
            pools += field->shape == ED_POOL && !field->transient;
            refs += field->kind == ED_REF && !field->transient;
        }
    return pools && refs > 1;
}

void st_pair_make(st_Pair *pair, u64 seed, u32 number, u32 features)
{
    st_Maker m = { st_random(seed, number), &pair->from, features, pair->prefix };
    memset(pair, 0, sizeof *pair);
    pair->seed = seed;
    pair->number = number;
    pair->features = features;
    snprintf(pair->prefix, sizeof pair->prefix, "P%u_", number % ST_BATCH_MAX);
    do st_make_schema(&m);
    while ((features & ST_GAMES) && !has_handles(&pair->from));
    u32 warm = !(features & ST_GAMES) && st_chance(&m.random, 40) ? 1 + st_below(&m.random, 4) : 0;
    st_edit(&m, warm);      // the old schema has `was` names, too
    st_make_states(&m, pair->states);
    pair->to = pair->from;
    m.schema = &pair->to;
    if (st_chance(&m.random, 30)) {
        st_walk_resize(pair, &pair->to);
        return;
    }
    st_edit(&m, st_chance(&m.random, 4)
                    ? 0
                    : 1 + st_below(&m.random, st_chance(&m.random, 50) ? 3 : 9));
}
