#include "tests/storm/memory.h"
#include <stdio.h>
#include <string.h>
#include "runtime/types/pool.h"
#include "runtime/types/symbol.h"
#include "runtime/types/text_ptr.h"
#include "tests/storm/links.h"

// --- numbers -------------------------------------------------------------------------------------

static ed_Kind stored_as(const ed_Field *field)
{
    return st_is_named(field->kind) ? field->type->base : field->kind;
}

static void put_number(ed_Kind kind, void *at, long double number)
{
    u64 bits = number < 0 ? (u64)(i64)number : (u64)number;
    f32 narrow = (f32)number;
    f64 wide = (f64)number;
    if (kind == ED_F32) memcpy(at, &narrow, sizeof narrow);
    else if (kind == ED_F64) memcpy(at, &wide, sizeof wide);
    else memcpy(at, &bits, ed_kind_size(kind));
}

static long double take_number(ed_Kind kind, const void *at)
{
    union {
        u8 b;
        u16 h;
        u32 w;
        u64 d;
        i8 sb;
        i16 sh;
        i32 sw;
        i64 sd;
        f32 f;
        f64 g;
    } v = { .d = 0 };
    memcpy(&v, at, ed_kind_size(kind));
    switch (kind) {
    case ED_BOOL:
    case ED_U8: return v.b;
    case ED_U16: return v.h;
    case ED_U32: return v.w;
    case ED_U64: return v.d;
    case ED_I8: return v.sb;
    case ED_I16: return v.sh;
    case ED_I32: return v.sw;
    case ED_I64: return v.sd;
    case ED_F32: return v.f;
    default: return v.g;
    }
}

// --- links ---------------------------------------------------------------------------------------

typedef struct PutLink {
    u8 *at;
    const st_Value *link;
} PutLink;

static st_Memory memory;
static PutLink put_links[1 << 16];
static u32 put_count;

void st_use_memory(const st_Memory *used)
{
    memory = *used;
    put_count = 0;
}

static bool put_link(u8 *at, const st_Value *link)
{
    if (put_count == ED_COUNT(put_links)) return false;
    put_links[put_count++] = (PutLink){ at, link };
    return true;
}

void st_put_links(void)
{
    for (u32 i = 0; i < put_count; i++) {
        u64 address = st_link_address(&memory, put_links[i].link);
        memcpy(put_links[i].at, &address, sizeof address);
    }
}

static st_Value *take_symbol(const ed_Field *field, const u8 *at)
{
    const ed_Value *value = ed_symbol_value(field->type, at);
    return st_value_number(value ? (long double)(value - field->type->values) : -1);
}

static st_Value *take_link(const u8 *at)
{
    u64 address;
    memcpy(&address, at, sizeof address);
    return st_link_at(&memory, address);
}

static st_Value *take_text(const u8 *at)
{
    const char *text = ed_text_ptr(at);
    return text ? st_value_text(text, (u32)strlen(text)) : st_value_null_text();
}

// --- elements ------------------------------------------------------------------------------------

static bool put_field(ed_Arena *arena, const ed_Field *field, u8 *record, const st_Value *value);
static st_Value *take_field(const ed_Field *field, const u8 *record);

static bool put_element(ed_Arena *arena, const ed_Field *field, u8 *at, const st_Value *value)
{
    u32 kind = value->index;
    ed_Ref ref = { value->index, value->generation };
    uintptr_t pointer = value->index;
    switch (field->kind) {
    case ED_CHARS:
        memset(at, 0, field->size);
        memcpy(at, value->text, value->size);
        return true;
    case ED_STR: return ed_str_put(arena, (ed_Str *)(void *)at, value->text, value->size);
    case ED_TEXT_PTR: memcpy(at, &value->text, sizeof value->text); return true;
    case ED_RECORD_PTR: return put_link(at, value);
    case ED_SYMBOL:
        ed_symbol_store(field->type, &field->type->values[(u32)value->number], at);
        return true;
    case ED_STRUCT: return st_put(arena, field->type, at, value);
    case ED_REF: memcpy(at, &ref, sizeof ref); return true;
    case ED_PTR: memcpy(at, &pointer, sizeof pointer); return true;
    case ED_UNION:
        memset(at, 0, field->size);
        memcpy(at, &kind, sizeof kind);
        return put_field(arena, &field->type->fields[kind], at, value->items[0]);
    default: put_number(stored_as(field), at, value->number); return true;
    }
}

static st_Value *take_element(const ed_Field *field, const u8 *at)
{
    const ed_Str *str = (const ed_Str *)(const void *)at;
    uintptr_t pointer;
    st_Value *value;
    switch (field->kind) {
    case ED_CHARS:
        return st_value_text((const char *)at, (u32)strnlen((const char *)at, field->size));
    case ED_STR: return st_value_text(str->items, str->count);
    case ED_TEXT_PTR: return take_text(at);
    case ED_RECORD_PTR: return take_link(at);
    case ED_SYMBOL: return take_symbol(field, at);
    case ED_STRUCT: return st_take(field->type, at);
    case ED_REF:
        value = st_value_list(ST_HANDLE, 0);
        memcpy(&value->index, at, sizeof value->index);
        memcpy(&value->generation, at + 4, sizeof value->generation);
        return value;
    case ED_PTR:
        value = st_value_list(ST_POINTER, 0);
        memcpy(&pointer, at, sizeof pointer);
        value->index = (u32)pointer;
        return value;
    case ED_UNION:
        value = st_value_list(ST_CHOICE, 1);
        memcpy(&value->index, at, sizeof value->index);
        if (value->index >= field->type->field_count) {
            value->count = 0;      // so that st_same finds a difference
            return value;
        }
        value->items[0] = take_field(&field->type->fields[value->index], at);
        return value;
    default: return st_value_number(take_number(stored_as(field), at));
    }
}

// --- arrays --------------------------------------------------------------------------------------

static u32 stride_of(const ed_Field *field, u32 dim)
{
    u32 stride = field->size;
    for (u32 d = dim + 1; d < ED_DIMS_MAX && field->dims[d]; d++) stride *= field->dims[d];
    return stride;
}

static bool put_fixed(ed_Arena *arena, const ed_Field *field, u32 dim, u8 *at,
                      const st_Value *value)
{
    if (value->form != ST_LIST) return put_element(arena, field, at, value);
    for (u32 i = 0; i < value->count; i++)
        if (!put_fixed(arena, field, dim + 1, at + (size_t)i * stride_of(field, dim),
                       value->items[i]))
            return false;
    return true;
}

static st_Value *take_fixed(const ed_Field *field, u32 dim, const u8 *at)
{
    if (dim == ED_DIMS_MAX || !field->dims[dim]) return take_element(field, at);
    st_Value *list = st_value_list(ST_LIST, field->dims[dim]);
    for (u32 i = 0; i < list->count; i++)
        list->items[i] = take_fixed(field, dim + 1, at + (size_t)i * stride_of(field, dim));
    return list;
}

static void init_item(ed_Arena *arena, const ed_Field *field, void *item)
{
    if (item && field->kind == ED_STRUCT) field->type->init(arena, item);
}

static u32 align_of(const ed_Field *field)
{
    u32 align = field->type ? field->type->align : ed_kind_size(field->kind);
    return align > 8 || align == 0 ? 8 : align;
}

static bool put_items(ed_Arena *arena, const ed_Field *field, u8 *items, const st_Value *value)
{
    for (u32 i = 0; i < value->count; i++)
        if (!put_element(arena, field, items + (size_t)i * field->size, value->items[i]))
            return false;
    return true;
}

static bool put_bounded(ed_Arena *arena, const ed_Field *field, u8 *at, const st_Value *value)
{
    memcpy(at - sizeof value->count, &value->count, sizeof value->count);
    memset(at, 0, (size_t)field->count * field->size);
    for (u32 i = 0; i < value->count; i++) init_item(arena, field, at + (size_t)i * field->size);
    return put_items(arena, field, at, value);
}

static bool put_dynamic(ed_Arena *arena, const ed_Field *field, ed_Array *array,
                        const st_Value *value)
{
    array->count = 0;
    for (u32 i = 0; i < value->count; i++) {
        void *item = ed_array_add(arena, array, field->size, align_of(field));
        if (!item) return false;
        init_item(arena, field, item);
    }
    return put_items(arena, field, array->items, value);
}

/// Repeats the history of a pool with the functions that a game has for it.
static bool put_pool(ed_Arena *arena, const ed_Field *field, ed_Pool *pool, const st_Value *value)
{
    for (u32 i = 0; i < value->step_count; i++) {
        if (value->steps[i] == 255) {
            void *item = ed_pool_add(arena, pool, field->size, align_of(field));
            if (!item) return false;
            init_item(arena, field, item);
        } else {
            u32 slot = value->steps[i];
            if (!ed_pool_remove(pool, (ed_Ref){ slot, pool->slots[slot].generation }, field->size))
                return false;
        }
    }
    return pool->count == value->count && put_items(arena, field, pool->items, value);
}

static st_Value *take_items(const ed_Field *field, st_Form form, const u8 *items, u32 count)
{
    st_Value *list = st_value_list(form, count);
    for (u32 i = 0; i < count; i++)
        list->items[i] = take_element(field, items + (size_t)i * field->size);
    return list;
}

static st_Value *take_pool(const ed_Field *field, const ed_Pool *pool)
{
    st_Value *value = take_items(field, ST_POOL, pool->items, pool->count);
    value->slot_count = pool->slot_count;
    value->free_slot = pool->free_slot;
    value->owners = st_new(pool->count * sizeof(u32));
    value->slots = st_new(pool->slot_count * sizeof(st_Slot));
    if (pool->count) memcpy(value->owners, pool->owners, pool->count * sizeof(u32));
    for (u32 i = 0; i < pool->slot_count; i++)
        value->slots[i] = (st_Slot){ pool->slots[i].generation, pool->slots[i].at };
    return value;
}

// --- fields and records --------------------------------------------------------------------------

static bool put_field(ed_Arena *arena, const ed_Field *field, u8 *record, const st_Value *value)
{
    u8 *at = record + field->offset;
    switch (field->shape) {
    case ED_ONE: return put_element(arena, field, at, value);
    case ED_FIXED: return put_fixed(arena, field, 0, at, value);
    case ED_BOUNDED: return put_bounded(arena, field, at, value);
    case ED_DYNAMIC: return put_dynamic(arena, field, (ed_Array *)(void *)at, value);
    case ED_POOL: return put_pool(arena, field, (ed_Pool *)(void *)at, value);
    case ED_OPTIONAL: break;
    }
    at[-1] = value->form != ST_ABSENT;
    memset(at, 0, field->size);
    if (value->form == ST_ABSENT) return true;
    init_item(arena, field, at);
    return put_element(arena, field, at, value);
}

static st_Value *take_field(const ed_Field *field, const u8 *record)
{
    const u8 *at = record + field->offset;
    const ed_Array *array = (const ed_Array *)(const void *)at;
    u32 count;
    switch (field->shape) {
    case ED_ONE: return take_element(field, at);
    case ED_FIXED: return take_fixed(field, 0, at);
    case ED_DYNAMIC: return take_items(field, ST_LIST, array->items, array->count);
    case ED_POOL: return take_pool(field, (const ed_Pool *)(const void *)at);
    case ED_OPTIONAL: return at[-1] ? take_element(field, at) : st_value_list(ST_ABSENT, 0);
    case ED_BOUNDED: break;
    }
    memcpy(&count, at - sizeof count, sizeof count);
    return take_items(field, ST_LIST, at, count < field->count ? count : field->count);
}

bool st_put(ed_Arena *arena, const ed_Type *type, void *record, const st_Value *value)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (!put_field(arena, &type->fields[i], record, value->items[i])) return false;
    return true;
}

st_Value *st_take(const ed_Type *type, const void *record)
{
    st_Value *value = st_value_list(ST_RECORD, type->field_count);
    for (u32 i = 0; i < type->field_count; i++)
        value->items[i] = take_field(&type->fields[i], record);
    return value;
}

// --- do the tables agree with the schema? --------------------------------------------------------

static bool differs(ed_Text *why, const char *type, const char *member, const char *what)
{
    ed_text_add(why, "the table of %s.%s differs in its %s", type, member, what);
    return false;
}

static bool names_agree(const st_Names *names, const u32 *tags, u32 count)
{
    if (names->count != count) return false;
    for (u32 i = 0; i < count; i++)
        if (ed_tag(names->at[i], strlen(names->at[i])) != tags[i]) return false;
    return true;
}

static bool field_agrees(const st_Schema *schema, const char *prefix, const st_Type *type,
                         const st_Field *field, const ed_Field *table, ed_Text *why)
{
    char inner[64] = "";
    if (field->type != ST_NONE)
        snprintf(inner, sizeof inner, "%s%s", prefix, schema->types[field->type].name);
    if (strcmp(field->name, table->name) != 0) return differs(why, type->name, field->name, "name");
    if (field->kind != table->kind) return differs(why, type->name, field->name, "kind");
    if (field->shape != table->shape) return differs(why, type->name, field->name, "shape");
    if (field->kind == ED_CHARS && field->size != table->size)
        return differs(why, type->name, field->name, "size");
    if (field->shape == ED_BOUNDED && field->limit != table->count)
        return differs(why, type->name, field->name, "bound");
    for (u32 d = 0; d < ST_DIMS_MAX; d++)
        if (field->dims[d] != table->dims[d])
            return differs(why, type->name, field->name, "dimension");
    if (inner[0] && (!table->type || strcmp(table->type->name, inner) != 0))
        return differs(why, type->name, field->name, "type");
    if (field->transient != ((table->flags & ED_FIELD_TRANSIENT) != 0))
        return differs(why, type->name, field->name, "transience");
    if (!names_agree(&field->was, table->was, table->was_count))
        return differs(why, type->name, field->name, "former names");
    return true;
}

static bool type_agrees(const st_Schema *schema, const char *prefix, const st_Type *type,
                        const ed_Type *table, ed_Text *why)
{
    if (type->kind != table->kind || type->field_count != table->field_count
        || type->item_count != table->value_count)
        return differs(why, type->name, "*", "kind or count");
    for (u32 i = 0; i < type->field_count; i++)
        if (!field_agrees(schema, prefix, type, &type->fields[i], &table->fields[i], why))
            return false;
    for (u32 i = 0; i < type->item_count; i++) {
        const st_Item *item = &type->items[i];
        i64 bits = item->number < 0 ? (i64)item->number : (i64)(u64)item->number;
        bool number = type->kind == ED_SYMBOL || bits == table->values[i].number;
        if (strcmp(item->name, table->values[i].name) != 0 || !number
            || !names_agree(&item->was, table->values[i].was, table->values[i].was_count))
            return differs(why, type->name, item->name, "value");
    }
    return true;
}

bool st_tables_agree(const st_Schema *schema, const char *prefix, const ed_Schema *tables,
                     ed_Text *why)
{
    for (u32 t = 0; t < schema->count; t++) {
        const st_Type *type = &schema->types[t];
        char name[64];
        u32 i = 0;
        if (type->gone) continue;
        snprintf(name, sizeof name, "%s%s", prefix, type->name);
        while (i < tables->type_count && strcmp(tables->types[i]->name, name) != 0) i++;
        if (i == tables->type_count) return differs(why, type->name, "*", "name");
        if (!type_agrees(schema, prefix, type, tables->types[i], why)) return false;
    }
    return true;
}

const ed_Type *st_root_table(const ed_Schema *tables, const char *prefix, const st_Type *root,
                             u32 *index)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", prefix, root->name);
    for (*index = 0; *index < tables->state_count; (*index)++)
        if (strcmp(tables->states[*index]->name, name) == 0) return tables->states[*index];
    return NULL;
}
