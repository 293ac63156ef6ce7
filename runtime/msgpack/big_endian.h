/// Numbers with the high byte first, as MessagePack has them.
#ifndef ED_MSGPACK_BIG_ENDIAN_H
#define ED_MSGPACK_BIG_ENDIAN_H
#include <string.h>
#include "runtime/base/base.h"
ED_C_BEGIN

/// From this machine's order to the high byte first, and back.
static inline u64 ed_big_endian(u64 value) { return __builtin_bswap64(value); }

/// Writes the low `size` bytes of `value`. `size` is 1 to 8.
static inline void ed_write_big(u8 *to, u64 value, u32 size)
{
    u64 bytes = ed_big_endian(value << (64 - 8 * size));
    memcpy(to, &bytes, size);
}

/// The number in `size` bytes, 0 to 8.
static inline u64 ed_read_big(const u8 *at, u32 size)
{
    u64 bytes = 0;
    memcpy((u8 *)&bytes + sizeof bytes - size, at, size);
    return ed_big_endian(bytes);
}

ED_C_END
#endif
