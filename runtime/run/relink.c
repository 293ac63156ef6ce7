#include "runtime/run/relink.h"
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/types/link_fields.h"
#include "runtime/types/symbol.h"

typedef struct Relink {
    const ed_Schema *to;
    const ed_Type **types;      // by ed_LinkField.number: the type in `to`, looked up at first use
} Relink;

static bool is_symbol(const ed_Field *field) { return field->kind == ED_SYMBOL; }

static bool has_symbols(const ed_Schema *schema)
{
    for (u32 i = 0; i < schema->type_count; i++)
        if (schema->types[i]->kind == ED_SYMBOL) return true;
    return false;
}

static const ed_Type *type_of(const ed_Schema *schema, const ed_Type *like)
{
    u32 i = 0;
    while (!ed_same_type_name(schema->types[i], like)) i++;
    return schema->types[i];
}

static void relink(void *it, const ed_LinkRun *run)
{
    const Relink *all = (const Relink *)it;
    const ed_Type *from = run->link->field->type, **to = &all->types[run->link->number];
    if (!*to) *to = type_of(all->to, from);
    for (u32 i = 0; i < run->count; i++) {
        u8 *at = run->at + i * run->stride;
        const ed_Value *value = ed_symbol_value(from, at);
        const char *name = value ? value->name : "null";
        ed_symbol_store(*to, ed_value_by_name(*to, name, strlen(name)), at);
    }
}

bool ed_relink(const ed_Schema *from, const ed_Schema *to, const ed_RootMemory *roots,
               ed_Error *error)
{
    ed_Arena scratch;
    ed_Links links;
    if (!has_symbols(from)) return true;
    if (!ed_arena_open(&scratch, "links", ed_bytes_max, error)) return false;
    Relink all = { .to = to };
    if (ed_links_find(from, is_symbol, &scratch, &links))
        all.types =
            (const ed_Type **)ed_arena_push(&scratch, links.field_count * sizeof *all.types, 8);
    if (all.types) ed_links_each(&links, roots, relink, &all);
    bool good = ed_arena_check(&scratch, error);
    ed_arena_close(&scratch);
    return good;
}
