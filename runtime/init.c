#include "runtime/init.h"
#include <string.h>
#include "runtime/convert.h"
#include "runtime/mask.h"
#include "runtime/unpack_inner.h"

/// What an element is before anything is read into it, over zeroed memory.
void ed_init_element(const ed_Field *field, ed_Arena *arena, void *at)
{
    const ed_Type *type = field->type;
    if (field->kind == ED_STRUCT || field->kind == ED_UNION) ed_type_init(type, arena, at);
    if (field->kind == ED_ENUM && type->value_count && !ed_value_by_number(type, 0))
        ed_store_named(type, at, type->values[0].number);
}

static void init_field(const ed_Field *field, ed_Arena *arena, void *it)
{
    u8 *at = (u8 *)it + field->offset;
    bool inside = field->type && field->kind != ED_REF
               && (field->shape == ED_ONE || field->shape == ED_FIXED);
    for (u32 i = 0; inside && i < field->count; i++)
        ed_init_element(field, arena, at + (size_t)i * field->size);
    if (field->shape == ED_POOL) ((ed_Pool *)(void *)at)->limit = field->count;
}

/// What is no value for the field is no default of it, nor is the half of it that was read.
static void begin_again(const ed_Field *field, ed_Arena *arena, void *it)
{
    u32 lead = ed_field_lead(field);
    u64 size = field->shape == ED_POOL ? sizeof(ed_Pool) : ed_field_bytes(field);
    memset((u8 *)it + field->offset - lead, 0, lead + size);
    init_field(field, arena, it);
}

/// As the writer of a document said: a union is its first alternative, a field what its preset
/// holds.
static void init_as_told(const ed_Type *type, ed_Arena *arena, void *it)
{
    memset(it, 0, type->size);
    if (type->kind == ED_UNION) {
        if (type->field_count) init_field(&type->fields[0], arena, it);
        return;
    }
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        init_field(field, arena, it);
        if (!field->preset) continue;
        ed_Reader r;
        ed_read_init(&r, field->preset, field->preset_size);
        ed_unpack_field(&(ed_Job){ .u = &(ed_Unpack){ .r = &r, .arena = arena }, .to = field,
                                   .scale = 1 }, it);
        if (!ed_read_ok(&r)) begin_again(field, arena, it);
    }
}

bool ed_type_init(const ed_Type *type, ed_Arena *arena, void *it)
{
    if (type->init) type->init(arena, it);
    else            init_as_told(type, arena, it);
    return !arena->refused;
}

void ed_union_set(const ed_Type *type, const ed_Field *alternative, ed_Arena *arena, void *at)
{
    u32 kind = (u32)(alternative - type->fields);
    memset(at, 0, type->size);
    memcpy(at, &kind, sizeof kind);
    init_field(alternative, arena, at);
}
