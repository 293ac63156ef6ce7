/// What copying an element's bytes brings along that is not state, and that one mask for all
/// elements cannot take away: bytes after the end of a text, after the count of a list, in an optional
/// that is absent, in the alternatives a union does not hold, the addresses in slots, and handles
/// that lead nowhere.
#ifndef ED_SNAPSHOT_CANONICALIZE_H
#define ED_SNAPSHOT_CANONICALIZE_H
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_CanonicalStep ed_CanonicalStep;
typedef struct ed_Handles ed_Handles;      // handle_pools.h

typedef struct ed_Canonicalizer {      // of one element
    ed_CanonicalStep *steps;
    u32 count;
    bool full;      // `arena` is: what was made is of no use
} ed_Canonicalizer;

/// What has to be done to elements of `field`, in `arena`. `handles` of the state they are of; NULL
/// keeps handles as they are.
ed_Canonicalizer ed_canonicalizer_make(const ed_Field *field, bool live, const ed_Handles *handles,
                                       ed_Arena *arena);
/// To `count` elements, `stride` bytes apart.
void ed_canonicalize(const ed_Canonicalizer *clean, u8 *elements, size_t stride, u32 count);

ED_C_END
#endif
