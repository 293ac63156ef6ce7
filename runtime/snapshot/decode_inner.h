/// What the files of the decoder share: open layouts (open_layout.c), values in open form (decode.c)
/// and row tables and old values in either layout (old.c).
#ifndef ED_SNAPSHOT_DECODE_INNER_H
#define ED_SNAPSHOT_DECODE_INNER_H
#include "runtime/snapshot/decode.h"

#define ED_ALTERNATIVE_AT 8u      // in a union

/// It lies in its open record; arrays do not.
static inline bool ed_is_inline(const ed_Field *field)
{
    return field->shape == ED_ONE || field->shape == ED_OPTIONAL;
}

/// Allocates memory for decoded values. Returns NULL and fails the reader if memory is full.
void *ed_decode_push(ed_Decoder *d, u64 size);
/// The open layout of an array's elements, which is made when the first array is met.
const ed_OldType *ed_old_inner(ed_Decoder *d, const ed_OldField *field);
/// The row table that the reader is at.
bool ed_decode_table(ed_Decoder *d, const ed_Field *field, ed_OldArray *array);
void ed_refuse_table(ed_Decoder *d, const char *name);

#endif
