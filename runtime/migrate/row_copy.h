/// What means the same in old and new rows, copied for many rows at once: the bytes that a pair of
/// types has in common, neighbors merged into one copy, and the defaults of the bytes that come
/// from nowhere. On processors that can shuffle sixteen bytes at a time, fields that changed their
/// order cost a shuffle for many of them instead of a load and a store each.
///
/// Copying only moves bytes. Whether they hold a legal value is checked afterwards, by the step of
/// each field (copied.h).
#ifndef ED_MIGRATE_ROW_COPY_H
#define ED_MIGRATE_ROW_COPY_H
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_SHUFFLE_TERMS_MAX 4u

typedef struct ed_Copy {
    u32 from, to, size;      // offsets in the two rows
} ed_Copy;

typedef struct ed_Shuffle {                  // sixteen bytes of the new row
    u32 to;                                  // where they begin
    u32 terms;                               // regions of the old row they come from:
    u32 from[ED_SHUFFLE_TERMS_MAX];          //   sixteen bytes each,
    u8 masks[ED_SHUFFLE_TERMS_MAX][16];      //   and which of them goes where; 0x80: none
    u8 image[16];                            // the defaults of the bytes that come from nowhere
} ed_Shuffle;

typedef struct ed_RowCopy {
    u32 from_size, to_size;
    const ed_Copy *copies;
    u32 count;
    u32 block_rows;                  // rows copied field by field while the cache holds them
    const u8 *image;                 // block_rows new rows with their defaults; NULL where each
                                     // row needs a default text or list of its own
    const ed_Shuffle *shuffles;      // `shuffle_count` is 0 where copies are as fast
    u32 shuffle_count;
    bool whole;      // a row is one copy, and both have the same size
} ed_RowCopy;

/// Between elements of `from` and of `to`. `copies` in the order of the old fields; they are
/// merged in place. NULL where `arena` is full.
ed_RowCopy *ed_row_copy_make(const ed_Field *from, const ed_Field *to, ed_Copy *copies, u32 count,
                             ed_Arena *arena);

/// `fill`: the other bytes of the new rows get their defaults; needs an image.
void ed_row_copy(const ed_RowCopy *plan, const u8 *from, size_t from_stride, u8 *to,
                 size_t to_stride, u32 count, bool fill);

ED_C_END
#endif
