#include "runtime/bulk.h"
#include "runtime/copy.h"
#include "runtime/shuffle.h"
#include <string.h>

// --- copies --------------------------------------------------------------------------------------

typedef struct Lane {                    // one field of many rows
    const u8 *from;
    u8       *to;
    size_t    from_stride, to_stride;
    u32       count;
} Lane;

/// A size the compiler knows becomes a load and a store.
#define COPY_OF(bytes) \
    for (; count; count--, from += from_stride, to += to_stride) memcpy(to, from, bytes)

/// What the loops need is taken out of the lane first: for all the compiler knows, a store may
/// change it.
static void copy_lane(const Lane *lane, u32 size)
{
    const u8 *from = lane->from;
    u8 *to = lane->to;
    size_t from_stride = lane->from_stride, to_stride = lane->to_stride;
    u32 count = lane->count;
    switch (size) {
    case 1:  COPY_OF(1); break;
    case 2:  COPY_OF(2); break;
    case 4:  COPY_OF(4); break;
    case 8:  COPY_OF(8); break;
    case 12: COPY_OF(12); break;
    case 16: COPY_OF(16); break;
    case 20: COPY_OF(20); break;
    case 24: COPY_OF(24); break;
    case 28: COPY_OF(28); break;
    case 32: COPY_OF(32); break;
    default: COPY_OF(size); break;
    }
}

void ed_bulk_gather(const u8 *from, size_t stride, u8 *to, u32 size, u32 count)
{
    copy_lane(&(Lane){ from, to, stride, size, count }, size);
}

void ed_bulk_scatter(const u8 *from, u8 *to, size_t stride, u32 size, u32 count)
{
    copy_lane(&(Lane){ from, to, size, stride, count }, size);
}

#define LINE_BYTES 64u                   // of the cache

/// What the rows behind these will need, a part of it with every field: memory is on its way while
/// others are at work.
typedef struct Ahead {
    const u8 *from, *from_end, *to, *to_end;
    size_t    step;
} Ahead;

/// Rows as small as a line are met in order by the first field already: the processor sees that by
/// itself.
static Ahead ahead_of(const ed_Bulk *bulk, const u8 *from, const u8 *to, u32 rows)
{
    if (bulk->from->size <= LINE_BYTES) return (Ahead){ .from = from, .to = to };
    size_t from_bytes = (size_t)rows * bulk->from->size, to_bytes = (size_t)rows * bulk->to->size;
    size_t lines = ((from_bytes > to_bytes ? from_bytes : to_bytes) + LINE_BYTES - 1) / LINE_BYTES;
    size_t lanes = bulk->shuffle_count ? bulk->shuffle_count : bulk->copy_count + 1;
    return (Ahead){ from + from_bytes, from + 2 * from_bytes, to + to_bytes, to + 2 * to_bytes,
                    (lines + lanes - 1) / lanes * LINE_BYTES };
}

static void fetch(Ahead *ahead)
{
    for (size_t i = 0; i < ahead->step; i += LINE_BYTES) {
        if (ahead->from + i < ahead->from_end) ed_prefetch(ahead->from + i);
        if (ahead->to + i < ahead->to_end)     ed_prefetch(ahead->to + i);
    }
    ahead->from += ahead->step;
    ahead->to   += ahead->step;
}

static void copy_rows(const ed_Bulk *bulk, const u8 *from, u8 *to, u32 rows, bool fill)
{
    Ahead ahead = ahead_of(bulk, from, to, rows);
    bool shuffled = fill && bulk->shuffle_count;
    for (u32 i = 0; shuffled && i < bulk->shuffle_count; i++) {
        fetch(&ahead);
        ed_shuffle_rows(&bulk->shuffles[i], from, bulk->from->size, to, bulk->to->size, rows);
    }
    if (shuffled) return;
    if (fill) ed_copy_block(to, bulk->image, (size_t)rows * bulk->to->size);
    for (u32 c = 0; c < bulk->copy_count; c++) {
        const ed_BulkStep *step = &bulk->copies[c];
        fetch(&ahead);
        copy_lane(&(Lane){ from + step->from, to + step->to, bulk->from->size, bulk->to->size,
                           rows }, step->size);
    }
}

void ed_bulk_copy(const ed_Bulk *bulk, const u8 *from, u8 *to, u32 count, bool fill)
{
    if (bulk->same) { ed_copy_block(to, from, (size_t)count * bulk->from->size); return; }
    for (u32 i = 0; i < count; i += bulk->copy_rows) {
        u32 rows = count - i < bulk->copy_rows ? count - i : bulk->copy_rows;
        copy_rows(bulk, from + (size_t)i * bulk->from->size, to + (size_t)i * bulk->to->size,
                  rows, fill);
    }
}

// --- numbers: through the widest of their sort, and back to see that nothing was lost ------------

typedef union Wide {
    i64 whole[ED_BULK_ROWS_MAX];
    f64 real[ED_BULK_ROWS_MAX];
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

/// To a type that has every value of the other: nothing to look at. False where it has not.
static bool widen_lane(const Lane *lane, ed_Kind from, ed_Kind to)
{
    const u8 *from_at = lane->from;
    u8 *to_at = lane->to;
    size_t from_stride = lane->from_stride, to_stride = lane->to_stride;
    u32 count = lane->count;
    switch (PAIR(from, to)) {
    case PAIR(ED_U8, ED_U16):  case PAIR(ED_U8, ED_I16):  WIDEN(u8, u16);
    case PAIR(ED_U8, ED_U32):  case PAIR(ED_U8, ED_I32):  WIDEN(u8, u32);
    case PAIR(ED_U8, ED_U64):  case PAIR(ED_U8, ED_I64):  WIDEN(u8, u64);
    case PAIR(ED_U16, ED_U32): case PAIR(ED_U16, ED_I32): WIDEN(u16, u32);
    case PAIR(ED_U16, ED_U64): case PAIR(ED_U16, ED_I64): WIDEN(u16, u64);
    case PAIR(ED_U32, ED_U64): case PAIR(ED_U32, ED_I64): WIDEN(u32, u64);
    case PAIR(ED_I8, ED_I16):  WIDEN(i8, i16);
    case PAIR(ED_I8, ED_I32):  WIDEN(i8, i32);
    case PAIR(ED_I8, ED_I64):  WIDEN(i8, i64);
    case PAIR(ED_I16, ED_I32): WIDEN(i16, i32);
    case PAIR(ED_I16, ED_I64): WIDEN(i16, i64);
    case PAIR(ED_I32, ED_I64): WIDEN(i32, i64);
    case PAIR(ED_U8, ED_F32):  WIDEN(u8, f32);
    case PAIR(ED_I8, ED_F32):  WIDEN(i8, f32);
    case PAIR(ED_U16, ED_F32): WIDEN(u16, f32);
    case PAIR(ED_I16, ED_F32): WIDEN(i16, f32);
    case PAIR(ED_U8, ED_F64):  WIDEN(u8, f64);
    case PAIR(ED_I8, ED_F64):  WIDEN(i8, f64);
    case PAIR(ED_U16, ED_F64): WIDEN(u16, f64);
    case PAIR(ED_I16, ED_F64): WIDEN(i16, f64);
    case PAIR(ED_U32, ED_F64): WIDEN(u32, f64);
    case PAIR(ED_I32, ED_F64): WIDEN(i32, f64);
    case PAIR(ED_F32, ED_F64): WIDEN(f32, f64);
    default: return false;
    }
}

/// What no i64 holds, and a bool that is none, is marked.
static void load_lane(const Lane *lane, ed_Kind kind, Wide *wide, u8 *marks)
{
    const u8 *from = lane->from;
    size_t stride = lane->from_stride;
    u32 count = lane->count;
    switch (kind) {
    case ED_BOOL:
        LOAD_AS(u8, wide->whole);
        for (u32 i = 0; i < lane->count; i++) marks[i] |= wide->whole[i] > 1;
        break;
    case ED_U8:  LOAD_AS(u8, wide->whole); break;
    case ED_U16: LOAD_AS(u16, wide->whole); break;
    case ED_U32: LOAD_AS(u32, wide->whole); break;
    case ED_I8:  LOAD_AS(i8, wide->whole); break;
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

static void store_wholes(const Lane *lane, ed_Kind kind, const Wide *wide, u8 *marks)
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
    case ED_U8:  STORE_WHOLE(u8); break;
    case ED_U16: STORE_WHOLE(u16); break;
    case ED_U32: STORE_WHOLE(u32); break;
    case ED_I8:  STORE_WHOLE(i8); break;
    case ED_I16: STORE_WHOLE(i16); break;
    case ED_I32: STORE_WHOLE(i32); break;
    default:
        for (u32 i = 0; kind == ED_U64 && i < lane->count; i++) marks[i] |= wide->whole[i] < 0;
        STORE_WHOLE(i64);
        break;
    }
}

// 2^52: below it every whole number has its f64, and a neighbour that is none.
#define WHOLE_MAX 4503599627370496.0

/// From whole numbers to floats.
static void store_reals(const Lane *lane, ed_Kind kind, const Wide *wide, u8 *marks)
{
    for (u32 i = 0; i < lane->count; i++) {
        f64 wide_value = (f64)wide->whole[i];
        f32 narrow = (f32)wide_value;
        bool kept = wide_value <= WHOLE_MAX && wide_value >= -WHOLE_MAX
                 && (kind == ED_F64 || (f64)narrow == wide_value);
        marks[i] |= !kept;
        if (kind == ED_F64) memcpy(lane->to + i * lane->to_stride, &wide_value, sizeof wide_value);
        else                memcpy(lane->to + i * lane->to_stride, &narrow, sizeof narrow);
    }
}

/// From float to float: to the narrower only what comes back the same. A NaN goes the other way,
/// for its bits.
static void convert_reals(const Lane *lane, ed_Kind kind, const Wide *wide, u8 *marks)
{
    for (u32 i = 0; i < lane->count; i++) {
        f64 value = wide->real[i];
        bool fits = value <= 3.4028234663852886e38 && value >= -3.4028234663852886e38;
        f32 narrow = fits ? (f32)value : 0;
        marks[i] |= kind == ED_F64 ? value != value : !fits || (f64)narrow != value;
        if (kind == ED_F64) memcpy(lane->to + i * lane->to_stride, &value, sizeof value);
        else                memcpy(lane->to + i * lane->to_stride, &narrow, sizeof narrow);
    }
}

/// From floats to whole numbers, in place: then as those go.
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

static void convert_lane(const Lane *lane, const ed_BulkStep *step, u8 *marks)
{
    if (widen_lane(lane, step->number, step->to_number)) return;
    Wide wide;
    load_lane(lane, step->number, &wide, marks);
    bool from = is_real(step->number), to = is_real(step->to_number);
    if (from && to)  { convert_reals(lane, step->to_number, &wide, marks); return; }
    if (from)        round_reals(&wide, lane->count, marks);
    if (to)          store_reals(lane, step->to_number, &wide, marks);
    else             store_wholes(lane, step->to_number, &wide, marks);
}

// --- text ----------------------------------------------------------------------------------------

static void resize_lane(const Lane *lane, const ed_BulkStep *step, u8 *marks)
{
    for (u32 i = 0; i < lane->count; i++) {
        const u8 *from = lane->from + i * lane->from_stride;
        u8 *to = lane->to + i * lane->to_stride;
        u32 size = (u32)strnlen((const char *)from, step->size);
        bool fits = size < step->size && size < step->to_size;
        marks[i] |= !fits;
        if (!fits) continue;
        memcpy(to, from, size);
        memset(to + size, 0, step->to_size - size);
    }
}

// --- lists ---------------------------------------------------------------------------------------

static void move_slots(const Lane *lane, const ed_BulkMoved *moved)
{
    for (u32 i = 0; i < lane->count; i++) {
        ed_Array list;
        memcpy(&list, lane->from + i * lane->from_stride, sizeof list);
        size_t offset = list.items ? (size_t)((const u8 *)list.items - moved->from) : 0;
        if (list.items && moved->from_size)
            list.items = moved->to + offset / moved->from_size * moved->to_size;
        memcpy(lane->to + i * lane->to_stride, &list, sizeof list);
    }
}

// --- is the writer's memory what it should be? ---------------------------------------------------

static i64 named_number(const ed_Type *type, const u8 *at)
{
    union { u8 u1; i8 i1; u16 u2; i16 i2; u32 u4; i32 i4; i64 i8; } v;
    switch (type->base) {
    case ED_U8:  memcpy(&v, at, 1); return v.u1;
    case ED_I8:  memcpy(&v, at, 1); return v.i1;
    case ED_U16: memcpy(&v, at, 2); return v.u2;
    case ED_I16: memcpy(&v, at, 2); return v.i2;
    case ED_U32: memcpy(&v, at, 4); return v.u4;
    case ED_I32: memcpy(&v, at, 4); return v.i4;
    default:     memcpy(&v, at, 8); return v.i8;
    }
}

static u64 known_bits(const ed_Type *type)
{
    u64 bits = 0;
    for (u32 i = 0; i < type->value_count; i++) bits |= (u64)type->values[i].number;
    return bits;
}

/// Values that count up from zero, as most do, need no search.
static u64 counted_values(const ed_Type *type)
{
    for (u32 i = 0; i < type->value_count; i++) if (type->values[i].number != i) return 0;
    return type->value_count;
}

static void check_named(const Lane *lane, const ed_Type *type, u8 *marks)
{
    u64 known = type->kind == ED_FLAGS ? known_bits(type) : 0;
    u64 counted = type->kind == ED_ENUM ? counted_values(type) : 0;
    for (u32 i = 0; i < lane->count; i++) {
        i64 number = named_number(type, lane->from + i * lane->from_stride);
        if (type->kind == ED_FLAGS) marks[i] |= ((u64)number & ~known) != 0;
        else if (counted)           marks[i] |= (u64)number >= counted;
        else                        marks[i] |= !ed_value_by_number(type, number);
    }
}

static bool ref_is_good(const u8 *at)
{
    u32 index, generation;
    memcpy(&index, at, sizeof index);
    memcpy(&generation, at + sizeof index, sizeof generation);
    return generation || !index;
}

// --- value by value ------------------------------------------------------------------------------

static bool field_is_whole(const ed_Field *field, const u8 *at);

static bool element_is_whole(const ed_Field *field, const u8 *at)
{
    u8 mark = 0;
    switch (field->kind) {
    case ED_BOOL:  return *at <= 1;
    case ED_CHARS: return at[field->size - 1] == 0;
    case ED_REF:   return ref_is_good(at);
    case ED_ENUM: case ED_FLAGS:
        check_named(&(Lane){ .from = at, .count = 1 }, field->type, &mark);
        return !mark;
    case ED_STRUCT:
        for (u32 i = 0; i < field->type->field_count; i++)
            if (!field_is_whole(&field->type->fields[i], at + field->type->fields[i].offset))
                return false;
        return true;
    case ED_UNION: {
        u32 kind;
        memcpy(&kind, at, sizeof kind);
        return kind < field->type->field_count
            && field_is_whole(&field->type->fields[kind], at + field->type->fields[kind].offset);
    }
    default: return true;
    }
}

static bool field_is_whole(const ed_Field *field, const u8 *at)
{
    static const ed_Type generation = { .base = ED_U32 };
    u32 count = field->count;
    if (field->shape == ED_DYNAMIC) return true;      // its elements are looked at where they are
    if (field->shape == ED_OPTIONAL) {
        // a handle to nothing is none
        bool nothing = field->kind == ED_REF && named_number(&generation, at + sizeof(u32)) == 0;
        if (at[-1] > 1 || (at[-1] && nothing)) return false;
        count = at[-1];
    }
    if (field->shape == ED_BOUNDED) {
        memcpy(&count, at - sizeof count, sizeof count);
        if (count > field->count) return false;
    }
    for (u32 i = 0; i < count; i++)
        if (!element_is_whole(field, at + (size_t)i * field->size)) return false;
    return true;
}

// --- a field -------------------------------------------------------------------------------------

#define MARK_WHERE(condition) \
    for (u32 i = 0; i < count; i++, at += stride) marks[i] |= (condition);

static u32 kind_at(const u8 *at)
{
    u32 kind;
    memcpy(&kind, at, sizeof kind);
    return kind;
}

static void check_lane(const Lane *lane, const ed_BulkStep *step, u8 *marks)
{
    const u8 *at = lane->from;
    size_t stride = lane->from_stride;
    u32 count = lane->count;
    switch (step->kind) {
    case ED_STEP_IS_BOOL:  MARK_WHERE(*at > 1); break;
    case ED_STEP_IS_TEXT:  MARK_WHERE(at[step->size - 1] != 0); break;
    case ED_STEP_IS_REF:   MARK_WHERE(!ref_is_good(at)); break;
    case ED_STEP_IS_KIND:  MARK_WHERE(kind_at(at) >= step->part); break;
    case ED_STEP_IS_NAMED: check_named(lane, step->plan->from->type, marks); break;
    case ED_STEP_IS_WHOLE:
        if (step->count) MARK_WHERE(!element_is_whole(step->plan->from, at))
        else             MARK_WHERE(!field_is_whole(step->plan->from, at))
        break;
    default: break;
    }
}

// --- choices -------------------------------------------------------------------------------------

void ed_bulk_choose(const ed_BulkGuard *guard, const u8 *rows, size_t stride, u32 count, u8 *chosen)
{
    const u8 *at = rows + guard->from;
    if (guard->size == 1)
        for (u32 i = 0; i < count; i++) chosen[i] = at[i * stride] == guard->value;
    else
        for (u32 i = 0; i < count; i++) chosen[i] = kind_at(at + i * stride) == guard->value;
}

/// The check looks at all rows; what it says of those that chose otherwise is not asked.
static void check_guarded(const ed_Bulk *bulk, const Lane *lane, const ed_BulkStep *step,
                          const u8 *rows, u8 *marks)
{
    u8 chosen[ED_BULK_ROWS_MAX], found[ED_BULK_ROWS_MAX] = { 0 };
    ed_bulk_choose(&bulk->guards[step->guard], rows, lane->from_stride, lane->count, chosen);
    if (step->kind == ED_STEP_IS_WHOLE) {
        for (u32 i = 0; i < lane->count; i++) {
            const u8 *at = lane->from + i * lane->from_stride;
            marks[i] |= chosen[i]
                     && !(step->count ? element_is_whole : field_is_whole)(step->plan->from, at);
        }
        return;
    }
    check_lane(lane, step, found);
    for (u32 i = 0; i < lane->count; i++) marks[i] |= found[i] & chosen[i];
}

/// True where some element can't go this way.
static bool run_elements(const ed_BulkStep *step, const u8 *from, u8 *to)
{
    const ed_Bulk *inner = step->inner;
    u8 marks[ED_BULK_ROWS_MAX];
    bool marked = false;
    for (u32 i = 0; i < step->count && !marked; i += ED_BULK_ROWS_MAX) {
        u32 count = step->count - i < ED_BULK_ROWS_MAX ? step->count - i : ED_BULK_ROWS_MAX;
        const u8 *from_at = from + (size_t)i * inner->from->size;
        u8 *to_at = to + (size_t)i * inner->to->size;
        if (!inner->same) ed_bulk_copy(inner, from_at, to_at, count, false);
        for (u32 f = 0; f < inner->field_count && !marked; f++)
            marked = ed_bulk_field(inner, &inner->fields[f], from_at, to_at, count, NULL, marks);
    }
    return marked;
}

static void run_each(const Lane *lane, const ed_BulkStep *step, u8 *marks)
{
    for (u32 i = 0; i < lane->count; i++)
        marks[i] |= run_elements(step, lane->from + i * lane->from_stride,
                                 lane->to + i * lane->to_stride);
}

static void run_step(const Lane *lane, const ed_BulkStep *step,
                     const ed_BulkMoved *moved, u8 *marks)
{
    switch (step->kind) {
    case ED_STEP_NUMBER:   convert_lane(lane, step, marks); break;
    case ED_STEP_CHARS:    resize_lane(lane, step, marks); break;
    case ED_STEP_LIST:     move_slots(lane, &moved[step->part]); break;
    case ED_STEP_EACH:     run_each(lane, step, marks); break;
    case ED_STEP_DROP:     break;      // counted at the end
    default:               check_lane(lane, step, marks); break;
    }
}

bool ed_bulk_field(const ed_Bulk *bulk, const ed_BulkField *field, const u8 *from, u8 *to,
                   u32 count, const ed_BulkMoved *moved, u8 *marks)
{
    if (field->step_count == 0) return false;
    memset(marks, 0, count);
    for (u32 s = 0; s < field->step_count; s++) {
        const ed_BulkStep *step = &bulk->steps[field->step + s];
        u32 elements = step->count && step->kind != ED_STEP_EACH ? step->count : 1;
        for (u32 e = 0; e < elements; e++) {
            Lane lane = { from + step->from + (size_t)e * step->size,
                          to + step->to + (size_t)e * step->to_size,
                          bulk->from->size, bulk->to->size, count };
            if (step->guard) check_guarded(bulk, &lane, step, from, marks);
            else             run_step(&lane, step, moved, marks);
        }
    }
    return memchr(marks, 1, count) != NULL;
}
