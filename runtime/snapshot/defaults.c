#include "runtime/snapshot/defaults.h"
#include <assert.h>
#include <string.h>
#include "runtime/snapshot/budget.h"
#include "runtime/snapshot/decode.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/stable_pool.h"

static bool is_zero(const u8 *at, size_t size)
{
    return size == 0 || (at[0] == 0 && memcmp(at, at + 1, size - 1) == 0);
}

static void init_zeroed(const ed_Type *type, ed_Arena *arena, void *it);

void ed_init_element(const ed_Field *field, ed_Arena *arena, void *at)
{
    const ed_Type *type = field->type;
    if (field->kind == ED_STRUCT || field->kind == ED_UNION) init_zeroed(type, arena, at);
    if (field->kind == ED_ENUM && type->value_count && !ed_value_by_number(type, 0))
        ed_number_store(type->base, at, ed_number_from_bits(type->base, type->values[0].number));
}

void ed_init_elements(const ed_Field *field, ed_Arena *arena, void *items, u32 count)
{
    u8 *at = (u8 *)items;
    size_t used = arena->used, size = field->size, all = size * count;
    if (!count || !field->type || ed_field_refers(field) || field->type->zero_default) return;
    ed_init_element(field, arena, at);
    // if the default has texts or lists, each element needs its own
    bool sparse = ed_budget_is_sparse(field->type);
    for (u32 i = 1; i < count && (sparse || arena->used != used); i++)
        ed_init_element(field, arena, at + i * size);
    if (sparse || arena->used != used || is_zero(at, size)) return;
    for (size_t done = size; done < all; done += done)
        memcpy(at + done, at, done < all - done ? done : all - done);
}

static void init_field(const ed_Field *field, ed_Arena *arena, void *it)
{
    u8 *at = (u8 *)it + field->offset;
    if (field->shape <= ED_FIXED) ed_init_elements(field, arena, at, field->count);
    if (field->shape == ED_POOL)
        ((ed_Pool *)(void *)at)->limit =
            field->count | (field->flags & ED_FIELD_STABLE ? ED_POOL_STABLE : 0);
}

/// Resets a field whose default in the document is invalid. A part of the default may have been
/// stored already.
static void reset_field(const ed_Field *field, ed_Arena *arena, void *it)
{
    u32 lead = ed_field_prefix_size(field);
    memset((u8 *)it + field->offset - lead, 0, lead + ed_field_bytes(field));
    init_field(field, arena, it);
}

void ed_field_init(const ed_Field *field, ed_Arena *arena, void *it)
{
    init_field(field, arena, it);
    if (!field->packed_default) return;
    ed_Reader r;
    ed_read_init(&r, field->packed_default, field->packed_default_size);
    ed_decode_into(&r, field, arena, 0, it);
    if (ed_read_ok(&r)) return;
    reset_field(field, arena, it);
    if (r.err.code == ED_ERR_LIMIT && !arena->refused) arena->refused = field->packed_default_size;
}

#define ALONE_OFFSET 16u      // for any alignment, and for a count before the field

u8 *ed_field_wrap(const ed_Field *field, ed_Arena *arena, ed_Field *alone)
{
    u8 *it = (u8 *)ed_arena_push(arena, ALONE_OFFSET + ed_field_bytes(field), ALONE_OFFSET);
    *alone = *field;
    alone->offset = ALONE_OFFSET;
    if (it) ed_field_init(alone, arena, it);
    return it;
}

/// Sets the defaults of a type that was read from a document: a union gets its first alternative,
/// and a field its packed default.
static void init_from_document(const ed_Type *type, ed_Arena *arena, void *it)
{
    if (type->kind == ED_UNION) {
        if (type->field_count) init_field(&type->fields[0], arena, it);
        return;
    }
    for (u32 i = 0; i < type->field_count; i++) ed_field_init(&type->fields[i], arena, it);
}

/// Sets the defaults of a record in zeroed memory. Memory that stays zero is not written, so the
/// system does not have to provide it.
static void init_zeroed(const ed_Type *type, ed_Arena *arena, void *it)
{
    if (type->init) type->init(arena, it);
    else if (type->image) memcpy(it, type->image, type->size);
    else if (!type->zero_default) init_from_document(type, arena, it);
}

bool ed_type_init(const ed_Type *type, ed_Arena *arena, void *it)
{
    if (!type->init) memset(it, 0, type->size);
    init_zeroed(type, arena, it);
    return !arena->refused;
}

bool ed_default_is_nothing(const ed_Field *field)
{
    ed_Reader r;
    ed_read_init(&r, field->packed_default, field->packed_default_size);
    ed_Format form = ed_read_format(&r);
    if (field->shape == ED_OPTIONAL) return form == ED_FORMAT_NIL;
    // a plain list of items that are all zero is not empty
    if (field->shape == ED_POOL && form != ED_FORMAT_ARRAY)
        return (form == ED_FORMAT_NIL || form == ED_FORMAT_MAP) && ed_read_is_zero(&r, true);
    return form == ED_FORMAT_ARRAY && ed_read_array(&r) == 0;
}

/// Returns whether the field's default consists of zero bytes. May return false if it does.
static bool is_zero_default(const ed_Type *type, const ed_Field *field)
{
    bool given = field->packed_default && type->kind == ED_STRUCT;
    if (field->shape == ED_POOL && field->count) return false;      // the pool's limit
    if (field->shape > ED_FIXED) return !given || ed_default_is_nothing(field);
    if (given) return false;
    if (ed_field_is_record(field)) return field->type->zero_default;
    return field->kind != ED_ENUM || ed_value_by_number(field->type, 0);
}

#define IMAGE_BYTES_MAX 4096u

void ed_type_default_make(ed_Type *type, ed_Arena *arena)
{
    u32 count = type->kind == ED_UNION ? 1 : type->field_count;
    assert(type->kind == ED_STRUCT || type->kind == ED_UNION);
    type->zero_default = true;
    for (u32 i = 0; i < count && type->zero_default; i++)
        type->zero_default = is_zero_default(type, &type->fields[i]);
    if (type->zero_default || type->size > IMAGE_BYTES_MAX) return;
    size_t before = arena->used;
    u8 *image = (u8 *)ed_arena_push(arena, type->size, 8);
    size_t used = arena->used;
    if (image) init_zeroed(type, arena, image);
    // an empty text has memory, too, if it is a default
    if (image && arena->used == used) type->image = image;
    else arena->used = before;
}

void ed_union_set(const ed_Type *type, const ed_Field *alternative, ed_Arena *arena, void *at)
{
    u32 kind = (u32)(alternative - type->fields);
    memset(at, 0, type->size);
    memcpy(at, &kind, sizeof kind);
    init_field(alternative, arena, at);
}

void ed_union_choose(const ed_Type *type, const ed_Field *alternative, ed_Arena *arena, void *at)
{
    if (ed_union_alternative(type, at) != alternative) ed_union_set(type, alternative, arena, at);
}

void *ed_state_init(const ed_Type *type, ed_Arena *arena)
{
    void *it = ed_arena_push(arena, type->size, type->align);
    if (it) init_zeroed(type, arena, it);
    return it && !arena->refused ? it : NULL;
}
