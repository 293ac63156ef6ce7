/// Big-endian numbers, as in MessagePack.
#ifndef ED_MSGPACK_BIG_ENDIAN_H
#define ED_MSGPACK_BIG_ENDIAN_H
#include <string.h>
#include "runtime/base/base.h"
ED_C_BEGIN

/// Converts between the byte order of this machine and big-endian.
static inline u64 ed_big_endian(u64 value) { return __builtin_bswap64(value); }

/// Writes the low `size` bytes of `value`. `size` is 1 to 8.
static inline void ed_write_big(u8 *to, u64 value, u32 size)
{
    u64 bytes = ed_big_endian(value << (64 - 8 * size));
    memcpy(to, &bytes, size);
}

/// Returns the number in `size` bytes, 0 to 8.
static inline u64 ed_read_big(const u8 *at, u32 size)
{
    u64 bytes = 0;
    memcpy((u8 *)&bytes + sizeof bytes - size, at, size);
    return ed_big_endian(bytes);
}

ED_C_END
#endif
