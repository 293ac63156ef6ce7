#include "runtime/attic/renames.h"
#include <string.h>
#include "runtime/migrate/match.h"

static bool same(const char *one, const char *other)
{
    return one == other || (one && other && strcmp(one, other) == 0);
}

/// The rename that one load made of a field, or of the type if `field` is NULL. NULL: none.
static const ed_Rename *find_rename(const ed_Attic *attic, u32 load, const char *type,
                                    const char *field)
{
    for (u32 i = 0; i < attic->rename_count; i++) {
        const ed_Rename *rename = &attic->renames[i];
        if (rename->load == load && same(rename->type, type) && same(rename->field, field))
            return rename;
    }
    return NULL;
}

/// Whether another field got the name of this one, which was removed before.
static bool is_taken(const ed_Attic *attic, u32 load, const char *type, const char *field)
{
    for (u32 i = 0; i < attic->rename_count; i++) {
        const ed_Rename *rename = &attic->renames[i];
        if (rename->load == load && same(rename->type, type) && rename->field
            && same(rename->field_now, field))
            return true;
    }
    return false;
}

/// The types of a document are in writable memory.
static ed_Field *field_at(const ed_Type *type, u32 index)
{
    return (ed_Field *)(uintptr_t)&type->fields[index];
}

static void rename_fields(const ed_Attic *attic, u32 load, ed_Type *type)
{
    for (u32 i = 0; i < type->field_count; i++) {
        ed_Field *field = field_at(type, i);
        const ed_Rename *rename = find_rename(attic, load, type->name, field->name);
        if (rename) {
            field->name = rename->field_now;
            field->was = rename->was;
            field->was_count = rename->was_count;
            field->flags |= ED_FIELD_RENAMED | (rename->owns_name ? ED_FIELD_OWNS_NAME : 0u);
        } else if (is_taken(attic, load, type->name, field->name)) {
            field->name = ED_TAKEN_NAME;
            field->was_count = 0;
        } else continue;
        field->tag = ed_tag(field->name, strlen(field->name));
    }
}

void ed_attic_rename_types(const void *it, ed_DocumentTypes *types)
{
    const ed_NamesToday *names = (const ed_NamesToday *)it;
    const ed_Attic *attic = names->attic;
    u32 load = UINT32_MAX;      // none
    for (u32 r = names->renames; r < attic->rename_count; r++) {
        if (attic->renames[r].load == load) continue;
        load = attic->renames[r].load;
        for (u32 t = 0; t < types->count; t++) {
            ed_Type *type = &types->types[t];
            rename_fields(attic, load, type);
            type->by_tag = NULL;      // the index has the names of the document
            const ed_Rename *rename = find_rename(attic, load, type->name, NULL);
            if (!rename) continue;
            type->name = rename->type_now;
            type->tag = ed_tag(type->name, strlen(type->name));
            type->was = rename->was;
            type->was_count = rename->was_count;
        }
    }
}

static bool same_names(const u32 *one, u32 count, const u32 *other, u32 other_count)
{
    return count == other_count && (!count || memcmp(one, other, count * sizeof *one) == 0);
}

/// The pair that tells how the fields of an old type are called now: the one of the same type, or
/// any other.
static const ed_TypePlan *pair_of(const ed_Plan *plan, const ed_Type *from)
{
    const ed_TypePlan *found = NULL;
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        if (pair->from != from || pair->between_states) continue;
        if (ed_same_type_name(from, pair->to)) return pair;
        if (!found) found = pair;
    }
    return found;
}

/// Returns whether another field of the new type has the name of this one as a former name. It was
/// renamed before, so what this one has is not its value.
static bool is_former_name(const ed_Type *type, const ed_Field *now)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (&type->fields[i] != now && ed_field_was(&type->fields[i], now->tag)) return true;
    return false;
}

static bool note_type(ed_Attic *attic, const ed_TypePlan *pair)
{
    const ed_Type *from = pair->from, *to = pair->to;
    const ed_Rename type = { .load = attic->loads,
                             .type = from->name,
                             .type_now = to->name,
                             .was = to->was,
                             .was_count = to->was_count };
    bool renamed = false;
    for (u32 w = 0; w < to->was_count; w++) renamed |= to->was[w] == from->tag;
    for (u32 w = 0; w < from->was_count; w++) renamed |= from->was[w] == to->tag;
    if (renamed && !ed_same_type_name(from, to) && !ed_attic_add_rename(attic, &type)) return false;
    for (u32 i = 0; i < from->field_count; i++) {
        const ed_Field *old = &from->fields[i], *now = pair->fields[i].to;
        if (!now) continue;
        bool owns_name = is_former_name(pair->to, now);
        if (!owns_name && ed_same_field_name(old, now)
            && same_names(old->was, old->was_count, now->was, now->was_count))
            continue;
        const ed_Rename field = { .load = attic->loads,
                                  .type = from->name,
                                  .type_now = from->name,
                                  .field = old->name,
                                  .field_now = now->name,
                                  .owns_name = owns_name,
                                  .was = now->was,
                                  .was_count = now->was_count };
        if (!ed_attic_add_rename(attic, &field)) return false;
    }
    return true;
}

void ed_attic_rename_lost(const ed_Attic *attic, ed_Retained *retained)
{
    for (u32 i = 0; i < retained->lost_count; i++) {
        ed_LostField *lost = &retained->lost[i];
        const ed_Rename *type = find_rename(attic, attic->loads, lost->type, NULL),
                        *field = lost->field
                                   ? find_rename(attic, attic->loads, lost->type, lost->field)
                                   : NULL;
        if (field) lost->field = field->field_now;
        else if (lost->field && is_taken(attic, attic->loads, lost->type, lost->field))
            lost->field = ED_TAKEN_NAME;
        if (type) lost->type = type->type_now;
    }
}

void ed_attic_note_renames(ed_Attic *attic, const ed_Plan *plan)
{
    bool good = true;
    attic->load_renames = attic->rename_count;
    attic->loads++;
    for (u32 t = 0; good && t < plan->type_count; t++) {
        const ed_TypePlan *pair = pair_of(plan, &plan->types[t]);
        good = !pair || note_type(attic, pair);
    }
    for (u32 i = 0; i < attic->count; i++) ed_attic_rename_lost(attic, &attic->states[i]);
    if (!good) ed_attic_give_up(attic);
}
