/// Numbers between memory, MessagePack and each other, with how exact the way was.
#ifndef ED_NUMBER_H
#define ED_NUMBER_H
#include "runtime/put.h"
#include "runtime/read.h"
#include "runtime/write.h"
ED_C_BEGIN

typedef enum ed_Fit {
    ED_FIT_EXACT,
    ED_FIT_SATURATED,     // the nearest end of the range
    ED_FIT_ROUNDED,       // the nearest number
    ED_FIT_CUT,           // text or an array too long
    ED_FIT_NONE           // cannot be carried: nothing stored
} ed_Fit;

ed_Number ed_number_from_f64(f64 value);
/// Of an enum or flags value: `bits` as ed_Value.number holds them, for a type over `base`.
ed_Number ed_number_from_bits(ed_Kind base, i64 bits);
/// The other way: false where the number is no whole one or cannot be one of `base`.
bool      ed_number_to_bits(ed_Kind base, ed_Number number, i64 *bits);

/// `kind` is a bool, integer or float; `at` need not be aligned.
ed_Number ed_number_load (ed_Kind kind, const void *at);
ed_Fit    ed_number_store(ed_Kind kind, void *at, ed_Number number);
void      ed_number_write(ed_Writer *w, ed_Kind kind, const void *at);

/// What ed_number_write writes, through a pointer as put.h does it.
static inline u8 *ed_number_put(u8 *to, ed_Kind kind, const void *at)
{
    union { u8 b; u16 h; u32 w; u64 d; f32 f; f64 g; } v;
    switch (kind) {
    case ED_BOOL: memcpy(&v.b, at, 1); return ed_put_bool(to, v.b != 0);
    case ED_U8:   memcpy(&v.b, at, 1); return ed_put_u64(to, v.b);
    case ED_U16:  memcpy(&v.h, at, 2); return ed_put_u64(to, v.h);
    case ED_U32:  memcpy(&v.w, at, 4); return ed_put_u64(to, v.w);
    case ED_U64:  memcpy(&v.d, at, 8); return ed_put_u64(to, v.d);
    case ED_I8:   memcpy(&v.b, at, 1); return ed_put_i64(to, (i8)v.b);
    case ED_I16:  memcpy(&v.h, at, 2); return ed_put_i64(to, (i16)v.h);
    case ED_I32:  memcpy(&v.w, at, 4); return ed_put_i64(to, (i32)v.w);
    case ED_I64:  memcpy(&v.d, at, 8); return ed_put_i64(to, (i64)v.d);
    case ED_F32:  memcpy(&v.w, at, 4); return ed_put_wide(to, 0xca, v.w, 4);
    case ED_F64:  memcpy(&v.g, at, 8); return ed_put_f64(to, v.g);
    default:      return ed_put_byte(to, 0);
    }
}

ED_C_END
#endif
