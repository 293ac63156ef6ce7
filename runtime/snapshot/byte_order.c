#include "runtime/snapshot/byte_order.h"
#include "runtime/types/field.h"

bool ed_has_big_endian(const ed_Field *field)
{
    return (field->flags & ED_FIELD_BIG_ENDIAN)
        || (ed_field_is_record(field) && field->type->big_endian);
}

static void reverse(u8 *at, u32 size)
{
    for (u32 i = 0; i < size / 2; i++) {
        u8 byte = at[i];
        at[i] = at[size - 1 - i];
        at[size - 1 - i] = byte;
    }
}

static void swap_field(const ed_Field *field, u8 *at);

static void swap_element(const ed_Field *field, u8 *at)
{
    bool big = (field->flags & ED_FIELD_BIG_ENDIAN) != 0;
    switch (field->kind) {
    case ED_CHARS: break;
    case ED_STR:
        if (big) reverse(at + offsetof(ed_Str, count), sizeof(u32));
        break;
    case ED_REF:
        if (big) {
            reverse(at, sizeof(u32));
            reverse(at + sizeof(u32), sizeof(u32));
        }
        break;
    case ED_UNION: {
        if (big) reverse(at, sizeof(u32));
        const ed_Field *held = ed_union_alternative(field->type, at);
        swap_field(held, at + held->offset);
        break;
    }
    case ED_STRUCT:
        for (u32 i = 0; i < field->type->field_count; i++)
            swap_field(&field->type->fields[i], at + field->type->fields[i].offset);
        break;
    default:
        if (big) reverse(at, field->size);
        break;
    }
}

static void swap_field(const ed_Field *field, u8 *at)
{
    bool big = (field->flags & ED_FIELD_BIG_ENDIAN) != 0;
    bool list = ed_field_is_list(field);
    if (list && big) reverse(at + offsetof(ed_Array, count), sizeof(u32));
    if (field->shape == ED_BOUNDED && big) reverse(at - sizeof(u32), sizeof(u32));
    for (u32 i = 0; !list && i < field->count; i++)
        swap_element(field, at + (size_t)i * field->size);
}

void ed_swap_bytes(const ed_Field *field, u8 *rows, u32 count)
{
    for (u32 i = 0; i < count; i++) swap_element(field, rows + (size_t)i * field->size);
}
