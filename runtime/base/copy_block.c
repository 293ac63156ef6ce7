#include "runtime/base/copy_block.h"

#ifdef __SSE2__
#    define LINE_BYTES 64u

static inline __m128i load_vector(const u8 *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static inline void store_vector(u8 *to, __m128i bytes)
{
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
}

/// For 2 KiB or more, libc's memcpy uses string instructions (rep movsb), which take longer to
/// start than such a block takes to copy.
static void copy_lines(u8 *to, const u8 *from, size_t size)
{
    size_t i = 0;
    for (; i + LINE_BYTES <= size; i += LINE_BYTES) {
        __m128i a = load_vector(from + i), b = load_vector(from + i + 16);
        __m128i c = load_vector(from + i + 32), d = load_vector(from + i + 48);
        store_vector(to + i, a);
        store_vector(to + i + 16, b);
        store_vector(to + i + 32, c);
        store_vector(to + i + 48, d);
    }
    memcpy(to + i, from + i, size - i);
}

void ed_copy_block(u8 *to, const u8 *from, size_t size)
{
    if (size < ED_MEMCPY_BYTES) copy_lines(to, from, size);
    else memcpy(to, from, size);
}
#else
void ed_copy_block(u8 *to, const u8 *from, size_t size) { memcpy(to, from, size); }
#endif
