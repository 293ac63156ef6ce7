#include "runtime/snapshot/decode_value.h"
#include <string.h>
#include "runtime/types/symbol.h"
#include "runtime/types/text_ptr.h"

bool ed_decode_misfit(ed_Decoder *d, const ed_DecodedPart *part)
{
    if (ed_table_follows(d->r)) ed_refuse_table(d, part->field->name);
    ed_read_skip(d->r);
    part->lost->defaulted++;
    return false;
}

static bool count_fit(const ed_DecodedPart *part, ed_ConvertResult fit)
{
    part->lost->saturated += fit == ED_CONVERT_SATURATED;
    part->lost->rounded += fit == ED_CONVERT_ROUNDED;
    part->lost->defaulted += fit == ED_CONVERT_NONE;
    return fit != ED_CONVERT_NONE;
}

static bool is_number(ed_Format form) { return form >= ED_FORMAT_BOOL && form <= ED_FORMAT_F64; }

static bool decode_number(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    if (!is_number(ed_read_format(d->r))) return ed_decode_misfit(d, part);
    return count_fit(part, ed_number_store(part->field->kind, at, ed_read_number(d->r)));
}

/// Drops bits beyond the width of the type's base, and in memory of the reader also unknown ones.
static bool decode_flags(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    const ed_Type *type = part->field->type;
    u64 bits = 0, known = 0;
    u32 size = ed_kind_size(type->base);
    ed_Number number = ed_read_number(d->r);
    bool below = number.form == ED_FORMAT_INT || (number.form >= ED_FORMAT_F32 && number.f < 0);
    ed_ConvertResult fit = ed_number_store(below ? ED_I64 : ED_U64, &bits, number);
    bool good = fit == ED_CONVERT_EXACT || fit == ED_CONVERT_ROUNDED;
    bool whole = good && (size == 8 || below || bits >> 8 * size == 0);
    for (u32 i = 0; d->into && i < type->value_count; i++) known |= (u64)type->values[i].number;
    if (d->into) bits &= known;
    if (good) memcpy(at, &bits, size);
    part->lost->defaulted += !whole;
    part->lost->rounded += whole && fit == ED_CONVERT_ROUNDED;
    return good;
}

/// Decodes a symbol from its number or its name. Memory of the reader has only known symbols.
static bool decode_symbol(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    const ed_Type *type = part->field->type;
    const ed_Value *value = NULL;
    i64 bits = 0;
    if (ed_read_format(d->r) == ED_FORMAT_STR) {
        ed_Span name = ed_read_str(d->r);
        if (ed_read_ok(d->r)) value = ed_value_by_name(type, (const char *)name.at, name.size);
    } else if (!is_number(ed_read_format(d->r))) return ed_decode_misfit(d, part);
    else if (ed_number_to_bits(ED_U64, ed_read_number(d->r), &bits))
        value = ed_value_by_number(type, bits);
    if (value) ed_symbol_store(type, value, at);
    return count_fit(part, value ? ED_CONVERT_EXACT : ED_CONVERT_NONE);
}

/// Decodes an enum value, or the name of one flag. A number out of range is not saturated: the
/// nearest number would be a different value. Memory of the reader has only known values.
static bool decode_named(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    const ed_Type *type = part->field->type;
    ed_Format form = ed_read_format(d->r);
    u8 bytes[8] = { 0 };
    if (form != ED_FORMAT_STR && !is_number(form)) return ed_decode_misfit(d, part);
    if (form != ED_FORMAT_STR && type->kind == ED_FLAGS) return decode_flags(d, part, at);
    ed_ConvertResult fit = ED_CONVERT_NONE;
    if (form == ED_FORMAT_STR) {
        ed_Span name = ed_read_str(d->r);
        const ed_Value *value =
            ed_read_ok(d->r) ? ed_value_by_name(type, (const char *)name.at, name.size) : NULL;
        if (value)
            fit =
                ed_number_store(type->base, bytes, ed_number_from_bits(type->base, value->number));
    } else fit = ed_number_store(type->base, bytes, ed_read_number(d->r));
    bool good = fit == ED_CONVERT_EXACT || fit == ED_CONVERT_ROUNDED;
    if (good && d->into && type->kind == ED_ENUM) good = ed_number_value(type, bytes) != NULL;
    if (good) memcpy(at, bytes, ed_kind_size(type->base));
    return count_fit(part, good ? fit : ED_CONVERT_NONE);
}

/// Copies a text into memory of the reader.
static void store_text(ed_Decoder *d, const ed_Field *field, u8 *at, ed_Span span)
{
    const char *text = (const char *)span.at;
    size_t size = span.size && !d->with_transient ? strnlen(text, span.size) : span.size;
    if (ed_field_is_outer_text(field)) {
        if (!(field->kind == ED_STR ? ed_str_put(d->into, (ed_Str *)(void *)at, text, size)
                                    : ed_text_ptr_put(d->into, at, text, size)))
            ed_read_fail(d->r, ED_ERR_LIMIT, d->r->at,
                         "a text of %zu bytes does not fit into the memory of %s", size,
                         d->into->name);
        return;
    }
    size = ed_utf8_cut(text, size, field->size - 1);
    memset(at, 0, field->size);
    if (size) memcpy(at, text, size);
}

static bool decode_text(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    if (part->field->kind == ED_TEXT_PTR && ed_read_format(d->r) == ED_FORMAT_NIL) {
        ed_read_nil(d->r);
        memset(at, 0, part->field->size);
        return true;
    }
    if (ed_read_format(d->r) != ED_FORMAT_STR) return ed_decode_misfit(d, part);
    ed_Span span = ed_read_str(d->r);
    ed_Str slot = { .items = (char *)(uintptr_t)span.at, .count = (u32)span.size };
    if (!d->into) memcpy(at, &slot, sizeof slot);
    else if (ed_read_ok(d->r)) store_text(d, part->field, at, span);
    return true;
}

static u32 read_u32(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 part = ed_read_u64(r);
    if (part > UINT32_MAX)
        ed_read_fail(r, ED_ERR_RANGE, at, "expected a handle as [index, generation], both u32");
    return (u32)part;
}

static bool decode_handle(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    ed_Ref ref = { 0, 0 };
    const u8 *start = d->r->at;
    ed_Format form = ed_read_format(d->r);
    if (form == ED_FORMAT_NIL) ed_read_nil(d->r);
    else if (form != ED_FORMAT_ARRAY) return ed_decode_misfit(d, part);
    else {
        if (ed_read_array(d->r) != 2 && ed_read_ok(d->r))
            ed_read_fail(d->r, ED_ERR_FORMAT, start, "expected a handle as [index, generation]");
        ref.index = read_u32(d->r);
        ref.generation = read_u32(d->r);
    }
    memcpy(at, &ref, sizeof ref);
    return true;
}

/// An address is accepted only if the caller wrote it (ED_DECODE_POINTERS).
static bool decode_record_ptr(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    u64 name = 0;
    const ed_Format form = ed_read_format(d->r);
    if (form == ED_FORMAT_NIL) ed_read_nil(d->r);
    else if (form == ED_FORMAT_UINT) name = ed_read_u64(d->r);
    else return ed_decode_misfit(d, part);
    const bool good = !name || (name & ED_NAME_BIT) || (d->into && d->live);
    if (good) memcpy(at, &name, sizeof name);
    return count_fit(part, good ? ED_CONVERT_EXACT : ED_CONVERT_NONE);
}

/// A pointer from a file is always null.
static bool decode_pointer(ed_Decoder *d, u8 *at)
{
    u64 pointer = 0;
    if (d->live && ed_read_format(d->r) == ED_FORMAT_UINT) pointer = ed_read_u64(d->r);
    else ed_read_skip(d->r);
    memcpy(at, &pointer, sizeof pointer);
    return true;
}

bool ed_decode_value(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    switch (part->field->kind) {
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: return decode_text(d, part, at);
    case ED_ENUM:
    case ED_FLAGS: return decode_named(d, part, at);
    case ED_SYMBOL: return decode_symbol(d, part, at);
    case ED_REF: return decode_handle(d, part, at);
    case ED_RECORD_PTR: return decode_record_ptr(d, part, at);
    case ED_PTR: return decode_pointer(d, at);
    default: return decode_number(d, part, at);
    }
}
