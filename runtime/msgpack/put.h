/// Writes values in their shortest MessagePack form through a pointer. Each function returns the
/// address after the value. Each may overwrite the ED_PUT_BYTES bytes at `to`, even if the value is
/// shorter, so the caller makes that much room (write.h).
#ifndef ED_MSGPACK_PUT_H
#define ED_MSGPACK_PUT_H
#include <string.h>
#include "runtime/msgpack/big_endian.h"
ED_C_BEGIN

#define ED_PUT_BYTES 9u

/// Writes `first`, then the low `size` bytes of `value`, most significant first. `size` is 1, 2, 4
/// or 8.
static inline u8 *ed_put_wide(u8 *to, u8 first, u64 value, u32 size)
{
    u64 bytes = ed_big_endian(value << (64 - 8 * size));
    to[0] = first;
    memcpy(to + 1, &bytes, sizeof bytes);
    return to + 1 + size;
}

static inline u8 *ed_put_byte(u8 *to, u8 byte)
{
    to[0] = byte;
    return to + 1;
}

static inline u8 *ed_put_bool(u8 *to, bool value) { return ed_put_byte(to, value ? 0xc3 : 0xc2); }

/// Writes the low 1, 2, 4 or 8 bytes of `value` for a `width` of 0, 1, 2 or 3. `first` is the
/// format byte of the 1-byte form, and the other forms have the next three format bytes. Callers
/// compute `width` without a branch, because the sizes of consecutive numbers are unpredictable.
static inline u8 *ed_put_width(u8 *to, u8 first, u64 value, u32 width)
{
    return ed_put_wide(to, (u8)(first + width), value, 1u << width);
}

static inline u8 *ed_put_u64(u8 *to, u64 value)
{
    if (value < 0x80) return ed_put_byte(to, (u8)value);
    u32 width = (u32)(value > UINT8_MAX) + (value > UINT16_MAX) + (value > UINT32_MAX);
    return ed_put_width(to, 0xcc, value, width);
}

static inline u8 *ed_put_i64(u8 *to, i64 value)
{
    if (value >= 0) return ed_put_u64(to, (u64)value);
    if (value >= -32) return ed_put_byte(to, (u8)value);
    u32 width = (u32)(value < INT8_MIN) + (value < INT16_MIN) + (value < INT32_MIN);
    return ed_put_width(to, 0xd0, (u64)value, width);
}

static inline u8 *ed_put_f32(u8 *to, f32 value)
{
    u32 bits;
    memcpy(&bits, &value, sizeof bits);
    return ed_put_wide(to, 0xca, bits, 4);
}

/// Returns whether f32 keeps every bit of `value`. NaN stays f64: conversion may change its
/// payload.
static inline bool ed_fits_f32(f64 value)
{
    if (value != value) return false;
    // infinity fits
    if (value > 3.4028234663852886e38 || value < -3.4028234663852886e38) return value - value != 0;
    return (f64)(f32)value == value;
}

/// Writes an f32 if that keeps every bit.
static inline u8 *ed_put_f64(u8 *to, f64 value)
{
    if (ed_fits_f32(value)) return ed_put_f32(to, (f32)value);
    u64 bits;
    memcpy(&bits, &value, sizeof bits);
    return ed_put_wide(to, 0xcb, bits, 8);
}

/// Writes the header of a text.
static inline u8 *ed_put_str_size(u8 *to, u32 size)
{
    if (size < 32) return ed_put_byte(to, (u8)(0xa0 | size));
    return ed_put_width(to, 0xd9, size, (u32)(size > UINT8_MAX) + (size > UINT16_MAX));
}

/// Writes the header of an array.
static inline u8 *ed_put_array(u8 *to, u32 count)
{
    if (count < 16) return ed_put_byte(to, (u8)(0x90 | count));
    return count <= UINT16_MAX ? ed_put_wide(to, 0xdc, count, 2) : ed_put_wide(to, 0xdd, count, 4);
}

/// Writes the header of a map.
static inline u8 *ed_put_map(u8 *to, u32 count)
{
    if (count < 16) return ed_put_byte(to, (u8)(0x80 | count));
    return count <= UINT16_MAX ? ed_put_wide(to, 0xde, count, 2) : ed_put_wide(to, 0xdf, count, 4);
}

ED_C_END
#endif
