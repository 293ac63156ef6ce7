/// Copies or converts one field of many rows, or the numbers of a list, in loops that compile to a
/// few vector instructions.
///
/// ed_number_store defines what each conversion does, for one number at a time. A lane only does
/// conversions that are exact.
#ifndef ED_MIGRATE_CONVERT_LANES_H
#define ED_MIGRATE_CONVERT_LANES_H
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_LANE_MAX 256u      // numbers converted in one call

typedef struct ed_Lane {
    const u8 *from;
    u8 *to;
    size_t from_stride, to_stride;
    u32 count;
} ed_Lane;

/// Copies `size` bytes of each element.
void ed_lane_copy(const ed_Lane *lane, u32 size);
/// Converts at most ED_LANE_MAX numbers. Sets the mark of each number that cannot be converted
/// exactly, and of each invalid bool. Also marks some large numbers that could be converted
/// exactly. What is stored for a marked number is undefined. `marks` must be zero before the call.
void ed_lane_convert(const ed_Lane *lane, ed_Kind from, ed_Kind to, u8 *marks);

ED_C_END
#endif
