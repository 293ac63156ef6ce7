#include "runtime/types/symbol.h"
#include <string.h>

static u64 address_of(const ed_Type *type, const ed_Value *value)
{
    if (type->addresses) return (u64)(uintptr_t)type->addresses[value - type->values];
    if (!type->rows) return (u64)value->number;
    if (!value->number) return 0;
    return (u64)(uintptr_t)type->rows + (u64)(u32)value->number * type->row_size;
}

const ed_Value *ed_symbol_value(const ed_Type *type, const void *at)
{
    u64 bits;
    memcpy(&bits, at, sizeof bits);
    if (type->rows && bits) {
        u64 offset = bits - (u64)(uintptr_t)type->rows, index = offset / type->row_size;
        if (offset % type->row_size) return NULL;
        return index + 1 < type->value_count ? &type->values[index + 1] : NULL;
    }
    if (!type->addresses) return ed_value_by_number(type, (i64)bits);
    for (u32 i = 0; i < type->value_count; i++)
        if (address_of(type, &type->values[i]) == bits) return &type->values[i];
    return NULL;
}

void ed_symbol_store(const ed_Type *type, const ed_Value *value, void *at)
{
    u64 bits = address_of(type, value);
    memcpy(at, &bits, sizeof bits);
}
