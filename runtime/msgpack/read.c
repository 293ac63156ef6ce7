#include "runtime/msgpack/read.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/msgpack/big_endian.h"

#define BYTES_4(form) form, form, form, form
#define BYTES_16(form) BYTES_4(form), BYTES_4(form), BYTES_4(form), BYTES_4(form)
#define BYTES_32(form) BYTES_16(form), BYTES_16(form)

// clang-format off
const u8 ed_format_of[256] = {
    BYTES_32(ED_FORMAT_UINT), BYTES_32(ED_FORMAT_UINT), BYTES_32(ED_FORMAT_UINT), BYTES_32(ED_FORMAT_UINT),
    BYTES_16(ED_FORMAT_MAP), BYTES_16(ED_FORMAT_ARRAY), BYTES_32(ED_FORMAT_STR),
    /* c0 */ ED_FORMAT_NIL, ED_FORMAT_NONE, ED_FORMAT_BOOL, ED_FORMAT_BOOL,       // c1 is never used
    /* c4 */ ED_FORMAT_BIN, ED_FORMAT_BIN, ED_FORMAT_BIN, ED_FORMAT_EXT, ED_FORMAT_EXT, ED_FORMAT_EXT,
    /* ca */ ED_FORMAT_F32, ED_FORMAT_F64, BYTES_4(ED_FORMAT_UINT), BYTES_4(ED_FORMAT_INT),
    /* d4 */ BYTES_4(ED_FORMAT_EXT), ED_FORMAT_EXT, ED_FORMAT_STR, ED_FORMAT_STR, ED_FORMAT_STR,
    /* dc */ ED_FORMAT_ARRAY, ED_FORMAT_ARRAY, ED_FORMAT_MAP, ED_FORMAT_MAP,
    BYTES_32(ED_FORMAT_INT)
};
// clang-format on

/// What the first byte of a value means. A number follows it: the value itself, a length or a
/// count. `size` is the size of that number in bytes, or 0 if the first byte itself contains it.
typedef struct Lead {
    ed_Format form;
    u8 size;
} Lead;

static Lead lead_of(u8 first)
{
    static const u8 sizes[32] = {
        [0x04] = 1, [0x05] = 2, [0x06] = 4,                  // bytes
        [0x07] = 1, [0x08] = 2, [0x09] = 4,                  // an extension
        [0x0a] = 4, [0x0b] = 8,                              // floats
        [0x0c] = 1, [0x0d] = 2, [0x0e] = 4, [0x0f] = 8,      // integers
        [0x10] = 1, [0x11] = 2, [0x12] = 4, [0x13] = 8,
        [0x19] = 1, [0x1a] = 2, [0x1b] = 4,                  // text
        [0x1c] = 2, [0x1d] = 4, [0x1e] = 2, [0x1f] = 4,      // an array, a map
    };
    bool wide = first >= 0xc0 && first < 0xe0;
    return (Lead){ (ed_Format)ed_format_of[first], wide ? sizes[first - 0xc0] : 0 };
}

static const char *form_name(ed_Format form)
{
    static const char *const names[] = {
        "nothing", "nil",   "a bool",   "a number", "a negative number", "a float", "a float",
        "text",    "bytes", "an array", "a map",    "an extension"
    };
    return names[form];
}

void ed_read_init(ed_Reader *r, const void *bytes, size_t size)
{
    if (!bytes) bytes = "";      // NULL must not be used in pointer arithmetic
    r->start = r->at = (const u8 *)bytes;
    r->end = r->start + size;
    // does not clear the whole text of the error: readers are often made for small values
    r->err.code = ED_OK;
    r->err.at = 0;
    r->err.path[0] = r->err.text[0] = 0;
    r->depth = 0;
}

bool ed_span_is(ed_Span span, const char *text)
{
    return span.size == strlen(text) && memcmp(span.at, text, span.size) == 0;
}

// --- errors --------------------------------------------------------------------------------------

static void write_path(const ed_Reader *r, ed_Text *out)
{
    for (u32 i = 0; i < r->depth; i++) {
        const ed_ReadStep *step = &r->path[i];
        if (step->name) ed_text_add(out, "%s%s", out->size ? "." : "", step->name);
        else ed_text_add(out, "[%u]", step->index);
    }
}

void ed_read_fail(ed_Reader *r, ed_Err code, const u8 *at, const char *format, ...)
{
    if (r->err.code) return;
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    ed_Text path = ed_text_over(r->err.path, sizeof r->err.path);
    write_path(r, &path);
    r->err.at = (u64)(at - r->start);
    ed_fail(&r->err, code, "at byte %llu%s%s: %s", (unsigned long long)r->err.at,
            path.size ? ", " : "", r->err.path, what);
    r->at = r->end;
}

bool ed_read_fail_deep(ed_Reader *r)
{
    ed_read_fail(r, ED_ERR_DEPTH, r->at, "values are nested deeper than %u", ED_DEPTH_MAX);
    return false;
}

// --- the first byte and the number after it ------------------------------------------------------

static size_t left(const ed_Reader *r) { return (size_t)(r->end - r->at); }

/// Consumes the first byte and its number. Returns false with an error at the end of the bytes, or
/// if no value starts with this byte.
static bool take_lead(ed_Reader *r, Lead *lead, u8 *first, u64 *number)
{
    if (r->err.code) return false;
    if (r->at == r->end) {
        ed_read_fail(r, ED_ERR_SHORT, r->at,
                     "the document ends where a value is expected: it is truncated");
        return false;
    }
    *first = *r->at;
    *lead = lead_of(*first);
    if (lead->form == ED_FORMAT_NONE) {
        ed_read_fail(r, ED_ERR_FORMAT, r->at, "byte c1 does not begin a MessagePack value");
        return false;
    }
    if (left(r) - 1 < lead->size) {
        ed_read_fail(r, ED_ERR_SHORT, r->at, "the document ends inside a value: it is truncated");
        return false;
    }
    *number = ed_read_big(r->at + 1, lead->size);
    r->at += 1 + lead->size;
    return true;
}

/// Consumes the first byte and number of a value of the given form. Returns false with an error.
static bool take(ed_Reader *r, ed_Format want, u8 *first, u64 *number)
{
    const u8 *at = r->at;
    Lead lead;
    if (!take_lead(r, &lead, first, number)) return false;
    if (lead.form == want) return true;
    ed_read_fail(r, ED_ERR_TYPE, at, "expected %s, found %s", form_name(want),
                 form_name(lead.form));
    return false;
}

// --- scalars -------------------------------------------------------------------------------------

void ed_read_nil(ed_Reader *r)
{
    u8 first;
    u64 number;
    take(r, ED_FORMAT_NIL, &first, &number);
}

static i64 sign_extend(u64 number, u32 size)
{
    u32 shift = 64 - 8 * size;
    return (i64)(number << shift) >> shift;
}

static f64 float_from_bits(u64 number, u32 size)
{
    if (size == 8) {
        f64 wide;
        memcpy(&wide, &number, sizeof wide);
        return wide;
    }
    u32 bits = (u32)number;
    f32 narrow;
    memcpy(&narrow, &bits, sizeof narrow);
    return (f64)narrow;
}

ed_Number ed_read_number(ed_Reader *r)
{
    const u8 *at = r->at;
    Lead lead;
    u8 first;
    u64 number;
    if (!take_lead(r, &lead, &first, &number)) return (ed_Number){ .form = ED_FORMAT_NONE };
    switch (lead.form) {
    case ED_FORMAT_BOOL: return (ed_Number){ .form = ED_FORMAT_BOOL, .u = first == 0xc3 };
    case ED_FORMAT_UINT:
        return (ed_Number){ .form = ED_FORMAT_UINT, .u = lead.size ? number : first };
    case ED_FORMAT_INT:
        // d0…d3 may also store a number that is not negative
        return ed_number_from_i64(lead.size ? sign_extend(number, lead.size) : (i8)first);
    case ED_FORMAT_F32:
    case ED_FORMAT_F64:
        return (
            ed_Number){ .form = lead.form, .u = number, .f = float_from_bits(number, lead.size) };
    default:
        ed_read_fail(r, ED_ERR_TYPE, at, "expected a number, found %s", form_name(lead.form));
        return (ed_Number){ .form = ED_FORMAT_NONE };
    }
}

u64 ed_read_u64(ed_Reader *r)
{
    const u8 *at = r->at;
    ed_Number n = ed_read_number(r);
    if (n.form == ED_FORMAT_UINT) return n.u;
    if (n.form == ED_FORMAT_INT)
        ed_read_fail(r, ED_ERR_RANGE, at, "expected a non-negative number, found %lld",
                     (long long)n.i);
    else if (n.form)
        ed_read_fail(r, ED_ERR_TYPE, at, "expected a whole number, found %s", form_name(n.form));
    return 0;
}

i64 ed_read_i64(ed_Reader *r)
{
    const u8 *at = r->at;
    ed_Number n = ed_read_number(r);
    if (n.form == ED_FORMAT_INT) return n.i;
    if (n.form == ED_FORMAT_UINT && n.u <= INT64_MAX) return (i64)n.u;
    if (n.form == ED_FORMAT_UINT)
        ed_read_fail(r, ED_ERR_RANGE, at, "%llu is out of range for i64", (unsigned long long)n.u);
    else if (n.form)
        ed_read_fail(r, ED_ERR_TYPE, at, "expected a whole number, found %s", form_name(n.form));
    return 0;
}

// --- text, bytes, containers ---------------------------------------------------------------------

static ed_Span take_body(ed_Reader *r, const u8 *at, u64 size)
{
    if (r->err.code) return (ed_Span){ NULL, 0 };
    if (size > left(r)) {
        ed_read_fail(r, ED_ERR_SHORT, at,
                     "expected %llu more bytes, but only %zu are left: the document is truncated",
                     (unsigned long long)size, left(r));
        return (ed_Span){ NULL, 0 };
    }
    ed_Span span = { r->at, (size_t)size };
    r->at += size;
    return span;
}

static ed_Span read_sized(ed_Reader *r, ed_Format form)
{
    const u8 *at = r->at;
    u8 first;
    u64 number;
    if (!take(r, form, &first, &number)) return (ed_Span){ NULL, 0 };
    return take_body(r, at, first < 0xc0 ? first & 31u : number);
}

ed_Span ed_read_str(ed_Reader *r) { return read_sized(r, ED_FORMAT_STR); }

ed_Span ed_read_bin(ed_Reader *r) { return read_sized(r, ED_FORMAT_BIN); }

static void skip_ext(ed_Reader *r)
{
    const u8 *at = r->at;
    u8 first;
    u64 number;
    // the first byte of the body is the extension's type
    if (!take(r, ED_FORMAT_EXT, &first, &number) || !take_body(r, at, 1).at) return;
    take_body(r, at, first >= 0xd4 ? 1u << (first - 0xd4) : number);
}

/// Each value takes at least one byte, so a count above the number of bytes left is an error.
u32 ed_read_count(ed_Reader *r, ed_Format form)
{
    const u8 *at = r->at;
    u32 unit = form == ED_FORMAT_MAP ? 2 : 1;
    u8 first;
    u64 number;
    if (!take(r, form, &first, &number)) return 0;
    u64 count = first < 0xc0 ? first & 15u : number;
    if (count <= left(r) / unit) return (u32)count;
    ed_read_fail(r, ED_ERR_SHORT, at,
                 "expected %s of %llu %s, but only %zu byte%s left: the document is truncated",
                 form_name(form), (unsigned long long)count, unit == 2 ? "pairs" : "values",
                 left(r), left(r) == 1 ? " is" : "s are");
    return 0;
}

/// Returns the size of a whole value in bytes if its first byte determines it, else 0.
static u32 size_by_first(u8 first)
{
    static const u8 sizes[32] = {
        [0x00] = 1, [0x02] = 1, [0x03] = 1,  [0x0a] = 5,  [0x0b] = 9,      // nil, bools, floats
        [0x0c] = 2, [0x0d] = 3, [0x0e] = 5,  [0x0f] = 9,                   // integers
        [0x10] = 2, [0x11] = 3, [0x12] = 5,  [0x13] = 9,  [0x14] = 3,
        [0x15] = 4, [0x16] = 6, [0x17] = 10, [0x18] = 18,      // extensions
    };
    if (first < 0x80 || first >= 0xe0) return 1;
    if (first == 0xce || first == 0xca) return 5;      // keys and floats: the branch is predictable
    if (first >= 0xc0) return sizes[first - 0xc0];
    return first >= 0xa0 ? 1u + (first & 31u) : 0;
}

/// Skips values as long as their first byte determines their size. `open` is the number of values
/// to skip; returns how many are left.
static u64 skip_small(ed_Reader *r, u64 open)
{
    const u8 *at = r->at, *end = r->end;
    while (open > 0 && at < end) {
        size_t size = size_by_first(*at), rest = (size_t)(end - at);
        if (!size && *at < 0xa0) {      // a map or an array with a count up to 15
            u32 inside = *at < 0x90 ? 2u * (*at & 15u) : *at & 15u;
            if (inside >= rest) break;
            open += inside;
            size = 1;
        }
        if (!size || size > rest) break;
        at += size;
        open--;
    }
    r->at = at;
    return open;
}

/// Needs no recursion: `open`, the number of values that are left to skip, covers all levels.
ed_Span ed_read_skip(ed_Reader *r)
{
    const u8 *at = r->at;
    if (r->err.code) return (ed_Span){ NULL, 0 };
    for (u64 open = skip_small(r, 1); open > 0 && !r->err.code; open = skip_small(r, open - 1)) {
        switch (ed_read_format(r)) {
        case ED_FORMAT_NIL: ed_read_nil(r); break;
        case ED_FORMAT_STR: ed_read_str(r); break;
        case ED_FORMAT_BIN: ed_read_bin(r); break;
        case ED_FORMAT_EXT: skip_ext(r); break;
        case ED_FORMAT_ARRAY: open += ed_read_array(r); break;
        case ED_FORMAT_MAP: open += 2 * (u64)ed_read_map(r); break;
        default: ed_read_number(r); break;
        }
    }
    return r->err.code ? (ed_Span){ NULL, 0 } : (ed_Span){ at, (size_t)(r->at - at) };
}

ed_Number ed_number_from_f64(f64 value)
{
    ed_Number number = { .form = ED_FORMAT_F64, .f = value };
    memcpy(&number.u, &value, sizeof value);
    return number;
}
