#include "runtime/shuffle.h"
#include <string.h>
#if defined(__GNUC__) && defined(__SSE2__)
#include <tmmintrin.h>
#define CAN_SHUFFLE 1
#else
#define CAN_SHUFFLE 0
#endif

#define ROW_BYTES_MAX 512u       // larger rows have fields that are worth a copy each
#define NOWHERE UINT32_MAX

// --- making --------------------------------------------------------------------------------------

/// For each byte of the new row the byte of the old one.
static void find_sources(const ed_Bulk *bulk, u32 *sources)
{
    for (u32 i = 0; i < bulk->to->size; i++) sources[i] = NOWHERE;
    for (u32 c = 0; c < bulk->copy_count; c++)
        for (u32 i = 0; i < bulk->copies[c].size; i++)
            sources[bulk->copies[c].to + i] = bulk->copies[c].from + i;
}

/// The term that has the byte, a new one if need be; terms_max where there are too many.
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

static bool make_one(const ed_Bulk *bulk, const u32 *sources, u32 to, ed_Shuffle *s)
{
    *s = (ed_Shuffle){ .to = to };
    for (u32 i = 0; i < 16; i++) {
        u32 source = sources[to + i];
        if (source == NOWHERE) { s->image[i] = bulk->image[to + i]; continue; }
        u32 t = term_of(s, source, bulk->from->size);
        if (t == ED_SHUFFLE_TERMS_MAX) return false;
        s->masks[t][i] = (u8)(source - s->from[t]);
    }
    return true;
}

static bool is_worth_it(const ed_Bulk *bulk)
{
    u32 from = bulk->from->size, to = bulk->to->size;
    bool sized = from >= 16 && to >= 16 && from <= ROW_BYTES_MAX && to <= ROW_BYTES_MAX;
#if CAN_SHUFFLE
    return sized && !bulk->same && __builtin_cpu_supports("ssse3");
#else
    return sized && false;
#endif
}

bool ed_shuffle_make(ed_Bulk *bulk, ed_Arena *arena)
{
    u32 sources[ROW_BYTES_MAX], count = 0, size = bulk->to->size;
    if (!is_worth_it(bulk)) return true;
    ed_Shuffle *all = (ed_Shuffle *)ed_arena_push(arena, (size / 16 + 1) * sizeof *all, 8);
    if (!all) return false;
    find_sources(bulk, sources);
    // the last sixteen lie over those before where the row ends earlier
    for (u32 to = 0; to < size; to += 16)
        if (!make_one(bulk, sources, to + 16 <= size ? to : size - 16, &all[count++])) return true;
    bulk->shuffles      = all;
    bulk->shuffle_count = count;
    return true;
}

// --- running -------------------------------------------------------------------------------------

#if CAN_SHUFFLE
static inline __attribute__((target("ssse3"))) __m128i load(const void *at)
{
    return _mm_loadu_si128((const __m128i *)at);
}

#define TERM(t) _mm_shuffle_epi8(load(from + s->from[t]), mask##t)
#define EACH_ROW(value) \
    for (; count; count--, from += from_stride, to += to_stride) \
        _mm_storeu_si128((__m128i *)(void *)to, value)

__attribute__((target("ssse3")))
void ed_shuffle_rows(const ed_Shuffle *shuffle, const u8 *from, size_t from_stride, u8 *to,
                     size_t to_stride, u32 count)
{
    const ed_Shuffle copy = *shuffle, *s = &copy;      // what is stored cannot be it
    const __m128i image = load(s->image), mask0 = load(s->masks[0]), mask1 = load(s->masks[1]);
    const __m128i mask2 = load(s->masks[2]), mask3 = load(s->masks[3]);
    to += s->to;
    switch (s->terms) {
    case 0:  EACH_ROW(image); break;
    case 1:  EACH_ROW(_mm_or_si128(image, TERM(0))); break;
    case 2:  EACH_ROW(_mm_or_si128(image, _mm_or_si128(TERM(0), TERM(1)))); break;
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
void ed_shuffle_rows(const ed_Shuffle *shuffle, const u8 *from, size_t from_stride, u8 *to,
                     size_t to_stride, u32 count)
{
    (void)shuffle; (void)from; (void)from_stride; (void)to; (void)to_stride; (void)count;
}
#endif
