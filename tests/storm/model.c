#include "tests/storm/model.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- memory --------------------------------------------------------------------------------------

static ed_Arena memory;

void *st_new(size_t size)
{
    if (!memory.base && !ed_arena_open(&memory, "storm", (size_t)4 << 30, NULL)) exit(3);
    void *block = ed_arena_push(&memory, size ? size : 1, 16);
    if (!block) {
        fprintf(stderr, "the memory of the model is full\n");
        exit(3);
    }
    return block;
}

void st_new_reset(void)
{
    if (memory.base) ed_arena_reset(&memory);
}

// --- values --------------------------------------------------------------------------------------

st_Value *st_value_number(long double number)
{
    st_Value *value = st_new(sizeof *value);
    value->form = ST_NUMBER;
    value->number = number;
    return value;
}

st_Value *st_value_text(const char *text, u32 size)
{
    st_Value *value = st_new(sizeof *value);
    char *copy = st_new(size + 1);
    if (size) memcpy(copy, text, size);
    value->form = ST_TEXT;
    value->text = copy;
    value->size = size;
    return value;
}

st_Value *st_value_null_text(void)
{
    st_Value *value = st_new(sizeof *value);
    value->form = ST_TEXT;
    return value;
}

st_Value *st_value_list(st_Form form, u32 count)
{
    st_Value *value = st_new(sizeof *value);
    value->form = form;
    value->count = count;
    value->items = st_new(count * sizeof(st_Value *));
    return value;
}

/// The copy shares what never changes once made, such as text and slots.
st_Value *st_value_copy(const st_Value *value)
{
    st_Value *copy = st_new(sizeof *copy);
    *copy = *value;
    if (value->count) copy->items = st_new(value->count * sizeof(st_Value *));
    for (u32 i = 0; i < value->count; i++) copy->items[i] = st_value_copy(value->items[i]);
    return copy;
}

// --- kinds ---------------------------------------------------------------------------------------

bool st_is_named(ed_Kind kind) { return kind == ED_ENUM || kind == ED_FLAGS || kind == ED_SYMBOL; }

bool st_is_text(ed_Kind kind) { return kind >= ED_CHARS && kind <= ED_TEXT_PTR; }
bool st_is_float(ed_Kind kind) { return kind == ED_F32 || kind == ED_F64; }
bool st_is_number(ed_Kind kind) { return kind <= ED_F64; }

void st_range_of(ed_Kind kind, long double *low, long double *high)
{
    static const u32 bits[] = {
        [ED_BOOL] = 1, [ED_U8] = 8,   [ED_U16] = 16, [ED_U32] = 32, [ED_U64] = 64,
        [ED_I8] = 7,   [ED_I16] = 15, [ED_I32] = 31, [ED_I64] = 63
    };
    *high = ldexpl(1, (int)bits[kind]) - 1;
    *low = kind >= ED_I8 ? -*high - 1 : 0;
}

// --- names ---------------------------------------------------------------------------------------

u32 st_find_field(const st_Type *type, const char *name)
{
    u32 i = 0;
    while (i < type->field_count && strcmp(type->fields[i].name, name) != 0) i++;
    return i;
}

bool st_is_bound(const st_Type *type)
{
    u32 found = 0;
    for (u32 i = 0; i < type->item_count; i++)
        for (u32 n = 0; n < type->item_count; n++) found += type->items[i].number == n;
    return type->kind == ED_ENUM && !type->gone && found && found == type->item_count;
}

u32 st_find_item(const st_Type *type, const char *name)
{
    u32 i = 0;
    while (i < type->item_count && strcmp(type->items[i].name, name) != 0) i++;
    return i;
}

u32 st_find_type(const st_Schema *schema, const char *name)
{
    for (u32 i = 0; i < schema->count; i++)
        if (!schema->types[i].gone && strcmp(schema->types[i].name, name) == 0) return i;
    return ST_NONE;
}

void st_remove_field(st_Type *type, u32 index)
{
    type->field_count--;
    memmove(&type->fields[index], &type->fields[index + 1],
            (type->field_count - index) * sizeof type->fields[0]);
}

bool st_names_have(const st_Names *names, const char *name)
{
    for (u32 i = 0; i < names->count; i++)
        if (strcmp(names->at[i], name) == 0) return true;
    return false;
}

bool st_is_twin(const char *name)
{
    return strncmp(name, "liquid", 6) == 0 || strncmp(name, "costarring", 10) == 0;
}

void st_names_add(st_Names *names, const char *name)
{
    if (names->count == ST_WAS_MAX || st_names_have(names, name) || st_is_twin(name)) return;
    snprintf(names->at[names->count++], ST_NAME_MAX, "%s", name);
}

void st_names_drop(st_Names *names, u32 index)
{
    for (names->count--; index < names->count; index++)
        memcpy(names->at[index], names->at[index + 1], ST_NAME_MAX);
}

// --- empty values --------------------------------------------------------------------------------

static bool record_is_zero(const st_Schema *schema, const st_Type *type, const st_Value *value)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (!type->fields[i].transient && !st_is_zero(schema, &type->fields[i], value->items[i]))
            return false;
    return true;
}

/// Whether a value is empty, whatever its default: for example an empty list, an absent optional,
/// or an empty first alternative of a union. A present value and a list of zeros are not empty.
bool st_is_zero(const st_Schema *schema, const st_Field *field, const st_Value *value)
{
    if (field->shape == ED_OPTIONAL) return value->form == ST_ABSENT;
    const st_Type *type = field->type == ST_NONE ? NULL : &schema->types[field->type];
    switch (value->form) {
    case ST_NUMBER: return value->number == 0 && !signbit(value->number);      // -0.0 is not empty
    case ST_TEXT: return field->kind == ED_TEXT_PTR ? !value->text : value->size == 0;
    case ST_ABSENT: return true;
    case ST_HANDLE: return value->generation == 0 && value->index == 0;
    case ST_LINK: return value->generation == 0;
    case ST_POINTER: return true;      // never packed
    case ST_RECORD: return record_is_zero(schema, type, value);
    case ST_CHOICE: return !value->index && st_is_zero(schema, type->fields, value->items[0]);
    case ST_LIST:
        if (field->shape != ED_FIXED) return value->count == 0;
    case ST_POOL: break;
    }
    for (u32 i = 0; i < value->count; i++)
        if (!st_is_zero(schema, field, value->items[i])) return false;
    return true;
}
