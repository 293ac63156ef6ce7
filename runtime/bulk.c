#include "runtime/bulk.h"
#include <string.h>
#include "runtime/init.h"
#include "runtime/mask.h"
#include "runtime/shuffle.h"

#define UNROLL_MAX 16u       // elements of an inline array of records that changed

typedef struct Make {
    ed_Plan  *plan;
    ed_Bulk  *bulk;
    ed_Array  steps, copies, counts, guards;
    u32       guard;         // that what is added now stands under; its bytes are copied already
    bool      live;
    bool      keeps;         // the field at hand is dropped, and the attic wants it
    bool      full;
} Make;

// --- gathering -----------------------------------------------------------------------------------

static void *add(Make *m, ed_Array *list, u32 size)
{
    void *at = ed_array_add(m->plan->arena, list, size, 8);
    if (!at) m->full = true;
    return at;
}

static void add_step(Make *m, ed_BulkStep step)
{
    ed_BulkStep *at = (ed_BulkStep *)add(m, &m->steps, sizeof step);
    if (!at) return;
    *at = step;
    at->guard = m->guard;
}

static void add_copy(Make *m, u32 from, u32 to, u32 size)
{
    if (m->guard) return;
    ed_BulkStep *at = (ed_BulkStep *)add(m, &m->copies, sizeof *at);
    if (at)
        *at = (ed_BulkStep){ .kind = ED_STEP_COPY, .from = from, .to = to, .size = size,
                             .count = 1 };
}

static void add_count(Make *m, ed_ReportRow *row, ed_PlanPair *pair, u64 each)
{
    if (!row && !pair) return;
    ed_BulkCount *at = (ed_BulkCount *)add(m, &m->counts, sizeof *at);
    if (at) *at = (ed_BulkCount){ m->guard, row, pair, each };
}

static u32 add_guard(Make *m, ed_BulkGuard guard)
{
    ed_BulkGuard *at = (ed_BulkGuard *)add(m, &m->guards, sizeof guard);
    if (at) *at = guard;
    return at ? m->guards.count - 1 : 0;
}

// --- what can go at once -------------------------------------------------------------------------

/// Nothing but its fields decides what becomes of a record.
static bool is_simple(const ed_PlanPair *pair)
{
    return pair && !pair->move_count && !pair->upgrade && !pair->return_count;
}

/// The bytes of an element mean the same on both sides.
static bool same_element(const ed_PlanField *plan, bool live)
{
    const ed_Field *from = plan->from, *to = plan->to;
    if (from->kind != to->kind || from->size != to->size) return false;
    if (from->kind == ED_PTR) return live;
    if (from->kind == ED_REF) return from->type->tag == to->type->tag;
    if (ed_field_is_record(from) && !is_simple(plan->inner)) return false;
    return !from->type || ed_same_layout(from->type, to->type, NULL, 0);
}

static bool holds_pointers(const ed_Type *type, u32 depth)
{
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (field->kind == ED_PTR || depth == ED_DEPTH_MAX) return true;
        bool inner = ed_field_is_record(field) && field->shape != ED_DYNAMIC
                  && field->shape != ED_POOL;
        if (inner && holds_pointers(field->type, depth + 1)) return true;
    }
    return false;
}

static bool same_rows(const ed_PlanField *plan, bool live)
{
    return same_element(plan, live)
        && (live || !ed_field_is_record(plan->from) || !holds_pointers(plan->from->type, 0));
}

// --- one field -----------------------------------------------------------------------------------

typedef struct Place { u32 from, to; } Place;        // bytes into the two records

static bool make_field(Make *m, const ed_PlanPair *pair, const ed_PlanField *plan, Place base);

static void copy_and_check(Make *m, ed_StepKind check, const ed_PlanField *plan,
                           Place at, u32 count)
{
    const ed_Field *from = plan->from;
    add_copy(m, at.from, at.to, from->size * count);
    if (check != ED_STEP_COPY)
        add_step(m, (ed_BulkStep){ .kind = check, .from = at.from, .size = from->size,
                                   .count = count, .plan = plan });
    add_count(m, plan->row, NULL, count);
}

static bool make_number(Make *m, const ed_PlanField *plan, Place at, u32 count)
{
    const ed_Field *from = plan->from, *to = plan->to;
    if (from->kind == to->kind) {
        copy_and_check(m, from->kind == ED_BOOL ? ED_STEP_IS_BOOL : ED_STEP_COPY, plan, at, count);
        return true;
    }
    add_step(m, (ed_BulkStep){ .kind = ED_STEP_NUMBER, .from = at.from, .to = at.to,
                               .size = from->size, .to_size = to->size, .count = count,
                               .number = from->kind, .to_number = to->kind });
    add_count(m, plan->row, NULL, count);
    return true;
}

static bool make_chars(Make *m, const ed_PlanField *plan, Place at, u32 count)
{
    const ed_Field *from = plan->from, *to = plan->to;
    if (from->size == to->size) {
        copy_and_check(m, ED_STEP_IS_TEXT, plan, at, count);
        return true;
    }
    add_step(m, (ed_BulkStep){ .kind = ED_STEP_CHARS, .from = at.from, .to = at.to,
                               .size = from->size, .to_size = to->size, .count = count });
    add_count(m, plan->row, NULL, count);
    return true;
}

/// Looked at value by value: what it is made of is copied, checked and counted there.
static void make_whole(Make *m, const ed_PlanField *plan, Place at, u32 lead, u32 bytes)
{
    add_copy(m, at.from - lead, at.to - lead, lead + bytes);
    add_step(m, (ed_BulkStep){ .kind = ED_STEP_IS_WHOLE, .from = at.from, .plan = plan,
                               .count = plan == m->bulk->plan });
}

/// What every element counts alike is counted with the row.
static void count_each(Make *m, const ed_Bulk *inner, u32 count)
{
    for (u32 f = 0; f < inner->field_count; f++)
        for (u32 c = 0; c < inner->fields[f].count_count; c++) {
            const ed_BulkCount *one = &inner->counts[inner->fields[f].count + c];
            if (!one->guard) add_count(m, one->row, one->pair, one->each * count);
        }
}

static bool goes_each(const ed_Bulk *inner)
{
    bool good = inner && !inner->slow_count && !inner->parts.count;
    for (u32 f = 0; good && f < inner->field_count; f++) good = !inner->fields[f].keeps;
    return good;
}

/// The elements are rows in a row: their own steps run over them. Not where a row may hold something
/// else there.
static bool make_each(Make *m, const ed_PlanField *plan, Place at, u32 count)
{
    const ed_Bulk *inner = m->guard ? NULL : ed_bulk(m->plan, plan, m->live);
    if (!goes_each(inner)) return false;
    if (inner->same) add_copy(m, at.from, at.to, plan->from->size * count);
    add_step(m, (ed_BulkStep){ .kind = ED_STEP_EACH, .from = at.from, .to = at.to, .count = count,
                               .plan = plan, .inner = inner });
    add_count(m, plan->row, NULL, count);
    add_count(m, NULL, plan->inner, count);
    count_each(m, inner, count);
    return true;
}

static bool make_struct(Make *m, const ed_PlanField *plan, Place at, u32 count)
{
    const ed_PlanPair *pair = plan->inner;
    if (!is_simple(pair)) return false;
    if (count > UNROLL_MAX) {
        if (make_each(m, plan, at, count)) return true;
        if (!same_rows(plan, m->live)) return false;
        make_whole(m, plan, at, 0, plan->from->size * count);
        return true;
    }
    add_count(m, plan->row, NULL, count);
    add_count(m, NULL, plan->inner, count);
    for (u32 e = 0; e < count; e++) {
        Place base = { at.from + e * plan->from->size, at.to + e * plan->to->size };
        for (u32 i = 0; i < pair->from->field_count; i++)
            if (!make_field(m, pair, &pair->fields[i], base)) return false;
    }
    return true;
}

static bool make_record_fields(Make *m, const ed_PlanPair *pair, u32 first, u32 end, Place base)
{
    for (u32 i = first; i < end; i++)
        if (!make_field(m, pair, &pair->fields[i], base)) return false;
    return true;
}

static bool make_union(Make *m, const ed_PlanField *plan, Place at)
{
    const ed_PlanPair *pair = plan->inner;
    u32 count = pair->from->field_count;
    bool good = true;
    add_copy(m, at.from, at.to, plan->from->size);
    add_step(m, (ed_BulkStep){ .kind = ED_STEP_IS_KIND, .from = at.from, .count = 1,
                               .part = count });
    add_count(m, plan->row, NULL, 1);
    add_count(m, NULL, plan->inner, 1);
    for (u32 k = 0; k < count && good; k++) {
        m->guard = add_guard(m, (ed_BulkGuard){ at.from, sizeof(u32), k });
        good = make_record_fields(m, pair, k, k + 1, at);
        m->guard = 0;
    }
    return good;
}

static bool make_optional(Make *m, const ed_PlanField *plan, Place at)
{
    const ed_Field *from = plan->from;
    add_copy(m, at.from - 1, at.to - 1, 1 + from->size);
    add_step(m, (ed_BulkStep){ .kind = ED_STEP_IS_BOOL, .from = at.from - 1, .size = 1,
                               .count = 1 });
    add_count(m, plan->row, NULL, 1);
    if (from->kind != ED_STRUCT) return true;
    m->guard = add_guard(m, (ed_BulkGuard){ at.from - 1, 1, 1 });
    add_count(m, NULL, plan->inner, 1);
    bool good = make_record_fields(m, plan->inner, 0, plan->inner->from->field_count, at);
    m->guard = 0;
    return good;
}

static bool make_element(Make *m, const ed_PlanField *plan, Place at, u32 count)
{
    const ed_Field *from = plan->from, *to = plan->to;
    if (from->kind <= ED_F64 && to->kind <= ED_F64) return make_number(m, plan, at, count);
    if (from->kind != to->kind) return false;
    switch (from->kind) {
    case ED_CHARS:  return make_chars(m, plan, at, count);
    case ED_STRUCT: return make_struct(m, plan, at, count);
    case ED_PTR:    add_count(m, plan->row, NULL, count); break;      // out of a file it is none
    default: break;
    }
    if (from->kind == ED_PTR && !m->live) return true;
    if (from->kind == ED_PTR) { add_copy(m, at.from, at.to, from->size * count); return true; }
    if (!same_rows(plan, m->live)) return false;
    if (from->kind == ED_UNION && count == 1 && !m->guard) return make_union(m, plan, at);
    if      (from->kind == ED_UNION) make_whole(m, plan, at, 0, from->size * count);
    else if (from->kind == ED_STR)   copy_and_check(m, ED_STEP_COPY, plan, at, count);
    else
        copy_and_check(m, from->kind == ED_REF ? ED_STEP_IS_REF : ED_STEP_IS_NAMED,
                       plan, at, count);
    return true;
}

static u32 part_at(const Make *m, u32 from)
{
    u32 p = 0;
    while (p < m->bulk->parts.count
        && !(m->bulk->parts.at[p].direct && m->bulk->parts.at[p].offset == from))
        p++;
    return p;
}

/// A list whose elements changed: converted first, all of them, into one block.
static bool make_list(Make *m, const ed_PlanField *plan, Place at)
{
    if (same_rows(plan, m->live)) { add_copy(m, at.from, at.to, sizeof(ed_Array)); return true; }
    u32 part = part_at(m, at.from);
    if (part == m->bulk->parts.count
        || (ed_field_is_record(plan->from) && plan->from->kind == plan->to->kind
            && !is_simple(plan->inner)))
        return false;
    m->bulk->ways[part] = ED_PART_CHANGED;
    add_step(m, (ed_BulkStep){ .kind = ED_STEP_LIST, .from = at.from, .to = at.to, .part = part });
    return true;
}

/// The default of a field as its writer told it, in memory.
static const u8 *usual_of(Make *m, const ed_Field *field)
{
    ed_Field alone;
    const u8 *it = ed_field_alone(field, m->plan->arena, &alone);
    if (!it) m->full = true;
    return it ? it + alone.offset : NULL;
}

static bool make_drop(Make *m, const ed_PlanPair *pair, const ed_PlanField *plan, Place base)
{
    const ed_Field *from = plan->from;
    u32 lead = ed_field_lead(from);
    if (!plan->row) return !m->plan->attic;      // out of the attic, where it goes back to
    bool text = from->kind == ED_STR || from->shape == ED_DYNAMIC || from->shape == ED_POOL;
    bool list = text || (ed_field_is_record(from) && ed_parts_any(from));
    if (plan->moved || pair != m->bulk->pair || list || from->kind == ED_PTR
        || from->kind == ED_REF || ed_field_is_record(from))
        return false;
    m->keeps = m->plan->attic != NULL;
    const u8 *usual = usual_of(m, from);
    if (usual)
        add_step(m, (ed_BulkStep){ .kind = ED_STEP_DROP, .from = base.from + from->offset - lead,
                                   .count = 1, .size = lead + (u32)ed_field_bytes(from),
                                   .plan = plan, .usual = usual - lead });
    return true;
}

static bool same_room(const ed_Field *from, const ed_Field *to)
{
    return from->shape == to->shape && from->count == to->count
        && memcmp(from->dims, to->dims, sizeof from->dims) == 0;
}

static bool make_field(Make *m, const ed_PlanPair *pair, const ed_PlanField *plan, Place base)
{
    const ed_Field *from = plan->from, *to = plan->to;
    if (!to || (to->flags & ED_FIELD_TRANSIENT)) return make_drop(m, pair, plan, base);
    if (plan->back || plan->moved || plan->scale != 1 || !same_room(from, to)) return false;
    Place at = { base.from + from->offset, base.to + to->offset };
    switch (from->shape) {
    case ED_ONE: case ED_FIXED: return make_element(m, plan, at, from->count);
    case ED_DYNAMIC:            return make_list(m, plan, at);
    case ED_POOL:               return false;
    default: break;
    }
    if (!same_rows(plan, m->live)) return false;
    bool simple = from->shape == ED_OPTIONAL && (from->kind <= ED_F64 || from->kind == ED_STRUCT)
               && from->kind != ED_BOOL;
    if (simple && !m->guard) return make_optional(m, plan, at);
    make_whole(m, plan, at, ed_field_lead(from), from->size * from->count);
    return true;
}

// --- all fields ----------------------------------------------------------------------------------

static bool any_by_row(const ed_Bulk *bulk)
{
    bool any = false;
    for (u32 f = 0; f < bulk->field_count; f++) any |= bulk->fields[f].by_row;
    return any;
}

/// What a field that turned out to be slow has left behind is taken back.
static void make_top_field(Make *m, ed_BulkField *field, const ed_PlanField *plan)
{
    const ed_Bulk *bulk = m->bulk;
    u32 copies = m->copies.count;
    m->keeps = false;
    *field = (ed_BulkField){ .plan = plan, .step = m->steps.count, .count = m->counts.count };
    bool record = bulk->from->kind == ED_STRUCT;
    bool fast = record ? make_field(m, bulk->pair, plan, (Place){ 0, 0 })
                       : !plan->back && plan->scale == 1
                         && make_element(m, plan, (Place){ 0, 0 }, 1);
    if (!fast) {
        field->slow = true;
        m->bulk->slow_count++;
        m->steps.count  = field->step;
        m->counts.count = field->count;
        m->copies.count = copies;
    }
    field->keeps = m->keeps && fast;
    field->step_count  = m->steps.count - field->step;
    field->count_count = m->counts.count - field->count;
    m->guard = 0;
    const ed_BulkStep  *steps  = (const ed_BulkStep *)m->steps.items;
    const ed_BulkCount *counts = (const ed_BulkCount *)m->counts.items;
    for (u32 s = field->step; s < m->steps.count; s++)
        field->by_row |= steps[s].kind == ED_STEP_IS_WHOLE || steps[s].kind == ED_STEP_DROP
                      || (steps[s].kind == ED_STEP_EACH && any_by_row(steps[s].inner));
    for (u32 c = field->count; c < m->counts.count; c++) field->by_row |= counts[c].guard != 0;
}

static bool make_fields(Make *m)
{
    ed_Bulk *bulk = m->bulk;
    bool record = bulk->from->kind == ED_STRUCT;
    bulk->field_count = record ? bulk->pair->from->field_count : 1;
    bulk->fields = (ed_BulkField *)ed_arena_push(m->plan->arena,
                                                 bulk->field_count * sizeof *bulk->fields, 8);
    if (!bulk->fields) return false;
    for (u32 i = 0; i < bulk->field_count && !m->full; i++)
        make_top_field(m, &bulk->fields[i], record ? &bulk->pair->fields[i] : bulk->plan);
    return !m->full;
}

// --- parts ---------------------------------------------------------------------------------------

/// The plan of the field that a part's slots are, by the way there.
static const ed_PlanField *plan_of(const ed_Bulk *bulk, const ed_Part *part)
{
    const ed_PlanField *plan = bulk->plan;
    for (u32 i = 0; i < part->way_count; i++) {
        const ed_PlanPair *pair = i == 0 && bulk->from->kind == ED_STRUCT ? bulk->pair
                                : plan                                    ? plan->inner
                                                                          : NULL;
        if (!pair) return NULL;
        plan = &pair->fields[part->way[i] - pair->from->fields];
    }
    return plan;
}

/// A field is fast only with all its parts.
static void settle_parts(Make *m)
{
    ed_Bulk *bulk = m->bulk;
    for (u32 p = 0; p < bulk->parts.count; p++) {
        const ed_Part *part = &bulk->parts.at[p];
        bool record = bulk->from->kind == ED_STRUCT;
        u32 field = record ? (u32)(part->way[0] - bulk->pair->from->fields) : 0;
        bulk->part_plans[p] = plan_of(bulk, part);
        if (bulk->fields[field].slow || !bulk->part_plans[p] || !bulk->part_plans[p]->to)
            bulk->ways[p] = ED_PART_RAW;
    }
}

// --- copies that lie beside each other are one ---------------------------------------------------

typedef struct Masks { const u8 *from, *to; } Masks;

static bool is_gap(const u8 *mask, u32 start, u32 end)
{
    for (u32 i = start; i < end; i++) if (mask[i]) return false;
    return true;
}

static bool merge(ed_BulkStep *one, const ed_BulkStep *next, const Masks *masks)
{
    u32 from = one->from + one->size, to = one->to + one->size;
    if (next->from < from || next->to < to || next->from - from != next->to - to) return false;
    if (!is_gap(masks->from, from, next->from) || !is_gap(masks->to, to, next->to)) return false;
    one->size = next->from + next->size - one->from;
    return true;
}

static bool merge_copies(Make *m)
{
    ed_Bulk *bulk = m->bulk;
    u8 *from = (u8 *)ed_arena_push(m->plan->arena, bulk->from->size, 1);
    u8 *to   = (u8 *)ed_arena_push(m->plan->arena, bulk->to->size, 1);
    if (!from || !to) return false;
    ed_mask_element(bulk->from, ED_MASK_FIELDS, from);
    ed_mask_element(bulk->to, ED_MASK_FIELDS, to);
    ed_BulkStep *copies = (ed_BulkStep *)m->copies.items;
    u32 kept = 0;
    for (u32 i = 0; i < m->copies.count; i++)
        if (kept == 0 || !merge(&copies[kept - 1], &copies[i], &(Masks){ from, to }))
            copies[kept++] = copies[i];
    bulk->copies     = copies;
    bulk->copy_count = kept;
    return true;
}

// --- defaults ------------------------------------------------------------------------------------

typedef struct Slots {
    const Make *make;
    bool        shared;      // a slot with a default of its own that nothing replaces
} Slots;

static bool is_replaced(const Make *m, u32 offset)
{
    const ed_BulkStep *steps = (const ed_BulkStep *)m->steps.items;
    for (u32 i = 0; i < m->bulk->copy_count; i++) {
        const ed_BulkStep *copy = &m->bulk->copies[i];
        if (offset >= copy->to && offset + sizeof(ed_Array) <= copy->to + copy->size) return true;
    }
    for (u32 i = 0; i < m->steps.count; i++)
        if (steps[i].kind == ED_STEP_LIST && steps[i].to == offset) return true;
    return false;
}

static void look_at_slot(void *it, u8 *slot)
{
    Slots *slots = (Slots *)it;
    const ed_Array none = { NULL, 0, 0 };
    ed_Array list;
    memcpy(&list, slot, sizeof list);
    if (!list.items) return;
    slots->shared |= !is_replaced(slots->make, (u32)(slot - slots->make->bulk->image));
    memcpy(slot, &none, sizeof none);
}

/// False where every row needs a default text or list of its own: an image would share it.
static bool make_image(Make *m)
{
    ed_Bulk *bulk = m->bulk;
    Slots slots = { .make = m };
    ed_Parts parts;
    u64 both = (u64)bulk->from->size + bulk->to->size;
    u32 fitting = (u32)(ED_BULK_COPY_BYTES / both);
    bulk->copy_rows = fitting < 1 ? 1 : fitting < ED_BULK_COPY_ROWS ? fitting : ED_BULK_COPY_ROWS;
    bulk->image = (u8 *)ed_arena_push(m->plan->arena, (size_t)bulk->to->size * bulk->copy_rows, 8);
    if (!bulk->image || !ed_parts_find(bulk->to, m->plan->arena, &parts)) return false;
    ed_init_element(bulk->to, m->plan->arena, bulk->image);
    for (u32 p = 0; p < parts.count; p++)
        ed_part_each(&parts.at[p], bulk->image, bulk->to->size, 1, look_at_slot, &slots);
    for (u32 i = 1; i < bulk->copy_rows; i++)
        memcpy(bulk->image + (size_t)i * bulk->to->size, bulk->image, bulk->to->size);
    return !slots.shared;
}

// --- the whole -----------------------------------------------------------------------------------

static bool make(Make *m)
{
    ed_Bulk *bulk = m->bulk;
    if (!ed_parts_find(bulk->from, m->plan->arena, &bulk->parts)) return false;
    bulk->ways = (ed_PartWay *)ed_arena_push(m->plan->arena,
                                             bulk->parts.count * sizeof *bulk->ways, 8);
    bulk->part_plans = (const ed_PlanField **)ed_arena_push(
        m->plan->arena, bulk->parts.count * sizeof *bulk->part_plans, 8);
    if (!bulk->ways || !bulk->part_plans) return false;
    for (u32 p = 0; p < bulk->parts.count; p++) bulk->ways[p] = ED_PART_SAME;
    add_guard(m, (ed_BulkGuard){ 0, 0, 0 });
    if (!make_fields(m) || !merge_copies(m)) return false;
    settle_parts(m);
    bulk->steps  = (ed_BulkStep *)m->steps.items;
    bulk->counts = (ed_BulkCount *)m->counts.items;
    bulk->guards = (ed_BulkGuard *)m->guards.items;
    bulk->same   = same_rows(bulk->plan, m->live) && (!bulk->pair || is_simple(bulk->pair))
                && bulk->slow_count == 0;
    if (bulk->same) {
        bulk->copy_count = 0;
        m->copies.count  = 0;
        add_copy(m, 0, 0, bulk->from->size);
        bulk->copies     = (ed_BulkStep *)m->copies.items;
        bulk->copy_count = 1;
    }
    return make_image(m) && !m->full && ed_shuffle_make(bulk, m->plan->arena);
}

ed_Bulk *ed_bulk(ed_Plan *plan, const ed_PlanField *field, bool live)
{
    for (ed_Bulk *bulk = plan->bulks; bulk; bulk = bulk->next)
        if (bulk->plan == field) return bulk->image ? bulk : NULL;
    ed_Bulk *bulk = (ed_Bulk *)ed_arena_push(plan->arena, sizeof *bulk, 8);
    if (!bulk) return NULL;
    bool records = ed_field_is_record(field->from) && field->from->kind == field->to->kind;
    *bulk = (ed_Bulk){ .from = field->from, .to = field->to, .plan = field,
                       .pair = records ? field->inner : NULL, .next = plan->bulks };
    plan->bulks = bulk;
    Make m = { .plan = plan, .bulk = bulk, .live = live };
    bool whole = (field->from->kind == ED_STRUCT && !records)
              || (records && (!bulk->pair || bulk->pair->move_count || bulk->pair->upgrade));
    if (whole || !make(&m)) bulk->image = NULL;
    return bulk->image ? bulk : NULL;
}
