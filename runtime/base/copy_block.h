/// Functions that copy faster than memcpy for some sizes, and one that counts the bytes that are
/// zero.
#ifndef ED_BASE_COPY_BLOCK_H
#define ED_BASE_COPY_BLOCK_H
#include <string.h>
#include "runtime/base/base.h"
#ifdef __SSE2__
#    include <emmintrin.h>
#endif

static inline void ed_prefetch(const u8 *at)
{
#ifdef __GNUC__
    __builtin_prefetch(at);
#else
    (void)at;
#endif
}

/// Copies a block, faster than memcpy if it is smaller than ED_MEMCPY_BYTES.
#define ED_MEMCPY_BYTES ((size_t)1 << 20)
void ed_copy_block(u8 *to, const u8 *from, size_t size);

#ifdef __SSE2__
/// Copies 16 to 64 bytes with four loads and stores, which overlap if there are fewer than 64
/// bytes. If any copied byte is zero, at least one byte of the result is 0xff; otherwise the whole
/// result is zero.
static inline __m128i ed_copy_overlapping(u8 *to, const u8 *from, size_t size)
{
    const __m128i zero = _mm_setzero_si128();
    size_t last = size - 16, second = last < 16 ? last : 16, third = last < 32 ? last : 32;
    __m128i a = _mm_loadu_si128((const __m128i *)(const void *)from);
    __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(from + second));
    __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(from + third));
    __m128i d = _mm_loadu_si128((const __m128i *)(const void *)(from + last));
    _mm_storeu_si128((__m128i *)(void *)to, a);
    _mm_storeu_si128((__m128i *)(void *)(to + second), b);
    _mm_storeu_si128((__m128i *)(void *)(to + third), c);
    _mm_storeu_si128((__m128i *)(void *)(to + last), d);
    return _mm_cmpeq_epi8(_mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d)), zero);
}
#endif

#define ED_BLOCK_BYTES 2048u      // from this size on, ed_copy_block is faster than memcpy

/// Copies any number of bytes. Fast for a few, even if the size differs from call to call.
static inline void ed_copy_bytes(u8 *to, const u8 *from, size_t size)
{
#ifdef __SSE2__
    if (size >= 16 && size <= 64) {
        ed_copy_overlapping(to, from, size);
        return;
    }
#endif
    if (size < ED_BLOCK_BYTES) memcpy(to, from, size);
    else ed_copy_block(to, from, size);
}

/// Copies a text like ed_copy_bytes. Returns true if it contains a zero byte.
static inline bool ed_copy_text(u8 *to, const u8 *from, size_t size)
{
#ifdef __SSE2__
    if (size >= 16 && size <= 64)
        return _mm_movemask_epi8(ed_copy_overlapping(to, from, size)) != 0;
#endif
    memcpy(to, from, size);
    return memchr(to, 0, size) != NULL;
}

static inline u64 ed_count_zeros(const u8 *at, u64 size)
{
    u64 zeros = 0, i = 0;
#ifdef __SSE2__
    const __m128i zero = _mm_setzero_si128();
    for (; i + 16 <= size; i += 16) {
        __m128i same =
            _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)(at + i)), zero);
        __m128i sums = _mm_sad_epu8(_mm_sub_epi8(zero, same), zero);
        zeros += (u64)_mm_cvtsi128_si32(sums) + (u64)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
    }
#endif
    for (; i < size; i++) zeros += at[i] == 0;
    return zeros;
}

#endif
