/// How a field is stored in memory: dimensions, alignment, the bytes before its value, and its
/// elements.
#ifndef ED_TYPES_FIELD_H
#define ED_TYPES_FIELD_H
#include <string.h>
#include "runtime/types/types.h"
ED_C_BEGIN

/// In ed_Field.flags: the field belongs to a decoded record (snapshot/decode.h), in which arrays and
/// texts are outside of the record.
#define ED_FIELD_DECODED 0x80000000u

/// Returns the number of dimensions: 0 for one value, 1 for bounded arrays, dynamic arrays and
/// pools, 1 or more for fixed arrays.
u32 ed_field_rank(const ed_Field *field);
/// Returns how many elements of a fixed array one index of dimension `dim` covers: for T x[4][8],
/// 8 for dimension 0 and 1 for dimension 1.
size_t ed_field_elements_per_index(const ed_Field *field, u32 dim);
/// Returns the size of those elements in bytes, which is the distance from one index to the next.
size_t ed_field_stride(const ed_Field *field, u32 dim);
u32 ed_field_align(const ed_Field *field);      ///< of one element
/// Returns the size of what is stored before the value: the count of a bounded array or the bool of
/// an optional. Returns 0 for other shapes.
u32 ed_field_prefix_size(const ed_Field *field);
/// Returns the size of all elements in bytes. For a list or a pool, whose elements are outside the
/// record, returns the size of an ed_Array or an ed_Pool.
u64 ed_field_bytes(const ed_Field *field);

/// Returns whether the elements of the field are outside of the record, which has an ed_Array
/// instead: of a list or a pool, and in a decoded record of every array.
static inline bool ed_field_is_outside(const ed_Field *field)
{
    bool array = field->shape != ED_ONE && field->shape != ED_OPTIONAL;
    return ed_field_is_list(field) || (array && (field->flags & ED_FIELD_DECODED));
}

/// Returns the unit of the numbers in a field of `type`, or NULL. A field without a unit has that
/// of the field that contains the record (`inherited`), unless it is the key, which is not a
/// quantity.
static inline const char *ed_field_unit(const ed_Type *type, const ed_Field *field,
                                        const char *inherited)
{
    if (field->unit) return field->unit;
    return type->key == field ? NULL : inherited;
}

/// Returns the index of the alternative that the union at `at` holds, or 0 if the stored index is
/// invalid.
static inline u32 ed_union_index(const ed_Type *type, const u8 *at)
{
    u32 kind;
    memcpy(&kind, at, sizeof kind);
    return kind < type->field_count ? kind : 0;
}

/// Returns whether the union at `it` holds one of its alternatives.
static inline bool ed_union_is_known(const ed_Type *type, const void *it)
{
    u32 kind;
    memcpy(&kind, it, sizeof kind);
    return kind < type->field_count;
}

/// Returns the alternative that the union holds.
static inline const ed_Field *ed_union_alternative(const ed_Type *type, const void *it)
{
    return &type->fields[ed_union_index(type, (const u8 *)it)];
}

/// Returns the count of a bounded array, limited to its capacity.
static inline u32 ed_bounded_count(const ed_Field *field, const u8 *at)
{
    u32 count;
    memcpy(&count, at - sizeof count, sizeof count);
    return count < field->count ? count : field->count;
}

typedef struct ed_ElementSpan {
    u8 *at;
    u32 count;
} ed_ElementSpan;

/// Returns the elements of the field whose value is at `at`. The elements of a list are outside the
/// record. An optional value has one element, or none if it is absent.
static inline ed_ElementSpan ed_field_elements(const ed_Field *field, const u8 *at)
{
    ed_ElementSpan inside = { (u8 *)(uintptr_t)at, 1 };
    ed_Array array;
    switch (field->shape) {
    case ED_ONE: break;
    case ED_FIXED: inside.count = field->count; break;
    case ED_BOUNDED: inside.count = ed_bounded_count(field, at); break;
    case ED_OPTIONAL: inside.count = at[-1] != 0; break;
    case ED_DYNAMIC:
    case ED_POOL:
        memcpy(&array, at, sizeof array);
        return (ed_ElementSpan){ (u8 *)array.items, array.items ? array.count : 0 };
    }
    return inside;
}

ED_C_END
#endif
