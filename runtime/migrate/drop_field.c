/// The step of a dropped field (field_step.h): counts values that were not the default.
#include <string.h>
#include "runtime/migrate/match.h"
#include "runtime/migrate/field_step.h"
#ifdef __SSE2__
#    include <emmintrin.h>
#endif

const ed_OldValue *ed_step_default(ed_Load *load, ed_FieldStep *step)
{
    if (!step->has_default) step->defaults = ed_old_default(load->d, step->owner, step->index);
    step->has_default = true;
    return &step->defaults;
}

/// Returns whether a struct holds a value other than the default in a part that did not move.
static bool rest_is_held(ed_Load *load, const ed_TypePlan *pair, const char *path,
                         const ed_OldValue *whole, const ed_OldValue *defaults)
{
    char part[ED_PART_PATH_MAX];
    bool known = defaults->state == ED_OLD_VALUE;
    ed_OldRecordView record = ed_old_record_view(whole), other;
    if (known) other = ed_old_record_view(defaults);
    for (u32 i = 0; i < record.type->field_count; i++) {
        ed_Text text = ed_text_over(part, sizeof part);
        ed_text_add(&text, "%s.%s", path, record.type->fields[i].name);
        ed_OldValue value = ed_old_field(load->d, &record, i);
        ed_OldValue like = known ? ed_old_field(load->d, &other, i)
                                 : (ed_OldValue){ .field = value.field, .state = ED_OLD_MISSING };
        if (value.state != ED_OLD_VALUE || ed_match_taken(load->plan, pair, part)) continue;
        bool inside = value.field->kind == ED_STRUCT && value.field->shape == ED_ONE && !text.cut;
        if (inside ? rest_is_held(load, pair, part, &value, &like)
                   : ed_old_differs(load->d, &value, &like))
            return true;
    }
    return false;
}

bool ed_drops_something(ed_Load *load, const ed_TypePlan *pair, const ed_PlanField *field,
                        ed_OldValue *value, ed_OldValue *defaults)
{
    if (field->moved == ED_MOVED_WHOLE) return false;
    if (!field->moved) return ed_old_differs(load->d, value, defaults);
    if (value->state != ED_OLD_VALUE || value->field->kind != ED_STRUCT) return false;
    return rest_is_held(load, pair, value->field->name, value, defaults);
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
static bool is_lane(const ed_FieldStep *step, const ed_OldValue *defaults)
{
    const ed_Field *from = step->from;
    bool number = from->kind <= ED_F64 || ed_field_is_named(from);
    return !step->plan->moved && number && from->shape == ED_ONE
        && (defaults->state == ED_OLD_MISSING || !defaults->list);
}

// --- dropping a field ----------------------------------------------------------------------------

static void count_dropped(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step,
                          const ed_OldValue *defaults, const ed_Elements *rows)
{
    static const u8 zero[8];
    if (!rows->chosen && is_lane(step, defaults)) {
        Lane lane = { rows->from + step->from->offset, rows->from_stride, rows->count,
                      step->from->size, defaults->state == ED_OLD_VALUE ? defaults->at : zero };
        step->plan->row->lost += count_other(&lane);
        return;
    }
    for (u32 i = 0; i < rows->count && ed_load_ok(load); i++) {
        if (!ed_is_chosen(rows, i)) continue;
        ed_OldRecordView record = ed_steps_record(steps, rows->from + i * rows->from_stride);
        ed_OldValue value = ed_old_field(load->d, &record, step->index), like = *defaults;
        step->plan->row->lost += ed_drops_something(load, steps->pair, step->plan, &value, &like);
    }
}

void ed_drop_field(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                   const ed_Elements *rows)
{
    if (step->plan->row) count_dropped(load, steps, step, ed_step_default(load, step), rows);
}
