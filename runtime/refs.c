#include "runtime/refs.h"
#include <string.h>
#include "runtime/pool.h"
#include "runtime/value.h"

typedef struct Walk {
    const ed_State *state;
    const ed_Plan  *plan;
    const bool     *holds;           // for each type of the schema: it has handles somewhere inside
} Walk;

static u32 index_of(const ed_Schema *schema, const ed_Type *type)
{
    u32 i = 0;
    while (i < schema->type_count && schema->types[i] != type) i++;
    return i;
}

// --- which types matter ------------------------------------------------------------------------------------------------

static bool field_holds(const ed_Schema *schema, const ed_Field *field, const bool *holds)
{
    if (field->kind == ED_REF) return true;
    return (field->kind == ED_STRUCT || field->kind == ED_UNION) && holds[index_of(schema, field->type)];
}

/// Types that hold lists of each other make this a matter of rounds.
static void find_holders(const ed_Schema *schema, bool *holds)
{
    for (bool again = true; again;) {
        again = false;
        for (u32 t = 0; t < schema->type_count; t++) {
            const ed_Type *type = schema->types[t];
            for (u32 i = 0; !holds[t] && i < type->field_count; i++)
                if (field_holds(schema, &type->fields[i], holds)) { holds[t] = true; again = true; }
        }
    }
}

// --- where a handle leads ----------------------------------------------------------------------------------------------

/// The schema has exactly one pool for each type that is referred to: a field of a state.
static const ed_Pool *pool_of(const ed_State *state, const ed_Type *type)
{
    for (u32 s = 0; s < state->schema->state_count; s++) {
        const ed_Type *root = state->schema->states[s];
        for (u32 i = 0; i < root->field_count; i++)
            if (root->fields[i].shape == ED_POOL && root->fields[i].type == type)
                return (const ed_Pool *)(const void *)((const u8 *)state->blocks[s].at + root->fields[i].offset);
    }
    return NULL;
}

static ed_ReportRow *row_of(const Walk *walk, const ed_Type *owner, const ed_Field *field)
{
    for (u32 p = 0; p < walk->plan->count; p++) {
        const ed_PlanPair *pair = &walk->plan->pairs[p];
        for (u32 i = 0; pair->to == owner && i < pair->from->field_count; i++)
            if (pair->fields[i].to == field && pair->fields[i].row) return pair->fields[i].row;
        for (u32 i = 0; pair->to == owner && i < pair->return_count; i++)
            if (pair->returns[i].to == field && pair->returns[i].row) return pair->returns[i].row;
        for (u32 i = 0; i < pair->move_count; i++)
            if (pair->moves[i].field.to == field && pair->moves[i].field.row) return pair->moves[i].field.row;
    }
    return NULL;
}

static void settle_ref(const Walk *walk, const ed_Type *owner, const ed_Field *field, void *at)
{
    ed_Ref ref, none = { 0, 0 };
    memcpy(&ref, at, sizeof ref);
    if (!ref.generation && !ref.index) return;
    const ed_Pool *pool = pool_of(walk->state, field->type);
    if (pool && ed_pool_get(pool, ref, field->type->size)) return;
    memcpy(at, &none, sizeof none);
    ed_ReportRow *row = row_of(walk, owner, field);
    if (row) row->tally.cleared++;
}

// --- every handle ------------------------------------------------------------------------------------------------------

static void walk_record(const Walk *walk, const ed_Type *type, void *it);

static void walk_items(const Walk *walk, const ed_Type *owner, const ed_Field *field, u8 *items, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        u8 *at = items + (size_t)i * field->size;
        if (field->kind == ED_REF) settle_ref(walk, owner, field, at);
        else                       walk_record(walk, field->type, at);
    }
}

static void walk_field(const Walk *walk, const ed_Type *owner, const ed_Field *field, u8 *it)
{
    u8 *at = it + field->offset;
    const ed_Array *array = (const ed_Array *)(const void *)at;
    u32 count = field->count;
    if (!field_holds(walk->state->schema, field, walk->holds)) return;
    if (field->shape == ED_BOUNDED)  memcpy(&count, at - sizeof count, sizeof count);
    if (field->shape == ED_OPTIONAL) count = at[-1];
    bool list = field->shape == ED_DYNAMIC || field->shape == ED_POOL;
    if (list) walk_items(walk, owner, field, (u8 *)array->items, array->count);
    else      walk_items(walk, owner, field, at, count);
}

static void walk_record(const Walk *walk, const ed_Type *type, void *it)
{
    u32 kind;
    memcpy(&kind, it, sizeof kind);
    if (type->kind == ED_UNION) { walk_field(walk, type, &type->fields[kind], (u8 *)it); return; }
    for (u32 i = 0; i < type->field_count; i++) walk_field(walk, type, &type->fields[i], (u8 *)it);
}

void ed_refs_settle(const ed_State *state, const ed_Plan *plan)
{
    const ed_Schema *schema = state->schema;
    bool *holds = (bool *)ed_arena_push(plan->arena, schema->type_count, 1);
    if (!holds) return;
    find_holders(schema, holds);
    Walk walk = { state, plan, holds };
    for (u32 i = 0; i < schema->state_count; i++)
        if (holds[index_of(schema, schema->states[i])]) walk_record(&walk, schema->states[i], state->blocks[i].at);
}
