#include <math.h>
#include <string.h>
#include "tests/storm/links.h"
#include "tests/storm/make.h"

/// Values for one root. A list may contain its own type, so lists are shorter the deeper they are.
typedef struct Fill {
    st_Maker *m;
    u32 depth;
} Fill;

static st_Value *make_field(Fill fill, const st_Field *field);

static st_Value *make_text(st_Random *r, u32 room, const st_Type *names)
{
    static const char *const parts[] = {
        "a", "Z", "\xc3\xa9", "\xe6\x97\xa5", "\xf0\x9f\x98\x80", "hello ", "x", "\xcc\x81"
    };
    char text[64];
    u32 size = 0, count = st_chance(r, 20) ? 0 : st_below(r, 9);
    if (names && st_chance(r, 30)) {
        const char *name = names->items[st_below(r, names->item_count)].name;
        size = (u32)strlen(name);
        count = 0;
        memcpy(text, name, size);
    }
    for (u32 i = 0; i < count; i++) {
        const char *part = parts[st_below(r, ED_COUNT(parts))];
        if (st_chance(r, 2)) part = "\xff";      // not UTF-8
        memcpy(text + size, part, strlen(part));
        size += (u32)strlen(part);
    }
    return st_value_text(text,
                         size < room ? size : room);      // cut anywhere, even inside a character
}

static long double make_flags(st_Random *r, const st_Type *type)
{
    u64 sum = 0;
    for (u32 i = 0; i < type->item_count; i++)
        if (st_chance(r, 50)) sum |= (u64)type->items[i].number;
    return (long double)sum;
}

static const st_Type *any_enum(const st_Schema *schema)
{
    for (u32 i = 0; i < schema->count; i++)
        if (schema->types[i].kind == ED_ENUM && !schema->types[i].gone) return &schema->types[i];
    return NULL;
}

static const st_Type *any_functions(const st_Schema *schema)
{
    for (u32 i = 0; i < schema->count; i++)
        if (schema->types[i].kind == ED_SYMBOL && !schema->types[i].table) return &schema->types[i];
    return NULL;
}

/// Sometimes the number of an enum value, so that numbers can become enums.
static long double make_number(st_Maker *m, ed_Kind kind)
{
    const st_Type *type = any_enum(m->schema);
    long double number = st_make_number(&m->random, kind);
    if (type && st_chance(&m->random, 15))
        number = type->items[st_below(&m->random, type->item_count)].number;
    if (st_is_float(kind))
        return kind == ED_F32 ? (long double)(f32)number : (long double)(f64)number;
    long double low, high;
    st_range_of(kind, &low, &high);
    return number < low ? low : number > high ? high : number;
}

static st_Value *make_element(Fill fill, const st_Field *field)
{
    st_Random *r = &fill.m->random;
    const st_Type *type = field->type == ST_NONE ? NULL : &fill.m->schema->types[field->type];
    st_Value *value;
    switch (field->kind) {
    case ED_CHARS: return make_text(r, field->size - 1, any_enum(fill.m->schema));
    case ED_STR: return make_text(r, 60, any_enum(fill.m->schema));
    case ED_TEXT_PTR:
        return st_chance(r, 20) ? st_value_null_text()
                                : make_text(r, 60, any_functions(fill.m->schema));
    case ED_RECORD_PTR: return st_value_list(ST_LINK, 0);      // set after the states
    case ED_SYMBOL:
    case ED_ENUM: return st_value_number(type->items[st_below(r, type->item_count)].number);
    case ED_FLAGS: return st_value_number(make_flags(r, type));
    case ED_REF: return st_value_list(ST_HANDLE, 0);      // set after the pools
    case ED_PTR:
        value = st_value_list(ST_POINTER, 0);
        value->index = st_below(r, 3);
        return value;
    case ED_STRUCT:
        value = st_value_list(ST_RECORD, type->field_count);
        for (u32 i = 0; i < type->field_count; i++)
            value->items[i] = make_field((Fill){ fill.m, fill.depth + 1 }, &type->fields[i]);
        return value;
    case ED_UNION:
        value = st_value_list(ST_CHOICE, 1);
        value->index = st_below(r, type->field_count);
        value->items[0] = make_field((Fill){ fill.m, fill.depth + 1 }, &type->fields[value->index]);
        return value;
    default: return st_value_number(make_number(fill.m, field->kind));
    }
}

static st_Value *make_fixed(Fill fill, const st_Field *field, u32 dim)
{
    if (dim == field->rank) return make_element(fill, field);
    st_Value *list = st_value_list(ST_LIST, field->dims[dim]);
    for (u32 i = 0; i < list->count; i++) list->items[i] = make_fixed(fill, field, dim + 1);
    return list;
}

static u32 make_count(Fill fill, const st_Field *field)
{
    st_Random *r = &fill.m->random;
    u32 most = field->limit ? field->limit : fill.depth > 2 ? 1 : fill.depth ? 3 : 6;
    if (field->shape == ED_DYNAMIC && fill.depth > 4) return 0;
    return st_chance(r, 15) ? 0 : st_chance(r, 20) ? most : st_below(r, most + 1);
}

/// Gives the records of one list different keys.
static void set_keys(const st_Schema *schema, const st_Field *field, st_Value *list)
{
    if (field->kind != ED_STRUCT || !schema->types[field->type].key[0]) return;
    u32 key = st_find_field(&schema->types[field->type], schema->types[field->type].key);
    for (u32 i = 0; i < list->count; i++) list->items[i]->items[key] = st_value_number(i + 1);
}

/// Adds and removes items as a game does, for free slots and later generations.
static st_Value *make_pool(Fill fill, const st_Field *field)
{
    st_Random *r = &fill.m->random;
    st_Value *pool = st_value_list(ST_POOL, 0);
    u32 most = make_count(fill, field), count = st_below(r, 3 * most + 1);
    u8 *steps = st_new(count + 1);
    pool->items = st_new(count * sizeof(st_Value *));
    pool->owners = st_new(count * sizeof(u32));
    pool->slots = st_new(count * sizeof(st_Slot));
    pool->steps = steps;
    for (u32 i = 0; i < count; i++) {
        bool add = pool->count == 0 || (pool->count < most && st_chance(r, 65));
        if (add) {
            u32 slot = pool->free_slot ? pool->free_slot - 1 : pool->slot_count++;
            if (pool->free_slot) pool->free_slot = pool->slots[slot].at;
            else pool->slots[slot].generation = 1;
            pool->slots[slot].at = pool->count;
            pool->owners[pool->count] = slot;
            pool->items[pool->count++] = make_element((Fill){ fill.m, fill.depth + 1 }, field);
            steps[pool->step_count++] = 255;
        } else {
            u32 index = st_below(r, pool->count), slot = pool->owners[index];
            pool->count--;
            pool->items[index] = pool->items[pool->count];
            pool->owners[index] = pool->owners[pool->count];
            pool->slots[pool->owners[index]].at = index;
            pool->slots[slot].generation++;
            pool->slots[slot].at = pool->free_slot;
            pool->free_slot = slot + 1;
            steps[pool->step_count++] = (u8)slot;
        }
    }
    set_keys(fill.m->schema, field, pool);
    return pool;
}

static st_Value *make_field(Fill fill, const st_Field *field)
{
    st_Random *r = &fill.m->random;
    if (st_chance(r, 12)) {      // stays at its default
        st_Value *value = st_default_field(fill.m->schema, field);
        if (value->form != ST_POOL && field->shape != ED_DYNAMIC) return value;
    }
    switch (field->shape) {
    case ED_ONE: return make_element(fill, field);
    case ED_FIXED: return make_fixed(fill, field, 0);
    case ED_OPTIONAL:
        return st_chance(r, 40) ? st_value_list(ST_ABSENT, 0) : make_element(fill, field);
    case ED_POOL: return make_pool(fill, field);
    case ED_BOUNDED:
    case ED_DYNAMIC: break;
    }
    st_Value *list = st_value_list(ST_LIST, make_count(fill, field));
    for (u32 i = 0; i < list->count; i++)
        list->items[i] = make_element((Fill){ fill.m, fill.depth + 1 }, field);
    set_keys(fill.m->schema, field, list);
    return list;
}

// --- handles: set after the pools ----------------------------------------------------------------

static const st_Value *pool_of(const st_Schema *schema, st_Value *const *states, u32 type)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; states[t] && i < schema->types[t].field_count; i++)
            if (schema->types[t].fields[i].shape == ED_POOL
                && schema->types[t].fields[i].type == type)
                return states[t]->items[i];
    return NULL;
}

static void aim(st_Random *r, const st_Value *pool, st_Value *handle)
{
    u32 way = st_below(r, 12);
    if (way < 3 || !pool->slot_count) return;      // the handle stays null
    u32 slot = way < 8 && pool->count ? pool->owners[st_below(r, pool->count)]
                                      : st_below(r, pool->slot_count);
    handle->index = slot;
    handle->generation = pool->slots[slot].generation;           // possibly of a free slot
    if (way == 9) handle->generation++;                          // of a future item
    if (way == 10) handle->index = pool->slot_count + slot;      // out of range
    if (way == 11) handle->generation = 0;                       // garbage
}

/// Lets a link lead to an element of a container of its type; sometimes to none.
static void aim_link(st_Random *r, const st_Schema *schema, st_Value *const *states, u32 type,
                     st_Value *link)
{
    u32 found[32], count = 0;
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; states[t] && i < schema->types[t].field_count; i++)
            if (st_is_container(&schema->types[t], &schema->types[t].fields[i])
                && st_begins_with(schema, schema->types[t].fields[i].type, type)
                && st_element_count(states[t]->items[i]) && count < ED_COUNT(found))
                found[count++] = st_link_code(t, i);
    u32 way = st_below(r, 12);
    if (way < 2 || !count) return;      // it stays null
    link->generation = way == 2 ? ST_DANGLING : found[st_below(r, count)];
    link->index = way == 2
                    ? st_below(r, 100)
                    : st_below(r, st_element_count(states[st_link_root(link->generation)]
                                                       ->items[st_link_field(link->generation)]));
}

static void aim_all(st_Maker *m, st_Value *const *states, const st_Field *field, st_Value *value)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &m->schema->types[field->type];
    if (value->form == ST_HANDLE) {
        aim(&m->random, pool_of(m->schema, states, field->type), value);
        return;
    }
    if (value->form == ST_LINK) {
        aim_link(&m->random, m->schema, states, field->type, value);
        return;
    }
    for (u32 i = 0; i < value->count; i++) {
        const st_Field *inner = value->form == ST_RECORD ? &type->fields[i]
                              : value->form == ST_CHOICE ? &type->fields[value->index]
                                                         : field;
        aim_all(m, states, inner, value->items[i]);
    }
}

void st_make_states(st_Maker *m, st_Value **states)
{
    for (u32 t = 0; t < m->schema->count; t++) {
        const st_Field root = { .kind = ED_STRUCT, .type = t };
        if (m->schema->types[t].root && !m->schema->types[t].gone)
            states[t] = make_element((Fill){ m, 0 }, &root);
    }
    for (u32 t = 0; t < m->schema->count; t++) {
        const st_Field root = { .kind = ED_STRUCT, .type = t };
        if (states[t]) aim_all(m, states, &root, states[t]);
    }
}
