#include "runtime/migrate/row_copy.h"
#include <string.h>
#include "runtime/base/copy_block.h"
#include "runtime/migrate/convert_lanes.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/state_mask.h"
#include "runtime/snapshot/varlen.h"
#include "runtime/types/text_ptr.h"
#if defined(__GNUC__) && defined(__SSE2__)
#    include <tmmintrin.h>
#    define CAN_SHUFFLE 1
#else
#    define CAN_SHUFFLE 0
#endif
#ifdef __SSSE3__
#    define HAS_SSSE3 true      // the compiler itself uses it
#else
#    define HAS_SSSE3 __builtin_cpu_supports("ssse3")
#endif

#define BLOCK_ROWS_MAX 32u
#define BLOCK_BYTES 12288u      // of the old and new rows in a block
#define SHUFFLED_MAX 512u       // bytes of a row; for larger rows, copies are as fast
#define LINE_BYTES 64u          // a cache line
#define NOWHERE UINT32_MAX

// --- merging neighbors ---------------------------------------------------------------------------

typedef struct Masks {
    const u8 *from, *to;
} Masks;      // which bytes of a row belong to a field

static bool is_gap(const u8 *mask, u32 start, u32 end)
{
    for (u32 i = start; i < end; i++)
        if (mask[i]) return false;
    return true;
}

static bool merge(ed_Copy *one, const ed_Copy *next, const Masks *masks)
{
    u32 from = one->from + one->size, to = one->to + one->size;
    if (next->from < from || next->to < to || next->from - from != next->to - to) return false;
    if (!is_gap(masks->from, from, next->from) || !is_gap(masks->to, to, next->to)) return false;
    one->size = next->from + next->size - one->from;
    return true;
}

static bool merge_copies(ed_RowCopy *plan, const ed_Field *from, const ed_Field *to,
                         ed_Copy *copies, u32 count, ed_Arena *arena)
{
    u8 *old = (u8 *)ed_arena_push(arena, from->size, 1);
    u8 *new = (u8 *)ed_arena_push(arena, to->size, 1);
    if (!old || !new) return false;
    ed_mask_element(from, ED_MASK_FIELDS, old);
    ed_mask_element(to, ED_MASK_FIELDS, new);
    u32 kept = 0;
    for (u32 i = 0; i < count; i++)
        if (kept == 0 || !merge(&copies[kept - 1], &copies[i], &(Masks){ old, new }))
            copies[kept++] = copies[i];
    bool all = kept == 1 && from->size == to->size && copies->from == copies->to
            && is_gap(old, 0, copies->from) && is_gap(old, copies->from + copies->size, from->size)
            && is_gap(new, 0, copies->to) && is_gap(new, copies->to + copies->size, to->size);
    if (all) *copies = (ed_Copy){ 0, 0, from->size };
    plan->copies = copies;
    plan->count = kept;
    plan->whole = all;
    return true;
}

// --- defaults ------------------------------------------------------------------------------------

typedef struct Slots {
    const ed_RowCopy *plan;
    const u8 *row;
    bool shared;      // there is a default text or list whose slot no ed_Copy replaces, so all
                      // rows would share it
} Slots;

static bool is_replaced(const ed_RowCopy *plan, u32 offset)
{
    for (u32 i = 0; i < plan->count; i++)
        if (offset >= plan->copies[i].to
            && offset + sizeof(ed_Array) <= plan->copies[i].to + plan->copies[i].size)
            return true;
    return false;
}

static void look_at_slot(void *it, u8 *slot)
{
    Slots *slots = (Slots *)it;
    const ed_Array none = { NULL, 0, 0 };
    ed_Array list;
    memcpy(&list, slot, sizeof list);
    if (!list.items) return;
    slots->shared |= !is_replaced(slots->plan, (u32)(slot - slots->row));
    memcpy(slot, &none, sizeof none);
}

/// The default text may be in `arena`, which does not last as long as the rows.
static void look_at_text_ptr(void *it, u8 *slot)
{
    Slots *slots = (Slots *)it;
    const char *text = ed_text_ptr(slot);
    if (!text) return;
    slots->shared |= !is_replaced(slots->plan, (u32)(slot - slots->row));
    memset(slot, 0, sizeof text);
}

static bool make_image(ed_RowCopy *plan, const ed_Field *to, ed_Arena *arena)
{
    ed_VarlenColumns columns;
    u8 *image = (u8 *)ed_arena_push(arena, (size_t)to->size * plan->block_rows, 8);
    if (!image || !ed_varlen_columns_find(to, arena, &columns)) return false;
    Slots slots = { plan, image, false };
    ed_init_element(to, arena, image);
    for (u32 i = 0; i < columns.count; i++)
        ed_varlen_each_slot(&columns.at[i], image, to->size, 1,
                            columns.at[i].pointers ? look_at_text_ptr : look_at_slot, &slots);
    for (u32 i = 1; i < plan->block_rows; i++)
        memcpy(image + (size_t)i * to->size, image, to->size);
    if (!slots.shared) plan->image = image;
    return true;
}

// --- shuffles ------------------------------------------------------------------------------------

/// Finds the offset of each new byte's source in the old row.
static void find_sources(const ed_RowCopy *plan, u32 *sources)
{
    for (u32 i = 0; i < plan->to_size; i++) sources[i] = NOWHERE;
    for (u32 c = 0; c < plan->count; c++)
        for (u32 i = 0; i < plan->copies[c].size; i++)
            sources[plan->copies[c].to + i] = plan->copies[c].from + i;
}

/// Returns the index of the term whose region of the old row contains the offset `source`. Adds a
/// term if there is no such term. ED_SHUFFLE_TERMS_MAX if there are too many terms.
static u32 term_of(ed_Shuffle *s, u32 source, u32 row_size)
{
    u32 t = 0;
    while (t < s->terms && (source < s->from[t] || source >= s->from[t] + 16)) t++;
    if (t == s->terms && t < ED_SHUFFLE_TERMS_MAX) {
        s->from[t] = source < row_size - 16 ? source : row_size - 16;
        memset(s->masks[t], 0x80, sizeof s->masks[t]);
        s->terms++;
    }
    return t;
}

static bool make_shuffle(const ed_RowCopy *plan, const u32 *sources, u32 to, ed_Shuffle *s)
{
    *s = (ed_Shuffle){ .to = to };
    for (u32 i = 0; i < 16; i++) {
        u32 source = sources[to + i];
        if (source == NOWHERE) {
            s->image[i] = plan->image[to + i];
            continue;
        }
        u32 t = term_of(s, source, plan->from_size);
        if (t == ED_SHUFFLE_TERMS_MAX) return false;
        s->masks[t][i] = (u8)(source - s->from[t]);
    }
    return true;
}

static bool shuffles_pay(const ed_RowCopy *plan)
{
    u32 from = plan->from_size, to = plan->to_size;
    bool sized = from >= 16 && to >= 16 && from <= SHUFFLED_MAX && to <= SHUFFLED_MAX;
#if CAN_SHUFFLE
    return sized && plan->image && !plan->whole && HAS_SSSE3;
#else
    return sized && false;
#endif
}

static bool make_shuffles(ed_RowCopy *plan, ed_Arena *arena)
{
    u32 sources[SHUFFLED_MAX], count = 0, size = plan->to_size;
    if (!shuffles_pay(plan)) return true;
    ed_Shuffle *all = (ed_Shuffle *)ed_arena_push(arena, (size / 16 + 1) * sizeof *all, 8);
    if (!all) return false;
    find_sources(plan, sources);
    // if the size is not a multiple of 16, the last shuffle overlaps the one before
    for (u32 to = 0; to < size; to += 16)
        if (!make_shuffle(plan, sources, to + 16 <= size ? to : size - 16, &all[count++]))
            return true;
    plan->shuffles = all;
    plan->shuffle_count = count;
    return true;
}

ed_RowCopy *ed_row_copy_make(const ed_Field *from, const ed_Field *to, ed_Copy *copies, u32 count,
                             ed_Arena *arena)
{
    ed_RowCopy *plan = (ed_RowCopy *)ed_arena_push(arena, sizeof *plan, 8);
    if (!plan) return NULL;
    u32 fitting = (u32)(BLOCK_BYTES / ((u64)from->size + to->size + 1));
    *plan = (ed_RowCopy){ .from_size = from->size, .to_size = to->size };
    plan->block_rows = fitting < 1 ? 1 : fitting < BLOCK_ROWS_MAX ? fitting : BLOCK_ROWS_MAX;
    bool good = merge_copies(plan, from, to, copies, count, arena) && make_image(plan, to, arena)
             && make_shuffles(plan, arena);
    return good ? plan : NULL;
}

// --- copying -------------------------------------------------------------------------------------

#if CAN_SHUFFLE
static inline __attribute__((target("ssse3"))) __m128i load(const void *at)
{
    return _mm_loadu_si128((const __m128i *)at);
}

#    define TERM(t) _mm_shuffle_epi8(load(from + s->from[t]), mask##t)
#    define EACH_ROW(value) \
        for (; count; count--, from += from_stride, to += to_stride) \
        _mm_storeu_si128((__m128i *)(void *)to, value)

__attribute__((target("ssse3"))) static void shuffle_lane(const ed_Shuffle *shuffle,
                                                          const ed_Lane *lane)
{
    const ed_Shuffle copy = *shuffle, *s = &copy;      // a local: stores to rows cannot change it
    const u8 *from = lane->from;
    u8 *to = lane->to + s->to;
    size_t from_stride = lane->from_stride, to_stride = lane->to_stride;
    u32 count = lane->count;
    const __m128i image = load(s->image), mask0 = load(s->masks[0]), mask1 = load(s->masks[1]);
    const __m128i mask2 = load(s->masks[2]), mask3 = load(s->masks[3]);
    switch (s->terms) {
    case 0: EACH_ROW(image); break;
    case 1: EACH_ROW(_mm_or_si128(image, TERM(0))); break;
    case 2: EACH_ROW(_mm_or_si128(image, _mm_or_si128(TERM(0), TERM(1)))); break;
    case 3:
        EACH_ROW(_mm_or_si128(_mm_or_si128(image, TERM(0)), _mm_or_si128(TERM(1), TERM(2))));
        break;
    default:
        EACH_ROW(_mm_or_si128(_mm_or_si128(image, TERM(0)),
                              _mm_or_si128(TERM(1), _mm_or_si128(TERM(2), TERM(3)))));
        break;
    }
}
#else
static void shuffle_lane(const ed_Shuffle *shuffle, const ed_Lane *lane)
{
    (void)shuffle;
    (void)lane;
}
#endif

/// The memory of the next block of rows. A part of it is prefetched before each lane, so that it
/// loads while the lanes run.
typedef struct Ahead {
    const u8 *from, *from_end, *to, *to_end;
    size_t step;
} Ahead;

/// Rows up to the size of a cache line are not prefetched: the first lane reads every line in
/// order, which the processor detects by itself.
static Ahead ahead_of(const ed_RowCopy *plan, const ed_Lane *rows)
{
    if (rows->from_stride <= LINE_BYTES) return (Ahead){ .from = rows->from, .to = rows->to };
    size_t from = rows->count * rows->from_stride, to = rows->count * rows->to_stride;
    size_t lines = ((from > to ? from : to) + LINE_BYTES - 1) / LINE_BYTES;
    size_t lanes = plan->shuffle_count ? plan->shuffle_count : plan->count + 1;
    return (Ahead){ rows->from + from, rows->from + 2 * from, rows->to + to, rows->to + 2 * to,
                    (lines + lanes - 1) / lanes * LINE_BYTES };
}

static void fetch(Ahead *ahead)
{
    for (size_t i = 0; i < ahead->step; i += LINE_BYTES) {
        if (ahead->from + i < ahead->from_end) ed_prefetch(ahead->from + i);
        if (ahead->to + i < ahead->to_end) ed_prefetch(ahead->to + i);
    }
    ahead->from += ahead->step;
    ahead->to += ahead->step;
}

static void fill_rows(const ed_RowCopy *plan, const ed_Lane *rows)
{
    if (rows->to_stride == plan->to_size) {
        ed_copy_block(rows->to, plan->image, (size_t)rows->count * plan->to_size);
        return;
    }
    for (u32 i = 0; i < rows->count; i++)
        memcpy(rows->to + i * rows->to_stride, plan->image, plan->to_size);
}

static void copy_rows(const ed_RowCopy *plan, const ed_Lane *rows, bool fill)
{
    Ahead ahead = ahead_of(plan, rows);
    bool shuffled = fill && plan->shuffle_count;
    for (u32 i = 0; shuffled && i < plan->shuffle_count; i++) {
        fetch(&ahead);
        shuffle_lane(&plan->shuffles[i], rows);
    }
    if (shuffled) return;
    if (fill && !plan->whole) fill_rows(plan, rows);
    for (u32 c = 0; c < plan->count; c++) {
        const ed_Copy *copy = &plan->copies[c];
        fetch(&ahead);
        ed_lane_copy(&(ed_Lane){ rows->from + copy->from, rows->to + copy->to, rows->from_stride,
                                 rows->to_stride, rows->count },
                     copy->size);
    }
}

void ed_row_copy(const ed_RowCopy *plan, const u8 *from, size_t from_stride, u8 *to,
                 size_t to_stride, u32 count, bool fill)
{
    bool dense = from_stride == plan->from_size && to_stride == plan->to_size;
    if (plan->whole && dense) {
        ed_copy_block(to, from, (size_t)count * plan->from_size);
        return;
    }
    for (u32 i = 0; i < count; i += plan->block_rows) {
        ed_Lane rows = { from + i * from_stride, to + i * to_stride, from_stride, to_stride,
                         count - i < plan->block_rows ? count - i : plan->block_rows };
        copy_rows(plan, &rows, fill);
    }
}
