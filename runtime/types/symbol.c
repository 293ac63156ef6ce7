#include "runtime/types/symbol.h"
#include <string.h>

static u64 address_of(const ed_Type *type, u32 index)
{
    return (u64)(uintptr_t)type->addresses[index];
}

const ed_Value *ed_symbol_value(const ed_Type *type, const void *at)
{
    u64 bits;
    memcpy(&bits, at, sizeof bits);
    if (!type->addresses) return ed_value_by_number(type, (i64)bits);
    for (u32 i = 0; i < type->value_count; i++)
        if (address_of(type, i) == bits) return &type->values[i];
    return NULL;
}

void ed_symbol_store(const ed_Type *type, const ed_Value *value, void *at)
{
    u64 bits = type->addresses ? address_of(type, (u32)(value - type->values)) : (u64)value->number;
    memcpy(at, &bits, sizeof bits);
}
