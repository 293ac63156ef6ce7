#include "runtime/base/copy_block.h"

#ifdef __SSE2__
#    define LINE_BYTES 64u
#    define MEMCPY_BYTES ((size_t)1 << 20)
#    define PREFETCH_BYTES 512u

static inline __m128i load(const u8 *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static inline void store(u8 *to, __m128i bytes) { _mm_storeu_si128((__m128i *)(void *)to, bytes); }

static inline void stream(u8 *to, __m128i bytes) { _mm_stream_si128((__m128i *)(void *)to, bytes); }

/// For 2 KiB or more, libc's memcpy uses string instructions (rep movsb), which take longer to start
/// than such a block takes to copy. For blocks of 1 MiB or more, memcpy is faster.
static void copy_lines(u8 *to, const u8 *from, size_t size)
{
    size_t i = 0;
    for (; i + LINE_BYTES <= size; i += LINE_BYTES) {
        __m128i a = load(from + i), b = load(from + i + 16);
        __m128i c = load(from + i + 32), d = load(from + i + 48);
        store(to + i, a);
        store(to + i + 16, b);
        store(to + i + 32, c);
        store(to + i + 48, d);
    }
    memcpy(to + i, from + i, size - i);
}

void ed_copy_block(u8 *to, const u8 *from, size_t size)
{
    if (size < MEMCPY_BYTES) copy_lines(to, from, size);
    else if (size < ED_STREAM_BYTES) memcpy(to, from, size);
    else {
        ed_copy_stream(to, from, size);
        ed_copy_stream_end();
    }
}

/// Streams only whole cache lines of `to`, because each partial line would be a separate write.
void ed_copy_stream(u8 *to, const u8 *from, size_t size)
{
    size_t i = (0 - (uintptr_t)to) % LINE_BYTES;
    if (i > size) i = size;
    memcpy(to, from, i);
    for (; i + LINE_BYTES <= size; i += LINE_BYTES) {
        __m128i a = load(from + i), b = load(from + i + 16);
        __m128i c = load(from + i + 32), d = load(from + i + 48);
        ed_prefetch(from + i + PREFETCH_BYTES);
        stream(to + i, a);
        stream(to + i + 16, b);
        stream(to + i + 32, c);
        stream(to + i + 48, d);
    }
    memcpy(to + i, from + i, size - i);
}

void ed_copy_stream_end(void) { _mm_sfence(); }
#else
void ed_copy_block(u8 *to, const u8 *from, size_t size) { memcpy(to, from, size); }

void ed_copy_stream(u8 *to, const u8 *from, size_t size) { memcpy(to, from, size); }

void ed_copy_stream_end(void) {}
#endif
