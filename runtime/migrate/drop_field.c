/// The step of a dropped field (field_step.h): counts values that were not the default.
#include <string.h>
#include "runtime/migrate/match.h"
#include "runtime/migrate/field_step.h"
#include "runtime/value/compare.h"
#ifdef __SSE2__
#    include <emmintrin.h>
#endif

ed_ValueRef ed_document_default(ed_Decoder *d, const ed_Type *type, u32 index)
{
    const ed_Field *field = &type->fields[index];
    const ed_DecodedType *decoded = field->packed_default_size ? ed_decoded_type(d, type) : NULL;
    ed_ValueRef record = { .at = decoded ? (u8 *)(uintptr_t)decoded->type.image : NULL };
    if (!decoded || !ed_decoded_default_is_known(&decoded->fields[index]))
        return (ed_ValueRef){ .field = field };
    return ed_value_field(&record, &decoded->fields[index]);
}

const ed_ValueRef *ed_step_default(ed_Load *load, ed_FieldStep *step)
{
    if (!step->has_default) step->defaults = ed_document_default(load->d, step->owner, step->index);
    step->has_default = true;
    return &step->defaults;
}

/// Returns whether a struct holds a value other than the default in a part that did not move.
static bool rest_is_held(const ed_Plan *plan, const ed_TypePlan *pair, const char *path,
                         const ed_ValueRef *whole, const ed_ValueRef *defaults)
{
    char part[ED_PART_PATH_MAX];
    const ed_Type *type = ed_value_record(whole),
                  *other = defaults->at ? ed_value_record(defaults) : NULL;
    for (u32 i = 0; type && i < type->field_count; i++) {
        ed_Text text = ed_text_over(part, sizeof part);
        ed_text_add(&text, "%s.%s", path, type->fields[i].name);
        ed_ValueRef value = ed_value_field(whole, &type->fields[i]), like = { .field = NULL };
        if (other) like = ed_value_field(defaults, &other->fields[i]);
        if (ed_value_is_absent(&value) || ed_match_taken(plan, pair, part)) continue;
        bool inside = value.field->kind == ED_STRUCT && value.field->shape == ED_ONE && !text.cut;
        if (inside ? rest_is_held(plan, pair, part, &value, &like)
                   : ed_value_differs(&value, &like))
            return true;
    }
    return false;
}

bool ed_drops_something(const ed_Plan *plan, const ed_TypePlan *pair, const ed_PlanField *field,
                        const ed_ValueRef *value, const ed_ValueRef *defaults)
{
    if (field->moved == ED_MOVED_WHOLE) return false;
    if (!field->moved) return ed_value_differs(value, defaults);
    if (value->field->kind != ED_STRUCT) return false;
    return rest_is_held(plan, pair, value->field->name, value, defaults);
}

// --- numbers of many rows at once ----------------------------------------------------------------

typedef struct Lane {      // one field of many rows
    const u8 *at;
    size_t stride;
    u32 count, size;
    const u8 *defaults;      // of `size` bytes
} Lane;

#define COUNT_OTHER(type) \
    { \
        type defaults, v; \
        memcpy(&defaults, lane->defaults, sizeof defaults); \
        for (u32 i = 0; i < lane->count; i++) { \
            memcpy(&v, lane->at + i * lane->stride, sizeof v); \
            other += v != defaults; \
        } \
    }

#ifdef __SSE2__
static inline __m128i load_word(const u8 *at)
{
    i32 word;
    memcpy(&word, at, sizeof word);
    return _mm_cvtsi32_si128(word);
}

/// Compares single numbers in vector registers: the result can be added as a number, while a scalar
/// compare gives a flag that must be read first.
static u64 count_other_words(const Lane *lane)
{
    const __m128i same = load_word(lane->defaults);
    __m128i even = _mm_setzero_si128(), odd = even;
    const u8 *at = lane->at;
    size_t stride = lane->stride;
    u32 i = 0;
    for (; i + 4 <= lane->count; i += 4, at += 4 * stride) {
        even = _mm_sub_epi32(even, _mm_cmpeq_epi32(load_word(at), same));
        odd = _mm_sub_epi32(odd, _mm_cmpeq_epi32(load_word(at + stride), same));
        even = _mm_sub_epi32(even, _mm_cmpeq_epi32(load_word(at + 2 * stride), same));
        odd = _mm_sub_epi32(odd, _mm_cmpeq_epi32(load_word(at + 3 * stride), same));
    }
    for (; i < lane->count; i++, at += stride)
        even = _mm_sub_epi32(even, _mm_cmpeq_epi32(load_word(at), same));
    return lane->count - (u32)_mm_cvtsi128_si32(_mm_add_epi32(even, odd));
}
#else
static u64 count_other_words(const Lane *lane)
{
    u64 other = 0;
    COUNT_OTHER(u32)
    return other;
}
#endif

static u64 count_other(const Lane *lane)
{
    u64 other = 0;
    switch (lane->size) {
    case 1: COUNT_OTHER(u8) break;
    case 2: COUNT_OTHER(u16) break;
    case 4: return count_other_words(lane);
    case 8: COUNT_OTHER(u64) break;
    default:
        for (u32 i = 0; i < lane->count; i++)
            other += memcmp(lane->at + i * lane->stride, lane->defaults, lane->size) != 0;
    }
    return other;
}

/// Returns whether a bytewise comparison tells if a value is the default.
static bool is_lane(const ed_FieldStep *step)
{
    const ed_Field *from = step->from;
    bool number = from->kind <= ED_F64 || ed_field_is_named(from);
    return !step->plan->moved && number && from->shape == ED_ONE;
}

// --- dropping a field ----------------------------------------------------------------------------

static void count_dropped(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step,
                          const ed_ValueRef *defaults, const ed_Elements *rows)
{
    static const u8 zero[8];
    if (!rows->chosen && is_lane(step)) {
        Lane lane = { rows->from + step->from->offset, rows->from_stride, rows->count,
                      step->from->size, defaults->at ? (const u8 *)defaults->at : zero };
        step->plan->row->lost += count_other(&lane);
        return;
    }
    for (u32 i = 0; i < rows->count && ed_load_ok(load); i++) {
        if (!ed_is_chosen(rows, i)) continue;
        ed_ValueRef record = ed_steps_record(steps, rows->from + i * rows->from_stride);
        ed_ValueRef value = ed_value_field(&record, step->from);
        step->plan->row->lost +=
            ed_drops_something(load->plan, steps->pair, step->plan, &value, defaults);
    }
}

void ed_drop_field(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                   const ed_Elements *rows)
{
    if (step->plan->row) count_dropped(load, steps, step, ed_step_default(load, step), rows);
}
