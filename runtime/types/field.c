#include "runtime/types/field.h"
#include "runtime/types/c_layout.h"

u32 ed_field_rank(const ed_Field *field)
{
    u32 rank = 0;
    if (field->shape == ED_BOUNDED || field->shape == ED_DYNAMIC || field->shape == ED_POOL)
        return 1;
    if (field->shape == ED_FIXED)
        while (rank < ED_DIMS_MAX && field->dims[rank]) rank++;
    return rank;
}

size_t ed_field_elements_per_index(const ed_Field *field, u32 dim)
{
    size_t count = 1;
    for (u32 d = dim + 1; d < ED_DIMS_MAX && field->dims[d]; d++) count *= field->dims[d];
    return count;
}

size_t ed_field_stride(const ed_Field *field, u32 dim)
{
    return field->size * ed_field_elements_per_index(field, dim);
}

u32 ed_field_align(const ed_Field *field)
{
    bool typed = field->type && !ed_field_refers(field);
    u32 align = typed                   ? field->type->align
              : field->kind == ED_CHARS ? 1
              : field->kind == ED_REF   ? 4
                                        : ed_kind_size(field->kind);
    return align < 8 ? align : 8;
}

u32 ed_field_prefix_size(const ed_Field *field)
{
    return ed_member_prefix_size(&(ed_Member){ .shape = field->shape });
}

u64 ed_field_bytes(const ed_Field *field)
{
    return ed_member_size(
        &(ed_Member){ .shape = field->shape, .size = field->size, .count = field->count });
}
