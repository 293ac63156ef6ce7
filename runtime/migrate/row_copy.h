/// The row copy of a pair of types. It copies the bytes that mean the same in old and new rows, for
/// many rows at once. Neighboring fields are merged into one copy, and new bytes without an old
/// source get their defaults. On processors that can shuffle sixteen bytes, one shuffle moves
/// several fields that changed their order, instead of a load and a store for each.
///
/// The row copy does not look at values. The step of each field checks them afterwards
/// (check_copied.h).
#ifndef ED_MIGRATE_ROW_COPY_H
#define ED_MIGRATE_ROW_COPY_H
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_SHUFFLE_TERMS_MAX 4u

typedef struct ed_Copy {
    u32 from, to, size;      // offsets in the two rows
} ed_Copy;

typedef struct ed_Shuffle {                  // makes sixteen bytes of the new row
    u32 to;                                  // their offset
    u32 terms;                               // number of regions of the old row they come from
    u32 from[ED_SHUFFLE_TERMS_MAX];          // offsets of these regions, sixteen bytes each
    u8 masks[ED_SHUFFLE_TERMS_MAX][16];      // shuffle masks of these regions; 0x80: no byte
    u8 image[16];                            // defaults of the bytes without a source
} ed_Shuffle;

typedef struct ed_RowCopy {
    u32 from_size, to_size;
    const ed_Copy *copies;
    u32 count;
    u32 block_rows;                  // rows copied at a time, few enough for the cache
    const u8 *image;                 // block_rows new rows at their defaults; NULL if each row
                                     // needs its own copy of a default text or list
    const ed_Shuffle *shuffles;      // shuffle_count is 0 if copies are used instead
    u32 shuffle_count;
    bool whole;      // one copy covers the row, and both have the same size
} ed_RowCopy;

/// Makes the row copy from elements of `from` to elements of `to`. `copies` are in the order of the
/// old fields; the function merges them in place. NULL if `arena` is full.
ed_RowCopy *ed_row_copy_make(const ed_Field *from, const ed_Field *to, ed_Copy *copies, u32 count,
                             ed_Arena *arena);

/// Copies `count` rows. `fill`: also sets all other bytes to their defaults, which needs an image.
void ed_row_copy(const ed_RowCopy *plan, const u8 *from, size_t from_stride, u8 *to,
                 size_t to_stride, u32 count, bool fill);

ED_C_END
#endif
