/// Limits what a document costs a tool that knows its types only from the document itself. A few
/// bytes can declare a type with a billion values, or a list of empty records of a megabyte each.
///
///   values   single numbers, texts and handles that are made: 4 Mi, and 16 for each byte of the
///            file. A value that eddie wrote takes at least one byte of the file. 16 bytes of
///            numbers or of a char[N] count as one value
///   bytes    memory of the elements of lists, bounded arrays, optionals and unions in open form:
///            256 MiB, and 4 KiB for each byte of the file. Row tables cost nothing: their rows are
///            in the file
///
/// The memory into which open form is decoded first is limited to 256 MiB, and 1 KiB for each byte
/// of the file. --limit GIB multiplies the constants.
///
/// Capacity that is not used is not counted, and its memory is never written: it may be a million
/// times larger than the packed state. An element of more than 1 MiB counts only its values and a
/// page, for the same reason.
#ifndef ED_SNAPSHOT_BUDGET_H
#define ED_SNAPSHOT_BUDGET_H
#include "runtime/msgpack/read.h"
#include "runtime/types/state.h"
ED_C_BEGIN

/// Elements above this size are laid out in zeroed memory, of which only values are written.
#define ED_SPARSE_BYTES ((u32)1 << 20)

#define ED_VALUES_MAX (UINT64_MAX >> 8)      // higher counts are not distinguished

/// Returns the number of values that `count` elements of the field have by default. The type of a
/// record must be laid out (layout.h).
u64 ed_budget_values(const ed_Field *field, u64 count);
ed_Budget ed_budget_of(u64 file_bytes);
/// Returns whether records of the type exceed a page and are mostly capacity that may stay unused.
/// Their defaults are not copied as a whole.
bool ed_budget_is_sparse(const ed_Type *type);
/// Returns the limit of the memory into which the document is decoded.
size_t ed_budget_decoded_max(const ed_Budget *budget);
/// Returns whether a state of the type, with its defaults, is within the budget. Fails `r` if not.
bool ed_budget_take_state(ed_Budget *budget, const ed_Type *type, ed_Reader *r);
/// Does the same for `count` elements of `field` that are made from open form. `budget` may be
/// NULL.
bool ed_budget_take(ed_Budget *budget, const ed_Field *field, u32 count, ed_Reader *r);

ED_C_END
#endif
