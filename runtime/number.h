/// Numbers between memory, MessagePack and each other, with how exact the way was.
#ifndef ED_NUMBER_H
#define ED_NUMBER_H
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

ED_C_END
#endif
