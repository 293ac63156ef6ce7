#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/msgpack/put.h"
#include "runtime/snapshot/decode_inner.h"
#include "runtime/types/pool.h"

#define OPEN_RECORD_BYTES_MAX ((u64)1 << 30)

void *ed_decode_push(ed_Decoder *d, u64 size)
{
    void *at =
        size <= OPEN_RECORD_BYTES_MAX * 4 ? ed_arena_push_raw(d->arena, (size_t)size, 8) : NULL;
    if (!at)
        ed_read_fail(d->r, ED_ERR_LIMIT, d->r->at, "not enough memory to decode %llu bytes%s",
                     (unsigned long long)size, ed_limit_hint(d->arena->limit));
    return at;
}

static u64 up8(u64 size) { return (size + 7) & ~(u64)7; }

static u32 element_size(const ed_Field *field, const ed_OldType *inner)
{
    switch (field->kind) {
    case ED_CHARS:
    case ED_STR: return sizeof(ed_OldText);
    case ED_STRUCT:
    case ED_UNION: return inner ? inner->size : 0;
    case ED_REF: return sizeof(ed_Ref);
    default: return ed_kind_size(ed_field_number_kind(field));
    }
}

static u64 storage_size(const ed_OldField *field)
{
    switch (field->field->shape) {
    case ED_ONE:
    case ED_OPTIONAL: return field->size;
    case ED_POOL: return ED_POOL_PARTS * sizeof(ed_OldArray);
    default: return sizeof(ed_OldArray);
    }
}

static ed_Kind number_kind(const ed_Field *field)
{
    ed_Kind kind = ed_field_number_kind(field);
    return kind <= ED_F64 ? kind : ED_STRUCT;
}

static void make_key(ed_OldField *field)
{
    u8 bytes[ED_PUT_BYTES] = { 0 };
    field->key_size = (u32)(ed_put_u64(bytes, field->field->tag) - bytes);
    field->key_mask = UINT64_MAX >> (64 - 8 * field->key_size);
    memcpy(&field->key, bytes, sizeof field->key);
    field->key &= field->key_mask;
    if (field->field->flags & ED_FIELD_TRANSIENT) {
        // no document has this key: has_key compares 0 with 1
        field->key = 1;
        field->key_mask = 0;
    }
}

static ed_OldType *known_type(const ed_Decoder *d, const ed_Type *type)
{
    ed_OldType *old = d->known;
    while (old && old->type != type) old = old->next;
    return old;
}

static void refuse_type(ed_Decoder *d, const ed_Type *type, const char *why)
{
    ed_read_fail(d->r, ED_ERR_FORMAT, d->r->at, "invalid type %s: %s", type->name, why);
}

/// Lays out the fields of a type, and the types that it contains outside of arrays. The element
/// type of an array is laid out when the first array is decoded.
static bool lay_out_fields(ed_Decoder *d, ed_OldType *old)
{
    bool is_union = old->type->kind == ED_UNION;
    u64 at = is_union ? ED_ALTERNATIVE_AT : up8(old->type->field_count), most = 0;
    for (u32 i = 0; i < old->type->field_count; i++) {
        ed_OldField *field = &old->fields[i];
        field->field = &old->type->fields[i];
        field->number = number_kind(field->field);
        make_key(field);
        if (ed_field_is_record(field->field) && ed_is_inline(field->field)) {
            field->inner = ed_old_type(d, field->field->type);
            if (!field->inner) return false;
        }
        field->size = element_size(field->field, field->inner);
        field->offset = (u32)at;
        u64 size = up8(storage_size(field));
        if (size > most) most = size;
        if (!is_union) at += size;
        if (at + most > OPEN_RECORD_BYTES_MAX) {
            refuse_type(d, old->type, "larger than 1 GiB");
            return false;
        }
    }
    old->size = (u32)(is_union ? at + most : at);
    return true;
}

const ed_OldType *ed_old_type(ed_Decoder *d, const ed_Type *type)
{
    ed_OldType *old = known_type(d, type);
    if (old && old->state == ED_OLD_LAID_OUT) return old;
    if (old) {
        refuse_type(d, type,
                    old->state == ED_OLD_LAYING_OUT ? "it contains itself by value"
                                                    : "it was already refused");
        return NULL;
    }
    old = (ed_OldType *)ed_decode_push(d, sizeof *old);
    ed_OldField *fields =
        old ? (ed_OldField *)ed_decode_push(d, type->field_count * sizeof *fields) : NULL;
    if (!fields || !ed_read_enter(d->r, NULL, 0)) return NULL;
    memset(fields, 0, type->field_count * sizeof *fields);
    *old = (ed_OldType){
        .type = type, .fields = fields, .state = ED_OLD_LAYING_OUT, .next = d->known
    };
    d->known = old;
    old->state = lay_out_fields(d, old) ? ED_OLD_LAID_OUT : ED_OLD_NO_LAYOUT;
    ed_read_leave(d->r);
    return old->state == ED_OLD_LAID_OUT ? old : NULL;
}

const ed_OldType *ed_old_inner(ed_Decoder *d, const ed_OldField *field)
{
    if (!field->inner && ed_field_is_record(field->field)) {
        ed_OldField *f = (ed_OldField *)(uintptr_t)field;
        f->inner = ed_old_type(d, field->field->type);
        f->size = element_size(field->field, f->inner);
    }
    return field->inner;
}
