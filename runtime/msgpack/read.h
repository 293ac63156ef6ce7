/// Reads a MessagePack buffer in one pass. Borrows the bytes and allocates nothing. The first error
/// stays in `err`, with byte offset and path, and later reads return zero, so check once, at the
/// end. Every returned count is limited by the number of remaining bytes, so a false count cannot
/// cause a large allocation.
#ifndef ED_MSGPACK_READ_H
#define ED_MSGPACK_READ_H
#include "runtime/base/err.h"
#include "runtime/base/limits.h"
ED_C_BEGIN

typedef enum ed_Format {
    ED_FORMAT_NONE,      // at the end, after a failure, or at a byte that begins no value
    ED_FORMAT_NIL,
    ED_FORMAT_BOOL,
    ED_FORMAT_UINT,
    ED_FORMAT_INT,      // a signed format; in ed_Number only negative integers
    ED_FORMAT_F32,
    ED_FORMAT_F64,
    ED_FORMAT_STR,
    ED_FORMAT_BIN,
    ED_FORMAT_ARRAY,
    ED_FORMAT_MAP,
    ED_FORMAT_EXT
} ed_Format;

bool ed_span_is(ed_Span span, const char *text);      ///< whether its bytes equal the text

/// A scalar of any form. `form` decides which member has the value: u for UINT and BOOL, i for INT,
/// f for F32 and F64. A float also has its bits in u, because a conversion may change a NaN.
typedef struct ed_Number {
    ed_Format form;
    u64 u;
    i64 i;
    f64 f;
} ed_Number;

ed_Number ed_number_from_f64(f64 value);

/// The form is UINT, or INT if the value is negative.
static inline ed_Number ed_number_from_i64(i64 value)
{
    ed_Number number = { ED_FORMAT_UINT, (u64)value, 0, 0 };
    ed_Number negative = { ED_FORMAT_INT, 0, value, 0 };
    return value < 0 ? negative : number;
}
/// Returns the bits of a number. For an integer, these are the bits that ed_Value.number has.
static inline i64 ed_number_bits(ed_Number number)
{
    return number.form == ED_FORMAT_INT ? number.i : (i64)number.u;
}

typedef struct ed_ReadStep {      // one step of the path to the value being read
    const char *name;             // a field, or NULL for an index
    u32 index;
} ed_ReadStep;

typedef struct ed_Reader {
    const u8 *start, *at, *end;
    ed_Error err;
    u32 depth;      // steps in `path`, at most ED_DEPTH_MAX
    ed_ReadStep path[ED_DEPTH_MAX];
} ed_Reader;

extern const u8 ed_format_of[256];      // the ed_Format of a value, by its first byte

void ed_read_init(ed_Reader *r, const void *bytes, size_t size);

static inline bool ed_read_ok(const ed_Reader *r) { return r->err.code == ED_OK; }

/// Returns the form of the next value, which is not consumed.
static inline ed_Format ed_read_format(const ed_Reader *r)
{
    return r->err.code || r->at == r->end ? ED_FORMAT_NONE : (ed_Format)ed_format_of[*r->at];
}

void ed_read_nil(ed_Reader *r);
/// Reads an integer of any form; ED_ERR_RANGE if it is negative.
u64 ed_read_u64(ed_Reader *r);
i64 ed_read_i64(ed_Reader *r);               ///< an integer of any form that fits i64
ed_Number ed_read_number(ed_Reader *r);      ///< a bool, integer or float, unconverted
ed_Span ed_read_str(ed_Reader *r);
ed_Span ed_read_bin(ed_Reader *r);
ed_Span ed_read_skip(ed_Reader *r);                   ///< skips one whole value; returns its bytes
u32 ed_read_count(ed_Reader *r, ed_Format form);      ///< of an array or map of any size

/// Reads the header of an array. Returns the number of values that follow.
static inline u32 ed_read_array(ed_Reader *r)
{
    u32 count = r->at < r->end ? *r->at ^ 0x90u : UINT32_MAX;
    if (count > 15 || count >= (size_t)(r->end - r->at)) return ed_read_count(r, ED_FORMAT_ARRAY);
    r->at++;
    return count;
}

/// Reads the header of a map. Returns the number of pairs that follow.
static inline u32 ed_read_map(ed_Reader *r)
{
    u32 count = r->at < r->end ? *r->at ^ 0x80u : UINT32_MAX;
    if (count > 15 || 2 * count >= (size_t)(r->end - r->at)) return ed_read_count(r, ED_FORMAT_MAP);
    r->at++;
    return count;
}

/// Sets the error, unless there is one, with the offset of `at` and the current path.
void ed_read_fail(ed_Reader *r, ed_Err code, const u8 *at, const char *format, ...) ED_FORMAT(4, 5);
bool ed_read_fail_deep(ed_Reader *r);      ///< returns false

/// Tracks the path for messages: call enter before reading a child and leave after it. Returns
/// false and fails if the value is nested too deep.
static inline bool ed_read_enter(ed_Reader *r, const char *name, u32 index)
{
    if (r->depth == ED_DEPTH_MAX) return ed_read_fail_deep(r);
    ed_ReadStep step = { name, index };
    r->path[r->depth++] = step;
    return true;
}

static inline void ed_read_leave(ed_Reader *r) { r->depth--; }

ED_C_END
#endif
