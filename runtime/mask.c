#include "runtime/mask.h"
#include <string.h>


u32 ed_field_lead(const ed_Field *field)
{
    return field->shape == ED_BOUNDED ? (u32)sizeof(u32) : field->shape == ED_OPTIONAL ? 1u : 0u;
}

u64 ed_field_bytes(const ed_Field *field)
{
    return ed_field_is_list(field) ? sizeof(ed_Array) : (u64)field->size * field->count;
}

static void mask_field(const ed_Field *field, ed_Mask what, u8 *record)
{
    u8 *at = record + field->offset;
    u32 lead = ed_field_lead(field);
    if ((field->flags & ED_FIELD_TRANSIENT) && what != ED_MASK_FIELDS) return;
    memset(at - lead, 0xff, lead);
    if (ed_field_is_list(field)) { memset(at, 0xff, sizeof(ed_Array)); return; }
    for (u32 i = 0; i < field->count; i++)
        ed_mask_element(field, what, at + (size_t)i * field->size);
}

void ed_mask_element(const ed_Field *field, ed_Mask what, u8 *mask)
{
    // else: other alternatives of a union may have it
    bool is_state = field->kind != ED_PTR || what != ED_MASK_FILE;
    if (!ed_field_is_record(field) && is_state) memset(mask, 0xff, field->size);
    if (!ed_field_is_record(field)) return;
    if (field->kind == ED_UNION) memset(mask, 0xff, sizeof(u32));
    for (u32 i = 0; i < field->type->field_count; i++)
        mask_field(&field->type->fields[i], what, mask);
}
