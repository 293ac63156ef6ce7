#include "runtime/migrate/convert.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "runtime/base/copy_block.h"
#include "runtime/base/hash.h"
#include "runtime/migrate/check_copied.h"
#include "runtime/migrate/convert_lanes.h"
#include "runtime/migrate/match.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"

// A fixed array of at most this many elements is converted in columns: its first element in all
// rows, then its second element in all rows, and so on. Longer arrays are converted row by row,
// unless there are more than ED_BLOCK_ROWS rows.
#define LANES_MAX 16u

static void count_fit(ed_Tally *tally, ed_ConvertResult fit)
{
    switch (fit) {
    case ED_CONVERT_EXACT: tally->exact++; break;
    case ED_CONVERT_SATURATED: tally->saturated++; break;
    case ED_CONVERT_ROUNDED: tally->rounded++; break;
    case ED_CONVERT_CUT: tally->truncated++; break;
    case ED_CONVERT_NONE: tally->defaulted++; break;
    }
}

static void convert_none(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    (void)load;
    e->tally->defaulted += run->count;
}

// --- numbers -------------------------------------------------------------------------------------

#define WHOLE_MAX 0x1p53      // up to this limit, an f64 holds every integer

static bool is_real(const ed_Number *n)
{
    return n->form == ED_FORMAT_F32 || n->form == ED_FORMAT_F64;
}

static f64 f64_of(const ed_Number *n)
{
    return is_real(n) ? n->f : n->form == ED_FORMAT_INT ? (f64)n->i : (f64)n->u;
}

/// Returns whether the new number at `to` converts back to the old one. -0 and 0 are the same.
static bool comes_back(const ed_Conversion *e, const u8 *from, const u8 *to)
{
    u8 bytes[8] = { 0 };
    ed_Number result = ed_number_load(e->to_kind, to);
    f64 back = f64_of(&result) * e->scale_back;
    if (ed_number_store(e->from_kind, bytes, ed_number_from_f64(back)) == ED_CONVERT_NONE)
        return false;
    ed_Number old = ed_number_load(e->from_kind, from), again = ed_number_load(e->from_kind, bytes);
    if (!is_real(&old)) return memcmp(bytes, from, ed_kind_size(e->from_kind)) == 0;
    return old.f == again.f || isnan(old.f);
}

/// Stores a number converted to another unit. It is exact if it converts back to the same number,
/// which most floats do. If the new number is an integer, it is not exact if it had to be rounded,
/// or if a number is beyond WHOLE_MAX.
static ed_ConvertResult store_scaled(const ed_Conversion *e, const u8 *from, u8 *to)
{
    ed_Number number = ed_number_load(e->from_kind, from);
    f64 wide = f64_of(&number), value = wide * e->scale;
    bool overflows = isinf(value) && !isinf(wide), real = e->to_kind >= ED_F32;
    if (overflows) value = copysign(DBL_MAX, value);
    ed_ConvertResult fit = ed_number_store(e->to_kind, to, ed_number_from_f64(value));
    if (overflows || fit == ED_CONVERT_SATURATED) return ED_CONVERT_SATURATED;
    if (fit == ED_CONVERT_NONE) return fit;
    bool inexact = !real
                && (fit == ED_CONVERT_ROUNDED || fabs(value) > WHOLE_MAX
                    || (!is_real(&number) && fabs(wide) > WHOLE_MAX));
    return !inexact && comes_back(e, from, to) ? ED_CONVERT_EXACT : ED_CONVERT_ROUNDED;
}

static void convert_number(const ed_Conversion *e, const ed_Elements *run, u32 i)
{
    const u8 *from = run->from + i * run->from_stride;
    u8 *to = run->to + i * run->to_stride;
    if (run->defaults) memcpy(to, run->defaults + i * run->defaults_stride, e->to->size);
    else if (run->state == ED_NEW_RAW) memset(to, 0, e->to->size);
    count_fit(e->tally, e->scale != 1
                            ? store_scaled(e, from, to)
                            : ed_number_store(e->to_kind, to, ed_number_load(e->from_kind, from)));
}

/// Converts at most ED_LANE_MAX numbers. Those that the lane cannot convert exactly are done one by
/// one.
static void convert_lane(const ed_Conversion *e, const ed_Elements *run)
{
    u8 marks[ED_LANE_MAX] = { 0 };
    ed_Lane lane = { run->from, run->to, run->from_stride, run->to_stride, run->count };
    ed_lane_convert(&lane, e->from_kind, e->to_kind, marks);
    e->tally->exact += run->count;
    if (!memchr(marks, 1, run->count)) return;
    for (u32 i = 0; i < run->count; i++) {
        if (!marks[i]) continue;
        e->tally->exact--;
        convert_number(e, run, i);
    }
}

static void convert_numbers(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    (void)load;
    // A lane overwrites the default of a number that it cannot convert. So it needs a copy of the
    // defaults (`defaults`), or elements that have no default yet.
    bool lanes = e->scale == 1 && (run->defaults || run->state == ED_NEW_RAW);
    for (u32 first = 0; lanes && first < run->count; first += ED_LANE_MAX) {
        ed_Elements some = *run;
        some.from += first * run->from_stride;
        some.to += first * run->to_stride;
        if (some.defaults) some.defaults += first * run->defaults_stride;
        some.count = run->count - first < ED_LANE_MAX ? run->count - first : ED_LANE_MAX;
        convert_lane(e, &some);
    }
    for (u32 i = 0; !lanes && i < run->count; i++) convert_number(e, run, i);
}

/// For numbers of the same kind and unit on both sides.
static void copy_numbers(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    u32 size = ed_kind_size(e->to_kind);
    (void)load;
    e->tally->exact += run->count;
    if (run->from_stride == size && run->to_stride == size) {
        ed_copy_bytes(run->to, run->from, (size_t)size * run->count);
        return;
    }
    ed_lane_copy(&(ed_Lane){ run->from, run->to, run->from_stride, run->to_stride, run->count },
                 size);
}

// --- enums and flags -----------------------------------------------------------------------------

static void store_named(const ed_Conversion *e, u8 *at, const ed_Value *value)
{
    if (!value) {
        e->tally->defaulted++;
        return;
    }
    ed_number_store(e->to_kind, at, ed_number_from_bits(e->to_kind, value->number));
    e->tally->exact++;
}

static void enum_to_enum(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    const ed_Type *type = e->from->type;
    (void)load;
    for (u32 i = 0; i < run->count; i++) {
        const ed_Value *old = ed_number_value(type, run->from + i * run->from_stride);
        store_named(e, run->to + i * run->to_stride, old ? e->values[old - type->values] : NULL);
    }
}

static ed_Span text_of(const ed_Elements *run, u32 i)
{
    ed_ValueRef text = ed_value_at(run->field, run->from + i * run->from_stride);
    return ed_value_text(&text);
}

static void text_to_enum(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    (void)load;
    for (u32 i = 0; i < run->count; i++) {
        ed_Span text = text_of(run, i);
        store_named(e, run->to + i * run->to_stride,
                    text.at ? ed_value_by_name(e->to->type, (const char *)text.at, text.size)
                            : NULL);
    }
}

/// Looks up the value with the nearest whole number. A number with a fraction counts as rounded.
static void number_to_enum(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    (void)load;
    for (u32 i = 0; i < run->count; i++) {
        i64 bits;
        ed_Number number = ed_number_load(e->from_kind, run->from + i * run->from_stride);
        bool whole = ed_number_to_bits(e->to_kind, number, &bits);
        const ed_Value *value = whole ? ed_value_by_number(e->to->type, bits) : NULL;
        bool rounded = value && is_real(&number) && number.f != round(number.f);
        store_named(e, run->to + i * run->to_stride, value);
        e->tally->exact -= rounded;
        e->tally->rounded += rounded;
    }
}

static void store_flags(const ed_Conversion *e, u8 *at, u64 kept, bool whole, bool rounded)
{
    ed_number_store(e->to_kind, at, ed_number_from_bits(e->to_kind, (i64)kept));
    e->tally->exact += whole && !rounded;
    e->tally->rounded += whole && rounded;
    e->tally->defaulted += !whole;
}

/// Converts flag by flag, by name. Flags that the new type does not have are left out.
static void flags_to_flags(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    const ed_Type *type = e->from->type;
    (void)load;
    for (u32 i = 0; i < run->count; i++) {
        i64 bits = 0;
        u64 kept = 0, known = 0;
        ed_number_to_bits(e->from_kind,
                          ed_number_load(e->from_kind, run->from + i * run->from_stride), &bits);
        for (u32 v = 0; v < type->value_count; v++) {
            u64 bit = (u64)type->values[v].number;
            if (!bit || ((u64)bits & bit) != bit || !e->values[v]) continue;
            kept |= (u64)e->values[v]->number;
            known |= bit;
        }
        store_flags(e, run->to + i * run->to_stride, kept, known == (u64)bits, false);
    }
}

/// Takes the 64 bits of a signed or unsigned number. Bits that are not flags of the new type are
/// left out.
static void number_to_flags(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    u64 known = 0;
    (void)load;
    for (u32 v = 0; v < e->to->type->value_count; v++) known |= (u64)e->to->type->values[v].number;
    for (u32 i = 0; i < run->count; i++) {
        u64 bits;
        ed_Number number = ed_number_load(e->from_kind, run->from + i * run->from_stride);
        bool below = number.form == ED_FORMAT_INT || (is_real(&number) && number.f < 0);
        ed_ConvertResult fit = ed_number_store(below ? ED_I64 : ED_U64, &bits, number);
        if (fit != ED_CONVERT_EXACT && fit != ED_CONVERT_ROUNDED) {
            e->tally->defaulted++;
            continue;
        }
        store_flags(e, run->to + i * run->to_stride, bits & known, (bits & ~known) == 0,
                    fit == ED_CONVERT_ROUNDED);
    }
}

// --- text ----------------------------------------------------------------------------------------

static void put_text(ed_Load *load, const ed_Conversion *e, u8 *at, ed_Span text)
{
    const char *bytes = (const char *)text.at;
    size_t whole = text.size ? strnlen(bytes, text.size) : 0, kept = whole;
    if (e->to->kind == ED_CHARS) {
        kept = whole ? ed_utf8_cut(bytes, whole, e->to->size - 1) : 0;
        if (kept) memmove(at, bytes, kept);      // `at` may be `bytes`
        memset(at + kept, 0, e->to->size - kept);
    } else if (!ed_str_put(load->arena, (ed_Str *)(void *)at, whole ? bytes : "", whole))
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at, "%s: memory limit reached",
                     load->arena->name);
    count_fit(e->tally, kept == text.size ? ED_CONVERT_EXACT : ED_CONVERT_CUT);
}

static void convert_texts(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    for (u32 i = 0; i < run->count && ed_read_ok(load->d->r); i++)
        put_text(load, e, run->to + i * run->to_stride, text_of(run, i));
}

static void enum_to_text(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    for (u32 i = 0; i < run->count && ed_read_ok(load->d->r); i++) {
        const ed_Value *value = ed_number_value(e->from->type, run->from + i * run->from_stride);
        if (!value) {
            e->tally->defaulted++;
            continue;
        }
        put_text(load, e, run->to + i * run->to_stride,
                 (ed_Span){ (const u8 *)value->name, strlen(value->name) });
    }
}

// --- handles and pointers ------------------------------------------------------------------------

/// Dangling handles are cleared later, when all of the state has been loaded.
static void convert_handles(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    (void)load;
    e->tally->exact += run->count;
    for (u32 i = 0; i < run->count; i++)
        memcpy(run->to + i * run->to_stride, run->from + i * run->from_stride, sizeof(ed_Ref));
}

/// For a handle to another type: only a null handle keeps its meaning.
static void drop_handles(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    (void)load;
    for (u32 i = 0; i < run->count; i++) {
        ed_Ref ref, none = { 0, 0 };
        memcpy(&ref, run->from + i * run->from_stride, sizeof ref);
        if (ref.generation) {
            e->tally->defaulted++;
            continue;
        }
        e->tally->exact++;
        memcpy(run->to + i * run->to_stride, &none, sizeof none);
    }
}

static void convert_pointers(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    e->tally->exact += run->count;
    for (u32 i = 0; i < run->count; i++) {
        u64 pointer = 0;
        if (load->d->live) memcpy(&pointer, run->from + i * run->from_stride, sizeof pointer);
        memcpy(run->to + i * run->to_stride, &pointer, sizeof pointer);
    }
}

// --- records and unions --------------------------------------------------------------------------

ed_Steps *ed_conversion_steps(ed_Load *load, const ed_Conversion *e, const ed_Field *from)
{
    return e->inner ? ed_steps(load, e->inner, from->type) : NULL;
}

static void convert_structs(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    ed_Steps *steps = ed_conversion_steps(load, e, run->field);
    if (!steps) return;
    e->tally->exact += run->count;
    ed_steps_run(load, steps, run);
}

static void union_to_union(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    ed_Steps *steps = ed_conversion_steps(load, e, run->field);
    if (!steps) return;
    ed_Elements rows = *run;
    ed_steps_begin(load, steps, &rows);
    if (rows.state == ED_NEW_COPIED) {
        ed_check_copied_elements(load, e, &rows);
        return;
    }
    for (u32 i = 0; i < rows.count && ed_read_ok(load->d->r); i++) {
        ed_Elements one = ed_elements_one(&rows, i);
        ed_steps_union(load, steps, e, &one);
    }
}

static void into_union(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    for (u32 i = 0; i < run->count && ed_read_ok(load->d->r); i++) {
        ed_Elements one = ed_elements_one(run, i);
        ed_union_choose(e->to->type, e->alternative, load->arena, one.to);
        one.to += e->alternative->offset;
        e->choices->convert(load, e->choices, &one);
    }
}

static void out_of_union(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    const ed_Type *type = e->from->type;
    for (u32 i = 0; i < run->count && ed_read_ok(load->d->r); i++) {
        const u8 *at = run->from + i * run->from_stride;
        if (!type->field_count) {
            e->tally->defaulted++;
            continue;
        }
        u32 kind = ed_union_index(type, at);
        const ed_Field *held = &run->field->type->fields[kind];
        ed_ValueRef value = ed_value_at(held, at + held->offset);
        ed_Elements one = ed_elements_one(run, i);
        ++*e->alternatives_lost;
        if (e->choices[kind].convert) ed_convert_value(load, &e->choices[kind], &value, &one);
        else e->tally->defaulted++;
    }
}

void ed_convert_value(ed_Load *load, const ed_Conversion *e, const ed_ValueRef *value,
                      const ed_Elements *one)
{
    ed_Elements run = *one;
    run.from = (const u8 *)value->at;
    run.field = value->field;
    e->convert(load, e, &run);
}

void ed_convert_absent(const ed_Conversion *e)
{
    if (e->to->kind == ED_REF) e->tally->exact++;      // becomes a null handle
    else e->tally->defaulted++;
}

bool ed_conversion_is_impossible(const ed_Conversion *e) { return e->convert == convert_none; }

bool ed_conversion_is_number(const ed_Conversion *e)
{
    return e->convert == copy_numbers || e->convert == convert_numbers;
}

/// Returns whether raw memory needs no defaults before the conversion: it stores every element, or
/// sets the defaults of records itself.
static bool stores_all(const ed_Conversion *e)
{
    return ed_conversion_is_number(e) || e->convert == convert_structs
        || e->convert == union_to_union;
}

void ed_convert_run(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    ed_elements_assert(run);
    if (run->state == ED_NEW_COPIED) {
        ed_check_copied_elements(load, e, run);
        return;
    }
    if (run->state != ED_NEW_RAW || stores_all(e)) {
        e->convert(load, e, run);
        return;
    }
    ed_Elements filled = *run;
    filled.state = ED_NEW_DEFAULT;
    if (e->to->size <= ED_SPARSE_BYTES) memset(run->to, 0, run->count * run->to_stride);
    ed_init_elements(e->to, load->arena, run->to, run->count);
    e->convert(load, e, &filled);
}

void ed_convert_row(ed_Load *load, const ed_Conversion *e, const ed_Elements *row, u32 count)
{
    for (u32 first = 0; first < count && ed_read_ok(load->d->r); first += ED_BLOCK_ROWS) {
        ed_Elements some =
            ed_elements_at(row, (size_t)first * row->field->size, (size_t)first * e->to->size);
        some.from_stride = row->field->size;
        some.to_stride = some.defaults_stride = e->to->size;
        some.count = count - first < ED_BLOCK_ROWS ? count - first : ED_BLOCK_ROWS;
        ed_convert_run(load, e, &some);
    }
}

void ed_convert_field(ed_Load *load, const ed_Conversion *e, const ed_Elements *run)
{
    u32 count = e->from->shape == ED_FIXED ? e->from->count : 1;
    bool lanes = count <= LANES_MAX || run->count > ED_BLOCK_ROWS;
    if (count == 1) {
        ed_convert_run(load, e, run);
        return;
    }
    for (u32 i = 0; lanes && i < count && ed_read_ok(load->d->r); i++) {
        ed_Elements lane = ed_elements_at(run, i * run->field->size, i * e->to->size);
        ed_convert_run(load, e, &lane);
    }
    for (u32 i = 0; !lanes && i < run->count && ed_read_ok(load->d->r); i++) {
        ed_Elements row = ed_elements_one(run, i);
        if (ed_is_chosen(run, i)) ed_convert_row(load, e, &row, count);
    }
}

// --- choosing a conversion -----------------------------------------------------------------------

static bool is_number(const ed_Field *f) { return f->kind <= ED_F64; }

static ed_ConvertFn *choose_named(const ed_Field *from, const ed_Field *to)
{
    bool flags = to->kind == ED_FLAGS;
    if (from->kind == to->kind) return flags ? flags_to_flags : enum_to_enum;
    if (ed_field_is_text(from) && !flags) return text_to_enum;
    if (!is_number(from)) return convert_none;
    return flags ? number_to_flags : number_to_enum;
}

static ed_ConvertFn *choose(const ed_Field *from, const ed_Field *to, f64 scale)
{
    switch (to->kind) {
    case ED_UNION: return from->kind == ED_UNION ? union_to_union : into_union;
    case ED_STRUCT:
        if (from->kind == ED_UNION) return out_of_union;
        return from->kind == ED_STRUCT ? convert_structs : convert_none;
    default: break;
    }
    if (from->kind == ED_UNION) return out_of_union;
    switch (to->kind) {
    case ED_REF:
        if (from->kind != ED_REF) return convert_none;
        return ed_match_same_target(from, to) ? convert_handles : drop_handles;
    case ED_PTR: return from->kind == ED_PTR ? convert_pointers : convert_none;
    case ED_ENUM:
    case ED_FLAGS: return choose_named(from, to);
    case ED_CHARS:
    case ED_STR:
        if (ed_field_is_text(from)) return convert_texts;
        return from->kind == ED_ENUM ? enum_to_text : convert_none;
    default: break;
    }
    if (!is_number(from) && !ed_field_is_named(from)) return convert_none;
    bool same = ed_field_number_kind(from) == to->kind && to->kind != ED_BOOL;
    return same && scale == 1 ? copy_numbers : convert_numbers;
}

static bool make_values(ed_Load *load, ed_Conversion *e)
{
    const ed_Type *from = e->from->type;
    e->values = (const ed_Value **)ed_plan_push(load->plan, from->value_count * sizeof *e->values);
    for (u32 i = 0; e->values && i < from->value_count; i++)
        e->values[i] = ed_value_counterpart(from, &from->values[i], e->to->type);
    return e->values != NULL;
}

/// Makes the conversion between a plain value and an alternative of a union, as between two fields.
static bool make_choice(ed_Load *load, ed_Conversion *choice, const ed_Conversion *e,
                        const ed_Field *from, const ed_Field *to)
{
    ed_PlanField step = { .from = from, .to = to, .units = e->units };
    if (ed_field_is_record(from) && from->kind == to->kind)
        step.inner = ed_plan_pair(load->plan, from->type, to->type, e->units);
    return ed_conversion_make(load, choice, &step, e->tally);
}

static bool make_into_union(ed_Load *load, ed_Conversion *e)
{
    e->alternative = ed_match_alternative(e->to->type, e->from);
    if (!e->alternative) {
        e->convert = convert_none;
        return true;
    }
    e->choices = (ed_Conversion *)ed_plan_push(load->plan, sizeof *e->choices);
    return e->choices && make_choice(load, e->choices, e, e->from, e->alternative);
}

static bool make_out_of_union(ed_Load *load, ed_Conversion *e)
{
    const ed_Type *from = e->from->type;
    e->choices = (ed_Conversion *)ed_plan_push(load->plan, from->field_count * sizeof *e->choices);
    e->alternatives_lost = (u64 *)ed_plan_push(load->plan, sizeof *e->alternatives_lost);
    if (!e->choices || !e->alternatives_lost) return false;
    for (u32 i = 0; i < from->field_count; i++) {
        const ed_Field *alternative = &from->fields[i];
        bool good = alternative->shape == ED_ONE && ed_match_same_type(alternative, e->to);
        if (good && !make_choice(load, &e->choices[i], e, alternative, e->to)) return false;
    }
    return true;
}

bool ed_conversion_make(ed_Load *load, ed_Conversion *e, const ed_PlanField *plan, ed_Tally *tally)
{
    f64 scale = ed_plan_scale(plan, false);
    *e = (ed_Conversion){ .from = plan->from,
                          .to = plan->to,
                          .units = plan->units,
                          .scale = scale,
                          .scale_back = ed_plan_scale(plan, true),
                          .inner = plan->inner,
                          .tally = tally,
                          .from_kind = ed_field_number_kind(plan->from),
                          .to_kind = ed_field_number_kind(plan->to),
                          .convert = choose(plan->from, plan->to, scale) };
    if (e->convert == enum_to_enum || e->convert == flags_to_flags) return make_values(load, e);
    if (e->convert == into_union) return make_into_union(load, e);
    if (e->convert == out_of_union) return make_out_of_union(load, e);
    return true;
}
