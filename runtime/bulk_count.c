#include "runtime/bulk.h"
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// --- value by value ------------------------------------------------------------------------------

static void count_field(const ed_PlanField *plan, const u8 *at);

static void count_element(const ed_PlanField *plan, const u8 *at)
{
    ed_PlanPair *pair = plan->inner;
    if (plan->row) plan->row->tally.exact++;
    if (plan->from->kind != ED_STRUCT && plan->from->kind != ED_UNION) return;
    pair->records++;
    u32 first = plan->from->kind == ED_UNION ? ed_union_kind(plan->from->type, at) : 0;
    u32 end   = plan->from->kind == ED_UNION ? first + 1 : pair->from->field_count;
    for (u32 i = first; i < end; i++)
        count_field(&pair->fields[i], at + pair->fields[i].from->offset);
}

/// What ed_unpack_field would count. Lists are counted where their elements are.
static void count_field(const ed_PlanField *plan, const u8 *at)
{
    const ed_Field *from = plan->from;
    u32 count = from->shape == ED_BOUNDED ? ed_list_count(from, at) : from->count;
    if (from->shape == ED_DYNAMIC) return;
    if (from->shape == ED_OPTIONAL && !at[-1]) {
        if (plan->row) plan->row->tally.exact++;
        return;
    }
    for (u32 i = 0; i < count; i++) count_element(plan, at + (size_t)i * from->size);
}

static void count_whole(const ed_Bulk *bulk, const ed_BulkStep *step, const u8 *from, u32 count,
                        const u8 *chosen)
{
    for (u32 i = 0; i < count; i++) {
        if (!chosen[i]) continue;
        const u8 *at = from + (size_t)i * bulk->from->size + step->from;
        if (step->count) count_element(step->plan, at);
        else             count_field(step->plan, at);
    }
}

// --- values that are not the default -------------------------------------------------------------

#define COUNT_OTHER(type) { \
        type usual, v; \
        memcpy(&usual, step->usual, sizeof usual); \
        for (u32 i = 0; i < count; i++) { \
            memcpy(&v, at + i * stride, sizeof v); \
            lost += v != usual; \
        } \
    }

#ifdef __SSE2__
static inline __m128i load_word(const u8 *at)
{
    i32 word;
    memcpy(&word, at, sizeof word);
    return _mm_cvtsi32_si128(word);
}

/// Vectors, though of one number each: their compare gives a number to add, that of a register a
/// flag to be fetched first.
static u32 count_other_words(const u8 *at, size_t stride, u32 count, const u8 *usual)
{
    const __m128i same = load_word(usual);
    __m128i even = _mm_setzero_si128(), odd = even;
    u32 i = 0;
    for (; i + 4 <= count; i += 4, at += 4 * stride) {
        even = _mm_sub_epi32(even, _mm_cmpeq_epi32(load_word(at), same));
        odd  = _mm_sub_epi32(odd,  _mm_cmpeq_epi32(load_word(at + stride), same));
        even = _mm_sub_epi32(even, _mm_cmpeq_epi32(load_word(at + 2 * stride), same));
        odd  = _mm_sub_epi32(odd,  _mm_cmpeq_epi32(load_word(at + 3 * stride), same));
    }
    for (; i < count; i++, at += stride)
        even = _mm_sub_epi32(even, _mm_cmpeq_epi32(load_word(at), same));
    return count - (u32)_mm_cvtsi128_si32(_mm_add_epi32(even, odd));
}
#else
static u32 count_other_words(const u8 *at, size_t stride, u32 count, const u8 *usual)
{
    u32 other = 0;
    for (u32 i = 0; i < count; i++) other += memcmp(at + i * stride, usual, sizeof(u32)) != 0;
    return other;
}
#endif

/// Rows of a field that is dropped are never marked.
static void count_dropped(const ed_BulkStep *step, const u8 *from, size_t stride, u32 count)
{
    const u8 *at = from + step->from;
    u64 lost = 0;
    switch (step->size) {
    case 1:  COUNT_OTHER(u8) break;
    case 2:  COUNT_OTHER(u16) break;
    case 4:  lost = count_other_words(at, stride, count, step->usual); break;
    case 8:  COUNT_OTHER(u64) break;
    default:
        for (u32 i = 0; i < count; i++)
            lost += memcmp(at + i * stride, step->usual, step->size) != 0;
    }
    step->plan->row->lost += lost;
}

// --- rows ----------------------------------------------------------------------------------------

void ed_bulk_count(const ed_Bulk *bulk, const ed_BulkField *field, u64 rows)
{
    for (u32 c = 0; c < field->count_count; c++) {
        const ed_BulkCount *one = &bulk->counts[field->count + c];
        if (one->guard) continue;
        if (one->row)  one->row->tally.exact += one->each * rows;
        if (one->pair) one->pair->records    += one->each * rows;
    }
}

/// The rows without a mark in which the guard holds.
static u32 choose(const ed_Bulk *bulk, u32 guard, const u8 *from, u32 count,
                  const u8 *marks, u8 *chosen)
{
    u32 sum = 0;
    if (guard) ed_bulk_choose(&bulk->guards[guard], from, bulk->from->size, count, chosen);
    else       memset(chosen, 1, count);
    if (marks) for (u32 i = 0; i < count; i++) chosen[i] &= (u8)!marks[i];
    for (u32 i = 0; i < count; i++) sum += chosen[i];
    return sum;
}

/// What differs from element to element of an inline array.
static void count_elements(const ed_BulkStep *step, const u8 *row)
{
    const ed_Bulk *inner = step->inner;
    for (u32 f = 0; f < inner->field_count; f++)
        for (u32 i = 0; inner->fields[f].by_row && i < step->count; i += ED_BULK_ROWS_MAX) {
            u32 left = step->count - i;
            ed_bulk_count_rows(inner, &inner->fields[f],
                               row + step->from + (size_t)i * inner->from->size,
                               left < ED_BULK_ROWS_MAX ? left : ED_BULK_ROWS_MAX, NULL);
        }
}

void ed_bulk_count_rows(const ed_Bulk *bulk, const ed_BulkField *field, const u8 *from, u32 count,
                        const u8 *marks)
{
    u8 chosen[ED_BULK_ROWS_MAX];
    u32 guard = 0, sum = 0;
    for (u32 c = 0; c < field->count_count; c++) {
        const ed_BulkCount *one = &bulk->counts[field->count + c];
        if (!one->guard) continue;
        if (one->guard != guard) sum = choose(bulk, one->guard, from, count, marks, chosen);
        guard = one->guard;
        if (one->row)  one->row->tally.exact += one->each * sum;
        if (one->pair) one->pair->records    += one->each * sum;
    }
    for (u32 s = 0; s < field->step_count; s++) {
        const ed_BulkStep *step = &bulk->steps[field->step + s];
        if (step->kind == ED_STEP_DROP) count_dropped(step, from, bulk->from->size, count);
        for (u32 i = 0; step->kind == ED_STEP_EACH && i < count; i++)
            if (!marks || !marks[i]) count_elements(step, from + (size_t)i * bulk->from->size);
        if (step->kind != ED_STEP_IS_WHOLE) continue;
        choose(bulk, step->guard, from, count, marks, chosen);
        count_whole(bulk, step, from, count, chosen);
    }
}
