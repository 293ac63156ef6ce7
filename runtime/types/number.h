/// Converts numbers between memory, MessagePack and other number types, and reports how exact each
/// conversion was.
#ifndef ED_TYPES_NUMBER_H
#define ED_TYPES_NUMBER_H
#include "runtime/base/str.h"
#include "runtime/msgpack/put.h"
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/take.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef enum ed_ConvertResult {
    ED_CONVERT_EXACT,
    ED_CONVERT_SATURATED,      // out of range: the nearest end of the range is stored
    ED_CONVERT_ROUNDED,        // the nearest number is stored
    ED_CONVERT_CUT,            // the text or array was too long
    ED_CONVERT_NONE            // cannot be converted: nothing is stored
} ed_ConvertResult;

typedef struct ed_Tally {      // counts of converted values, by how exact they are
    u64 exact;
    u64 saturated;      // out of range: became the nearest end of the range
    u64 rounded;        // became the nearest number
    u64 truncated;      // texts that were cut, and array items that were cut off and not default
    u64 defaulted;      // could not be converted: became the default
    u64 restored;       // restored from the attic
    u64 cleared;        // handles whose item does not exist
} ed_Tally;

/// Converts ed_Value.number, the number of an enum or flags value. `base` is the ed_Type.base of
/// its type; if it is ED_U64, `bits` has the bits of a u64.
ed_Number ed_number_from_bits(ed_Kind base, i64 bits);
/// Converts a number back to ed_Value.number. A float is rounded to an integer. Returns false if
/// the number does not fit u64 (for base ED_U64) or i64 (for any other base).
bool ed_number_to_bits(ed_Kind base, ed_Number number, i64 *bits);

/// Returns the value of an enum or of symbols that is at `at`, or NULL if no value has that number
/// or address.
const ed_Value *ed_number_value(const ed_Type *type, const void *at);
/// Loads a bool, a number, or a value with a name. The number of a symbol is that of its value,
/// also if the memory has its address; 0 if no value has it.
ed_Number ed_field_number(const ed_Field *field, const void *at);

/// In these functions `kind` is a bool, integer or float, and `at` need not be aligned.
ed_Number ed_number_load(ed_Kind kind, const void *at);
ed_ConvertResult ed_number_store(ed_Kind kind, void *at, ed_Number number);
void ed_number_write(ed_Writer *w, ed_Kind kind, const void *at);
/// Adds the name of a NaN or an infinity: nan, -nan, inf, -inf, or nan(0x1) for a NaN with other
/// fraction bits than the usual one, as C's printf and strtod spell them. ed_number_from_name reads
/// it for an f32 or f64 with the same bits; it returns form NONE for anything else.
void ed_number_name(ed_Number number, ed_Text *out);
ed_Number ed_number_from_name(ed_Kind kind, const char *name);
/// Returns whether two numbers have the same value, whatever their forms: 1, 1.0 and true do. NaN
/// equals NaN. The floats 0 and -0 differ.
bool ed_number_equal(ed_Number one, ed_Number other);

/// Writes the same bytes as ed_number_write, through a pointer (msgpack/put.h).
static inline u8 *ed_number_put(u8 *to, ed_Kind kind, const void *at)
{
    union {
        u8 b;
        u16 h;
        u32 w;
        u64 d;
        f32 f;
        f64 g;
    } v;
    switch (kind) {
    case ED_BOOL: memcpy(&v.b, at, 1); return ed_put_bool(to, v.b != 0);
    case ED_U8: memcpy(&v.b, at, 1); return ed_put_u64(to, v.b);
    case ED_U16: memcpy(&v.h, at, 2); return ed_put_u64(to, v.h);
    case ED_U32: memcpy(&v.w, at, 4); return ed_put_u64(to, v.w);
    case ED_U64: memcpy(&v.d, at, 8); return ed_put_u64(to, v.d);
    case ED_I8: memcpy(&v.b, at, 1); return ed_put_i64(to, (i8)v.b);
    case ED_I16: memcpy(&v.h, at, 2); return ed_put_i64(to, (i16)v.h);
    case ED_I32: memcpy(&v.w, at, 4); return ed_put_i64(to, (i32)v.w);
    case ED_I64: memcpy(&v.d, at, 8); return ed_put_i64(to, (i64)v.d);
    case ED_F32: memcpy(&v.w, at, 4); return ed_put_wide(to, 0xca, v.w, 4);
    case ED_F64: memcpy(&v.g, at, 8); return ed_put_f64(to, v.g);
    default: return ed_put_byte(to, 0);
    }
}

/// Reads a bool or a number into `to`, which need not be aligned (msgpack/take.h). Stores nothing
/// if it returns NULL.
static inline __attribute__((always_inline)) const u8 *ed_number_take(const u8 *at, ed_Kind kind,
                                                                      u8 *to)
{
    u64 u = 0;
    i64 i = 0;
    switch (kind) {
    case ED_BOOL: return ed_take_bool(at, to);
    case ED_F32: return ed_take_f32(at, to);
    case ED_F64: return ed_take_f64(at, to);
    case ED_U8:
        if ((at = ed_take_u64(at, UINT8_MAX, &u))) memcpy(to, &u, 1);
        return at;
    case ED_U16:
        if ((at = ed_take_u64(at, UINT16_MAX, &u))) memcpy(to, &u, 2);
        return at;
    case ED_U32:
        if ((at = ed_take_u64(at, UINT32_MAX, &u))) memcpy(to, &u, 4);
        return at;
    case ED_U64:
        if ((at = ed_take_u64(at, UINT64_MAX, &u))) memcpy(to, &u, 8);
        return at;
    case ED_I8:
        if ((at = ed_take_i64(at, INT8_MIN, INT8_MAX, &i))) memcpy(to, &i, 1);
        return at;
    case ED_I16:
        if ((at = ed_take_i64(at, INT16_MIN, INT16_MAX, &i))) memcpy(to, &i, 2);
        return at;
    case ED_I32:
        if ((at = ed_take_i64(at, INT32_MIN, INT32_MAX, &i))) memcpy(to, &i, 4);
        return at;
    case ED_I64:
        if ((at = ed_take_i64(at, INT64_MIN, INT64_MAX, &i))) memcpy(to, &i, 8);
        return at;
    default: return NULL;
    }
}

ED_C_END
#endif
