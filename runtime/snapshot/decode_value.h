/// Decodes single values: numbers, names, texts, handles and pointers. decode.c does the rest.
#ifndef ED_SNAPSHOT_DECODE_VALUE_H
#define ED_SNAPSHOT_DECODE_VALUE_H
#include "runtime/snapshot/decode.h"
ED_C_BEGIN

/// A field whose value is decoded.
typedef struct ed_DecodedPart {
    const ed_Field *field;        // as it is laid out in the memory
    const ed_Field *written;      // the field of the writer's type
    ed_Tally *lost;               // counts values that do not fit it
} ed_DecodedPart;

/// Decodes one element, which is not a record. Returns false if it does not fit: then `at` is as
/// it was.
bool ed_decode_value(ed_Decoder *d, const ed_DecodedPart *part, u8 *at);
/// Skips and counts a value that does not fit the writer's own type. Returns false.
bool ed_decode_misfit(ed_Decoder *d, const ed_DecodedPart *part);

ED_C_END
#endif
