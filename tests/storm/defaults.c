#include <string.h>
#include "tests/storm/model.h"

// --- defaults of a type --------------------------------------------------------------------------

st_Value *st_default_element(const st_Schema *schema, const st_Field *field)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &schema->types[field->type];
    st_Value *value;
    switch (field->kind) {
    case ED_CHARS:
    case ED_STR: return st_value_text("", 0);
    case ED_TEXT_PTR: return st_value_null_text();
    case ED_RECORD_PTR: return st_value_list(ST_LINK, 0);
    case ED_STRUCT: return st_default_record(schema, field->type);
    case ED_REF: value = st_value_list(ST_HANDLE, 0); return value;
    case ED_PTR: value = st_value_list(ST_POINTER, 0); return value;
    case ED_UNION:
        value = st_value_list(ST_CHOICE, 1);
        value->items[0] = st_default_field(schema, &type->fields[0]);
        return value;
    case ED_ENUM:
        for (u32 i = 0; i < type->item_count; i++)
            if (type->items[i].number == 0) return st_value_number(0);
        return st_value_number(type->items[0].number);
    default: return st_value_number(0);
    }
}

st_Value *st_default_record(const st_Schema *schema, u32 type)
{
    const st_Type *t = &schema->types[type];
    st_Value *record = st_value_list(ST_RECORD, t->field_count);
    for (u32 i = 0; i < t->field_count; i++)
        record->items[i] = st_default_field(schema, &t->fields[i]);
    return record;
}

// --- defaults in the schema ----------------------------------------------------------------------

static st_Value *field_with(const st_Schema *schema, const st_Field *field,
                            const st_Default *default_value);

static long double named_number(const st_Type *type, const st_Names *names)
{
    u64 sum = 0;
    if (type->kind != ED_FLAGS) return type->items[st_find_item(type, names->at[0])].number;
    for (u32 i = 0; i < names->count; i++)
        sum |= (u64)type->items[st_find_item(type, names->at[i])].number;
    return (long double)sum;
}

static long double rounded(ed_Kind kind, long double number)
{
    return kind == ED_F32 ? (long double)(f32)number
         : kind == ED_F64 ? (long double)(f64)number
                          : number + 0.0L;
}

static st_Value *alternative_with(const st_Schema *schema, const st_Field *field,
                                  const st_Default *default_value)
{
    const st_Type *type = &schema->types[field->type];
    st_Value *value = st_value_list(ST_CHOICE, 1);
    value->index = st_find_field(type, default_value->member);
    value->items[0] = field_with(schema, &type->fields[value->index], default_value);
    return value;
}

static st_Value *element_with(const st_Schema *schema, const st_Field *field,
                              const st_Default *default_value)
{
    if (!default_value) return st_default_element(schema, field);
    switch (default_value->form) {
    case ST_DEFAULT_NUMBER: return st_value_number(rounded(field->kind, default_value->number));
    case ST_DEFAULT_TEXT: return st_value_text(default_value->text, default_value->size);
    case ST_DEFAULT_NAMES:
        return st_value_number(named_number(&schema->types[field->type], &default_value->names));
    default: break;
    }
    if (field->kind == ED_UNION) return alternative_with(schema, field, default_value->items);
    st_Value *record = st_default_record(schema, field->type);
    const st_Type *type = &schema->types[field->type];
    for (const st_Default *item = default_value->items; item; item = item->next) {
        u32 member = st_find_field(type, item->member);
        record->items[member] = field_with(schema, &type->fields[member], item);
    }
    return record;
}

static st_Value *fixed_with(const st_Schema *schema, const st_Field *field,
                            const st_Default *default_value, u32 dim)
{
    if (dim == field->rank) return element_with(schema, field, default_value);
    st_Value *list = st_value_list(ST_LIST, field->dims[dim]);
    const st_Default *item = default_value ? default_value->items : NULL;
    for (u32 i = 0; i < list->count; i++, item = item ? item->next : NULL)
        list->items[i] = fixed_with(schema, field, item, dim + 1);
    return list;
}

static u32 length(const st_Default *item)
{
    u32 count = 0;
    for (; item; item = item->next) count++;
    return count;
}

/// The initial value of a field. `default_value` is the default in the schema, or NULL.
static st_Value *field_with(const st_Schema *schema, const st_Field *field,
                            const st_Default *default_value)
{
    st_Value *list;
    const st_Default *item;
    switch (field->shape) {
    case ED_ONE: return element_with(schema, field, default_value);
    case ED_FIXED: return fixed_with(schema, field, default_value, 0);
    case ED_OPTIONAL:
        return default_value ? element_with(schema, field, default_value)
                             : st_value_list(ST_ABSENT, 0);
    case ED_POOL: return st_value_list(ST_POOL, 0);
    case ED_BOUNDED:
    case ED_DYNAMIC: break;
    }
    list = st_value_list(ST_LIST, default_value ? length(default_value->items) : 0);
    item = default_value ? default_value->items : NULL;
    for (u32 i = 0; i < list->count; i++, item = item->next)
        list->items[i] = element_with(schema, field, item);
    return list;
}

st_Value *st_default_field(const st_Schema *schema, const st_Field *field)
{
    return field_with(schema, field, field->default_value);
}

// --- does the compiler accept it? ----------------------------------------------------------------

static bool fits(const st_Schema *schema, const st_Field *field, const st_Default *default_value);

static bool number_fits(const st_Field *field, long double number)
{
    long double low, high;
    if (!st_is_number(field->kind)) return false;
    if (field->ranged && (number < field->low || number > field->high)) return false;
    if (field->kind == ED_F32) return number <= 3e38L && number >= -3e38L;
    if (field->kind == ED_F64) return true;
    st_range_of(field->kind, &low, &high);
    return number >= low && number <= high
        && number == (number < 0 ? (long double)(i64)number : (long double)(u64)number);
}

static bool names_fit(const st_Schema *schema, const st_Field *field, const st_Names *names)
{
    if (!st_is_named(field->kind) || (field->kind != ED_FLAGS && names->count != 1)) return false;
    if (names->count && names->at[0][0] <= '9') return false;      // a row without a name
    const st_Type *type = &schema->types[field->type];
    for (u32 i = 0; i < names->count; i++)
        if (st_find_item(type, names->at[i]) == type->item_count) return false;
    return true;
}

static bool struct_fits(const st_Schema *schema, const st_Field *field,
                        const st_Default *default_value)
{
    if (field->kind != ED_STRUCT
        && !(field->kind == ED_UNION && default_value->items && !default_value->items->next))
        return false;
    const st_Type *type = &schema->types[field->type];
    for (const st_Default *item = default_value->items; item; item = item->next) {
        u32 member = st_find_field(type, item->member);
        if (member == type->field_count || !fits(schema, &type->fields[member], item)) return false;
        for (const st_Default *other = default_value->items; other != item; other = other->next)
            if (strcmp(other->member, item->member) == 0) return false;
    }
    return true;
}

static bool element_fits(const st_Schema *schema, const st_Field *field,
                         const st_Default *default_value)
{
    switch (default_value->form) {
    case ST_DEFAULT_NUMBER:
        return default_value->truth == (field->kind == ED_BOOL)
            && number_fits(field, default_value->number);
    case ST_DEFAULT_TEXT:
        return field->kind == ED_STR || field->kind == ED_TEXT_PTR
            || (field->kind == ED_CHARS && default_value->size < field->size);
    case ST_DEFAULT_NAMES: return names_fit(schema, field, &default_value->names);
    case ST_DEFAULT_STRUCT: return struct_fits(schema, field, default_value);
    case ST_DEFAULT_LIST: return false;
    }
    return false;
}

/// Whether the default of a list of this type could contain itself.
static bool reaches(const st_Schema *schema, u32 from, u32 to, u32 depth)
{
    const st_Type *type = &schema->types[from];
    for (u32 i = 0; i < type->field_count && depth < ST_TYPES_MAX; i++) {
        const st_Field *f = &type->fields[i];
        if (f->kind != ED_STRUCT && f->kind != ED_UNION) continue;
        if (f->type == to || reaches(schema, f->type, to, depth + 1)) return true;
    }
    return false;
}

static bool list_fits(const st_Schema *schema, const st_Field *field,
                      const st_Default *default_value, u32 dim, u32 rank)
{
    if (dim == rank) return element_fits(schema, field, default_value);
    if (default_value->form != ST_DEFAULT_LIST) return false;
    u32 room = field->shape == ED_FIXED   ? field->dims[dim]
             : field->shape == ED_BOUNDED ? field->limit
                                          : 1000;
    if (length(default_value->items) > room) return false;
    for (const st_Default *item = default_value->items; item; item = item->next)
        if (!list_fits(schema, field, item, dim + 1, rank)) return false;
    return true;
}

static bool fits(const st_Schema *schema, const st_Field *field, const st_Default *default_value)
{
    bool inner = field->kind == ED_STRUCT || field->kind == ED_UNION;
    bool endless =
        field->shape == ED_DYNAMIC && inner && reaches(schema, field->type, field->type, 0);
    if (field->shape == ED_POOL || field->kind == ED_REF || field->kind == ED_PTR
        || field->kind == ED_RECORD_PTR || endless)
        return false;
    bool many = field->shape == ED_BOUNDED || field->shape == ED_DYNAMIC;
    return list_fits(schema, field, default_value, 0,
                     field->shape == ED_FIXED ? field->rank
                     : many                   ? 1
                                              : 0);
}

bool st_default_fits(const st_Schema *schema, const st_Field *field)
{
    return !field->default_value || fits(schema, field, field->default_value);
}
