#include "runtime/migrate/handles.h"
#include <string.h>
#include "runtime/snapshot/handle_pools.h"
#include "runtime/types/field.h"

typedef struct Way Way;

/// A field that leads to handles. Looked up once, not for every record.
typedef struct Hold {
    const ed_Field *field;
    const ed_HandlePool *pool;      // for a handle: the pool it refers to
    const Way *inner;               // for a record: its fields that lead to handles
} Hold;

struct Way {      // the fields of a type that lead to handles
    const ed_Type *type;
    Hold *holds;
    u32 count;
};

static u32 index_of(const ed_Schema *schema, const ed_Type *type)
{
    u32 i = 0;
    while (i < schema->type_count && schema->types[i] != type) i++;
    return i;
}

// --- fields that lead to handles -----------------------------------------------------------------

/// Finds the fields of a type that lead to handles, from what is known so far of the other types.
static void find_holds(const ed_Schema *schema, const ed_Handles *handles, const Way *ways,
                       Way *way)
{
    Hold *holds = way->holds;
    way->count = 0;
    for (u32 i = 0; i < way->type->field_count; i++) {
        const ed_Field *field = &way->type->fields[i];
        if (field->kind == ED_REF) {
            const ed_HandlePool *pool = ed_handles_pool(handles, field->type);
            holds[way->count++] = (Hold){ .field = field, .pool = pool };
        } else if (ed_field_is_record(field)) {
            const Way *inner = &ways[index_of(schema, field->type)];
            if (inner->count) holds[way->count++] = (Hold){ .field = field, .inner = inner };
        }
    }
}

/// Finds the ways of all types. Types may contain lists of each other, so the loop repeats until
/// nothing changes. NULL if `arena` is full.
static Way *find_ways(const ed_Schema *schema, const ed_Handles *handles, ed_Arena *arena)
{
    Way *ways = (Way *)ed_arena_push(arena, schema->type_count * sizeof *ways, 8);
    for (u32 t = 0; ways && t < schema->type_count; t++) {
        const ed_Type *type = schema->types[t];
        Hold *holds = (Hold *)ed_arena_push(arena, type->field_count * sizeof *holds, 8);
        if (!holds && type->field_count) return NULL;
        ways[t] = (Way){ .type = type, .holds = holds };
    }
    for (bool again = ways != NULL; again;) {
        again = false;
        for (u32 t = 0; t < schema->type_count; t++) {
            u32 before = ways[t].count;
            find_holds(schema, handles, ways, &ways[t]);
            again |= ways[t].count != before;
        }
    }
    return ways;
}

// --- clearing one handle -------------------------------------------------------------------------

static ed_ReportRow *row_in_pair(const ed_Plan *plan, const ed_TypePlan *pair, const ed_Type *owner,
                                 const ed_Field *field)
{
    ed_ReportRow *row = pair->to == owner ? ed_plan_row(plan, pair, field) : NULL;
    for (u32 i = 0; !row && i < pair->move_count; i++)
        if (pair->moves[i].field.to == field) row = pair->moves[i].field.row;
    return row;
}

/// Returns the report row that counts a cleared handle. A type has a pair with every old type that
/// becomes it. A pair in which the field has an old value is preferred.
static ed_ReportRow *row_of(const ed_Plan *plan, const ed_Type *owner, const ed_Field *field)
{
    ed_ReportRow *added = NULL;
    for (u32 p = 0; p < plan->count; p++) {
        ed_ReportRow *row = row_in_pair(plan, &plan->pairs[p], owner, field);
        if (row && row->outcome != ED_ADDED) return row;
        if (row) added = row;
    }
    return added;
}

static void clear_if_dangling(const ed_Plan *plan, const Way *way, const Hold *hold, void *at)
{
    ed_Ref ref, none = { 0, 0 };
    memcpy(&ref, at, sizeof ref);
    if (!ref.generation && !ref.index) return;
    if (ed_handle_lives(hold->pool, at)) return;
    memcpy(at, &none, sizeof none);
    ed_ReportRow *row = row_of(plan, way->type, hold->field);
    if (row) row->tally.cleared++;
}

static bool has_generation(const u8 *at)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    return ref.generation != 0;
}

// --- every handle --------------------------------------------------------------------------------

static void walk_record(const ed_Plan *plan, const Way *way, u8 *it);

static void walk_hold(const ed_Plan *plan, const Way *way, const Hold *hold, u8 *it)
{
    const ed_Field *field = hold->field;
    u8 *at = it + field->offset;
    ed_ElementSpan all = ed_field_elements(field, at);
    for (u32 i = 0; i < all.count; i++) {
        if (hold->inner) walk_record(plan, hold->inner, all.at + (size_t)i * field->size);
        else clear_if_dangling(plan, way, hold, all.at + (size_t)i * field->size);
    }
    // an optional null handle is absent
    if (field->shape == ED_OPTIONAL && !hold->inner) at[-1] &= (u8)has_generation(at);
}

static void walk_record(const ed_Plan *plan, const Way *way, u8 *it)
{
    bool chooses = way->type->kind == ED_UNION;
    u32 kind = chooses ? ed_union_kind(way->type, it) : 0;
    for (u32 i = 0; i < way->count; i++)
        if (!chooses || way->holds[i].field == &way->type->fields[kind])
            walk_hold(plan, way, &way->holds[i], it);
}

bool ed_handles_clear_dangling(const ed_State *state, const ed_Plan *plan)
{
    const ed_Schema *schema = state->schema;
    ed_Handles handles;
    if (!ed_handles_find(state, false, plan->arena, &handles)) return false;
    const Way *ways = find_ways(schema, &handles, plan->arena);
    for (u32 i = 0; ways && i < schema->state_count; i++)
        walk_record(plan, &ways[index_of(schema, schema->states[i])], (u8 *)state->blocks[i].at);
    return ways != NULL;
}
