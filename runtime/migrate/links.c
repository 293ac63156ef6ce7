#include "runtime/migrate/links.h"
#include <string.h>
#include "runtime/migrate/link_map.h"
#include "runtime/snapshot/containers.h"
#include "runtime/types/link_fields.h"

/// What is known of a field with links. Looked up once, not for every record.
typedef struct FieldNotes {
    bool is_known,
        has_row;      // `pool` and `row` were looked up; the latter at the first dead link
    const ed_Container *pool;      // of handles
    ed_ReportRow *row;             // counts its cleared links, or NULL
} FieldNotes;

typedef struct Settle {
    const ed_Plan *plan;
    ed_Containers containers;
    FieldNotes *notes;      // by ed_LinkField.number
} Settle;

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

static void count_cleared(const Settle *settle, const ed_Type *owner, const ed_LinkField *link)
{
    FieldNotes *notes = &settle->notes[link->number];
    if (!notes->has_row) notes->row = row_of(settle->plan, owner, link->field);
    notes->has_row = true;
    if (notes->row) notes->row->tally.cleared++;
}

/// Calls `fn` for the links of one kind.
static bool settle_each(const ed_State *state, const ed_Plan *plan, ed_IsLink *is_link,
                        ed_LinkFn *fn)
{
    ed_Links links;
    Settle settle = { .plan = plan };
    if (!ed_links_find(state->schema, is_link, plan->arena, &links)) return false;
    if (!links.field_count) return true;
    settle.notes =
        (FieldNotes *)ed_arena_push(plan->arena, links.field_count * sizeof *settle.notes, 8);
    if (!settle.notes || !ed_containers_find(state, false, plan->arena, &settle.containers))
        return false;
    ed_links_each(&links, state->roots, fn, &settle);
    return true;
}

// --- handles -------------------------------------------------------------------------------------

static bool is_handle(const ed_Field *field) { return field->kind == ED_REF; }

/// Returns the handle of a record that a pointer led to before (link_map.h).
static ed_Ref handle_of_index(const ed_Container *pool, ed_Ref by_index)
{
    bool there = pool && by_index.index < pool->count;
    return there ? ed_pool_ref(pool->pool, by_index.index) : (ed_Ref){ 0, 0 };
}

static void clear_if_dangling(void *it, const ed_Type *owner, const ed_LinkField *link, u8 *at)
{
    const Settle *settle = (const Settle *)it;
    FieldNotes *notes = &settle->notes[link->number];
    ed_Ref ref, none = { 0, 0 };
    memcpy(&ref, at, sizeof ref);
    bool null = !ref.generation;
    if (!notes->is_known) notes->pool = ed_pool_of(&settle->containers, link->field->type);
    notes->is_known = true;
    if (ref.generation == ED_REF_BY_INDEX) {
        ref = handle_of_index(notes->pool, ref);
        memcpy(at, &ref, sizeof ref);
    }
    bool lives = !null && ed_handle_lives(notes->pool, at);
    if (!lives) memcpy(at, &none, sizeof none);
    // an optional null handle is absent
    if (!lives && link->field->shape == ED_OPTIONAL) at[-1] = 0;
    if (!lives && !null) count_cleared(settle, owner, link);
}

bool ed_handles_clear_dangling(const ed_State *state, const ed_Plan *plan)
{
    return settle_each(state, plan, is_handle, clear_if_dangling);
}

// --- record pointers -----------------------------------------------------------------------------

static bool is_record_ptr(const ed_Field *field) { return field->kind == ED_RECORD_PTR; }

/// Returns the name of the item of a pool that a handle referred to before (link_map.h). 0: none.
static u64 name_of_slot(const ed_Containers *containers, u64 name)
{
    u32 number = ed_name_container(name), slot = ed_name_index(name);
    const ed_Pool *pool = number < containers->count ? containers->items[number].pool : NULL;
    if (!pool || slot >= pool->slot_count) return 0;
    const u32 index = pool->slots[slot].at;
    return index < pool->count && pool->owners[index] == slot ? ed_link_name(number, index) : 0;
}

static void resolve(void *it, const ed_Type *owner, const ed_LinkField *link, u8 *at)
{
    const Settle *settle = (const Settle *)it;
    u64 name, address;
    memcpy(&name, at, sizeof name);
    if (!(name & ED_NAME_BIT)) return;      // null, or an address that the game's code has set
    if (name & ED_NAME_SLOT) name = name_of_slot(&settle->containers, name);
    address = ed_link_address(&settle->containers, link->field->type, name);
    memcpy(at, &address, sizeof address);
    if (!address) count_cleared(settle, owner, link);
}

bool ed_record_ptrs_resolve(const ed_State *state, const ed_Plan *plan)
{
    return settle_each(state, plan, is_record_ptr, resolve);
}
