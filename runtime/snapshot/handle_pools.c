#include "runtime/snapshot/handle_pools.h"
#include <string.h>

static bool is_packed_pool(const ed_Field *field)
{
    return field->shape == ED_POOL && !(field->flags & ED_FIELD_TRANSIENT);
}

bool ed_handle_pools_find(const ed_State *state, bool check, ed_Arena *arena,
                          ed_HandlePools *handles)
{
    ed_Array found = { NULL, 0, 0 };
    u32 count = state->roots ? state->schema->state_count : 0;
    for (u32 s = 0; s < count; s++) {
        const ed_Type *root = state->schema->states[s];
        for (u32 i = 0; i < root->field_count; i++) {
            const ed_Field *field = &root->fields[i];
            if (!is_packed_pool(field)) continue;
            const ed_Pool *pool =
                (const ed_Pool *)(const void *)((const u8 *)state->roots[s].at + field->offset);
            ed_HandlePool *at = (ed_HandlePool *)ed_array_add(arena, &found, sizeof *at, 8);
            if (!at) return false;
            *at = (ed_HandlePool){ field->type, pool, !check || ed_pool_is_valid(pool) };
        }
    }
    *handles = (ed_HandlePools){ (const ed_HandlePool *)found.items, found.count };
    return true;
}

const ed_HandlePool *ed_handle_pool_of(const ed_HandlePools *handles, const ed_Type *type)
{
    for (u32 i = 0; i < handles->count; i++)
        if (handles->pools[i].type == type) return &handles->pools[i];
    return NULL;
}

bool ed_handle_lives(const ed_HandlePool *pool, const void *at)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    return pool && pool->whole && ed_pool_has(pool->pool, ref);
}
