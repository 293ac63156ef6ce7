#include "runtime/snapshot/containers.h"
#include <string.h>
#include "runtime/types/field.h"
#include "runtime/types/stable_pool.h"

bool ed_is_container(const ed_Field *field)
{
    return field->kind == ED_STRUCT && !(field->flags & ED_FIELD_TRANSIENT);
}

/// Returns the number whose product with the odd number `odd` is 1, modulo 2^64. Each step doubles
/// the number of correct bits; the first guess has three.
static u64 inverse_of(u64 odd)
{
    u64 inverse = odd;
    for (u32 i = 0; i < 5; i++) inverse *= 2 - odd * inverse;
    return inverse;
}

static ed_Container container_of(const ed_State *state, u32 s, const ed_Field *field, bool check)
{
    const u8 *at = (const u8 *)state->roots[s].at + field->offset;
    const ed_Pool *pool = field->shape == ED_POOL ? (const ed_Pool *)(const void *)at : NULL;
    ed_ElementSpan all = ed_field_elements(field, at);
    u32 shift = (u32)__builtin_ctz(field->size);
    return (ed_Container){ .type = field->type,
                           .field = field,
                           .state = s,
                           .items = all.at,
                           .count = all.count,
                           .shift = shift,
                           .inverse = inverse_of(field->size >> shift),
                           .pool = pool,
                           .whole = pool && (!check || ed_pool_is_valid(pool)) };
}

/// Counts the items of a stable pool before each index. Returns false if `arena` is full.
static bool count_ranks(ed_Arena *arena, ed_Container *container)
{
    if (!container->pool || !ed_pool_is_stable(container->pool)) return true;
    u32 *ranks = (u32 *)ed_arena_push(arena, (container->count + 1ull) * sizeof *ranks, 4),
        *indices = (u32 *)ed_arena_push(arena, (container->count + 1ull) * sizeof *indices, 4);
    if (!ranks || !indices) return false;
    for (u32 i = 0; i < container->count; i++) {
        ranks[i] = container->rank_count;
        if (ed_pool_has_index(container->pool, i)) indices[container->rank_count++] = i;
    }
    container->ranks = ranks;
    container->indices = indices;
    return true;
}

bool ed_containers_find(const ed_State *state, bool check, ed_Arena *arena,
                        ed_Containers *containers)
{
    ed_Array found = { NULL, 0, 0 };
    u32 count = state->roots ? state->schema->state_count : 0;
    for (u32 s = 0; s < count; s++) {
        const ed_Type *root = state->schema->states[s];
        for (u32 i = 0; i < root->field_count; i++) {
            if (!ed_is_container(&root->fields[i])) continue;
            ed_Container *at = (ed_Container *)ed_array_add(arena, &found, sizeof *at, 8);
            if (!at) return false;
            *at = container_of(state, s, &root->fields[i], check);
            if (!count_ranks(arena, at)) return false;
        }
    }
    *containers = (ed_Containers){ (const ed_Container *)found.items, found.count };
    return true;
}

// --- handles -------------------------------------------------------------------------------------

const ed_Container *ed_pool_of(const ed_Containers *containers, const ed_Type *type)
{
    for (u32 i = 0; i < containers->count; i++)
        if (containers->items[i].type == type && containers->items[i].pool)
            return &containers->items[i];
    return NULL;
}

bool ed_handle_lives(const ed_Container *pool, const void *at)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    return pool && pool->whole && ed_pool_has(pool->pool, ref);
}

// --- record pointers -----------------------------------------------------------------------------

const ed_Container *ed_only_container(const ed_Containers *containers, const ed_Type *type,
                                      u32 *number)
{
    const ed_Container *only = NULL;
    for (u32 i = 0; i < containers->count; i++) {
        if (!ed_begins_with(containers->items[i].type, type)) continue;
        if (only || containers->items[i].ranks) return NULL;
        only = &containers->items[i];
        *number = i;
    }
    return only;
}

u64 ed_link_find(const ed_Containers *containers, const ed_Type *type, u64 address)
{
    if (address & ED_NAME_BIT) return address;
    for (u32 i = 0; i < containers->count; i++) {
        const ed_Container *container = &containers->items[i];
        if (!ed_begins_with(container->type, type)) continue;
        u64 index = ed_container_index(container, address);
        if (index >= container->count) continue;
        if (!container->ranks) return ed_link_name(i, (u32)index);
        if (!ed_pool_has_index(container->pool, (u32)index)) return 0;
        return ed_link_name(i, container->ranks[index]);
    }
    return 0;
}

bool ed_container_with(const ed_State *state, const ed_Type *type, u64 address,
                       ed_Container *container, u32 *index)
{
    u32 number = 0;
    const bool named = address & ED_NAME_BIT;
    for (u32 s = 0; s < state->schema->state_count; s++)
        for (u32 i = 0; i < state->schema->states[s]->field_count; i++) {
            const ed_Field *field = &state->schema->states[s]->fields[i];
            if (!ed_is_container(field)) continue;
            const bool fits = !named || ed_name_container(address) == number;
            number++;
            if (!fits || !ed_begins_with(field->type, type)) continue;
            *container = container_of(state, s, field, false);
            u64 at = named ? ed_name_index(address) : ed_container_index(container, address);
            *index = (u32)at;
            if (at >= container->count) continue;
            return !container->pool || ed_pool_has_index(container->pool, *index);
        }
    return false;
}

u64 ed_link_address(const ed_Containers *containers, const ed_Type *type, u64 name)
{
    u32 number = ed_name_container(name), index = ed_name_index(name);
    if (!(name & ED_NAME_BIT) || number >= containers->count) return 0;
    const ed_Container *container = &containers->items[number];
    if (!ed_begins_with(container->type, type) || index >= container->count) return 0;
    if (container->ranks && index >= container->rank_count) return 0;
    if (container->ranks) index = container->indices[index];
    return (u64)(uintptr_t)(container->items + (size_t)index * container->field->size);
}
