#include "runtime/migrate/handles.h"
#include <string.h>
#include "runtime/snapshot/handle_pools.h"
#include "runtime/types/field.h"

typedef struct HandleFields HandleFields;

/// A field that leads to handles. Looked up once, not for every record.
typedef struct HandleField {
    const ed_Field *field;
    const ed_HandlePool *pool;      // for a handle: the pool it refers to
    const HandleFields *inner;      // for a record: its fields that lead to handles
    ed_ReportRow *row;              // counts its cleared handles, or NULL
    bool has_row;                   // `row` was looked up, at the first cleared handle
} HandleField;

struct HandleFields {      // the fields of a type that lead to handles
    const ed_Type *type;
    HandleField *items;
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
static void find_handle_fields(const ed_Schema *schema, const ed_HandlePools *handles,
                               const HandleFields *all_fields, HandleFields *fields)
{
    HandleField *items = fields->items;
    fields->count = 0;
    for (u32 i = 0; i < fields->type->field_count; i++) {
        const ed_Field *field = &fields->type->fields[i];
        if (field->kind == ED_REF) {
            const ed_HandlePool *pool = ed_handle_pool_of(handles, field->type);
            items[fields->count++] = (HandleField){ .field = field, .pool = pool };
        } else if (ed_field_is_record(field)) {
            const HandleFields *inner = &all_fields[index_of(schema, field->type)];
            if (inner->count)
                items[fields->count++] = (HandleField){ .field = field, .inner = inner };
        }
    }
}

/// Finds the fields that lead to handles, for all types. Types may contain lists of each other, so
/// the loop repeats until nothing changes. NULL if `arena` is full.
static HandleFields *find_all_handle_fields(const ed_Schema *schema, const ed_HandlePools *handles,
                                            ed_Arena *arena)
{
    HandleFields *all_fields =
        (HandleFields *)ed_arena_push(arena, schema->type_count * sizeof *all_fields, 8);
    for (u32 t = 0; all_fields && t < schema->type_count; t++) {
        const ed_Type *type = schema->types[t];
        HandleField *items =
            (HandleField *)ed_arena_push(arena, type->field_count * sizeof *items, 8);
        if (!items && type->field_count) return NULL;
        all_fields[t] = (HandleFields){ .type = type, .items = items };
    }
    for (bool again = all_fields != NULL; again;) {
        again = false;
        for (u32 t = 0; t < schema->type_count; t++) {
            u32 before = all_fields[t].count;
            find_handle_fields(schema, handles, all_fields, &all_fields[t]);
            again |= all_fields[t].count != before;
        }
    }
    return all_fields;
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

static void clear_if_dangling(const ed_Plan *plan, const HandleFields *fields,
                              HandleField *handle_field, void *at)
{
    ed_Ref ref, none = { 0, 0 };
    memcpy(&ref, at, sizeof ref);
    bool null = !ref.generation;
    if ((null && !ref.index) || (!null && ed_handle_lives(handle_field->pool, at))) return;
    memcpy(at, &none, sizeof none);
    if (null) return;
    if (!handle_field->has_row) handle_field->row = row_of(plan, fields->type, handle_field->field);
    handle_field->has_row = true;
    if (handle_field->row) handle_field->row->tally.cleared++;
}

static bool has_generation(const u8 *at)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    return ref.generation != 0;
}

// --- every handle --------------------------------------------------------------------------------

static void walk_record(const ed_Plan *plan, const HandleFields *fields, u8 *it);

static void walk_field(const ed_Plan *plan, const HandleFields *fields, HandleField *handle_field,
                       u8 *it)
{
    const ed_Field *field = handle_field->field;
    u8 *at = it + field->offset;
    ed_ElementSpan all = ed_field_elements(field, at);
    for (u32 i = 0; i < all.count; i++) {
        if (handle_field->inner)
            walk_record(plan, handle_field->inner, all.at + (size_t)i * field->size);
        else clear_if_dangling(plan, fields, handle_field, all.at + (size_t)i * field->size);
    }
    // an optional null handle is absent
    if (field->shape == ED_OPTIONAL && !handle_field->inner) at[-1] &= (u8)has_generation(at);
}

static void walk_record(const ed_Plan *plan, const HandleFields *fields, u8 *it)
{
    bool chooses = fields->type->kind == ED_UNION;
    u32 kind = chooses ? ed_union_index(fields->type, it) : 0;
    for (u32 i = 0; i < fields->count; i++)
        if (!chooses || fields->items[i].field == &fields->type->fields[kind])
            walk_field(plan, fields, &fields->items[i], it);
}

bool ed_handles_clear_dangling(const ed_State *state, const ed_Plan *plan)
{
    const ed_Schema *schema = state->schema;
    ed_HandlePools handles;
    if (!ed_handle_pools_find(state, false, plan->arena, &handles)) return false;
    const HandleFields *all_fields = find_all_handle_fields(schema, &handles, plan->arena);
    for (u32 i = 0; all_fields && i < schema->state_count; i++)
        walk_record(plan, &all_fields[index_of(schema, schema->states[i])],
                    (u8 *)state->roots[i].at);
    return all_fields != NULL;
}
