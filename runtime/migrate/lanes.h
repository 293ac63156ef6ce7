/// Numbers of one kind into another, a lane of them at a time: what compiles to vector code. The
/// definition is ed_number_store, one number at a time; a lane does only what is exact.
#ifndef ED_MIGRATE_LANES_H
#define ED_MIGRATE_LANES_H
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_LANE_MAX 256u      // numbers

typedef struct ed_Lane {
    const u8 *from;
    u8 *to;
    size_t from_stride, to_stride;
    u32 count;      // at most ED_LANE_MAX
} ed_Lane;

/// Converts a lane. Sets the mark of each number that cannot be converted exactly, or that is not a
/// valid bool; what is stored for it is undefined. `marks` must be zero before.
void ed_lane_convert(const ed_Lane *lane, ed_Kind from, ed_Kind to, u8 *marks);

ED_C_END
#endif
