#include "runtime/migrate/possible_values.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "runtime/migrate/field_step.h"
#include "runtime/migrate/link_map.h"
#include "runtime/snapshot/containers.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/layout_check.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"

static u32 losses(const ed_Tally *t)
{
    return (t->saturated ? ED_MAY_SATURATE : 0) | (t->rounded ? ED_MAY_ROUND : 0)
         | (t->truncated ? ED_MAY_TRUNCATE : 0) | (t->defaulted ? ED_MAY_DEFAULT : 0);
}

// --- values of one element -----------------------------------------------------------------------

typedef struct Try {
    ed_Load *load;
    const ed_Conversion *conversion;
    u8 *to;
} Try;

/// Converts one value, which is laid out as in a row.
static void try_value(const Try *t, const void *value)
{
    const ed_Field *to = t->conversion->to;
    memset(t->to, 0, to->size);
    ed_init_elements(to, t->load->arena, t->to, 1);
    ed_convert_run(t->load, t->conversion,
                   &(ed_Elements){ .field = t->conversion->from,
                                   .from = (const u8 *)value,
                                   .to = t->to,
                                   .from_stride = t->conversion->from->size,
                                   .to_stride = to->size,
                                   .count = 1 });
}

static void try_number(const Try *t, ed_Kind kind, ed_Number number)
{
    u8 bytes[8] = { 0 };
    if (ed_number_store(kind, bytes, number) != ED_CONVERT_NONE) try_value(t, bytes);
}

/// Tries the limits of the kind, and numbers that are hard to represent. Whatever loss a conversion
/// to another number can cause, at least one of these numbers shows it.
static void try_numbers(const Try *t, ed_Kind kind)
{
    static const f64 reals[] = { 0, 1, 0.5, 0.1, 3, -1, FLT_MAX, -FLT_MAX, DBL_MAX, INFINITY, NAN };
    static const u64 wholes[] = { 0, 1, 3, (1ull << 53) + 1, UINT64_MAX };
    bool real = kind == ED_F32 || kind == ED_F64;
    for (u32 i = 0; real && i < ED_COUNT(reals); i++)
        try_number(t, kind, ed_number_from_f64(reals[i]));
    for (u32 i = 0; !real && i < ED_COUNT(wholes); i++)
        try_number(t, kind, (ed_Number){ .form = ED_FORMAT_UINT, .u = wholes[i] });
    if (!real) try_number(t, kind, (ed_Number){ .form = ED_FORMAT_INT, .i = INT64_MIN });
}

static void try_names(const Try *t, const ed_Type *type)
{
    i64 all = 0;
    for (u32 i = 0; i < type->value_count; i++) {
        try_number(t, type->base, ed_number_from_bits(type->base, type->values[i].number));
        all |= type->values[i].number;
    }
    if (type->kind == ED_FLAGS) try_number(t, type->base, ed_number_from_bits(type->base, all));
}

/// Tries the longest text of the old field, or one that is just too long for the new field.
static void try_texts(const Try *t, const ed_Field *from, const ed_Field *to)
{
    u32 size = from->kind == ED_CHARS ? from->size - (from->size != 0)
             : to->kind == ED_CHARS   ? to->size
                                      : 1;
    char *text = (char *)ed_arena_push(t->load->plan->arena, (size_t)size + 1, 1);
    if (!text) return;
    memset(text, 'a', size);
    ed_Str str = { .items = text, .count = size, .capacity = size + 1 };
    if (from->kind == ED_CHARS) try_value(t, text);
    else if (from->kind == ED_TEXT_PTR) try_value(t, &text);
    else try_value(t, &str);
}

/// Returns whether sample records of the type can be made. The sizes and offsets of a type in a
/// document may be inconsistent; a loss is then assumed.
static bool can_be_made(const Try *t, const ed_Field *from)
{
    const ed_Decoder *d = t->load->d;
    bool read = from->type >= d->types && from->type < d->types + d->type_count;
    return !read || ed_layout_check_element(from);
}

static void try_records(const Try *t, const ed_Field *from)
{
    if (!can_be_made(t, from)) {
        t->conversion->tally->defaulted++;
        return;
    }
    u32 choices = from->kind == ED_UNION ? from->type->field_count : 1;
    u8 *record = (u8 *)ed_arena_push(t->load->plan->arena, from->size, 16);
    for (u32 i = 0; record && i < choices; i++) {
        // the record stays zero: setting a document's defaults could recurse without limit
        if (from->kind == ED_UNION) memcpy(record, &i, sizeof i);
        try_value(t, record);
    }
}

/// Tries the first record of each container that a pointer can lead to.
static void try_pointers(const Try *t, const ed_Type *type)
{
    const ed_LinkMap *map = t->load->plan->links;
    for (u32 i = 0; map && i < map->count; i++) {
        const u64 name = ed_link_name(i, 0);
        if (ed_begins_with(map->items[i].from->type, type)) try_value(t, &name);
    }
}

static void try_element(const Try *t, const ed_Field *from, const ed_Field *to)
{
    static const ed_Ref handle = { 0, 1 };
    static const u64 pointer = 1;
    switch (from->kind) {
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: try_texts(t, from, to); break;
    case ED_ENUM:
    case ED_FLAGS:
    case ED_SYMBOL: try_names(t, from->type); break;
    case ED_STRUCT:
    case ED_UNION: try_records(t, from); break;
    case ED_REF: try_value(t, &handle); break;
    case ED_RECORD_PTR: try_pointers(t, from->type); break;
    case ED_PTR: try_value(t, &pointer); break;
    default: try_numbers(t, from->kind); break;
    }
}

// --- fields --------------------------------------------------------------------------------------

static u32 binary_digits(ed_Kind kind)
{
    return kind == ED_F32 ? 24 : kind == ED_F64 ? 53 : 8 * ed_kind_size(kind);
}

/// Returns whether a change of the unit rounds some numbers of the field, although the numbers that
/// were tried may all come back.
static bool scale_rounds(const ed_PlanField *field)
{
    ed_Kind from = field->from->kind, to = field->to->kind;
    if (ed_plan_scale(field, false) == 1) return false;
    return to >= ED_F32 ? binary_digits(from) >= binary_digits(to) : from >= ED_F32;
}

static u32 may_element(ed_Load *load, const ed_PlanField *field)
{
    const ed_Field *from = field->from, *to = field->to;
    ed_Tally tally = { 0 };
    ed_Conversion conversion;
    if ((from->kind == ED_PTR) != (to->kind == ED_PTR)) return ED_MAY_DEFAULT;
    size_t used = load->arena->used;
    Try t = { load, &conversion, (u8 *)ed_arena_push(load->arena, to->size, 16) };
    if (t.to && ed_conversion_make(load, &conversion, field, &tally)) try_element(&t, from, to);
    load->arena->used = used;
    // only the module knows which rows such a table has
    if (to->kind == ED_SYMBOL && to->type->open_values) tally.defaulted++;
    return losses(&tally) | (scale_rounds(field) ? ED_MAY_ROUND : 0);
}

/// Returns whether an enum that indexes an array loses a value.
static bool loses_index(const ed_Field *from, const ed_Field *to, u32 dim)
{
    const ed_Type *before = from->index_types[dim], *now = to->index_types[dim];
    u32 found = 0;
    if (!before || !now) return false;
    for (u32 i = 0; i < now->value_count; i++)
        found += ed_index_before(before, now, i) != UINT32_MAX;
    return found < before->value_count;
}

static u32 may_shape(const ed_Field *from, const ed_Field *to)
{
    u32 may = 0;
    for (u32 d = 0; d < ed_field_rank(from); d++)
        if (ed_shape_room(from, d) > ed_shape_room(to, d) || loses_index(from, to, d))
            may |= ED_MAY_TRUNCATE;
    // an absent handle becomes a null handle, which is exact
    bool absent = from->shape == ED_OPTIONAL && !ed_field_refers(to)
               && (to->shape == ED_ONE || to->shape == ED_FIXED);
    return absent ? may | ED_MAY_DEFAULT : may;
}

u32 ed_possible_losses(ed_Load *load, const ed_PlanField *field)
{
    if (!field->to) return ED_MAY_DROP;
    return may_element(load, field) | may_shape(field->from, field->to);
}
