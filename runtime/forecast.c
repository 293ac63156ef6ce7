#include "runtime/forecast.h"
#include <string.h>
#include "runtime/limits.h"
#include "runtime/job.h"
#include "runtime/layout.h"
#include "runtime/match.h"
#include "runtime/value.h"

// --- numbers -------------------------------------------------------------------------------------

static bool is_real(ed_Kind kind) { return kind == ED_F32 || kind == ED_F64; }
static bool is_signed(ed_Kind kind) { return kind >= ED_I8 && kind <= ED_I64; }

/// Bits of a whole number without its sign; of a float those that count.
static u32 digits_of(ed_Kind kind)
{
    if (is_real(kind)) return kind == ED_F32 ? 24 : 53;
    return kind == ED_BOOL ? 1 : ed_kind_size(kind) * 8 - is_signed(kind);
}

static u32 may_from_real(ed_Kind from, ed_Kind to)
{
    if (to == ED_BOOL) return ED_MAY_ROUND | ED_MAY_DEFAULT;
    if (is_real(to))   return from == ED_F64 && to == ED_F32 ? ED_MAY_SATURATE | ED_MAY_ROUND : 0;
    return ED_MAY_SATURATE | ED_MAY_ROUND | ED_MAY_DEFAULT;      // NaN is no whole number
}

static u32 may_number(ed_Kind from, ed_Kind to)
{
    if (is_real(from)) return may_from_real(from, to);
    bool narrower = digits_of(from) > digits_of(to), loses_sign = is_signed(from) && !is_signed(to);
    if (to == ED_BOOL) return narrower ? ED_MAY_ROUND : 0;
    if (is_real(to))   return narrower ? ED_MAY_ROUND : 0;
    return narrower || loses_sign ? ED_MAY_SATURATE : 0;
}

/// In another unit: a float is as near as floats are, a whole number is not.
static u32 may_scaled(ed_Kind from, ed_Kind to, f64 scale)
{
    if (scale == 1 || from == ED_BOOL || to == ED_BOOL) return may_number(from, to);
    if (!is_real(to)) return ED_MAY_SATURATE | ED_MAY_ROUND | (is_real(from) ? ED_MAY_DEFAULT : 0);
    return to == ED_F32 && (scale > 1 || from == ED_F64) ? ED_MAY_SATURATE : 0;
}

// --- enums and flags -----------------------------------------------------------------------------

static u64 bits_known(const ed_Type *type)
{
    u64 known = 0;
    for (u32 i = 0; i < type->value_count; i++) known |= (u64)type->values[i].number;
    return known;
}

static u32 may_value(const ed_Type *from, const ed_Value *value, const ed_Field *to)
{
    u8 stored[8];
    ed_Number number = ed_number_from_bits(from->base, value->number);
    switch (to->kind) {
    case ED_ENUM:
        return from->kind == ED_ENUM && ed_plan_value(from, value, to->type) ? 0 : ED_MAY_DEFAULT;
    case ED_FLAGS:
        if (from->kind == ED_FLAGS)
            return !value->number || ed_plan_value(from, value, to->type) ? 0 : ED_MAY_DEFAULT;
        return (u64)value->number & ~bits_known(to->type) ? ED_MAY_DEFAULT : 0;
    case ED_CHARS:
        if (from->kind == ED_FLAGS) return ED_MAY_DEFAULT;
        return strlen(value->name) >= to->size ? ED_MAY_TRUNCATE : 0;
    case ED_STR:   return from->kind == ED_FLAGS ? ED_MAY_DEFAULT : 0;
    case ED_STRUCT: case ED_UNION: case ED_REF: case ED_PTR: return ED_MAY_DEFAULT;
    default: break;
    }
    ed_Fit fit = ed_number_store(to->kind, stored, number);
    return fit == ED_FIT_SATURATED ? ED_MAY_SATURATE : fit == ED_FIT_ROUNDED ? ED_MAY_ROUND : 0;
}

static u32 may_named(const ed_Type *from, const ed_Field *to)
{
    u32 may = 0;
    for (u32 i = 0; i < from->value_count; i++) may |= may_value(from, &from->values[i], to);
    ed_Value all = { .name = "", .number = (i64)bits_known(from) };
    return from->kind == ED_FLAGS && to->kind <= ED_F64 ? may | may_value(from, &all, to) : may;
}

/// A number that has to be one of an enum's or flags' own.
static u32 may_become_named(ed_Kind from, const ed_Type *to)
{
    if (from != ED_BOOL || to->kind != ED_ENUM) return ED_MAY_DEFAULT;
    return ed_value_by_number(to, 0) && ed_value_by_number(to, 1) ? 0 : ED_MAY_DEFAULT;
}

// --- one element ---------------------------------------------------------------------------------

static u32 may_text(const ed_Field *from, const ed_Field *to)
{
    if (to->kind == ED_STR) return 0;
    if (to->kind != ED_CHARS) return ED_MAY_DEFAULT;
    return from->kind == ED_STR || from->size > to->size ? ED_MAY_TRUNCATE : 0;
}

/// In another unit every number inside, by value, goes its way; what the reader's types make of it.
static u32 may_scaled_inside(const ed_Type *type, f64 scale, u32 depth)
{
    u32 may = 0;
    for (u32 i = 0; depth < ED_DEPTH_MAX && i < type->field_count
                    && may != (ED_MAY_SATURATE | ED_MAY_ROUND); i++) {
        const ed_Field *field = &type->fields[i];
        if (ed_field_is_record(field) && !ed_field_is_list(field))
            may |= may_scaled_inside(field->type, scale, depth + 1);
        if (field->kind >= ED_U8 && field->kind <= ED_F64)
            may |= may_scaled(field->kind, field->kind, scale);
    }
    return may;
}

/// A value that becomes an alternative of a union, or the only alternative, that becomes a value:
/// both ends of the way.
static bool is_through_union(const ed_Field **from, const ed_Field **to)
{
    const ed_Type *left = (*from)->kind == ED_UNION ? (*from)->type : NULL;
    const ed_Type *entered = (*to)->kind == ED_UNION ? (*to)->type : NULL;
    if (!left == !entered) return false;
    if (entered) { *to = ed_job_alternative(entered, *from); return *to != NULL; }
    if (left->field_count != 1 || left->fields[0].shape != ED_ONE) return false;
    *from = &left->fields[0];
    return ed_job_same_type(*from, *to);
}

static bool drops_alternative(const ed_PlanPair *inner)
{
    for (u32 i = 0; inner && i < inner->from->field_count; i++)
        if (!inner->fields[i].to) return true;
    return false;
}

/// What happens inside of records has rows of its own; here it is asked whether they come through
/// as such.
static u32 may_record(const ed_PlanField *f)
{
    const ed_Field *from = f->from, *to = f->to;
    if (from->kind == ED_UNION && to->kind == ED_UNION && drops_alternative(f->inner))
        return ED_MAY_DEFAULT;
    if (from->kind == to->kind) return f->scale == 1 ? 0 : may_scaled_inside(to->type, f->scale, 0);
    return is_through_union(&from, &to) ? 0 : ED_MAY_DEFAULT;
}

static bool refers_alike(const ed_Type *from, const ed_Type *to)
{
    bool alike = from->tag == to->tag;
    for (u32 i = 0; i < to->was_count; i++) alike |= to->was[i] == from->tag;
    for (u32 i = 0; i < from->was_count; i++) alike |= from->was[i] == to->tag;
    return alike;
}

static u32 may_element(const ed_PlanField *f)
{
    const ed_Field *from = f->from, *to = f->to;
    if (ed_field_is_record(from) || ed_field_is_record(to)) return may_record(f);
    if (from->kind == ED_PTR || to->kind == ED_PTR)
        return from->kind == to->kind ? 0 : ED_MAY_DEFAULT;
    if (from->kind == ED_REF || to->kind == ED_REF)
        return from->kind == to->kind && refers_alike(from->type, to->type) ? 0 : ED_MAY_DEFAULT;
    if (from->kind == ED_CHARS || from->kind == ED_STR)  return may_text(from, to);
    if (from->kind == ED_ENUM || from->kind == ED_FLAGS) return may_named(from->type, to);
    if (to->kind == ED_CHARS || to->kind == ED_STR)      return ED_MAY_DEFAULT;
    if (to->kind == ED_ENUM || to->kind == ED_FLAGS)
        return may_become_named(from->kind, to->type);
    return may_scaled(from->kind, to->kind, f->scale);
}

// --- arrays --------------------------------------------------------------------------------------

/// The most elements along a dimension of the field; one where it has no such dimension.
static u32 room_of(const ed_Field *field, u32 dim)
{
    if (dim >= ed_field_rank(field)) return 1;
    switch (field->shape) {
    case ED_FIXED:   return field->dims[dim];
    case ED_BOUNDED: return field->count;
    case ED_POOL:    return field->count ? field->count : UINT32_MAX;
    case ED_DYNAMIC: return UINT32_MAX;
    default:         return 1;
    }
}

static u32 may_shape(const ed_Field *from, const ed_Field *to)
{
    u32 may = 0;
    for (u32 d = 0; d < ed_field_rank(from); d++)
        if (room_of(from, d) > room_of(to, d)) may |= ED_MAY_TRUNCATE;
    bool absent = from->shape == ED_OPTIONAL && (to->shape == ED_ONE || to->shape == ED_FIXED);
    return absent ? may | ED_MAY_DEFAULT : may;
}

u32 ed_forecast_field(const ed_PlanField *field)
{
    if (!field->to) return ED_MAY_DROP;
    return may_element(field) | may_shape(field->from, field->to);
}

// --- from types alone ----------------------------------------------------------------------------

typedef struct Bare {
    ed_Plan           plan;
    const ed_Document *now;
    const ed_Schema   *next;
    ed_Report         *report;
} Bare;

/// A record that becomes an alternative of a union, or the other way: the engine pairs their types
/// when it meets one.
static void pair_through_union(Bare *bare, const ed_PlanField *f)
{
    const ed_Field *from = f->from, *to = f->to;
    if (to && is_through_union(&from, &to) && from->kind == ED_STRUCT)
        ed_plan_pair(&bare->plan, from->type, to->type);
}

static void judge(Bare *bare, ed_PlanField *f)
{
    if (f->row && f->moved != ED_MOVED_WHOLE) f->row->may |= ed_forecast_field(f);
    pair_through_union(bare, f);
}

/// Pairs come to the plan while it is walked.
static void judge_all(Bare *bare)
{
    for (u32 p = 0; p < bare->plan.count; p++) {
        ed_PlanPair *pair = &bare->plan.pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++) judge(bare, &pair->fields[i]);
        for (u32 i = 0; i < pair->move_count; i++) judge(bare, &pair->moves[i].field);
    }
}

static void forecast_root(Bare *bare, u32 tag, bool *met)
{
    const ed_Type *from = ed_document_type(bare->now, tag);
    u32 root = ed_snapshot_root(bare->next, tag, from);
    if (root < bare->next->state_count && !met[root]) {
        met[root] = true;
        if (from) ed_plan_pair(&bare->plan, from, bare->next->states[root]);
        return;
    }
    ed_ReportRow *row = ed_report_add(bare->report, from ? from->name : "a state", "", ED_DROPPED);
    if (row) row->may = ED_MAY_DROP;
}

static bool forecast_bare(const ed_Document *now, const ed_Schema *next, bool live, ed_Arena *arena,
                          ed_Report *report, ed_Error *error)
{
    Bare bare = { .now = now, .next = next, .report = report };
    bool met[ED_FORECAST_ROOTS_MAX] = { false };
    ed_report_init(report, arena);
    ed_plan_init(&bare.plan, arena, report, &now->tables, NULL, live);
    for (u32 i = 0; i < now->root_count; i++) forecast_root(&bare, now->roots[i], met);
    for (u32 i = 0; i < next->state_count; i++)
        if (!met[i]) ed_report_add(report, next->states[i]->name, "", ED_ADDED);
    judge_all(&bare);
    ed_plan_finish(&bare.plan);
    for (u32 i = 0; i < report->count; i++) report->rows[i].bare = true;
    if (bare.plan.full)
        ed_fail(error, ED_ERR_LIMIT, "there are too many types or fields to compare");
    return !bare.plan.full;
}

// --- with the values -----------------------------------------------------------------------------

static bool open_blocks(const ed_Schema *schema, ed_Block *blocks, ed_Arena *arenas,
                        ed_Error *error)
{
    for (u32 i = 0; i < schema->state_count; i++) {
        if (!ed_arena_open(&arenas[i], schema->states[i]->name, ed_bytes_max, error)) return false;
        blocks[i].arena = &arenas[i];
    }
    return true;
}

/// As a load does it, into memory that is thrown away.
static bool forecast_values(const ed_Forecast *f, const char *game, const ed_Schema *next,
                            ed_Arena *arena, ed_Report *report, ed_Error *error)
{
    ed_Block blocks[ED_FORECAST_ROOTS_MAX] = { { .at = NULL } };
    ed_Arena arenas[ED_FORECAST_ROOTS_MAX] = { { .base = NULL } };
    ed_Attic *attic = (ed_Attic *)ed_arena_push(arena, sizeof *attic, _Alignof(ed_Attic));
    if (!attic) return ed_arena_fits(arena, error);
    ed_attic_init(attic, ed_attic_bytes_max());
    ed_State state = { .game = game, .schema = next, .blocks = blocks, .live = f->live,
                       .attic = attic };
    bool good = open_blocks(next, blocks, arenas, error)
             && ed_snapshot_read(f->now.at, f->now.size, &state, arena, report, error);
    ed_attic_clear(attic);
    for (u32 i = 0; i < next->state_count; i++) ed_arena_close(&arenas[i]);
    return good;
}

/// Where a reload would leave the memory as it is. With transient fields none does; and `next`,
/// laid out without them, has another layout then than any writer's.
static bool same_states(const ed_Document *now, const ed_Schema *next)
{
    if (now->root_count != next->state_count) return false;
    for (u32 i = 0; i < next->state_count; i++) {
        const ed_Type *type = ed_document_type(now, now->roots[i]);
        if (!type || type->tag != next->states[i]->tag
            || !ed_same_layout(type, next->states[i], NULL, 0))
            return false;
    }
    return true;
}

static void none(ed_Error *error)
{
    ed_fail(error, ED_ERR_FORMAT, "there is no state in it, so nothing to compare: name the "
                                  "folder, or the file that has the states");
}

bool ed_forecast(const ed_Forecast *forecast, ed_Arena *arena, ed_Report *report, bool *at_next,
                 ed_Error *error)
{
    ed_Document now, next;
    ed_Schema schema;
    *at_next = true;
    bool known = ed_document_read(forecast->next.at, forecast->next.size, arena, &next, error);
    if (!known || !ed_layout(&next, arena, &schema, error)) return false;
    if (schema.state_count > ED_FORECAST_ROOTS_MAX) {
        ed_fail(error, ED_ERR_LIMIT, "it has more than %u states", ED_FORECAST_ROOTS_MAX);
        return false;
    }
    if (!schema.state_count) { none(error); return false; }
    *at_next = false;
    if (!ed_document_read(forecast->now.at, forecast->now.size, arena, &now, error)) return false;
    if (forecast->bare && !now.root_count) { none(error); return false; }
    bool good = forecast->bare ? forecast_bare(&now, &schema, forecast->live, arena, report, error)
                               : forecast_values(forecast, now.game, &schema, arena, report, error);
    if (!good || !forecast->live || !same_states(&now, &schema)) return good;
    ed_report_init(report, arena);
    report->same_layout = true;
    return true;
}
