#include "runtime/migrate/convert_lanes.h"
#include <string.h>

/// With a constant size, the memcpy compiles to a load and a store.
#define COPY_OF(bytes) \
    for (; count; count--, from += from_stride, to += to_stride) memcpy(to, from, bytes)

/// The loops use local copies of the lane's members. The compiler could not keep the members in
/// registers, as a store might change them.
void ed_lane_copy(const ed_Lane *lane, u32 size)
{
    const u8 *from = lane->from;
    u8 *to = lane->to;
    size_t from_stride = lane->from_stride, to_stride = lane->to_stride;
    u32 count = lane->count;
    switch (size) {
    case 1: COPY_OF(1); break;
    case 2: COPY_OF(2); break;
    case 4: COPY_OF(4); break;
    case 8: COPY_OF(8); break;
    case 12: COPY_OF(12); break;
    case 16: COPY_OF(16); break;
    case 20: COPY_OF(20); break;
    case 24: COPY_OF(24); break;
    case 28: COPY_OF(28); break;
    case 32: COPY_OF(32); break;
    default: COPY_OF(size); break;
    }
}

/// Numbers are converted through the widest integer or float, and back to check that nothing was
/// lost.
typedef union Wide {
    i64 whole[ED_LANE_MAX];
    f64 real[ED_LANE_MAX];
} Wide;

static bool is_real(ed_Kind kind) { return kind == ED_F32 || kind == ED_F64; }

#define LOAD_AS(type, values) \
    for (u32 i = 0; i < count; i++, from += stride) { \
        type v; \
        memcpy(&v, from, sizeof v); \
        values[i] = v; \
    }

#define WIDEN(from_type, to_type) \
    for (; count; count--, from_at += from_stride, to_at += to_stride) { \
        from_type v; \
        memcpy(&v, from_at, sizeof v); \
        to_type w = (to_type)v; \
        memcpy(to_at, &w, sizeof w); \
    } \
    return true

#define PAIR(from_kind, to_kind) ((u32)(from_kind) << 8 | (u32)(to_kind))

/// Converts to a type that has every value of the old type, so nothing is checked. Returns false
/// for other pairs of types.
static bool widen_lane(const ed_Lane *lane, ed_Kind from, ed_Kind to)
{
    const u8 *from_at = lane->from;
    u8 *to_at = lane->to;
    size_t from_stride = lane->from_stride, to_stride = lane->to_stride;
    u32 count = lane->count;
    switch (PAIR(from, to)) {
    case PAIR(ED_U8, ED_U16):
    case PAIR(ED_U8, ED_I16): WIDEN(u8, u16);
    case PAIR(ED_U8, ED_U32):
    case PAIR(ED_U8, ED_I32): WIDEN(u8, u32);
    case PAIR(ED_U8, ED_U64):
    case PAIR(ED_U8, ED_I64): WIDEN(u8, u64);
    case PAIR(ED_U16, ED_U32):
    case PAIR(ED_U16, ED_I32): WIDEN(u16, u32);
    case PAIR(ED_U16, ED_U64):
    case PAIR(ED_U16, ED_I64): WIDEN(u16, u64);
    case PAIR(ED_U32, ED_U64):
    case PAIR(ED_U32, ED_I64): WIDEN(u32, u64);
    case PAIR(ED_I8, ED_I16): WIDEN(i8, i16);
    case PAIR(ED_I8, ED_I32): WIDEN(i8, i32);
    case PAIR(ED_I8, ED_I64): WIDEN(i8, i64);
    case PAIR(ED_I16, ED_I32): WIDEN(i16, i32);
    case PAIR(ED_I16, ED_I64): WIDEN(i16, i64);
    case PAIR(ED_I32, ED_I64): WIDEN(i32, i64);
    case PAIR(ED_U8, ED_F32): WIDEN(u8, f32);
    case PAIR(ED_I8, ED_F32): WIDEN(i8, f32);
    case PAIR(ED_U16, ED_F32): WIDEN(u16, f32);
    case PAIR(ED_I16, ED_F32): WIDEN(i16, f32);
    case PAIR(ED_U8, ED_F64): WIDEN(u8, f64);
    case PAIR(ED_I8, ED_F64): WIDEN(i8, f64);
    case PAIR(ED_U16, ED_F64): WIDEN(u16, f64);
    case PAIR(ED_I16, ED_F64): WIDEN(i16, f64);
    case PAIR(ED_U32, ED_F64): WIDEN(u32, f64);
    case PAIR(ED_I32, ED_F64): WIDEN(i32, f64);
    case PAIR(ED_F32, ED_F64): WIDEN(f32, f64);
    default: return false;
    }
}

/// Loads numbers as i64 or f64. Marks numbers that no i64 holds, and bools that are neither 0 nor
/// 1.
static void load_lane(const ed_Lane *lane, ed_Kind kind, Wide *wide, u8 *marks)
{
    const u8 *from = lane->from;
    size_t stride = lane->from_stride;
    u32 count = lane->count;
    switch (kind) {
    case ED_BOOL:
        LOAD_AS(u8, wide->whole);
        for (u32 i = 0; i < lane->count; i++) marks[i] |= wide->whole[i] > 1;
        break;
    case ED_U8: LOAD_AS(u8, wide->whole); break;
    case ED_U16: LOAD_AS(u16, wide->whole); break;
    case ED_U32: LOAD_AS(u32, wide->whole); break;
    case ED_I8: LOAD_AS(i8, wide->whole); break;
    case ED_I16: LOAD_AS(i16, wide->whole); break;
    case ED_I32: LOAD_AS(i32, wide->whole); break;
    case ED_F32: LOAD_AS(f32, wide->real); break;
    case ED_F64: LOAD_AS(f64, wide->real); break;
    default:
        LOAD_AS(i64, wide->whole);
        for (u32 i = 0; kind == ED_U64 && i < lane->count; i++) marks[i] |= wide->whole[i] < 0;
        break;
    }
}

#define STORE_WHOLE(type) \
    for (u32 i = 0; i < count; i++, to += stride) { \
        type v = (type)wide->whole[i]; \
        marks[i] |= (i64)v != wide->whole[i]; \
        memcpy(to, &v, sizeof v); \
    }

static void store_wholes(const ed_Lane *lane, ed_Kind kind, const Wide *wide, u8 *marks)
{
    u8 *to = lane->to;
    size_t stride = lane->to_stride;
    u32 count = lane->count;
    switch (kind) {
    case ED_BOOL:
        for (u32 i = 0; i < lane->count; i++) {
            marks[i] |= (u64)wide->whole[i] > 1;
            lane->to[i * lane->to_stride] = wide->whole[i] == 1;
        }
        break;
    case ED_U8: STORE_WHOLE(u8); break;
    case ED_U16: STORE_WHOLE(u16); break;
    case ED_U32: STORE_WHOLE(u32); break;
    case ED_I8: STORE_WHOLE(i8); break;
    case ED_I16: STORE_WHOLE(i16); break;
    case ED_I32: STORE_WHOLE(i32); break;
    default:
        for (u32 i = 0; kind == ED_U64 && i < lane->count; i++) marks[i] |= wide->whole[i] < 0;
        STORE_WHOLE(i64);
        break;
    }
}

// 2^52: up to this limit, every whole number is exact as f64.
#define WHOLE_MAX 4503599627370496.0

/// Converts whole numbers to floats. Marks those beyond WHOLE_MAX, and those that an f32 cannot
/// hold exactly.
static void store_reals(const ed_Lane *lane, ed_Kind kind, const Wide *wide, u8 *marks)
{
    for (u32 i = 0; i < lane->count; i++) {
        f64 wide_value = (f64)wide->whole[i];
        f32 narrow = (f32)wide_value;
        bool kept = wide_value <= WHOLE_MAX && wide_value >= -WHOLE_MAX
                 && (kind == ED_F64 || (f64)narrow == wide_value);
        marks[i] |= !kept;
        if (kind == ED_F64) memcpy(lane->to + i * lane->to_stride, &wide_value, sizeof wide_value);
        else memcpy(lane->to + i * lane->to_stride, &narrow, sizeof narrow);
    }
}

/// Converts f64 to f32. Marks values that change. Also marks NaNs, whose bits are left to
/// ed_number_store.
static void convert_reals(const ed_Lane *lane, const Wide *wide, u8 *marks)
{
    for (u32 i = 0; i < lane->count; i++) {
        f64 value = wide->real[i];
        bool fits = value <= 3.4028234663852886e38 && value >= -3.4028234663852886e38;
        f32 narrow = fits ? (f32)value : 0;
        marks[i] |= !fits || (f64)narrow != value;
        memcpy(lane->to + i * lane->to_stride, &narrow, sizeof narrow);
    }
}

/// Converts floats to whole numbers in place, for store_wholes.
static void round_reals(Wide *wide, u32 count, u8 *marks)
{
    for (u32 i = 0; i < count; i++) {
        f64 value = wide->real[i];
        bool fits = value <= WHOLE_MAX && value >= -WHOLE_MAX;
        i64 whole = fits ? (i64)value : 0;
        marks[i] |= !fits || (f64)whole != value;
        wide->whole[i] = whole;
    }
}

void ed_lane_convert(const ed_Lane *lane, ed_Kind from, ed_Kind to, u8 *marks)
{
    if (widen_lane(lane, from, to)) return;
    Wide wide;
    load_lane(lane, from, &wide, marks);
    if (is_real(from) && is_real(to)) {
        convert_reals(lane, &wide, marks);
        return;
    }
    if (is_real(from)) round_reals(&wide, lane->count, marks);
    if (is_real(to)) store_reals(lane, to, &wide, marks);
    else store_wholes(lane, to, &wide, marks);
}
