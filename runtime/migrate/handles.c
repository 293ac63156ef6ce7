#include "runtime/migrate/handles.h"
#include <string.h>
#include "runtime/snapshot/handle_pools.h"
#include "runtime/types/field.h"

typedef struct Way Way;

/// A field that leads to handles. Looked up once, not for every record.
typedef struct Hold {
    const ed_Field *field;
    const ed_HandlePool *pool;      // of a handle: where it leads
    const Way *inner;               // of a record
} Hold;

struct Way {      // the fields of a type that lead to handles
    const ed_Type *type;
    const Hold *holds;
    u32 count;
};

typedef struct Walk {
    const ed_State *state;
    const ed_Plan *plan;
} Walk;

static u32 index_of(const ed_Schema *schema, const ed_Type *type)
{
    u32 i = 0;
    while (i < schema->type_count && schema->types[i] != type) i++;
    return i;
}

// --- which types matter --------------------------------------------------------------------------

static bool field_holds(const ed_Schema *schema, const ed_Field *field, const bool *holds)
{
    if (field->kind == ED_REF) return true;
    return ed_field_is_record(field) && holds[index_of(schema, field->type)];
}

/// Types that hold lists of each other make this a matter of rounds.
static void find_holders(const ed_Schema *schema, bool *holds)
{
    for (bool again = true; again;) {
        again = false;
        for (u32 t = 0; t < schema->type_count; t++) {
            const ed_Type *type = schema->types[t];
            for (u32 i = 0; !holds[t] && i < type->field_count; i++)
                if (field_holds(schema, &type->fields[i], holds)) {
                    holds[t] = true;
                    again = true;
                }
        }
    }
}

// --- clearing one ------------------------------------------------------------------------

static ed_ReportRow *row_in_pair(const Walk *walk, const ed_PlanPair *pair, const ed_Type *owner,
                                 const ed_Field *field)
{
    ed_ReportRow *row = pair->to == owner ? ed_plan_row(walk->plan, pair, field) : NULL;
    for (u32 i = 0; !row && i < pair->move_count; i++)
        if (pair->moves[i].field.to == field) row = pair->moves[i].field.row;
    return row;
}

/// Returns the report row that counts a cleared handle. A type has a pair with every old type that
/// becomes it. A pair in which the field has an old value is preferred.
static ed_ReportRow *row_of(const Walk *walk, const ed_Type *owner, const ed_Field *field)
{
    ed_ReportRow *added = NULL;
    for (u32 p = 0; p < walk->plan->count; p++) {
        ed_ReportRow *row = row_in_pair(walk, &walk->plan->pairs[p], owner, field);
        if (row && row->outcome != ED_ADDED) return row;
        if (row) added = row;
    }
    return added;
}

static void settle_ref(const Walk *walk, const Way *way, const Hold *hold, void *at)
{
    ed_Ref ref, none = { 0, 0 };
    memcpy(&ref, at, sizeof ref);
    if (!ref.generation && !ref.index) return;
    if (ed_handle_lives(hold->pool, at)) return;
    memcpy(at, &none, sizeof none);
    ed_ReportRow *row = row_of(walk, way->type, hold->field);
    if (row) row->tally.cleared++;
}

static bool has_generation(const u8 *at)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    return ref.generation != 0;
}

// --- every handle --------------------------------------------------------------------------------

static void walk_record(const Walk *walk, const Way *way, u8 *it);

static void walk_hold(const Walk *walk, const Way *way, const Hold *hold, u8 *it)
{
    const ed_Field *field = hold->field;
    u8 *at = it + field->offset;
    ed_ElementSpan all = ed_field_elements(field, at);
    for (u32 i = 0; i < all.count; i++) {
        if (hold->inner) walk_record(walk, hold->inner, all.at + (size_t)i * field->size);
        else settle_ref(walk, way, hold, all.at + (size_t)i * field->size);
    }
    // a handle to nothing is not there
    if (field->shape == ED_OPTIONAL && !hold->inner) at[-1] &= (u8)has_generation(at);
}

static void walk_record(const Walk *walk, const Way *way, u8 *it)
{
    bool chooses = way->type->kind == ED_UNION;
    u32 kind = chooses ? ed_union_kind(way->type, it) : 0;
    for (u32 i = 0; i < way->count; i++)
        if (!chooses || way->holds[i].field == &way->type->fields[kind])
            walk_hold(walk, way, &way->holds[i], it);
}

// --- the ways ------------------------------------------------------------------------------------

static bool find_ways(const ed_Schema *schema, const ed_Handles *handles, const bool *holds,
                      ed_Arena *arena, Way *ways)
{
    for (u32 t = 0; t < schema->type_count; t++) {
        const ed_Type *type = schema->types[t];
        Hold *found =
            holds[t] ? (Hold *)ed_arena_push(arena, type->field_count * sizeof *found, 8) : NULL;
        if (holds[t] && !found) return false;
        ways[t] = (Way){ .type = type, .holds = found };
        for (u32 i = 0; found && i < type->field_count; i++) {
            const ed_Field *field = &type->fields[i];
            bool handle = field->kind == ED_REF;
            if (!field_holds(schema, field, holds)) continue;
            found[ways[t].count++] =
                (Hold){ .field = field,
                        .pool = handle ? ed_handles_pool(handles, field->type) : NULL,
                        .inner = handle ? NULL : &ways[index_of(schema, field->type)] };
        }
    }
    return true;
}

bool ed_refs_settle(const ed_State *state, const ed_Plan *plan)
{
    const ed_Schema *schema = state->schema;
    bool *holds = (bool *)ed_arena_push(plan->arena, schema->type_count, 1);
    Way *ways = (Way *)ed_arena_push(plan->arena, schema->type_count * sizeof *ways, 8);
    ed_Handles handles;
    if (!holds || !ways || !ed_handles_find(state, false, plan->arena, &handles)) return false;
    find_holders(schema, holds);
    if (!find_ways(schema, &handles, holds, plan->arena, ways)) return false;
    for (u32 i = 0; i < schema->state_count; i++) {
        const Way *way = &ways[index_of(schema, schema->states[i])];
        if (way->count) walk_record(&(Walk){ state, plan }, way, (u8 *)state->blocks[i].at);
    }
    return true;
}
