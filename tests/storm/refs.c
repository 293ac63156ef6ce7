#include "tests/storm/links.h"

/// Checks all handles and links once every value is in place: does what they lead to still exist?

typedef struct Refs {
    st_Oracle *o;
    st_Value *const *states;
} Refs;

/// The one pool of that type, or NULL.
static const st_Value *pool_of(const Refs *refs, u32 type)
{
    const st_Schema *schema = refs->o->to;
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; refs->states[t] && i < schema->types[t].field_count; i++)
            if (schema->types[t].fields[i].shape == ED_POOL && !schema->types[t].fields[i].transient
                && schema->types[t].fields[i].type == type)
                return refs->states[t]->items[i];
    return NULL;
}

static bool lives(const st_Value *pool, u32 slot, u32 generation)
{
    for (u32 i = 0; pool && i < pool->count; i++)
        if (pool->owners[i] == slot && pool->slots[slot].generation == generation) return true;
    return false;
}

static void settle(const Refs *refs, const st_Field *field, st_Value *value, st_Tally *tally)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &refs->o->to->types[field->type];
    if (value->form == ST_HANDLE) {
        bool none = !value->index && !value->generation;
        if (!none && lives(pool_of(refs, field->type), value->index, value->generation)) return;
        value->index = value->generation = 0;
        tally->cleared += !none;
        if (field->shape == ED_OPTIONAL) value->form = ST_ABSENT;
        return;
    }
    for (u32 i = 0; i < value->count; i++) {
        bool record = value->form == ST_RECORD, choice = value->form == ST_CHOICE;
        u32 index = choice ? value->index : i;
        if (record || choice)
            settle(refs, &type->fields[index], value->items[i],
                   &refs->o->tally[field->type][index]);
        else settle(refs, field, value->items[i], tally);
    }
}

void st_settle_refs(st_Oracle *o, st_Value *const *states)
{
    st_Tally unused;
    const Refs refs = { o, states };
    st_settle_links(o, states);
    for (u32 t = 0; t < o->to->count; t++) {
        const st_Field root = { .kind = ED_STRUCT, .type = t };
        if (states[t]) settle(&refs, &root, states[t], &unused);
    }
}
