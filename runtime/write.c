#include "runtime/write.h"
#include <string.h>
#include "runtime/limits.h"

#define GROW_MIN 4096u

void ed_write_init(ed_Writer *w, ed_Arena *arena)
{
    *w = (ed_Writer){ .arena = arena };
    w->bytes = (u8 *)ed_arena_push(arena, 0, 64);
    if (!w->bytes) ed_arena_fits(arena, &w->err);
}

/// Room for `size` more bytes, already counted; NULL after a failure.
static u8 *room(ed_Writer *w, size_t size)
{
    if (w->err.code) return NULL;
    if (size > w->capacity - w->size) {
        size_t wanted = w->size + size;
        size_t grown = w->capacity * 2 > GROW_MIN ? w->capacity * 2 : GROW_MIN;
        if (grown < wanted) grown = wanted;
        if (!ed_arena_extend_raw(w->arena, w->bytes, w->capacity, grown)) {
            grown = wanted;
            if (!ed_arena_extend_raw(w->arena, w->bytes, w->capacity, grown)) {
                ed_fail(&w->err, ED_ERR_LIMIT, "the packed state does not fit %s of %zu MiB%s",
                        w->arena->name, w->arena->limit >> 20, ed_limit_hint(w->arena->limit));
                return NULL;
            }
        }
        w->capacity = grown;
    }
    u8 *at = w->bytes + w->size;
    w->size += size;
    return at;
}

/// The first byte, then the low `size` bytes of `value`, most significant first.
static void lead(ed_Writer *w, u8 first, u64 value, u32 size)
{
    u8 *at = room(w, 1 + (size_t)size);
    if (!at) return;
    at[0] = first;
    for (u32 i = 0; i < size; i++) at[1 + i] = (u8)(value >> 8 * (size - 1 - i));
}

void ed_write_nil(ed_Writer *w) { lead(w, 0xc0, 0, 0); }

void ed_write_bool(ed_Writer *w, bool value) { lead(w, value ? 0xc3 : 0xc2, 0, 0); }

void ed_write_u64(ed_Writer *w, u64 value)
{
    if      (value < 0x80)        lead(w, (u8)value, 0, 0);
    else if (value <= UINT8_MAX)  lead(w, 0xcc, value, 1);
    else if (value <= UINT16_MAX) lead(w, 0xcd, value, 2);
    else if (value <= UINT32_MAX) lead(w, 0xce, value, 4);
    else                          lead(w, 0xcf, value, 8);
}

void ed_write_i64(ed_Writer *w, i64 value)
{
    if      (value >= 0)         ed_write_u64(w, (u64)value);
    else if (value >= -32)       lead(w, (u8)value, 0, 0);
    else if (value >= INT8_MIN)  lead(w, 0xd0, (u64)value, 1);
    else if (value >= INT16_MIN) lead(w, 0xd1, (u64)value, 2);
    else if (value >= INT32_MIN) lead(w, 0xd2, (u64)value, 4);
    else                         lead(w, 0xd3, (u64)value, 8);
}

void ed_write_f32(ed_Writer *w, f32 value)
{
    u32 bits;
    memcpy(&bits, &value, sizeof bits);
    lead(w, 0xca, bits, 4);
}

/// True where f32 keeps every bit of `value`. NaN stays f64: a conversion may touch its payload.
static bool fits_f32(f64 value)
{
    if (value != value) return false;
    // infinity fits
    if (value > 3.4028234663852886e38 || value < -3.4028234663852886e38) return value - value != 0;
    return (f64)(f32)value == value;
}

void ed_write_f64(ed_Writer *w, f64 value)
{
    if (fits_f32(value)) { ed_write_f32(w, (f32)value); return; }
    u64 bits;
    memcpy(&bits, &value, sizeof bits);
    lead(w, 0xcb, bits, 8);
}

/// The shortest of three length bytes behind one another.
static void lead_sized(ed_Writer *w, u8 first, size_t size)
{
    if      (size <= UINT8_MAX)  lead(w, first, size, 1);
    else if (size <= UINT16_MAX) lead(w, (u8)(first + 1), size, 2);
    else if (size <= UINT32_MAX) lead(w, (u8)(first + 2), size, 4);
    else
        ed_fail(&w->err, ED_ERR_LIMIT,
                "a value of %zu bytes: MessagePack holds at most 4 GiB", size);
}

static void body(ed_Writer *w, const void *bytes, size_t size)
{
    u8 *at = room(w, size);
    if (at && size) memcpy(at, bytes, size);
}

void ed_write_str(ed_Writer *w, const char *bytes, size_t size)
{
    if (size < 32) lead(w, (u8)(0xa0 | size), 0, 0);
    else           lead_sized(w, 0xd9, size);
    body(w, bytes, size);
}

void ed_write_text(ed_Writer *w, const char *text) { ed_write_str(w, text, strlen(text)); }

void ed_write_bin(ed_Writer *w, const void *bytes, size_t size)
{
    u8 *at = ed_write_bin_room(w, size);
    if (at && size) memcpy(at, bytes, size);
}

u8 *ed_write_bin_room(ed_Writer *w, size_t size)
{
    lead_sized(w, 0xc4, size);
    return room(w, size);
}

void ed_write_array(ed_Writer *w, u32 count)
{
    if      (count < 16)          lead(w, (u8)(0x90 | count), 0, 0);
    else if (count <= UINT16_MAX) lead(w, 0xdc, count, 2);
    else                          lead(w, 0xdd, count, 4);
}

void ed_write_map(ed_Writer *w, u32 count)
{
    if      (count < 16)          lead(w, (u8)(0x80 | count), 0, 0);
    else if (count <= UINT16_MAX) lead(w, 0xde, count, 2);
    else                          lead(w, 0xdf, count, 4);
}

void ed_write_ext(ed_Writer *w, i8 type, const void *bytes, size_t size)
{
    switch (size) {
    case 1:  lead(w, 0xd4, (u8)type, 1); break;
    case 2:  lead(w, 0xd5, (u8)type, 1); break;
    case 4:  lead(w, 0xd6, (u8)type, 1); break;
    case 8:  lead(w, 0xd7, (u8)type, 1); break;
    case 16: lead(w, 0xd8, (u8)type, 1); break;
    default: lead_sized(w, 0xc7, size); lead(w, (u8)type, 0, 0); break;
    }
    body(w, bytes, size);
}

u8 *ed_write_room(ed_Writer *w, size_t size) { return room(w, size); }

void ed_write_packed(ed_Writer *w, const void *bytes, size_t size) { body(w, bytes, size); }

void ed_write_u64_wide(ed_Writer *w, u64 value) { lead(w, 0xcf, value, 8); }

bool ed_write_ok(const ed_Writer *w) { return w->err.code == ED_OK; }
