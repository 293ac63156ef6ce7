/// Writes and reads the code and the count of a field in the type tables of a snapshot. The code
/// describes one element: a letter as in numpy, then its size in bytes (document.h). The count
/// describes the ed_Shape. If reading fails, the error is in `r`.
#ifndef ED_SNAPSHOT_TYPE_CODE_H
#define ED_SNAPSHOT_TYPE_CODE_H
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

void ed_code_write(ed_Writer *w, const ed_Field *field);
void ed_code_read(ed_Reader *r, ed_Field *field);      ///< sets kind, size and byte order
/// Returns the code of a kind, or NULL if the kind alone does not determine the code: char[16] has
/// S16, and an enum has the code of its base.
const char *ed_code_of(ed_Kind kind);
/// Finds the kind of a code. Returns false if no kind has exactly that code.
bool ed_code_kind(ed_Span code, ed_Kind *kind);

/// The count is nil for one value, n or [n, m] if fixed, -n if bounded, 0 if dynamic.
void ed_count_write(ed_Writer *w, const ed_Field *field);
void ed_count_read(ed_Reader *r, ed_Field *field);

ED_C_END
#endif
