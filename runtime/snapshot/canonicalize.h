/// Zeroes bytes of copied elements that are not state, where that depends on an element's values.
/// (A mask, state_mask.h, zeroes the others, which are the same for all elements.) They are the
/// bytes after the end of a text or after the last item of a bounded array, absent optionals,
/// alternatives that a union does not hold, the addresses and capacities in the slots of texts and
/// lists (ed_Str, ed_Array), and handles whose item does not exist. Turns the address of a symbol
/// into its number, and that of a record into its name.
#ifndef ED_SNAPSHOT_CANONICALIZE_H
#define ED_SNAPSHOT_CANONICALIZE_H
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_CanonicalStep ed_CanonicalStep;

typedef struct ed_Canonicalizer {      // for one element
    ed_CanonicalStep *steps;
    u32 count;
    bool full;      // the arena was full: the steps are incomplete
} ed_Canonicalizer;

/// Makes the steps for elements of `field`, in `arena`. With `live`, pointers are kept, as with
/// ED_MASK_LIVE. `containers` are those of the state that the elements belong to. With NULL,
/// handles and pointers to records are kept.
ed_Canonicalizer ed_canonicalizer_make(const ed_Field *field, bool live,
                                       const ed_Containers *containers, ed_Arena *arena);
/// Applies the steps to `count` elements, `stride` bytes apart. Adds to `changes` the values that
/// were not valid.
void ed_canonicalize(const ed_Canonicalizer *clean, u8 *elements, size_t stride, u32 count,
                     ed_WriteChanges *changes);

ED_C_END
#endif
