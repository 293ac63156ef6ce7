#include "runtime/migrate/link_map.h"
#include <string.h>
#include "runtime/snapshot/containers.h"
#include "runtime/types/field.h"

#define NO_CONTAINER UINT32_MAX

static bool has_record_ptr(const ed_Type *type)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (type->fields[i].kind == ED_RECORD_PTR) return true;
    return false;
}

bool ed_link_map_is_needed(const ed_Plan *plan, const ed_Schema *schema)
{
    bool needed = false;
    for (u32 i = 0; i < schema->type_count; i++) needed |= has_record_ptr(schema->types[i]);
    for (u32 i = 0; i < plan->type_count; i++) needed |= has_record_ptr(&plan->types[i]);
    return needed;
}

// --- containers ----------------------------------------------------------------------------------

/// Returns the number of the container that the field of a state is, or NO_CONTAINER.
static u32 number_of(const ed_Schema *schema, const ed_Field *field)
{
    u32 number = 0;
    for (u32 s = 0; s < schema->state_count; s++)
        for (u32 i = 0; i < schema->states[s]->field_count; i++) {
            const ed_Field *other = &schema->states[s]->fields[i];
            if (other == field && ed_is_container(other)) return number;
            number += ed_is_container(other);
        }
    return NO_CONTAINER;
}

/// Returns the field of a state that a whole old field of the state `from` moves to, or NULL.
static const ed_Field *moved_to(const ed_Plan *plan, const ed_TypePlan *pair, const ed_Type *from,
                                const char *name)
{
    for (u32 m = 0; pair && m < pair->move_count; m++)
        if (strcmp(pair->moves[m].path, name) == 0) return pair->moves[m].field.to;
    for (u32 m = 0; m < plan->state_move_count; m++) {
        const ed_StateMove *move = &plan->state_moves[m];
        if (move->from == from && strcmp(move->from_path, name) == 0)
            return ed_field_by_name(move->to, move->to_path, strlen(move->to_path));
    }
    return NULL;
}

/// Returns the number of dimensions. A list has one, and a single record none.
static u32 rank_of(const ed_Field *field)
{
    bool single = field->shape == ED_ONE || field->shape == ED_OPTIONAL;
    return single ? 0 : field->shape == ED_FIXED ? ed_field_rank(field) : 1;
}

static bool keeps_index(const ed_Field *from, const ed_Field *to)
{
    bool arrays = from->shape == ED_FIXED && to->shape == ED_FIXED;
    return ed_same_shape(from, to) || (!arrays && rank_of(from) <= 1 && rank_of(to) <= 1);
}

static void add_state(ed_Plan *plan, ed_LinkMap *map, const ed_PlanState *state)
{
    const ed_Type *from = state->from;
    const ed_UnitPair none = { NULL, NULL };
    const ed_TypePlan *pair = state->to ? ed_plan_pair(plan, from, state->to, none) : NULL;
    for (u32 i = 0; i < from->field_count; i++) {
        const ed_Field *field = &from->fields[i], *to = pair ? pair->fields[i].to : NULL;
        if (!ed_is_container(field)) continue;
        if (!to) to = moved_to(plan, pair, from, field->name);
        u32 number = to ? number_of(map->schema, to) : NO_CONTAINER;
        bool same = number != NO_CONTAINER && keeps_index(field, to);
        map->same_names &= same && number == map->count;
        map->may_lose |= !same || !ed_same_shape(field, to) || field->count != to->count;
        map->items[map->count] =
            (ed_MovedContainer){ field, to, number, same, ((u64)number - map->count) << 32 };
        map->count++;
    }
}

bool ed_link_map_make(ed_Plan *plan, const ed_Schema *schema)
{
    u32 most = 0;
    ed_LinkMap *map = (ed_LinkMap *)ed_plan_push(plan, sizeof *map);
    for (u32 s = 0; s < plan->state_count; s++)
        most += plan->states[s].from ? plan->states[s].from->field_count : 0;
    ed_MovedContainer *items = (ed_MovedContainer *)ed_plan_push(plan, most * sizeof *items);
    if (!map || !items) return false;
    *map = (ed_LinkMap){ .schema = schema, .items = items, .same_names = true };
    for (u32 s = 0; s < plan->state_count; s++)
        if (plan->states[s].from) add_state(plan, map, &plan->states[s]);
    plan->links = map;
    return !plan->full;
}

// --- records -------------------------------------------------------------------------------------

/// Returns the new index along a dimension, or UINT32_MAX if the new array has none for it.
static u32 index_along(const ed_Field *from, const ed_Field *to, u32 dim, u32 index)
{
    const ed_Type *before = from->index_types[dim], *now = to->index_types[dim];
    if (to->shape != ED_FIXED) return index;      // whether the item exists is known later
    if (!before || !now) return index < to->dims[dim] ? index : UINT32_MAX;
    for (u32 i = 0; i < to->dims[dim]; i++)
        if (ed_index_before(before, now, i) == index) return i;
    return UINT32_MAX;
}

static u32 span_of(const ed_Field *field, u32 dim)
{
    return field->shape == ED_FIXED ? (u32)ed_field_elements_per_index(field, dim) : 1;
}

/// Returns the new index of an element, or UINT32_MAX. With a dimension more, it is the first of its
/// row; with one less, only the first of each row is left.
static u32 index_now(const ed_Field *from, const ed_Field *to, u32 index)
{
    u32 before = rank_of(from), after = rank_of(to), now = 0;
    for (u32 d = 0; d < before; d++) {
        u32 along = index / span_of(from, d);
        index %= span_of(from, d);
        if (d >= after && along) return UINT32_MAX;
        if (d >= after) continue;
        along = index_along(from, to, d, along);
        if (along == UINT32_MAX) return UINT32_MAX;
        now += along * span_of(to, d);
    }
    return now;
}

/// Returns where an old record is now, if its container has records of `type`.
static const ed_MovedContainer *moved(const ed_LinkMap *map, const ed_Type *type, u64 name)
{
    u32 number = ed_name_container(name);
    if (!(name & ED_NAME_BIT) || (name & ED_NAME_SLOT) || number >= map->count) return NULL;
    const ed_MovedContainer *container = &map->items[number];
    return container->number != NO_CONTAINER && ed_begins_with(container->to->type, type)
             ? container
             : NULL;
}

u64 ed_link_map_name(const ed_LinkMap *map, const ed_Type *type, u64 name)
{
    const ed_MovedContainer *container = moved(map, type, name);
    if (!container) return 0;
    if (container->same_index) return name + container->add;
    u32 index = index_now(container->from, container->to, ed_name_index(name));
    return index == UINT32_MAX ? 0 : ed_link_name(container->number, index);
}

u64 ed_link_map_slot(const ed_LinkMap *map, const ed_Type *type, const ed_Type *before, u32 slot)
{
    for (u32 i = 0; i < map->count; i++) {
        const ed_MovedContainer *container = &map->items[i];
        if (container->from->type == before && container->from->shape == ED_POOL)
            return container->number != NO_CONTAINER && ed_begins_with(container->to->type, type)
                     ? ed_link_name(container->number, slot) | ED_NAME_SLOT
                     : 0;
    }
    return 0;
}

u64 ed_link_map_index(const ed_LinkMap *map, const ed_Type *type, u32 index)
{
    u32 number = 0, found = NO_CONTAINER;
    for (u32 s = 0; s < map->schema->state_count; s++)
        for (u32 i = 0; i < map->schema->states[s]->field_count; i++) {
            const ed_Field *field = &map->schema->states[s]->fields[i];
            if (!ed_is_container(field)) continue;
            if (field->type == type && found != NO_CONTAINER) return 0;
            if (field->type == type) found = number;
            number++;
        }
    return found == NO_CONTAINER ? 0 : ed_link_name(found, index);
}

bool ed_link_map_pool_index(const ed_LinkMap *map, const ed_Type *type, u64 name, u32 *index)
{
    const ed_MovedContainer *container = moved(map, type, name);
    if (!container || container->to->type != type || container->to->shape != ED_POOL) return false;
    *index = ed_name_index(name);
    return true;
}
