/// Functions that the files of the decoder share: decode_layout.c (open layouts), decode.c (values
/// in open form) and old_value.c (row tables, and old values in either layout).
#ifndef ED_SNAPSHOT_DECODE_INNER_H
#define ED_SNAPSHOT_DECODE_INNER_H
#include "runtime/snapshot/decode.h"

#define ED_ALTERNATIVE_AT 8u      // offset of the alternative in an open union

/// Returns whether the field is stored inside its open record. Arrays are not.
static inline bool ed_is_inline(const ed_Field *field)
{
    return field->shape == ED_ONE || field->shape == ED_OPTIONAL;
}

/// Allocates memory for decoded values. Returns NULL and fails the reader if memory is full.
void *ed_decode_push(ed_Decoder *d, u64 size);
/// Returns the open layout of an array's elements. Computes it when the first array is decoded.
const ed_OldType *ed_old_inner(ed_Decoder *d, const ed_OldField *field);
/// Reads the row table at the reader, without resolving its slots.
bool ed_decode_table(ed_Decoder *d, const ed_Field *field, ed_OldArray *array);
/// Fails the reader: the table there does not have the type of the field `name`.
void ed_refuse_table(ed_Decoder *d, const char *name);

#endif
