#include "runtime/types/number.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/types/symbol.h"

typedef struct Range {
    i64 min;
    u64 max;
} Range;

static Range range_of(ed_Kind kind)
{
    switch (kind) {
    case ED_U8: return (Range){ 0, UINT8_MAX };
    case ED_U16: return (Range){ 0, UINT16_MAX };
    case ED_U32: return (Range){ 0, UINT32_MAX };
    case ED_U64: return (Range){ 0, UINT64_MAX };
    case ED_I8: return (Range){ INT8_MIN, INT8_MAX };
    case ED_I16: return (Range){ INT16_MIN, INT16_MAX };
    case ED_I32: return (Range){ INT32_MIN, INT32_MAX };
    default: return (Range){ INT64_MIN, INT64_MAX };
    }
}

static ed_Number from_unsigned(u64 value)
{
    return (ed_Number){ .form = ED_FORMAT_UINT, .u = value };
}

ed_Number ed_number_from_bits(ed_Kind base, i64 bits)
{
    return base == ED_U64 ? from_unsigned((u64)bits) : ed_number_from_i64(bits);
}

bool ed_number_to_bits(ed_Kind base, ed_Number number, i64 *bits)
{
    ed_Kind wide = base == ED_U64 ? ED_U64 : ED_I64;
    ed_ConvertResult fit = ed_number_store(wide, bits, number);
    return fit == ED_CONVERT_EXACT
        || fit == ED_CONVERT_ROUNDED;      // a float is rounded to an integer
}

ed_Number ed_number_load(ed_Kind kind, const void *at)
{
    union {
        u8 b;
        u16 h;
        u32 w;
        u64 d;
        f32 f;
        f64 g;
    } v = { .d = 0 };
    memcpy(&v, at, ed_kind_size(kind));
    switch (kind) {
    case ED_BOOL: return (ed_Number){ .form = ED_FORMAT_BOOL, .u = v.b != 0 };
    case ED_U8: return from_unsigned(v.b);
    case ED_U16: return from_unsigned(v.h);
    case ED_U32: return from_unsigned(v.w);
    case ED_U64: return from_unsigned(v.d);
    case ED_I8: return ed_number_from_i64((i8)v.b);
    case ED_I16: return ed_number_from_i64((i16)v.h);
    case ED_I32: return ed_number_from_i64((i32)v.w);
    case ED_I64: return ed_number_from_i64((i64)v.d);
    case ED_F32: return (ed_Number){ .form = ED_FORMAT_F32, .u = v.w, .f = (f64)v.f };
    case ED_F64: return (ed_Number){ .form = ED_FORMAT_F64, .u = v.d, .f = v.g };
    default: return (ed_Number){ .form = ED_FORMAT_NONE };
    }
}

/// Little-endian: the low bytes of `bits` are the narrower number.
static void store_bits(ed_Kind kind, void *at, u64 bits) { memcpy(at, &bits, ed_kind_size(kind)); }

static ed_ConvertResult store_float(ed_Kind kind, void *at, ed_Number n)
{
    if (n.form == (kind == ED_F32 ? ED_FORMAT_F32 : ED_FORMAT_F64)) {
        store_bits(kind, at, n.u);
        return ED_CONVERT_EXACT;
    }
    bool is_integer = n.form != ED_FORMAT_F32 && n.form != ED_FORMAT_F64;
    f64 wide = !is_integer ? n.f : n.form == ED_FORMAT_INT ? (f64)n.i : (f64)n.u;
    // UINT64_MAX rounds to 2^64, which must not be converted back: it does not fit u64
    bool kept = !is_integer
             || (n.form == ED_FORMAT_INT ? (i64)wide == n.i : wide < 0x1p64 && (u64)wide == n.u);
    if (kind == ED_F64) {
        memcpy(at, &wide, sizeof wide);
        return kept ? ED_CONVERT_EXACT : ED_CONVERT_ROUNDED;
    }
    f32 narrow;
    if (isfinite(wide) && fabs(wide) > 3.4028234663852886e38) {
        narrow = wide < 0 ? -3.40282346e38f : 3.40282346e38f;
        memcpy(at, &narrow, sizeof narrow);
        return ED_CONVERT_SATURATED;
    }
    narrow = (f32)wide;
    memcpy(at, &narrow, sizeof narrow);
    return isnan(wide) || (kept && (f64)narrow == wide) ? ED_CONVERT_EXACT : ED_CONVERT_ROUNDED;
}

static ed_ConvertResult store_whole(ed_Kind kind, void *at, ed_Number n)
{
    Range range = range_of(kind);
    if (n.form == ED_FORMAT_INT) {
        store_bits(kind, at, (u64)(n.i < range.min ? range.min : n.i));
        return n.i < range.min ? ED_CONVERT_SATURATED : ED_CONVERT_EXACT;
    }
    store_bits(kind, at, n.u > range.max ? range.max : n.u);
    return n.u > range.max ? ED_CONVERT_SATURATED : ED_CONVERT_EXACT;
}

/// Stores the nearest integer; halves are rounded away from zero.
static ed_ConvertResult store_rounded(ed_Kind kind, void *at, f64 value)
{
    Range range = range_of(kind);
    if (isnan(value)) return ED_CONVERT_NONE;
    f64 nearest = round(value);
    if (nearest < (f64)range.min) {
        store_bits(kind, at, (u64)range.min);
        return ED_CONVERT_SATURATED;
    }
    // (f64)range.max may be rounded up to the first number that does not fit
    if (nearest > (f64)range.max || (nearest >= (f64)range.max && range.max > 1ull << 53)) {
        store_bits(kind, at, range.max);
        return ED_CONVERT_SATURATED;
    }
    store_bits(kind, at, nearest < 0 ? (u64)(i64)nearest : (u64)nearest);
    return nearest == value ? ED_CONVERT_EXACT : ED_CONVERT_ROUNDED;
}

static bool is_real(ed_Number number)
{
    return number.form == ED_FORMAT_F32 || number.form == ED_FORMAT_F64;
}

typedef struct FloatBits {
    u64 sign, infinity;
    u64 quiet;      // the only fraction bit of the usual NaN
} FloatBits;

static FloatBits float_bits(bool single)
{
    return single ? (FloatBits){ 0x80000000u, 0x7f800000u, 0x400000u }
                  : (FloatBits){ (u64)1 << 63, (u64)0x7ff << 52, (u64)1 << 51 };
}

void ed_number_name(ed_Number number, ed_Text *out)
{
    FloatBits bits = float_bits(number.form == ED_FORMAT_F32);
    u64 fraction = number.u & (2 * bits.quiet - 1);
    ed_text_add(out, "%s%s", number.u & bits.sign ? "-" : "", fraction ? "nan" : "inf");
    if (fraction && fraction != bits.quiet)
        ed_text_add(out, "(0x%llx)", (unsigned long long)fraction);
}

ed_Number ed_number_from_name(ed_Kind kind, const char *name)
{
    static const char odd[] = "nan(0x", digits[] = "0123456789abcdef";
    FloatBits bits = float_bits(kind == ED_F32);
    u64 fraction = 0, sign = *name == '-' ? bits.sign : 0;
    if (sign) name++;
    bool good = strcmp(name, "inf") == 0;
    if (strcmp(name, "nan") == 0) fraction = bits.quiet;
    if (strncmp(name, odd, sizeof odd - 1) == 0) {
        name += sizeof odd - 1;
        if (strcmp(name + strspn(name, digits), ")") == 0) fraction = strtoull(name, NULL, 16);
    }
    if (fraction >= 2 * bits.quiet || (!fraction && !good))
        return (ed_Number){ .form = ED_FORMAT_NONE };
    u64 all = sign | bits.infinity | fraction;
    return ed_number_load(kind, &all);
}

bool ed_number_equal(ed_Number one, ed_Number other)
{
    i64 bits;
    if (is_real(one) && is_real(other))
        return isnan(one.f) ? isnan(other.f)
                            : one.f == other.f && signbit(one.f) == signbit(other.f);
    ed_Number whole = is_real(one) ? other : one, number = is_real(one) ? one : other;
    bool negative = whole.form == ED_FORMAT_INT;
    if (!is_real(number))
        return ed_number_bits(whole) == ed_number_bits(number)
            && negative == (number.form == ED_FORMAT_INT);
    return ed_number_store(negative ? ED_I64 : ED_U64, &bits, number) == ED_CONVERT_EXACT
        && bits == ed_number_bits(whole);
}

const ed_Value *ed_number_value(const ed_Type *type, const void *at)
{
    i64 bits;
    if (type->kind == ED_SYMBOL) return ed_symbol_value(type, at);
    bool fits = ed_number_to_bits(type->base, ed_number_load(type->base, at), &bits);
    return fits ? ed_value_by_number(type, bits) : NULL;
}

ed_Number ed_field_number(const ed_Field *field, const void *at)
{
    if (field->kind != ED_SYMBOL) return ed_number_load(ed_field_number_kind(field), at);
    const ed_Value *value = ed_symbol_value(field->type, at);
    return from_unsigned(value ? (u64)value->number : 0);
}

ed_ConvertResult ed_number_store(ed_Kind kind, void *at, ed_Number n)
{
    bool is_float = is_real(n);
    if (n.form == ED_FORMAT_NONE) return ED_CONVERT_NONE;
    if (kind == ED_F32 || kind == ED_F64) return store_float(kind, at, n);
    if (kind != ED_BOOL) return is_float ? store_rounded(kind, at, n.f) : store_whole(kind, at, n);
    if (is_float && isnan(n.f)) return ED_CONVERT_NONE;
    u8 truth = is_float ? n.f != 0 : n.form == ED_FORMAT_INT || n.u != 0;
    bool kept = is_float ? n.f == truth : n.form != ED_FORMAT_INT && n.u == truth;
    memcpy(at, &truth, 1);
    return kept ? ED_CONVERT_EXACT : ED_CONVERT_ROUNDED;
}

void ed_number_write(ed_Writer *w, ed_Kind kind, const void *at)
{
    u8 few[ED_PUT_BYTES], *to = ed_write_reserve(w, ED_PUT_BYTES);
    if (to) ed_write_commit(w, ed_number_put(to, kind, at));
    else ed_write_packed(w, few, (size_t)(ed_number_put(few, kind, at) - few));
}
