/// The bytes of a row that are copied, sixteen at a time wherever they lie in the new one: fields
/// that changed places cost a shuffle for many, not a load and a store each. On processors that
/// can; the others copy field by field.
#ifndef ED_SHUFFLE_H
#define ED_SHUFFLE_H
#include "runtime/bulk.h"
ED_C_BEGIN

#define ED_SHUFFLE_TERMS_MAX 4u

typedef struct ed_Shuffle {              // sixteen bytes of the new row
    u32 to;                              // where they begin
    u32 terms;                           // places of the old row they come from:
    u32 from[ED_SHUFFLE_TERMS_MAX];      //   sixteen bytes each,
    u8  masks[ED_SHUFFLE_TERMS_MAX][16]; //   and which of them goes where; 0x80: none
    u8  image[16];                       // the defaults of the bytes that come from nowhere
} ed_Shuffle;

/// Into bulk->shuffles, where that is better than field by field: else there are none. False where
/// `arena` is full.
bool ed_shuffle_make(ed_Bulk *bulk, ed_Arena *arena);
void ed_shuffle_rows(const ed_Shuffle *shuffle, const u8 *from, size_t from_stride, u8 *to,
                     size_t to_stride, u32 count);

ED_C_END
#endif
