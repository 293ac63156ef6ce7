#include "tests/storm/links.h"
#include <stdio.h>
#include <string.h>
#include "runtime/types/field.h"
#include "tests/storm/memory.h"

bool st_is_container(const st_Type *type, const st_Field *field)
{
    return type->root && !type->gone && field->kind == ED_STRUCT && !field->transient;
}

bool st_has_container(const st_Schema *schema, u32 type)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++) {
            const st_Field *field = &schema->types[t].fields[i];
            if (st_is_container(&schema->types[t], field) && field->type == type) return true;
        }
    return false;
}

bool st_begins_with(const st_Schema *schema, u32 outer, u32 inner)
{
    const st_Field *first = &schema->types[outer].fields[0];
    if (outer == inner) return true;
    return schema->types[outer].field_count && first->kind == ED_STRUCT && first->shape == ED_ONE
        && !first->transient && st_begins_with(schema, first->type, inner);
}

// --- elements ------------------------------------------------------------------------------------

u32 st_element_count(const st_Value *value)
{
    u32 count = 0;
    if (value->form == ST_ABSENT) return 0;
    if (value->form == ST_POOL) return value->count;
    if (value->form != ST_LIST) return 1;
    for (u32 i = 0; i < value->count; i++) count += st_element_count(value->items[i]);
    return count;
}

st_Value *st_element(st_Value *value, u32 index)
{
    if (value->form == ST_POOL) return value->items[index];
    if (value->form != ST_LIST) return value;
    for (u32 i = 0; i < value->count; i++) {
        u32 inside = st_element_count(value->items[i]);
        if (index < inside) return st_element(value->items[i], index);
        index -= inside;
    }
    return NULL;
}

const st_Value *st_link_target(const st_Schema *schema, st_Value *const *states, u32 type,
                               const st_Value *link)
{
    if (!link->generation || link->generation == ST_DANGLING) return NULL;
    u32 root = st_link_root(link->generation), f = st_link_field(link->generation);
    if (!states[root] || f >= schema->types[root].field_count) return NULL;
    const st_Field *field = &schema->types[root].fields[f];
    st_Value *container = states[root]->items[f];
    if (!st_is_container(&schema->types[root], field) || !st_begins_with(schema, field->type, type)
        || link->index >= st_element_count(container))
        return NULL;
    return st_element(container, link->index);
}

// --- links after a migration ---------------------------------------------------------------------

/// Where the record is that was made from an old one.
typedef struct Found {
    u32 code, index;      // code 0: nowhere
    const st_Field *field;
    const st_Value *container;
} Found;

static Found find_record(const st_Oracle *o, st_Value *const *states, const st_Value *old)
{
    for (u32 t = 0; t < o->to->count; t++)
        for (u32 f = 0; states[t] && f < o->to->types[t].field_count; f++) {
            const st_Field *field = &o->to->types[t].fields[f];
            st_Value *container = states[t]->items[f];
            if (!st_is_container(&o->to->types[t], field)) continue;
            for (u32 i = 0, count = st_element_count(container); i < count; i++)
                if (st_element(container, i)->origin == old)
                    return (Found){ st_link_code(t, f), i, field, container };
        }
    return (Found){ .code = 0 };
}

static void lose(st_Value *value)
{
    value->index = value->generation = 0;
    if (!value->tally) return;
    value->tally->exact--;
    value->tally->defaulted++;
}

static void settle_link(st_Oracle *o, st_Value *const *states, const st_Field *field,
                        st_Value *value)
{
    if (value->target) {
        const Found found = find_record(o, states, value->target);
        const bool pool = found.container && found.container->form == ST_POOL;
        bool fits = found.code
                 && (value->form == ST_LINK ? st_begins_with(o->to, found.field->type, field->type)
                                                  && (!value->by_handle || pool)
                                            : found.field->type == field->type && pool);
        value->target = NULL;
        if (!fits) lose(value);
        else if (value->form == ST_LINK) {
            value->generation = found.code;
            value->index = found.index;
        } else {
            value->index = found.container->owners[found.index];
            value->generation = found.container->slots[value->index].generation;
        }
    } else if (value->form == ST_LINK && value->generation
               && !st_link_target(o->to, states, field->type, value))
        lose(value);
    value->tally = NULL;
}

static void settle_all(st_Oracle *o, st_Value *const *states, const st_Field *field,
                       st_Value *value)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &o->to->types[field->type];
    if (value->form == ST_LINK || value->form == ST_HANDLE) {
        settle_link(o, states, field, value);
        return;
    }
    for (u32 i = 0; i < value->count; i++) {
        const st_Field *inner = value->form == ST_RECORD ? &type->fields[i]
                              : value->form == ST_CHOICE ? &type->fields[value->index]
                                                         : field;
        settle_all(o, states, inner, value->items[i]);
    }
}

void st_settle_links(st_Oracle *o, st_Value *const *states)
{
    for (u32 t = 0; t < o->to->count; t++) {
        const st_Field root = { .kind = ED_STRUCT, .type = t };
        if (states[t]) settle_all(o, states, &root, states[t]);
    }
}

// --- in memory -----------------------------------------------------------------------------------

/// The elements in memory of the field `f` of the state `t`, if it is a container there.
static bool elements_of(const st_Memory *memory, u32 t, u32 f, const ed_Field **field,
                        ed_ElementSpan *all)
{
    const st_Type *type = &memory->schema->types[t];
    u32 index;
    const ed_Type *table = type->root && !type->gone
                             ? st_root_table(memory->tables, memory->prefix, type, &index)
                             : NULL;
    if (!table || !st_is_container(type, &type->fields[f])) return false;
    *field = &table->fields[f];
    *all = ed_field_elements(*field, (u8 *)memory->roots[index].at + (*field)->offset);
    return true;
}

u64 st_link_address(const st_Memory *memory, const st_Value *link)
{
    const ed_Field *field;
    ed_ElementSpan all;
    if (!link->generation) return 0;
    bool good = link->generation != ST_DANGLING
             && elements_of(memory, st_link_root(link->generation), st_link_field(link->generation),
                            &field, &all);
    if (!good || link->index >= all.count) return 0x1230 + 16 * (u64)link->index;
    return (u64)(uintptr_t)(all.at + (size_t)link->index * field->size);
}

st_Value *st_link_at(const st_Memory *memory, u64 address)
{
    st_Value *link = st_value_list(ST_LINK, 0);
    if (!address) return link;
    for (u32 t = 0; t < memory->schema->count; t++)
        for (u32 f = 0; f < memory->schema->types[t].field_count; f++) {
            const ed_Field *field;
            ed_ElementSpan all;
            if (!elements_of(memory, t, f, &field, &all) || !all.count) continue;
            u64 far = address - (u64)(uintptr_t)all.at;
            if (far % field->size || far / field->size >= all.count) continue;
            link->generation = st_link_code(t, f);
            link->index = (u32)(far / field->size);
            return link;
        }
    link->generation = ST_DANGLING;
    link->index = (u32)(address - 0x1230) / 16;
    return link;
}
