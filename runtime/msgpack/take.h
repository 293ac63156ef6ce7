/// Reads values in the forms that put.h writes, through a pointer. Each function returns the
/// address after the value, or NULL if the value has another form or is out of range, or if a text
/// may be cut off; then `*value` is undefined. Numbers of one byte are not checked against the
/// range, so `max` must be at least 127 and `min` at most -32. These functions set no error: on
/// NULL the caller reads the value with read.h, which accepts every form or reports the error. Each
/// may read ED_TAKE_BYTES bytes: the caller checks that they are left.
#ifndef ED_MSGPACK_TAKE_H
#define ED_MSGPACK_TAKE_H
#include <string.h>
#include "runtime/msgpack/big_endian.h"
ED_C_BEGIN

#define ED_TAKE_BYTES 9u

static inline u64 ed_take_bits(const u8 *at, u32 size)      // 1, 2, 4 or 8 bytes, big-endian
{
    u64 bits;
    memcpy(&bits, at, sizeof bits);
    return ed_big_endian(bits) >> (64 - 8 * size);
}

static inline const u8 *ed_take_u64(const u8 *at, u64 max, u64 *value)
{
    u32 first = at[0], width = first - 0xcc;
    *value = first;
    if (first < 0x80) return at + 1;
    if (width > 3) return NULL;
    *value = ed_take_bits(at + 1, 1u << width);
    return *value <= max ? at + 1 + (1u << width) : NULL;
}

static inline const u8 *ed_take_i64(const u8 *at, i64 min, i64 max, i64 *value)
{
    u32 first = at[0], width = first - 0xcc;      // 0 to 3: not negative; 4 to 7: signed
    *value = (i8)first;
    if (first < 0x80 || first >= 0xe0) return at + 1;
    if (width > 7) return NULL;
    u32 size = 1u << (width & 3);
    u64 bits = ed_take_bits(at + 1, size);
    *value = width < 4 ? (i64)bits : (i64)(bits << (64 - 8 * size)) >> (64 - 8 * size);
    bool over = width == 3 && bits > INT64_MAX;
    return !over && *value >= min && *value <= max ? at + 1 + size : NULL;
}

static inline const u8 *ed_take_bool(const u8 *at, u8 *to)
{
    if ((at[0] & 0xfe) != 0xc2) return NULL;
    *to = at[0] & 1;
    return at + 1;
}

static inline const u8 *ed_take_f32(const u8 *at, u8 *to)
{
    u32 bits = (u32)ed_take_bits(at + 1, 4);
    if (at[0] != 0xca) return NULL;
    memcpy(to, &bits, sizeof bits);
    return at + 5;
}

static inline const u8 *ed_take_f64(const u8 *at, u8 *to)
{
    u64 bits = ed_take_bits(at + 1, 8);
    f32 narrow;
    if (at[0] == 0xcb) {
        memcpy(to, &bits, sizeof bits);
        return at + 9;
    }
    if (at[0] != 0xca || !ed_take_f32(at, (u8 *)&narrow)) return NULL;
    f64 wide = (f64)narrow;
    memcpy(to, &wide, sizeof wide);
    return at + 5;
}

/// Finds a text that ends at or before `end`; does not copy it. Returns NULL if it ends later.
static inline const u8 *ed_take_str(const u8 *at, const u8 *end, const char **text, u32 *size)
{
    u32 first = at[0], width = first - 0xd9;
    u64 bytes = first & 31;
    const u8 *start = at + 1;
    if (width < 3) {
        bytes = ed_take_bits(start, 1u << width);
        start += 1u << width;
    } else if ((first & 0xe0) != 0xa0) return NULL;
    *text = (const char *)start;
    *size = (u32)bytes;
    return bytes <= (size_t)(end - start) ? start + bytes : NULL;
}

ED_C_END
#endif
