#include "runtime/migrate/convert.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "runtime/base/copy_block.h"
#include "runtime/base/hash.h"
#include "runtime/migrate/check_copied.h"
#include "runtime/migrate/convert_lanes.h"
#include "runtime/migrate/convert_links.h"
#include "runtime/migrate/match.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/symbol.h"
#include "runtime/types/text_ptr.h"

// A fixed array of at most this many elements is converted in columns: its first element in all
// rows, then its second element in all rows, and so on. Longer arrays are converted row by row,
// unless there are more than ED_BLOCK_ROWS rows.
#define LANES_MAX 16u

static void convert_none(ed_Load *load, const ed_Conversion *conversion,
                         const ed_Elements *elements)
{
    (void)load;
    conversion->tally->defaulted += elements->count;
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

/// Returns whether the new number at `to` converts back to the old element. -0 and 0 are the same.
static bool comes_back(const ed_Conversion *conversion, const u8 *from, const u8 *to)
{
    u8 bytes[8] = { 0 };
    ed_Number result = ed_number_load(conversion->to_kind, to);
    f64 back = f64_of(&result) * conversion->scale_back;
    if (ed_number_store(conversion->from_kind, bytes, ed_number_from_f64(back)) == ED_CONVERT_NONE)
        return false;
    ed_Number old = ed_number_load(conversion->from_kind, from),
              again = ed_number_load(conversion->from_kind, bytes);
    if (!is_real(&old)) return memcmp(bytes, from, ed_kind_size(conversion->from_kind)) == 0;
    return old.f == again.f || isnan(old.f);
}

/// Stores a number converted to another unit. It is exact if it converts back to the same number,
/// which most floats do. If the new number is an integer, it is not exact if it had to be rounded,
/// or if a number is beyond WHOLE_MAX.
static ed_ConvertResult store_scaled(const ed_Conversion *conversion, const u8 *from, u8 *to)
{
    ed_Number number = ed_number_load(conversion->from_kind, from);
    f64 wide = f64_of(&number), value = wide * conversion->scale;
    bool overflows = isinf(value) && !isinf(wide), real = conversion->to_kind >= ED_F32;
    if (overflows) value = copysign(DBL_MAX, value);
    ed_ConvertResult fit = ed_number_store(conversion->to_kind, to, ed_number_from_f64(value));
    if (overflows || fit == ED_CONVERT_SATURATED) return ED_CONVERT_SATURATED;
    if (fit == ED_CONVERT_NONE) return fit;
    bool inexact = !real
                && (fit == ED_CONVERT_ROUNDED || fabs(value) > WHOLE_MAX
                    || (!is_real(&number) && fabs(wide) > WHOLE_MAX));
    return !inexact && comes_back(conversion, from, to) ? ED_CONVERT_EXACT : ED_CONVERT_ROUNDED;
}

static void convert_number(const ed_Conversion *conversion, const ed_Elements *elements, u32 i)
{
    const u8 *from = ed_old_at(elements, i);
    u8 *to = ed_new_at(elements, i);
    if (elements->defaults)
        memcpy(to, elements->defaults + i * elements->defaults_stride, conversion->to->size);
    else if (elements->state == ED_NEW_RAW) memset(to, 0, conversion->to->size);
    ed_count_fit(conversion->tally,
                 conversion->scale != 1
                     ? store_scaled(conversion, from, to)
                     : ed_number_store(conversion->to_kind, to,
                                       ed_number_load(conversion->from_kind, from)));
}

/// Converts at most ED_LANE_MAX numbers. Those that the lane cannot convert exactly are converted
/// one by one.
static void convert_lane(const ed_Conversion *conversion, const ed_Elements *elements)
{
    u8 marks[ED_LANE_MAX] = { 0 };
    ed_Lane lane = { elements->from, elements->to, elements->from_stride, elements->to_stride,
                     elements->count };
    ed_lane_convert(&lane, conversion->from_kind, conversion->to_kind, marks);
    conversion->tally->exact += elements->count;
    if (!memchr(marks, 1, elements->count)) return;
    for (u32 i = 0; i < elements->count; i++) {
        if (!marks[i]) continue;
        conversion->tally->exact--;
        convert_number(conversion, elements, i);
    }
}

static void convert_numbers(ed_Load *load, const ed_Conversion *conversion,
                            const ed_Elements *elements)
{
    (void)load;
    // A lane overwrites the default of a number that it cannot convert. So it needs a copy of the
    // defaults (`defaults`), or elements that have no default yet.
    bool lanes = conversion->scale == 1 && (elements->defaults || elements->state == ED_NEW_RAW);
    for (u32 first = 0; lanes && first < elements->count; first += ED_LANE_MAX) {
        ed_Elements some = *elements;
        some.from += first * elements->from_stride;
        some.to += first * elements->to_stride;
        if (some.defaults) some.defaults += first * elements->defaults_stride;
        some.count = elements->count - first < ED_LANE_MAX ? elements->count - first : ED_LANE_MAX;
        convert_lane(conversion, &some);
    }
    for (u32 i = 0; !lanes && i < elements->count; i++) convert_number(conversion, elements, i);
}

/// For numbers of the same kind and unit on both sides.
static void copy_numbers(ed_Load *load, const ed_Conversion *conversion,
                         const ed_Elements *elements)
{
    u32 size = ed_kind_size(conversion->to_kind);
    (void)load;
    conversion->tally->exact += elements->count;
    if (elements->from_stride == size && elements->to_stride == size) {
        ed_copy_bytes(elements->to, elements->from, (size_t)size * elements->count);
        return;
    }
    ed_lane_copy(&(ed_Lane){ elements->from, elements->to, elements->from_stride,
                             elements->to_stride, elements->count },
                 size);
}

// --- enums and flags -----------------------------------------------------------------------------

/// Stores an enum value or a symbol, and counts it. If `value` is NULL, the default stays.
static void store_named(const ed_Conversion *conversion, u8 *at, const ed_Value *value)
{
    if (!value) {
        conversion->tally->defaulted++;
        return;
    }
    if (conversion->to->kind == ED_SYMBOL) ed_symbol_store(conversion->to->type, value, at);
    else
        ed_number_store(conversion->to_kind, at,
                        ed_number_from_bits(conversion->to_kind, value->number));
    conversion->tally->exact++;
}

/// Converts enum values and symbols, by name.
static void name_to_name(ed_Load *load, const ed_Conversion *conversion,
                         const ed_Elements *elements)
{
    const ed_Type *type = conversion->from->type;
    (void)load;
    for (u32 i = 0; i < elements->count; i++) {
        const ed_Value *old = ed_number_value(type, ed_old_at(elements, i));
        store_named(conversion, ed_new_at(elements, i),
                    old ? conversion->values[old - type->values] : NULL);
    }
}

/// The bytes of an old text of any kind.
static ed_Span text_of(const ed_Elements *elements, u32 i)
{
    ed_ValueRef text = ed_value_at(elements->field, ed_old_at(elements, i));
    return ed_value_text(&text);
}

static void text_to_name(ed_Load *load, const ed_Conversion *conversion,
                         const ed_Elements *elements)
{
    (void)load;
    for (u32 i = 0; i < elements->count; i++) {
        ed_Span text = text_of(elements, i);
        store_named(conversion, ed_new_at(elements, i),
                    text.at
                        ? ed_value_by_name(conversion->to->type, (const char *)text.at, text.size)
                        : NULL);
    }
}

/// Looks up the value with the nearest whole number. A number with a fraction counts as rounded.
static void number_to_enum(ed_Load *load, const ed_Conversion *conversion,
                           const ed_Elements *elements)
{
    (void)load;
    for (u32 i = 0; i < elements->count; i++) {
        i64 bits;
        ed_Number number = ed_number_load(conversion->from_kind, ed_old_at(elements, i));
        bool whole = ed_number_to_bits(conversion->to_kind, number, &bits);
        const ed_Value *value = whole ? ed_value_by_number(conversion->to->type, bits) : NULL;
        bool rounded = value && is_real(&number) && number.f != round(number.f);
        store_named(conversion, ed_new_at(elements, i), value);
        conversion->tally->exact -= rounded;
        conversion->tally->rounded += rounded;
    }
}

static void store_flags(const ed_Conversion *conversion, u8 *at, u64 kept, bool whole, bool rounded)
{
    ed_number_store(conversion->to_kind, at, ed_number_from_bits(conversion->to_kind, (i64)kept));
    conversion->tally->exact += whole && !rounded;
    conversion->tally->rounded += whole && rounded;
    conversion->tally->defaulted += !whole;
}

/// Converts flag by flag, by name. Flags that the new type does not have are left out.
static void flags_to_flags(ed_Load *load, const ed_Conversion *conversion,
                           const ed_Elements *elements)
{
    const ed_Type *type = conversion->from->type;
    (void)load;
    for (u32 i = 0; i < elements->count; i++) {
        i64 bits = 0;
        u64 kept = 0, known = 0;
        ed_number_to_bits(conversion->from_kind,
                          ed_number_load(conversion->from_kind, ed_old_at(elements, i)), &bits);
        for (u32 v = 0; v < type->value_count; v++) {
            u64 bit = (u64)type->values[v].number;
            if (!bit || ((u64)bits & bit) != bit || !conversion->values[v]) continue;
            kept |= (u64)conversion->values[v]->number;
            known |= bit;
        }
        store_flags(conversion, ed_new_at(elements, i), kept, known == (u64)bits, false);
    }
}

/// Takes the 64 bits of a signed or unsigned number. Bits that are not flags of the new type are
/// left out.
static void number_to_flags(ed_Load *load, const ed_Conversion *conversion,
                            const ed_Elements *elements)
{
    u64 known = 0;
    (void)load;
    for (u32 v = 0; v < conversion->to->type->value_count; v++)
        known |= (u64)conversion->to->type->values[v].number;
    for (u32 i = 0; i < elements->count; i++) {
        u64 bits;
        ed_Number number = ed_number_load(conversion->from_kind, ed_old_at(elements, i));
        bool below = number.form == ED_FORMAT_INT || (is_real(&number) && number.f < 0);
        ed_ConvertResult fit = ed_number_store(below ? ED_I64 : ED_U64, &bits, number);
        if (fit != ED_CONVERT_EXACT && fit != ED_CONVERT_ROUNDED) {
            conversion->tally->defaulted++;
            continue;
        }
        store_flags(conversion, ed_new_at(elements, i), bits & known, (bits & ~known) == 0,
                    fit == ED_CONVERT_ROUNDED);
    }
}

// --- text ----------------------------------------------------------------------------------------

static void put_text(ed_Load *load, const ed_Conversion *conversion, u8 *at, ed_Span text)
{
    const char *bytes = (const char *)text.at;
    size_t whole = text.size ? strnlen(bytes, text.size) : 0, kept = whole;
    const bool is_null = conversion->from->kind == ED_TEXT_PTR && !bytes;
    if (conversion->to->kind == ED_CHARS) {
        kept = whole ? ed_utf8_cut(bytes, whole, conversion->to->size - 1) : 0;
        if (kept) memmove(at, bytes, kept);      // `at` may be `bytes`
        memset(at + kept, 0, conversion->to->size - kept);
    } else if (conversion->to->kind == ED_TEXT_PTR && is_null) {
        memset(at, 0, conversion->to->size);
    } else if (!(conversion->to->kind == ED_STR
                     ? ed_str_put(load->arena, (ed_Str *)(void *)at, whole ? bytes : "", whole)
                     : ed_text_ptr_put(load->arena, at, bytes, whole)))
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at, "%s: memory limit reached",
                     load->arena->name);
    ed_count_fit(conversion->tally, kept == text.size ? ED_CONVERT_EXACT : ED_CONVERT_CUT);
}

static void convert_texts(ed_Load *load, const ed_Conversion *conversion,
                          const ed_Elements *elements)
{
    for (u32 i = 0; i < elements->count && ed_read_ok(load->d->r); i++)
        put_text(load, conversion, ed_new_at(elements, i), text_of(elements, i));
}

static void name_to_text(ed_Load *load, const ed_Conversion *conversion,
                         const ed_Elements *elements)
{
    for (u32 i = 0; i < elements->count && ed_read_ok(load->d->r); i++) {
        const ed_Value *value = ed_number_value(conversion->from->type, ed_old_at(elements, i));
        if (!value) {
            conversion->tally->defaulted++;
            continue;
        }
        put_text(load, conversion, ed_new_at(elements, i),
                 (ed_Span){ (const u8 *)value->name, strlen(value->name) });
    }
}

// --- records and unions --------------------------------------------------------------------------

ed_Steps *ed_conversion_steps(ed_Load *load, const ed_Conversion *conversion, const ed_Field *from)
{
    return conversion->inner ? ed_steps(load, conversion->inner, from->type) : NULL;
}

static void convert_structs(ed_Load *load, const ed_Conversion *conversion,
                            const ed_Elements *elements)
{
    ed_Steps *steps = ed_conversion_steps(load, conversion, elements->field);
    if (!steps) return;
    conversion->tally->exact += elements->count;
    ed_steps_run(load, steps, elements);
}

static void union_to_union(ed_Load *load, const ed_Conversion *conversion,
                           const ed_Elements *elements)
{
    ed_Steps *steps = ed_conversion_steps(load, conversion, elements->field);
    if (!steps) return;
    ed_Elements rows = *elements;
    ed_steps_begin(load, steps, &rows);
    if (rows.state == ED_NEW_COPIED) {
        ed_check_copied_elements(load, conversion, &rows);
        return;
    }
    for (u32 i = 0; i < rows.count && ed_read_ok(load->d->r); i++) {
        ed_Elements element = ed_elements_one(&rows, i);
        ed_steps_union(load, steps, conversion, &element);
    }
}

static void into_union(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *elements)
{
    for (u32 i = 0; i < elements->count && ed_read_ok(load->d->r); i++) {
        ed_Elements element = ed_elements_one(elements, i);
        ed_union_choose(conversion->to->type, conversion->alternative, load->arena, element.to);
        element.to += conversion->alternative->offset;
        conversion->choices->convert(load, conversion->choices, &element);
    }
}

static void out_of_union(ed_Load *load, const ed_Conversion *conversion,
                         const ed_Elements *elements)
{
    const ed_Type *type = conversion->from->type;
    for (u32 i = 0; i < elements->count && ed_read_ok(load->d->r); i++) {
        const u8 *at = ed_old_at(elements, i);
        if (!type->field_count) {
            conversion->tally->defaulted++;
            continue;
        }
        u32 kind = ed_union_index(type, at);
        const ed_Field *held = &elements->field->type->fields[kind];
        ed_ValueRef value = ed_value_at(held, at + held->offset);
        ed_Elements element = ed_elements_one(elements, i);
        ++*conversion->alternatives_lost;
        if (conversion->choices[kind].convert)
            ed_convert_value(load, &conversion->choices[kind], &value, &element);
        else conversion->tally->defaulted++;
    }
}

void ed_convert_value(ed_Load *load, const ed_Conversion *conversion, const ed_ValueRef *value,
                      const ed_Elements *element)
{
    ed_Elements elements = *element;
    elements.from = (const u8 *)value->at;
    elements.field = value->field;
    conversion->convert(load, conversion, &elements);
}

void ed_convert_absent(const ed_Conversion *conversion)
{
    if (ed_field_refers(conversion->to)) conversion->tally->exact++;      // becomes null
    else conversion->tally->defaulted++;
}

bool ed_conversion_is_impossible(const ed_Conversion *conversion)
{
    return conversion->convert == convert_none;
}

bool ed_conversion_is_number(const ed_Conversion *conversion)
{
    return conversion->convert == copy_numbers || conversion->convert == convert_numbers;
}

/// Returns whether raw memory needs no defaults before the conversion: it stores every element, or
/// sets the defaults of records itself.
static bool stores_all(const ed_Conversion *conversion)
{
    return ed_conversion_is_number(conversion) || conversion->convert == convert_structs
        || conversion->convert == union_to_union;
}

void ed_convert_run(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *elements)
{
    ed_elements_assert(elements);
    if (elements->state == ED_NEW_COPIED) {
        ed_check_copied_elements(load, conversion, elements);
        return;
    }
    if (elements->state != ED_NEW_RAW || stores_all(conversion)) {
        conversion->convert(load, conversion, elements);
        return;
    }
    ed_Elements filled = *elements;
    filled.state = ED_NEW_DEFAULT;
    if (conversion->to->size <= ED_SPARSE_BYTES)
        memset(elements->to, 0, elements->count * elements->to_stride);
    ed_init_elements(conversion->to, load->arena, elements->to, elements->count);
    conversion->convert(load, conversion, &filled);
}

void ed_convert_row(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *row,
                    u32 count)
{
    for (u32 first = 0; first < count && ed_read_ok(load->d->r); first += ED_BLOCK_ROWS) {
        ed_Elements some = ed_elements_at(row, (size_t)first * row->field->size,
                                          (size_t)first * conversion->to->size);
        some.from_stride = row->field->size;
        some.to_stride = some.defaults_stride = conversion->to->size;
        some.count = count - first < ED_BLOCK_ROWS ? count - first : ED_BLOCK_ROWS;
        ed_convert_run(load, conversion, &some);
    }
}

void ed_convert_field(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *elements)
{
    u32 count = conversion->from->shape == ED_FIXED ? conversion->from->count : 1;
    bool lanes = count <= LANES_MAX || elements->count > ED_BLOCK_ROWS;
    if (count == 1) {
        ed_convert_run(load, conversion, elements);
        return;
    }
    for (u32 i = 0; lanes && i < count && ed_read_ok(load->d->r); i++) {
        ed_Elements lane =
            ed_elements_at(elements, i * elements->field->size, i * conversion->to->size);
        ed_convert_run(load, conversion, &lane);
    }
    for (u32 i = 0; !lanes && i < elements->count && ed_read_ok(load->d->r); i++) {
        ed_Elements row = ed_elements_one(elements, i);
        if (ed_is_chosen(elements, i)) ed_convert_row(load, conversion, &row, count);
    }
}

// --- choosing a conversion -----------------------------------------------------------------------

static bool is_number(const ed_Field *f) { return f->kind <= ED_F64; }

/// Returns whether each value is one name. (A value of flags may be several.)
static bool has_one_name(const ed_Field *f) { return f->kind == ED_ENUM || f->kind == ED_SYMBOL; }

static ed_ConvertFn *choose_named(const ed_Field *from, const ed_Field *to)
{
    if (to->kind == ED_FLAGS) {
        if (from->kind == ED_FLAGS) return flags_to_flags;
        return is_number(from) ? number_to_flags : convert_none;
    }
    if (has_one_name(from)) return name_to_name;
    if (ed_field_is_text(from)) return text_to_name;
    return to->kind == ED_ENUM && is_number(from) ? number_to_enum : convert_none;
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
    if (ed_is_link(from) || ed_is_link(to)) {
        ed_ConvertFn *fn = ed_convert_links_choose(from, to);
        return fn ? fn : convert_none;
    }
    switch (to->kind) {
    case ED_ENUM:
    case ED_FLAGS:
    case ED_SYMBOL: return choose_named(from, to);
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR:
        if (ed_field_is_text(from)) return convert_texts;
        return has_one_name(from) ? name_to_text : convert_none;
    default: break;
    }
    if (!is_number(from) && from->kind != ED_ENUM && from->kind != ED_FLAGS) return convert_none;
    bool same = ed_field_number_kind(from) == to->kind && to->kind != ED_BOOL;
    return same && scale == 1 ? copy_numbers : convert_numbers;
}

static bool make_values(ed_Load *load, ed_Conversion *conversion)
{
    const ed_Type *from = conversion->from->type;
    conversion->values =
        (const ed_Value **)ed_plan_push(load->plan, from->value_count * sizeof *conversion->values);
    for (u32 i = 0; conversion->values && i < from->value_count; i++) {
        const ed_Value *now = ed_value_counterpart(from, &from->values[i], conversion->to->type);
        // the rows of a table that no module has read yet: a row of that name may exist
        const bool open = !now && conversion->to->type->open_values;
        conversion->values[i] = open ? &from->values[i] : now;
    }
    return conversion->values != NULL;
}

/// Makes the conversion between a plain value and an alternative of a union, as between two fields.
static bool make_choice(ed_Load *load, ed_Conversion *choice, const ed_Conversion *conversion,
                        const ed_Field *from, const ed_Field *to)
{
    ed_PlanField step = { .from = from, .to = to, .units = conversion->units };
    if (ed_field_is_record(from) && from->kind == to->kind)
        step.inner = ed_plan_pair(load->plan, from->type, to->type, conversion->units);
    return ed_conversion_make(load, choice, &step, conversion->tally);
}

static bool make_into_union(ed_Load *load, ed_Conversion *conversion)
{
    conversion->alternative = ed_match_alternative(conversion->to->type, conversion->from);
    if (!conversion->alternative) {
        conversion->convert = convert_none;
        return true;
    }
    conversion->choices = (ed_Conversion *)ed_plan_push(load->plan, sizeof *conversion->choices);
    return conversion->choices
        && make_choice(load, conversion->choices, conversion, conversion->from,
                       conversion->alternative);
}

static bool make_out_of_union(ed_Load *load, ed_Conversion *conversion)
{
    const ed_Type *from = conversion->from->type;
    conversion->choices =
        (ed_Conversion *)ed_plan_push(load->plan, from->field_count * sizeof *conversion->choices);
    conversion->alternatives_lost =
        (u64 *)ed_plan_push(load->plan, sizeof *conversion->alternatives_lost);
    if (!conversion->choices || !conversion->alternatives_lost) return false;
    for (u32 i = 0; i < from->field_count; i++) {
        const ed_Field *alternative = &from->fields[i];
        bool good = alternative->shape == ED_ONE && ed_match_same_type(alternative, conversion->to);
        if (good
            && !make_choice(load, &conversion->choices[i], conversion, alternative, conversion->to))
            return false;
    }
    return true;
}

bool ed_conversion_make(ed_Load *load, ed_Conversion *conversion, const ed_PlanField *plan,
                        ed_Tally *tally)
{
    f64 scale = ed_plan_scale(plan, false);
    *conversion = (ed_Conversion){ .from = plan->from,
                                   .to = plan->to,
                                   .units = plan->units,
                                   .scale = scale,
                                   .scale_back = ed_plan_scale(plan, true),
                                   .inner = plan->inner,
                                   .tally = tally,
                                   .from_kind = ed_field_number_kind(plan->from),
                                   .to_kind = ed_field_number_kind(plan->to),
                                   .convert = choose(plan->from, plan->to, scale) };
    if (conversion->convert == name_to_name || conversion->convert == flags_to_flags)
        return make_values(load, conversion);
    if (conversion->convert == into_union) return make_into_union(load, conversion);
    if (conversion->convert == out_of_union) return make_out_of_union(load, conversion);
    return true;
}
