#include "runtime/types/link_fields.h"
#include "runtime/types/field.h"

// --- fields that lead to links -------------------------------------------------------------------

static u32 index_of(const ed_Schema *schema, const ed_Type *type)
{
    u32 i = 0;
    while (i < schema->type_count && schema->types[i] != type) i++;
    return i;
}

/// Finds the fields of a type that lead to links, from what is known so far of the other types.
static void find_in_type(const ed_Schema *schema, ed_IsLink *is_link, const ed_LinkFields *all,
                         ed_LinkFields *fields)
{
    u32 count = 0;      // the type may contain itself, with as many as were found before
    for (u32 i = 0; i < fields->type->field_count; i++) {
        const ed_Field *field = &fields->type->fields[i];
        const ed_LinkFields *inner =
            ed_field_is_record(field) ? &all[index_of(schema, field->type)] : NULL;
        if (inner ? inner->count : is_link(field))
            fields->items[count++] = (ed_LinkField){ .field = field, .inner = inner };
    }
    fields->count = count;
}

static ed_LinkFields *make_room(const ed_Schema *schema, ed_Arena *arena)
{
    ed_LinkFields *all = (ed_LinkFields *)ed_arena_push(arena, schema->type_count * sizeof *all, 8);
    for (u32 t = 0; all && t < schema->type_count; t++) {
        const ed_Type *type = schema->types[t];
        ed_LinkField *items =
            (ed_LinkField *)ed_arena_push(arena, type->field_count * sizeof *items, 8);
        if (!items) return NULL;
        all[t] = (ed_LinkFields){ .type = type, .items = items };
    }
    return all;
}

/// Types may contain lists of each other, so the search repeats until nothing changes.
bool ed_links_find(const ed_Schema *schema, ed_IsLink *is_link, ed_Arena *arena, ed_Links *links)
{
    ed_LinkFields *all = make_room(schema, arena);
    *links = (ed_Links){ .schema = schema, .types = all };
    for (bool again = all != NULL; again;) {
        again = false;
        for (u32 t = 0; t < schema->type_count; t++) {
            u32 before = all[t].count;
            find_in_type(schema, is_link, all, &all[t]);
            again |= all[t].count != before;
        }
    }
    for (u32 t = 0; all && t < schema->type_count; t++)
        for (u32 i = 0; i < all[t].count; i++)
            if (!all[t].items[i].inner) all[t].items[i].number = links->field_count++;
    return all != NULL;
}

bool ed_has_links(const ed_Schema *schema, ed_IsLink *is_link)
{
    for (u32 t = 0; t < schema->type_count; t++)
        for (u32 i = 0; i < schema->types[t]->field_count; i++)
            if (is_link(&schema->types[t]->fields[i])) return true;
    return false;
}

// --- every link ----------------------------------------------------------------------------------

#define BLOCK_RECORDS 256u      // few enough for the cache

typedef struct Walk {
    ed_LinkFn *fn;
    void *it;
    u32 root;
} Walk;

static void walk_records(const Walk *w, const ed_LinkFields *fields, u8 *records, size_t stride,
                         u32 count);

static void walk_field(const Walk *w, const ed_LinkFields *fields, const ed_LinkField *link,
                       u8 *record)
{
    const ed_Field *field = link->field;
    ed_ElementSpan all = ed_field_elements(field, record + field->offset);
    const ed_LinkRun run = { fields->type, link, w->root, all.at, field->size, all.count };
    if (link->inner) walk_records(w, link->inner, all.at, field->size, all.count);
    else if (all.count) w->fn(w->it, &run);
}

/// Walks one field of a block of records: in one run, if each record has one link there.
static void walk_lane(const Walk *w, const ed_LinkFields *fields, const ed_LinkField *link,
                      u8 *records, size_t stride, u32 count)
{
    const ed_Type *type = fields->type;
    const ed_Field *field = link->field;
    bool chooses = type->kind == ED_UNION;
    if (!chooses && !link->inner && field->shape == ED_ONE) {
        const ed_LinkRun run = { type, link, w->root, records + field->offset, stride, count };
        w->fn(w->it, &run);
        return;
    }
    for (u32 i = 0; i < count; i++) {
        u8 *record = records + i * stride;
        if (!chooses || field == ed_union_alternative(type, record))
            walk_field(w, fields, link, record);
    }
}

static void walk_records(const Walk *w, const ed_LinkFields *fields, u8 *records, size_t stride,
                         u32 count)
{
    for (u32 first = 0; first < count; first += BLOCK_RECORDS) {
        u32 some = count - first < BLOCK_RECORDS ? count - first : BLOCK_RECORDS;
        for (u32 i = 0; i < fields->count; i++)
            walk_lane(w, fields, &fields->items[i], records + first * stride, stride, some);
    }
}

void ed_links_each(const ed_Links *links, const ed_RootMemory *roots, ed_LinkFn *fn, void *it)
{
    const ed_Schema *schema = links->schema;
    for (u32 i = 0; i < schema->state_count; i++) {
        const Walk w = { fn, it, i };
        walk_records(&w, &links->types[index_of(schema, schema->states[i])], (u8 *)roots[i].at, 0,
                     1);
    }
}
