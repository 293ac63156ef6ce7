/// Writes and reads a field's element and shape in the type tables of a snapshot. The code is
/// numpy's letter and the bytes of one element; the count is the shape. Reading fails in `r`.
#ifndef ED_SNAPSHOT_TYPE_CODE_H
#define ED_SNAPSHOT_TYPE_CODE_H
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

void ed_code_write(ed_Writer *w, const ed_Field *field);
void ed_code_read(ed_Reader *r, ed_Field *field);      ///< sets kind, size and byte order
const char *ed_code_of(ed_Kind kind);                  ///< NULL if the code has a size
bool ed_code_kind(ed_Span code, ed_Kind *kind);        ///< false if the code has a size

/// The count is nil for one value, n or [n, m] if fixed, -n if bounded, 0 if dynamic.
void ed_count_write(ed_Writer *w, const ed_Field *field);
void ed_count_read(ed_Reader *r, ed_Field *field);

ED_C_END
#endif
