#include "tests/storm/compare.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tests/storm/spell.h"

typedef struct Compare {
    const st_Schema *schema;
    st_Difference *d;
    ed_Text path;
} Compare;

static bool same(Compare *c, const st_Field *field, const st_Value *expected,
                 const st_Value *found);

static bool differs(Compare *c, const st_Field *field, const st_Value *expected,
                    const st_Value *found)
{
    ed_Text text = ed_text_over(c->d->expected, sizeof c->d->expected);
    st_spell_value(c->schema, field, expected, &text);
    text = ed_text_over(c->d->found, sizeof c->d->found);
    st_spell_value(c->schema, field, found, &text);
    return false;
}

static bool same_number(long double one, long double other)
{
    if (isnan(one) || isnan(other)) return isnan(one) && isnan(other);
    return one == other && signbit(one) == signbit(other);
}

static bool same_pool(const st_Value *expected, const st_Value *found)
{
    if (expected->slot_count != found->slot_count || expected->free_slot != found->free_slot)
        return false;
    for (u32 i = 0; i < expected->count; i++)
        if (expected->owners[i] != found->owners[i]) return false;
    for (u32 i = 0; i < expected->slot_count; i++)
        if (expected->slots[i].generation != found->slots[i].generation
            || expected->slots[i].at != found->slots[i].at)
            return false;
    return true;
}

static bool same_inside(Compare *c, const st_Field *field, const st_Value *expected,
                        const st_Value *found)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &c->schema->types[field->type];
    for (u32 i = 0; i < expected->count; i++) {
        size_t size = c->path.size;
        const st_Field *inner = field;
        if (expected->form == ST_RECORD) {
            inner = &type->fields[i];
            ed_text_add(&c->path, ".%s", inner->name);
        } else if (expected->form == ST_CHOICE) {
            inner = &type->fields[expected->index];
            ed_text_add(&c->path, ".%s", inner->name);
        } else ed_text_add(&c->path, "[%u]", i);
        if (!same(c, inner, expected->items[i], found->items[i])) return false;
        c->path.size = size;
        c->path.at[size] = 0;
    }
    return true;
}

static bool same(Compare *c, const st_Field *field, const st_Value *expected, const st_Value *found)
{
    bool good = expected->form == found->form && expected->count == found->count;
    if (good && expected->form == ST_NUMBER) good = same_number(expected->number, found->number);
    if (good && expected->form == ST_TEXT)
        good = expected->size == found->size && !expected->text == !found->text
            && (!expected->size || memcmp(expected->text, found->text, expected->size) == 0);
    if (good && (expected->form == ST_HANDLE || expected->form == ST_LINK))
        good = expected->index == found->index && expected->generation == found->generation;
    if (good && (expected->form == ST_POINTER || expected->form == ST_CHOICE))
        good = expected->index == found->index;
    if (good && expected->form == ST_POOL) good = same_pool(expected, found);
    return good ? same_inside(c, field, expected, found) : differs(c, field, expected, found);
}

bool st_same(const st_Schema *schema, u32 root, const st_Value *expected, const st_Value *found,
             st_Difference *d)
{
    Compare c = { schema, d, ed_text_over(d->path, sizeof d->path) };
    const st_Field field = { .kind = ED_STRUCT, .type = root };
    ed_text_add(&c.path, "%s", schema->types[root].name);
    return same(&c, &field, expected, found);
}
