#include "runtime/migrate/links.h"
#include <string.h>
#include "runtime/migrate/link_map.h"
#include "runtime/snapshot/containers.h"
#include "runtime/types/link_fields.h"

/// The container that the last pointer led to. Most pointers of a field lead to the same one.
typedef struct Target {
    u64 first;      // the name of its first record
    u64 base, size, count;
} Target;

/// What is known of a field with links. Looked up once, not for every record.
typedef struct FieldNotes {
    bool is_known,
        has_row;      // `pool` and `row` were looked up; the latter at the first dead link
    const ed_Container *pool;      // of handles
    ed_ReportRow *row;             // counts its cleared links, or NULL
    Target target;                 // of pointers
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

/// Returns the row that counts the links of a field, or NULL.
static ed_ReportRow *row_of_run(const Settle *settle, const ed_LinkRun *run)
{
    FieldNotes *notes = &settle->notes[run->link->number];
    if (!notes->has_row) notes->row = row_of(settle->plan, run->owner, run->link->field);
    notes->has_row = true;
    return notes->row;
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
    return pool ? ed_pool_ref(pool->pool, by_index.index) : (ed_Ref){ 0, 0 };
}

/// Clears a handle without an item. Returns whether it was not null.
static bool clear_if_dangling(const ed_Container *pool, const ed_Field *field, u8 *at)
{
    ed_Ref ref, none = { 0, 0 };
    memcpy(&ref, at, sizeof ref);
    bool null = !ref.generation;
    if (ref.generation == ED_REF_BY_INDEX) {
        ref = handle_of_index(pool, ref);
        memcpy(at, &ref, sizeof ref);
    }
    if (!null && ed_handle_lives(pool, at)) return false;
    memcpy(at, &none, sizeof none);
    if (field->shape == ED_OPTIONAL) at[-1] = 0;      // an optional null handle is absent
    return !null;
}

static void clear_dangling(void *it, const ed_LinkRun *run)
{
    const Settle *settle = (const Settle *)it;
    const ed_Field *field = run->link->field;
    FieldNotes *notes = &settle->notes[run->link->number];
    u32 cleared = 0;
    if (!notes->is_known) notes->pool = ed_pool_of(&settle->containers, field->type);
    notes->is_known = true;
    for (u32 i = 0; i < run->count; i++)
        cleared += clear_if_dangling(notes->pool, field, run->at + i * run->stride);
    ed_ReportRow *row = cleared ? row_of_run(settle, run) : NULL;
    if (row) row->tally.cleared += cleared;
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

/// Returns no records for a name whose record has to be looked up.
static Target target_of(const ed_Containers *containers, const ed_Type *type, u64 name)
{
    u32 number = ed_name_container(name);
    Target none = { .count = 0 };
    if ((name & ED_NAME_SLOT) || number >= containers->count) return none;
    const ed_Container *container = &containers->items[number];
    if (!ed_begins_with(container->type, type) || container->ranks) return none;
    return (Target){ ed_link_name(number, 0), (u64)(uintptr_t)container->items,
                     container->field->size, container->count };
}

/// Counts pointers that became null as values that were lost.
static void count_lost(const Settle *settle, const ed_LinkRun *run, u32 lost)
{
    ed_ReportRow *row = lost ? row_of_run(settle, run) : NULL;
    if (!row) return;
    row->tally.defaulted += lost;
    row->tally.exact -= lost < row->tally.exact ? lost : row->tally.exact;
}

/// Returns how many pointers, from the first one on, have the name of a record of the target.
static u32 count_named(const Target *target, const u8 *at, size_t stride, u32 count)
{
    u32 i = 0;
    for (; i < count; i++, at += stride) {
        u64 name;
        memcpy(&name, at, sizeof name);
        if (name - target->first >= target->count) break;
    }
    return i;
}

/// Resolves pointers as long as they lead to the target. Returns how many.
static u32 resolve_to(const Target *target, u8 *at, size_t stride, u32 count)
{
    const Target to = *target;
    u32 i = 0;
    for (; i < count; i++, at += stride) {
        u64 name;
        memcpy(&name, at, sizeof name);
        u64 index = name - to.first;
        if (index >= to.count) break;
        u64 address = to.base + index * to.size;
        memcpy(at, &address, sizeof address);
    }
    return i;
}

/// Clears the pointers of a run that have no record. With `resolve`, the others get addresses.
static void visit_names(const Settle *settle, const ed_LinkRun *run, bool resolve)
{
    const ed_Type *type = run->link->field->type;
    Target *target = &settle->notes[run->link->number].target;
    u32 lost = 0;
    for (u32 i = 0; i < run->count; i++) {
        u64 name;
        u8 *at = run->at + i * run->stride;
        i += resolve ? resolve_to(target, at, run->stride, run->count - i)
                     : count_named(target, at, run->stride, run->count - i);
        if (i == run->count) break;
        at = run->at + i * run->stride;
        memcpy(&name, at, sizeof name);
        if (!(name & ED_NAME_BIT))
            continue;      // null, or an address that the game's code has set
        *target = target_of(&settle->containers, type, name);
        if (name & ED_NAME_SLOT) name = name_of_slot(&settle->containers, name);
        u64 address = ed_link_address(&settle->containers, type, name);
        if (!resolve && address) address = name;
        memcpy(at, &address, sizeof address);
        lost += !address;
    }
    count_lost(settle, run, lost);
}

static void settle_names(void *it, const ed_LinkRun *run)
{
    visit_names((const Settle *)it, run, false);
}

static void resolve_names(void *it, const ed_LinkRun *run)
{
    visit_names((const Settle *)it, run, true);
}

bool ed_links_settle(const ed_State *state, const ed_Plan *plan)
{
    const bool names = plan->links && plan->links->may_lose;
    return settle_each(state, plan, is_handle, clear_dangling)
        && (!names || settle_each(state, plan, is_record_ptr, settle_names));
}

bool ed_record_ptrs_resolve(const ed_State *state, const ed_Plan *plan)
{
    return settle_each(state, plan, is_record_ptr, resolve_names);
}
