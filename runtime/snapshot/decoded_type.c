/// The layout and the defaults of decoded records (decode.h).
#include <string.h>
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/c_layout.h"
#include "runtime/types/field.h"

#define DECODED_BYTES_MAX ((u64)1 << 30)
#define ALTERNATIVE_OFFSET 8u

static void refuse_type(ed_Decoder *d, const ed_Type *type, const char *why)
{
    ed_read_fail(d->r, ED_ERR_FORMAT, d->r->at, "invalid type %s: %s", type->name, why);
}

// --- layout --------------------------------------------------------------------------------------

static bool is_array(const ed_Field *field)
{
    return field->shape != ED_ONE && field->shape != ED_OPTIONAL;
}

/// Returns the size of a field in a decoded record, without the bool of an optional before it.
static u64 decoded_bytes(const ed_Field *field)
{
    u64 size = !is_array(field)        ? field->size
             : field->shape == ED_POOL ? ED_POOL_PARTS * sizeof(ed_Array)
                                       : sizeof(ed_Array);
    return ed_align_up(size, 8);
}

/// Sets the size of an element, and the type of a record. The type of records in an array is set
/// when the first array is decoded.
static bool size_element(ed_Decoder *d, ed_Field *field)
{
    field->flags |= ED_FIELD_DECODED;
    if (ed_field_is_record(field)) {
        const ed_DecodedType *inner = is_array(field) ? NULL : ed_decoded_type(d, field->type);
        field->size = inner ? inner->type.size : 0;
        if (inner) field->type = &inner->type;
        return inner || is_array(field);
    }
    field->size = ed_field_is_text(field) ? (u32)sizeof(ed_Str)
                : field->kind == ED_REF   ? (u32)sizeof(ed_Ref)
                                          : ed_kind_size(ed_field_number_kind(field));
    return true;
}

static bool lay_out(ed_Decoder *d, ed_DecodedType *decoded)
{
    bool is_union = decoded->writer->kind == ED_UNION;
    u64 at = is_union ? ALTERNATIVE_OFFSET : 0, end = at;
    for (u32 i = 0; i < decoded->type.field_count; i++) {
        ed_Field *field = &decoded->fields[i];
        if (!size_element(d, field)) return false;
        u64 prefix = field->shape == ED_OPTIONAL ? 8 : 0, size = prefix + decoded_bytes(field);
        field->offset = (u32)(at + prefix);
        if (at + size > end) end = at + size;
        if (!is_union) at += size;
        if (end <= DECODED_BYTES_MAX) continue;
        refuse_type(d, decoded->writer, "larger than 1 GiB");
        return false;
    }
    decoded->type.size = (u32)end;
    decoded->type.align = 8;
    return true;
}

// --- defaults ------------------------------------------------------------------------------------

/// Sets a field to the default of its type, in zeroed memory. Arrays and texts are empty.
void ed_decoded_field_init(ed_Decoder *d, const ed_Field *field, u8 *record)
{
    if (field->shape == ED_ONE && !ed_field_is_text(field))
        ed_init_element(field, d->arena, record + field->offset);
}

/// Decodes the default that the document has for a field. An invalid one is forgotten. Returns
/// false and fails the reader if memory is full. `draft` is like the image: records of the type
/// itself may be in the default, and begin with a copy of the image, so that must not have the
/// default yet.
static bool decode_default(ed_Decoder *d, ed_DecodedType *decoded, u32 index, u8 *image, u8 *draft)
{
    ed_Field *field = &decoded->fields[index];
    ed_Reader r, *document = d->r;
    bool in_default = d->in_default;
    ed_read_init(&r, field->packed_default, field->packed_default_size);
    d->r = &r;
    d->in_default = true;
    ed_decode_field(d, &decoded->type, index, draft);
    d->in_default = in_default;
    d->r = document;
    u32 prefix = field->shape == ED_OPTIONAL, start = field->offset - prefix;
    size_t size = prefix + decoded_bytes(field);
    if (ed_read_ok(&r)) {
        memcpy(image + start, draft + start, size);
        return true;
    }
    if (d->arena->refused) {
        ed_read_fail(document, r.err.code, document->at, "%s", r.err.text);
        return false;
    }
    memcpy(draft + start, image + start, size);
    field->packed_default_size = 0;
    return true;
}

static ed_DecodedType *known_type(const ed_Decoder *d, const ed_Type *type)
{
    ed_DecodedType *decoded = d->known;
    while (decoded && decoded->writer != type) decoded = decoded->next;
    return decoded;
}

static bool make_default(ed_Decoder *d, ed_DecodedType *decoded);

/// Makes the defaults of the records in a type: of those that are in it by value, or of the others.
static bool make_inner_defaults(ed_Decoder *d, const ed_DecodedType *decoded, bool by_value)
{
    for (u32 i = 0; i < decoded->type.field_count; i++) {
        const ed_Field *field = &decoded->writer->fields[i];
        ed_DecodedType *inner = ed_field_is_record(field) ? known_type(d, field->type) : NULL;
        bool missing = inner && inner->state == ED_DECODED_READY && !inner->type.image;
        if (missing && (field->shape == ED_ONE) == by_value && !make_default(d, inner))
            return false;
    }
    return true;
}

/// Decodes the defaults that the document has for fields of the type.
static bool decode_defaults(ed_Decoder *d, ed_DecodedType *decoded, u8 *image)
{
    u8 *draft = NULL;
    for (u32 i = 0; i < decoded->type.field_count; i++) {
        if (!decoded->fields[i].packed_default_size) continue;
        if (!draft) {
            draft = (u8 *)ed_decode_push(d, decoded->type.size);
            if (!draft) return false;
            memcpy(draft, image, decoded->type.size);
        }
        if (!decode_default(d, decoded, i, image, draft)) return false;
    }
    return true;
}

/// A default may have values of any type, and those start from the default of their type, which is
/// therefore made first. If lists make a circle of types, it is only zeroed, or without the
/// defaults from the document.
static bool make_default(ed_Decoder *d, ed_DecodedType *decoded)
{
    bool is_union = decoded->type.kind == ED_UNION;
    u32 count = is_union && decoded->type.field_count ? 1 : decoded->type.field_count;
    u8 *image = (u8 *)ed_decode_push(d, decoded->type.size);
    if (!image) return false;
    memset(image, 0, decoded->type.size);
    decoded->type.image = image;
    if (!make_inner_defaults(d, decoded, true)) return false;
    for (u32 i = 0; i < count; i++) ed_decoded_field_init(d, &decoded->fields[i], image);
    if (!make_inner_defaults(d, decoded, false)) return false;
    return is_union || decode_defaults(d, decoded, image);
}

/// Makes the defaults of all types that have a layout and no default.
static bool make_defaults(ed_Decoder *d)
{
    for (ed_DecodedType *decoded = d->known; decoded; decoded = decoded->next) {
        bool missing = decoded->state == ED_DECODED_READY && !decoded->type.image;
        if (missing && !make_default(d, decoded)) return false;
    }
    return true;
}

// --- types ---------------------------------------------------------------------------------------

static ed_DecodedType *push_type(ed_Decoder *d, const ed_Type *type)
{
    u32 count = type->field_count;
    ed_DecodedType *decoded = (ed_DecodedType *)ed_decode_push(d, sizeof *decoded);
    ed_Field *fields = decoded ? (ed_Field *)ed_decode_push(d, count * sizeof *fields) : NULL;
    ed_Tally *lost = fields ? (ed_Tally *)ed_decode_push(d, count * sizeof *lost) : NULL;
    if (!lost) return NULL;
    if (count) memcpy(fields, type->fields, count * sizeof *fields);
    memset(lost, 0, count * sizeof *lost);
    *decoded = (ed_DecodedType){
        .type = *type, .writer = type, .fields = fields, .lost = lost, .next = d->known
    };
    decoded->type.fields = fields;
    decoded->type.init = NULL;
    decoded->type.image = NULL;
    decoded->type.zero_default = false;
    d->known = decoded;
    return decoded;
}

const ed_DecodedType *ed_decoded_type(ed_Decoder *d, const ed_Type *type)
{
    ed_DecodedType *decoded = known_type(d, type);
    if (decoded && decoded->state == ED_DECODED_READY) return decoded;
    if (decoded) {
        refuse_type(d, type,
                    decoded->state == ED_DECODED_BUSY ? "it contains itself by value"
                                                      : "it was already refused");
        return NULL;
    }
    decoded = push_type(d, type);
    if (!decoded || !ed_read_enter(d->r, NULL, 0)) return NULL;
    d->layouts++;
    decoded->state = lay_out(d, decoded) ? ED_DECODED_READY : ED_DECODED_REFUSED;
    d->layouts--;
    if (!d->layouts && decoded->state == ED_DECODED_READY && !make_defaults(d))
        decoded->state = ED_DECODED_REFUSED;
    ed_read_leave(d->r);
    return decoded->state == ED_DECODED_READY ? decoded : NULL;
}
