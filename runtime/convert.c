#include "runtime/convert.h"
#include <math.h>
#include <string.h>
#include "runtime/plan.h"
#include "runtime/pool.h"

static ed_Fit kept_if(bool kept) { return kept ? ED_FIT_EXACT : ED_FIT_NONE; }

static bool is_number(ed_Form form) { return form >= ED_FORM_BOOL && form <= ED_FORM_F64; }

static ed_Fit pass_over(const ed_Conversion *c)
{
    ed_read_skip(c->r);
    return ED_FIT_NONE;
}

// --- text ----------------------------------------------------------------------------------------

static ed_Fit put_text(const ed_Conversion *c, void *at, const char *bytes, size_t size)
{
    size_t whole = strnlen(bytes, size);      // text ends at a zero byte
    bool fits = whole == size;
    if (c->to->kind == ED_CHARS) {
        size_t cut = ed_utf8_cut(bytes, whole, c->to->size - 1);
        fits &= cut == whole;
        memset(at, 0, c->to->size);
        if (cut) memcpy(at, bytes, cut);
    } else if (!ed_str_put(c->arena, (ed_Str *)at, bytes, whole)) {
        ed_read_fail(c->r, ED_ERR_LIMIT, c->r->at, "%s is full", c->arena->name);
        return ED_FIT_NONE;
    }
    return fits ? ED_FIT_EXACT : ED_FIT_CUT;
}

/// The writer's enum or flags, where the value came from one.
static const ed_Type *named_source(const ed_Conversion *c)
{
    return c->from && (c->from->kind == ED_ENUM || c->from->kind == ED_FLAGS)
        ? c->from->type : NULL;
}

static ed_Fit convert_text(const ed_Conversion *c, void *at)
{
    ed_Form form = ed_read_form(c->r);
    const ed_Type *source = named_source(c);
    if (form == ED_FORM_STR) {
        ed_Span text = ed_read_str(c->r);
        return ed_read_ok(c->r) ? put_text(c, at, (const char *)text.at, text.size) : ED_FIT_NONE;
    }
    if (!source || source->kind != ED_ENUM || (form != ED_FORM_UINT && form != ED_FORM_INT))
        return pass_over(c);
    i64 number;
    bool whole = ed_number_to_bits(source->base, ed_read_number(c->r), &number);
    const ed_Value *value = whole ? ed_value_by_number(source, number) : NULL;
    return value ? put_text(c, at, value->name, strlen(value->name)) : ED_FIT_NONE;
}

// --- enums and flags -----------------------------------------------------------------------------

void ed_store_named(const ed_Type *type, void *at, i64 bits)
{
    ed_number_store(type->base, at, ed_number_from_bits(type->base, bits));
}

static ed_Fit convert_enum(const ed_Conversion *c, void *at, i64 number)
{
    const ed_Type *source = named_source(c), *type = c->to->type;
    const ed_Value *from = source && source->kind == ED_ENUM
        ? ed_value_by_number(source, number) : NULL;
    const ed_Value *value = source ? (from ? ed_plan_value(source, from, type) : NULL)
                                   : ed_value_by_number(type, number);
    if (value) ed_store_named(type, at, value->number);
    return kept_if(value != NULL);
}

/// Bit by bit: by name where the writer had names, else by number; bits that mean nothing here are
/// left out.
static ed_Fit convert_flags(const ed_Conversion *c, void *at, u64 bits)
{
    const ed_Type *source = named_source(c), *type = c->to->type;
    u64 kept = 0, known = 0;
    if (source && source->kind == ED_FLAGS) {
        for (u32 i = 0; i < source->value_count; i++) {
            u64 bit = (u64)source->values[i].number;
            const ed_Value *value = bit && (bits & bit) == bit
                ? ed_plan_value(source, &source->values[i], type) : NULL;
            if (value) { kept |= (u64)value->number; known |= bit; }
        }
    } else {
        for (u32 i = 0; i < type->value_count; i++) kept |= (u64)type->values[i].number & bits;
        known = kept;
    }
    ed_store_named(type, at, (i64)kept);
    return kept_if(known == bits);
}

static ed_Fit worse(ed_Fit fit, ed_Fit other) { return other == ED_FIT_EXACT ? fit : other; }

/// Any 64 bits, whatever their sign.
static ed_Fit convert_bits(const ed_Conversion *c, void *at, ed_Number number)
{
    u64 bits;
    bool below = number.form == ED_FORM_INT
              || ((number.form == ED_FORM_F32 || number.form == ED_FORM_F64) && number.f < 0);
    ed_Fit fit = ed_number_store(below ? ED_I64 : ED_U64, &bits, number);
    if (fit != ED_FIT_EXACT && fit != ED_FIT_ROUNDED) return ED_FIT_NONE;
    return worse(fit, convert_flags(c, at, bits));
}

static ed_Fit convert_named(const ed_Conversion *c, void *at)
{
    ed_Form form = ed_read_form(c->r);
    bool flags = c->to->kind == ED_FLAGS;
    bool other = c->from && c->from->kind != ED_FLAGS
              && (form == ED_FORM_STR || c->from->kind == ED_ENUM);
    if (flags && other) return pass_over(c);     // one name is not a set of them; by hand it may be
    if (form == ED_FORM_STR) {
        ed_Span name = ed_read_str(c->r);
        const ed_Value *value = ed_read_ok(c->r)
            ? ed_value_by_name(c->to->type, (const char *)name.at, name.size) : NULL;
        if (value) ed_store_named(c->to->type, at, value->number);
        return kept_if(value != NULL);
    }
    if (!is_number(form)) return pass_over(c);
    ed_Number number = ed_read_number(c->r);
    if (flags) return convert_bits(c, at, number);
    const ed_Type *meaning = named_source(c) ? named_source(c) : c->to->type;
    i64 bits;
    if (!ed_number_to_bits(meaning->base, number, &bits)) return ED_FIT_NONE;
    bool real = number.form == ED_FORM_F32 || number.form == ED_FORM_F64;
    return worse(real && number.f != round(number.f) ? ED_FIT_ROUNDED : ED_FIT_EXACT,
                 convert_enum(c, at, bits));
}

// --- numbers -------------------------------------------------------------------------------------

/// In another unit. A float is as near as floats are; a whole number says so where it had to be
/// rounded.
static ed_Fit store_scaled(const ed_Conversion *c, void *at, ed_Number number)
{
    bool real = number.form == ED_FORM_F32 || number.form == ED_FORM_F64;
    bool negative = number.form == ED_FORM_INT;
    f64 value = (real ? number.f : negative ? (f64)number.i : (f64)number.u) * c->scale;
    ed_Fit fit = ed_number_store(c->to->kind, at, ed_number_from_f64(value));
    bool to_real = c->to->kind == ED_F32 || c->to->kind == ED_F64;
    if (to_real) return fit == ED_FIT_ROUNDED ? ED_FIT_EXACT : fit;
    bool wide = fabs(value) > 0x1p53
             || (!real && (negative ? number.i < -(1ll << 53) : number.u > 1ull << 53));
    // over what a double holds to the last one
    return wide && fit == ED_FIT_EXACT ? ED_FIT_ROUNDED : fit;
}

static ed_Fit convert_number(const ed_Conversion *c, void *at)
{
    if (!is_number(ed_read_form(c->r))) return pass_over(c);
    ed_Number number = ed_read_number(c->r);
    if (!ed_read_ok(c->r)) return ED_FIT_NONE;
    bool scaled = c->scale != 1 && c->to->kind != ED_BOOL && number.form != ED_FORM_BOOL;
    return scaled ? store_scaled(c, at, number) : ed_number_store(c->to->kind, at, number);
}

// --- handles and pointers ------------------------------------------------------------------------

static bool refers_to(const ed_Type *from, const ed_Type *to)
{
    if (from->tag == to->tag) return true;
    for (u32 i = 0; i < to->was_count; i++) if (to->was[i] == from->tag) return true;
    for (u32 i = 0; i < from->was_count; i++) if (from->was[i] == to->tag) return true;
    return false;
}

static u32 read_part(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 part = ed_read_u64(r);
    if (part > UINT32_MAX)
        ed_read_fail(r, ED_ERR_RANGE, at, "a handle is [index, generation], both u32");
    return (u32)part;
}

/// nil or [index, generation]. Whether something lives there is asked when all of the state is
/// read.
static ed_Fit convert_ref(const ed_Conversion *c, void *at)
{
    ed_Ref ref = { 0, 0 };
    const u8 *start = c->r->at;
    if (ed_read_form(c->r) == ED_FORM_NIL) {
        ed_read_nil(c->r);
        memcpy(at, &ref, sizeof ref);
        return ED_FIT_EXACT;
    }
    bool good = !c->from || (c->from->kind == ED_REF && refers_to(c->from->type, c->to->type));
    if (!good || ed_read_form(c->r) != ED_FORM_ARRAY) return pass_over(c);
    if (ed_read_array(c->r) != 2 && ed_read_ok(c->r))
        ed_read_fail(c->r, ED_ERR_FORMAT, start, "a handle is [index, generation]");
    ref.index      = read_part(c->r);
    ref.generation = read_part(c->r);
    if (ed_read_ok(c->r)) memcpy(at, &ref, sizeof ref);
    return ED_FIT_EXACT;
}

/// A pointer out of a file is none, whatever the file says.
static ed_Fit convert_ptr(const ed_Conversion *c, void *at)
{
    bool good = c->live && c->from && ed_read_form(c->r) == ED_FORM_UINT;
    void *pointer = NULL;
    if (good) pointer = (void *)(uintptr_t)ed_read_u64(c->r);
    else      ed_read_skip(c->r);
    memcpy(at, &pointer, sizeof pointer);
    return ED_FIT_EXACT;
}

ed_Fit ed_convert(const ed_Conversion *c, void *at)
{
    switch (c->to->kind) {
    case ED_CHARS: case ED_STR:  return convert_text(c, at);
    case ED_ENUM: case ED_FLAGS: return convert_named(c, at);
    case ED_REF:                 return convert_ref(c, at);
    case ED_PTR:                 return convert_ptr(c, at);
    case ED_STRUCT: case ED_UNION: return pass_over(c);
    default:                     return convert_number(c, at);
    }
}
