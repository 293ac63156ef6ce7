/// A field's element and shape, as the types of a snapshot tell them: its code, numpy's letter and
/// the bytes of one element, and its count. Each is read back next to where it is written; reading
/// fails in `r`.
#ifndef ED_SNAPSHOT_TYPE_CODE_H
#define ED_SNAPSHOT_TYPE_CODE_H
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

void ed_code_write(ed_Writer *w, const ed_Field *field);
void ed_code_read(ed_Reader *r, ed_Field *field);      ///< kind, size, and the order of its bytes
const char *ed_code_of(ed_Kind kind);                  ///< NULL for a kind with a size
bool ed_code_kind(ed_Span code, ed_Kind *kind);        ///< false for a code with a size

/// nil one value, n or [n, m] fixed, -n bounded, 0 dynamic.
void ed_count_write(ed_Writer *w, const ed_Field *field);
void ed_count_read(ed_Reader *r, ed_Field *field);

ED_C_END
#endif
