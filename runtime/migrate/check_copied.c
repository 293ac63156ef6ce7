#include "runtime/migrate/check_copied.h"
#include <assert.h>
#include <string.h>
#include "runtime/migrate/link_map.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"

#define ROW_BYTES_MAX 65536u      // larger rows have no row copy
#define UNROLL_MAX 16u            // longest array of changed records that is copied field by field

// --- which fields are copied ---------------------------------------------------------------------

typedef struct Find {
    ed_Load *load;
    ed_Steps *steps;
    ed_Array copies;
    bool slots;      // copies texts and lists too, which were migrated before the rows
    bool full;
} Find;

static void add_copy(Find *f, u32 from, u32 to, u64 size)
{
    ed_Copy *copy = (ed_Copy *)ed_array_add(f->load->plan->arena, &f->copies, sizeof *copy, 4);
    if (copy) *copy = (ed_Copy){ from, to, (u32)size };
    else f->full = true;
}

static bool same_leaf(const Find *f, const ed_Field *from, const ed_Field *to)
{
    if (from->kind != to->kind || from->size != to->size) return false;
    switch (from->kind) {
    case ED_STR:
    case ED_TEXT_PTR: return f->slots;
    case ED_ENUM:
    case ED_FLAGS: return ed_same_layout(from->type, to->type, NULL, 0);
    case ED_REF: return ed_same_type_name(from->type, to->type);
    case ED_RECORD_PTR: return f->load->plan->links && f->load->plan->links->same_names;
    case ED_PTR: return f->load->d->live;
    default: return from->kind <= ED_CHARS;
    }
}

/// Adds the copies of the fields of inline records that are always present.
static void add_inner(Find *f, const ed_FieldStep *step, const ed_Steps *inner)
{
    const ed_Field *from = step->from, *to = step->to;
    for (u32 e = 0; e < from->count; e++)
        for (u32 i = 0; i < inner->own_count; i++) {
            const ed_Copy *copy = &inner->own_copies[i];
            add_copy(f, from->offset + e * from->size + copy->from,
                     to->offset + e * to->size + copy->to, copy->size);
        }
}

static bool copies_records(Find *f, const ed_FieldStep *step, u64 *bytes)
{
    const ed_Field *from = step->from;
    const ed_Steps *inner = ed_conversion_steps(f->load, &step->conversion, from);
    bool always = from->shape == ED_ONE || from->shape == ED_FIXED;
    if (!inner || !inner->copy || (inner->has_slots && !f->slots)) return false;
    f->steps->has_slots |= inner->has_slots;
    if (inner->same) {
        *bytes = (u64)from->size * from->count;
        return true;
    }
    if (!always || from->kind != ED_STRUCT || from->count > UNROLL_MAX) return false;
    add_inner(f, step, inner);
    return true;
}

static bool is_copied(Find *f, ed_FieldStep *step)
{
    const ed_Field *from = step->from, *to = step->to;
    bool plain = from->shape == ED_ONE && !ed_field_is_text(from);
    if (!to || step->pointer_mismatch || step->conversion.scale != 1 || from->shape == ED_POOL
        || !ed_same_shape(from, to) || (!plain && (from->flags & ED_FIELD_DECODED)))
        return false;
    bool list = from->shape == ED_DYNAMIC, slot = list || ed_field_is_outer_text(from);
    u32 prefix = ed_field_prefix_size(from);
    u64 bytes = 0;
    if (list) {
        if (!f->slots) return false;
        bytes = sizeof(ed_Array);
    } else if (ed_field_is_record(from)) {
        if (!copies_records(f, step, &bytes)) return false;
    } else if (same_leaf(f, from, to)) bytes = (u64)from->size * from->count;
    else return false;
    f->steps->has_slots |= slot;
    if (bytes) add_copy(f, from->offset - prefix, to->offset - prefix, prefix + bytes);
    return true;
}

/// The steps of copied records in the old field `from`.
static ed_Steps *steps_of(const ed_Conversion *conversion, const ed_Field *from)
{
    return ed_steps_known(conversion->inner, from->type);
}

/// Returns whether every bit pattern is a valid value. Handles are checked when all of the state
/// has been loaded.
static bool is_always_valid(const ed_Conversion *conversion, const ed_Field *from)
{
    if (from->kind == ED_STRUCT) return steps_of(conversion, from)->unchecked;
    return from->kind == ED_PTR || from->kind == ED_REF
        || (from->kind <= ED_F64 && from->kind != ED_BOOL);
}

static bool is_unchecked(const ed_FieldStep *step)
{
    ed_Shape shape = step->from->shape;
    return step->copied && (shape == ED_ONE || shape == ED_FIXED)
        && is_always_valid(&step->conversion, step->from);
}

/// Makes the defaults of elements that the default of a new record does not contain: the items of a
/// bounded list, an optional value, or the alternative of a union, with the whole union around it.
/// Invalid values in such elements are reset to them. False if memory is full.
static bool make_held_defaults(Find *f, ed_FieldStep *step)
{
    const ed_Type *type = f->steps->pair->to;
    ed_Plan *plan = f->load->plan;
    const ed_Field *to = step->to;
    if (!step->copied) return true;
    bool choice = type->kind == ED_UNION && to->shape <= ED_FIXED;
    bool outside = choice || to->shape == ED_BOUNDED || to->shape == ED_OPTIONAL;
    if (!outside || is_always_valid(&step->conversion, step->from)) return true;
    u32 count = to->shape == ED_BOUNDED ? to->count : 1;
    u8 *at = (u8 *)ed_plan_push(plan, choice ? type->size : (size_t)count * to->size);
    step->held_defaults = at;
    if (at && choice) ed_union_set(type, to, plan->arena, at);
    else if (at) ed_init_elements(to, plan->arena, at, count);
    return at != NULL;
}

#define FEW_STEPS 4u

static void find_in_struct(Find *f)
{
    ed_Steps *steps = f->steps;
    const ed_TypePlan *pair = steps->pair;
    u32 count = 0;
    steps->unchecked = !pair->upgrade && !pair->move_count;
    for (u32 i = 0; i < pair->from->field_count && !f->full; i++) {
        ed_FieldStep *step = &steps->fields[i];
        step->copied = is_copied(f, step);
        step->unchecked = is_unchecked(step);
        f->full |= !make_held_defaults(f, step);
        steps->unchecked &= step->unchecked;
        count += !step->unchecked;
    }
    steps->few_steps = count <= FEW_STEPS;
}

/// Returns whether every byte of the field is copied, not only some fields inside.
static bool is_whole(const ed_FieldStep *step)
{
    if (!step->copied) return false;
    bool inside = ed_field_is_record(step->to) && !ed_field_is_list(step->to);
    return !inside || steps_of(&step->conversion, step->from)->same;
}

/// Copies either all of a union or nothing, as its alternatives share the same memory.
static void find_in_union(Find *f)
{
    ed_Steps *steps = f->steps;
    const ed_TypePlan *pair = steps->pair;
    bool same = ed_same_layout(steps->from, pair->to, NULL, 0) && !pair->upgrade;
    for (u32 i = 0; i < pair->from->field_count; i++) {
        ed_FieldStep *step = &steps->fields[i];
        step->copied = is_copied(f, step);
        same &= is_whole(step) && step->to == &pair->to->fields[i];
    }
    f->copies.count = 0;
    if (same) add_copy(f, 0, 0, steps->from->size);
    for (u32 i = 0; i < pair->from->field_count; i++) {
        ed_FieldStep *step = &steps->fields[i];
        step->copied = same;
        step->unchecked = is_unchecked(step);
        f->full |= !make_held_defaults(f, step);
    }
    steps->has_slots &= same;
}

bool ed_copied_find(ed_Load *load, ed_Steps *steps)
{
    const ed_TypePlan *pair = steps->pair;
    bool hook = pair->upgrade && pair->to->upgrade;
    // upgrade functions and moved parts read the old record, with its old texts and lists
    Find f = { .load = load, .steps = steps, .slots = !hook && !pair->move_count };
    if (steps->from->size > ROW_BYTES_MAX || pair->to->size > ROW_BYTES_MAX) return true;
    if (pair->to->kind == ED_UNION) find_in_union(&f);
    else find_in_struct(&f);
    if (f.full) return false;
    steps->own_count = f.copies.count;
    if (pair->to->kind == ED_UNION && !steps->own_count) return true;
    // own_copies must not change, and copies are merged in place
    size_t size = f.copies.count * sizeof(ed_Copy);
    steps->own_copies = (ed_Copy *)f.copies.items;
    ed_Copy *copies = (ed_Copy *)ed_arena_push(load->plan->arena, size, 4);
    if (size && copies) memcpy(copies, steps->own_copies, size);
    if (copies || !size)
        steps->copy = ed_row_copy_make(&steps->row_from, &steps->row_to, copies, f.copies.count,
                                       load->plan->arena);
    if (!steps->copy) return false;
    steps->same = steps->copy->whole;
    return true;
}

// --- checking and counting -----------------------------------------------------------------------

static void count_valid(const ed_Conversion *conversion, const ed_Field *from, u64 count);

/// Counts an unchecked field, in which every bit pattern is valid.
static void count_field(const ed_FieldStep *step, u64 records)
{
    assert(step->unchecked);
    count_valid(&step->conversion, step->from, records * step->from->count);
}

static void count_records(const ed_Steps *steps, u64 records)
{
    for (u32 i = 0; records && i < steps->pair->from->field_count; i++)
        if (steps->fields[i].unchecked) count_field(&steps->fields[i], records);
}

static void count_valid(const ed_Conversion *conversion, const ed_Field *from, u64 count)
{
    conversion->tally->exact += count;
    if (from->kind != ED_STRUCT) return;
    conversion->inner->records += count;
    count_records(steps_of(conversion, from), count);
}

void ed_count_copied(const ed_Plan *plan)
{
    for (u32 p = 0; p < plan->count; p++)
        for (const ed_Steps *steps = plan->pairs[p].steps; steps; steps = steps->next)
            count_records(steps, steps->copied_records);
}

/// Returns true if a chosen element has a byte greater than `most`. `at` points to that byte of the
/// first element.
static bool any_over(const ed_Elements *elements, const u8 *at, u8 most)
{
    const u8 *chosen = elements->chosen;
    size_t stride = elements->from_stride;
    u32 count = elements->count;
    u8 any = 0;
    if (chosen)
        for (u32 i = 0; i < count; i++) any |= (at[i * stride] > most) & chosen[i];
    else
        for (u32 i = 0; i < count; i++) any |= at[i * stride] > most;
    return any;
}

/// Sets invalid bools to 1. `offset`: from the element to the bool.
static void check_bools(const ed_Elements *elements, i32 offset)
{
    if (!any_over(elements, elements->from + offset, 1)) return;
    for (u32 i = 0; i < elements->count; i++) {
        u8 *to = ed_new_at(elements, i) + offset;
        if (ed_is_chosen(elements, i) && *to > 1) *to = 1;
    }
}

/// Cuts texts without a terminator. Returns how many.
static u32 check_texts(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *elements)
{
    u32 bad = 0;
    const u8 *end = elements->from + conversion->from->size - 1;
    if (!any_over(elements, end, 0)) return 0;
    for (u32 i = 0; i < elements->count; i++) {
        if (end[i * elements->from_stride] == 0 || !ed_is_chosen(elements, i)) continue;
        ed_Elements element = ed_elements_one(elements, i);
        conversion->convert(load, conversion, &element);
        bad++;
    }
    return bad;
}

/// The number of values if they count up from 0, as in most enums, so that no search is needed.
/// Else 0.
static u64 counted_values(const ed_Type *type)
{
    for (u32 i = 0; i < type->value_count; i++)
        if (type->values[i].number != i) return 0;
    return type->value_count;
}

#define MARK_FROM(type, count_of) \
    for (u32 i = 0; i < elements->count; i++) { \
        type v; \
        memcpy(&v, ed_old_at(elements, i), sizeof v); \
        marks[i] = v >= (type)(count_of); \
        any |= marks[i]; \
    }

/// Marks numbers that the enum has no value for. Returns whether there are any.
static bool mark_unknown(const ed_Conversion *conversion, const ed_Elements *elements, u8 *marks)
{
    const ed_Type *type = conversion->from->type;
    u64 counted = counted_values(type);
    u32 bits = ed_kind_size(conversion->from_kind) * 8;
    u8 any = 0;
    if (counted && bits < 64 && counted >= 1ull << bits) return false;      // all valid
    if (counted) {
        switch (bits) {
        case 8: MARK_FROM(u8, counted) break;
        case 16: MARK_FROM(u16, counted) break;
        case 32: MARK_FROM(u32, counted) break;
        default: MARK_FROM(u64, counted) break;
        }
        return any;
    }
    for (u32 i = 0; i < elements->count; i++) {
        marks[i] = !ed_number_value(type, ed_old_at(elements, i));
        any |= marks[i];
    }
    return any;
}

static u32 check_enums(const ed_Conversion *conversion, const ed_Elements *elements)
{
    u8 marks[ED_BLOCK_ROWS];
    u32 bad = 0;
    if (!mark_unknown(conversion, elements, marks)) return 0;
    for (u32 i = 0; i < elements->count; i++) {
        if (!marks[i] || !ed_is_chosen(elements, i)) continue;
        memcpy(ed_new_at(elements, i), elements->defaults + i * elements->defaults_stride,
               conversion->to->size);
        bad++;
    }
    conversion->tally->defaulted += bad;
    return bad;
}

static u32 check_flags(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *elements)
{
    u64 known = 0;
    u32 bad = 0, size = ed_kind_size(conversion->from_kind);
    for (u32 v = 0; v < conversion->from->type->value_count; v++)
        known |= (u64)conversion->from->type->values[v].number;
    for (u32 i = 0; i < elements->count; i++) {
        u64 bits = 0;
        memcpy(&bits, ed_old_at(elements, i), size);
        if ((bits & ~known) == 0 || !ed_is_chosen(elements, i)) continue;
        ed_Elements element = ed_elements_one(elements, i);
        conversion->convert(load, conversion, &element);
        bad++;
    }
    return bad;
}

/// An old pointer is null or a name. Only a document that was not written by eddie has anything
/// else.
static u32 check_pointers(ed_Load *load, const ed_Conversion *conversion,
                          const ed_Elements *elements)
{
    u64 any = 0;
    u32 bad = 0;
    for (u32 i = 0; i < elements->count; i++) {
        u64 name;
        memcpy(&name, ed_old_at(elements, i), sizeof name);
        any |= name & ((name >> 63) - 1);      // 0 if the highest bit is set
    }
    for (u32 i = 0; any && i < elements->count; i++) {
        u64 name;
        memcpy(&name, ed_old_at(elements, i), sizeof name);
        if (!name || (name & ED_NAME_BIT) || !ed_is_chosen(elements, i)) continue;
        ed_Elements element = ed_elements_one(elements, i);
        conversion->convert(load, conversion, &element);
        bad++;
    }
    return bad;
}

/// Converts and counts invalid values as the field's step would have done. Returns how many were
/// not exact.
static u32 check_elements(ed_Load *load, const ed_Conversion *conversion,
                          const ed_Elements *elements)
{
    switch (conversion->from->kind) {
    case ED_BOOL: check_bools(elements, 0); return 0;
    case ED_CHARS: return check_texts(load, conversion, elements);
    case ED_ENUM: return check_enums(conversion, elements);
    case ED_FLAGS: return check_flags(load, conversion, elements);
    case ED_RECORD_PTR: return check_pointers(load, conversion, elements);
    default: return 0;
    }
}

#define OPTIONAL UINT32_MAX

/// Returns whether the default at `at` has the optional value, or holds the alternative `kind`.
static bool default_holds(const u8 *at, u32 kind)
{
    u32 held;
    if (kind == OPTIONAL) return at[-1] != 0;
    memcpy(&held, at, sizeof held);
    return held == kind;
}

static void check_with(ed_Load *load, const ed_FieldStep *step, const ed_Elements *part, u32 kind)
{
    if (kind == OPTIONAL) ed_check_copied_elements(load, &step->conversion, part);
    else ed_check_copied_field(load, step, part);
}

/// Checks the chosen elements, which have the optional value or hold the alternative `kind`. Those
/// whose default does not have it use step->held_defaults.
static void check_held(ed_Load *load, const ed_FieldStep *step, const ed_Elements *elements,
                       u32 kind)
{
    u8 own[ED_BLOCK_ROWS], others[ED_BLOCK_ROWS];
    ed_Elements part = *elements;
    bool mixed = step->held_defaults && part.defaults_stride != 0;
    if (step->held_defaults && !mixed && !default_holds(part.defaults, kind))
        part.defaults = step->held_defaults;
    if (!mixed) {
        check_with(load, step, &part, kind);
        return;
    }
    for (u32 i = 0; i < part.count; i++) {
        bool holds = default_holds(part.defaults + i * part.defaults_stride, kind);
        own[i] = holds & ed_is_chosen(elements, i);
        others[i] = !holds & ed_is_chosen(elements, i);
    }
    part.chosen = own;
    check_with(load, step, &part, kind);
    part.chosen = others;
    part.defaults = step->held_defaults;
    part.defaults_stride = 0;
    check_with(load, step, &part, kind);
}

/// Chooses the elements that hold the alternative `kind`. Returns how many.
static u32 choose_held(const ed_Elements *elements, const u32 *kinds, u32 kind, u8 *chosen)
{
    u32 count = elements->count, held = 0;
    // without a branch, as the alternative of an element cannot be predicted
    for (u32 i = 0; i < count; i++) {
        chosen[i] = (kinds[i] == kind) & ed_is_chosen(elements, i);
        held += chosen[i];
    }
    return held;
}

/// Checks and counts unions: for each alternative, the elements that hold it.
static void copied_unions(ed_Load *load, const ed_Conversion *conversion,
                          const ed_Elements *elements)
{
    u32 kinds[ED_BLOCK_ROWS], count = ed_count_chosen(elements);
    u8 chosen[ED_BLOCK_ROWS];
    ed_TypePlan *pair = conversion->inner;
    u32 alternatives = pair->from->field_count;
    pair->records += count;
    if (!alternatives) {
        conversion->tally->defaulted += count;
        return;
    }
    conversion->tally->exact += count;
    for (u32 i = 0; i < elements->count; i++) {
        memcpy(&kinds[i], ed_old_at(elements, i), sizeof kinds[i]);
        if (kinds[i] < alternatives) continue;
        kinds[i] = 0;
        if (ed_is_chosen(elements, i)) memcpy(ed_new_at(elements, i), &kinds[i], sizeof kinds[i]);
    }
    for (u32 k = 0; k < alternatives; k++) {
        const ed_FieldStep *step = &steps_of(conversion, elements->field)->fields[k];
        u32 held = choose_held(elements, kinds, k, chosen);
        ed_Elements part = *elements;
        part.chosen = chosen;
        if (step->unchecked) count_field(step, held);
        else if (held) check_held(load, step, &part, k);
    }
}

void ed_check_copied_elements(ed_Load *load, const ed_Conversion *conversion,
                              const ed_Elements *elements)
{
    ed_elements_assert(elements);
    assert(elements->state == ED_NEW_COPIED);
    if (conversion->from->kind == ED_UNION) {
        copied_unions(load, conversion, elements);
        return;
    }
    u32 count = ed_count_chosen(elements);
    if (is_always_valid(conversion, elements->field)) {
        count_valid(conversion, elements->field, count);
        return;
    }
    if (conversion->from->kind != ED_STRUCT) {
        conversion->tally->exact += count - check_elements(load, conversion, elements);
        return;
    }
    conversion->tally->exact += count;
    ed_steps_run(load, steps_of(conversion, elements->field), elements);
}

// --- shapes --------------------------------------------------------------------------------------

static void copied_bounded(ed_Load *load, const ed_FieldStep *step, const ed_Elements *elements)
{
    const ed_Conversion *conversion = &step->conversion;
    bool always_valid = is_always_valid(conversion, elements->field);
    u64 all = 0;
    for (u32 i = 0; i < elements->count; i++) {
        ed_Elements row = ed_elements_one(elements, i);
        if (!ed_is_chosen(elements, i)) continue;
        u32 count = ed_bounded_count(elements->field, row.from);
        memcpy(row.to - sizeof count, &count, sizeof count);
        all += count;
        if (step->held_defaults) row.defaults = step->held_defaults;
        if (!always_valid) ed_convert_row(load, conversion, &row, count);
    }
    if (always_valid) count_valid(conversion, elements->field, all);
}

static void copied_optional(ed_Load *load, const ed_FieldStep *step, const ed_Elements *elements)
{
    u8 there[ED_BLOCK_ROWS];
    u32 present = 0;
    ed_Elements part = *elements;
    for (u32 i = 0; i < elements->count; i++) there[i] = (ed_old_at(elements, i))[-1] != 0;
    check_bools(elements, -1);
    for (u32 i = 0; elements->chosen && i < elements->count; i++) there[i] &= elements->chosen[i];
    for (u32 i = 0; i < elements->count; i++) present += there[i];
    step->tally->exact += ed_count_chosen(elements) - present;
    part.chosen = there;
    check_held(load, step, &part, OPTIONAL);
}

void ed_check_copied_field(ed_Load *load, const ed_FieldStep *step, const ed_Elements *rows)
{
    ed_Elements elements = ed_elements_at(rows, step->from->offset, step->to->offset);
    elements.field = step->from;
    elements.number = 0;
    switch (step->from->shape) {
    case ED_ONE:
    case ED_FIXED: ed_convert_field(load, &step->conversion, &elements); break;
    case ED_BOUNDED: copied_bounded(load, step, &elements); break;
    case ED_OPTIONAL: copied_optional(load, step, &elements); break;
    default: break;      // a list was counted when it was migrated
    }
}
