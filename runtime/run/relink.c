#include "runtime/run/relink.h"
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/types/link_fields.h"
#include "runtime/types/symbol.h"
#include "runtime/types/text_ptr.h"

static bool is_symbol(const ed_Field *field) { return field->kind == ED_SYMBOL; }
static bool is_text_ptr(const ed_Field *field) { return field->kind == ED_TEXT_PTR; }

// --- texts ---------------------------------------------------------------------------------------

/// Copies texts that may be in the module to the arena of their state, so that none is left in the
/// module. Neighbors that point to the same text share one copy.
typedef struct CopyTexts {
    const ed_RootMemory *roots;
    u32 root_count;
    size_t bytes[ED_ROOTS_MAX];      // that the copies of each state take
    char *to[ED_ROOTS_MAX];          // where the next copy goes; NULL: the bytes are counted
    const char *from, *copy;         // the last text, and its copy
    u32 last_root;
    ed_ReadablePage page;
} CopyTexts;

static bool is_in_state(const CopyTexts *all, const char *text)
{
    for (u32 i = 0; i < all->root_count; i++)
        if (ed_arena_holds(all->roots[i].arena, text, 1)) return true;
    return false;
}

static void copy_texts(void *it, const ed_LinkRun *run)
{
    CopyTexts *all = (CopyTexts *)it;
    for (u32 i = 0; i < run->count; i++) {
        u8 *at = run->at + i * run->stride;
        const char *from = ed_text_ptr(at);
        if (!from || is_in_state(all, from)) continue;
        const bool again = from == all->from && run->root == all->last_root;
        if (!again) {
            const ed_Span text = ed_text_ptr_read(at, &all->page);
            if (!text.at) continue;
            char **to = &all->to[run->root];
            all->from = from;
            all->last_root = run->root;
            all->copy = *to;
            all->bytes[run->root] += text.size + 1;
            if (*to) {
                memcpy(*to, text.at, text.size + 1);
                *to += text.size + 1;
            }
        }
        if (all->copy) memcpy(at, &all->copy, sizeof all->copy);
    }
}

static bool copy_all_texts(const ed_Links *links, const ed_RootMemory *roots, ed_Error *error)
{
    const u32 count = links->schema->state_count;
    CopyTexts all = { .roots = roots, .root_count = count };
    size_t used[ED_ROOTS_MAX];
    bool good = true;
    ed_links_each(links, roots, copy_texts, &all);
    for (u32 i = 0; i < count; i++) {
        used[i] = roots[i].arena->used;
        if (!all.bytes[i] || !good) continue;
        all.to[i] = (char *)ed_arena_push_raw(roots[i].arena, all.bytes[i], 1);
        good = all.to[i] || ed_arena_check(roots[i].arena, error);
    }
    for (u32 i = 0; i < count && !good; i++) {
        roots[i].arena->used = used[i];
        roots[i].arena->refused = 0;
    }
    all.from = NULL;
    if (good) ed_links_each(links, roots, copy_texts, &all);
    return good;
}

// --- functions and rows of tables ----------------------------------------------------------------

typedef struct Relink {
    const ed_Schema *to;
    const ed_Type **types;      // by ed_LinkField.number: the type in `to`, looked up at first use
} Relink;

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

static void relink_symbols(const ed_Schema *from, const ed_Schema *to, const ed_RootMemory *roots,
                           ed_Arena *scratch)
{
    ed_Links links;
    Relink all = { .to = to };
    if (ed_links_find(from, is_symbol, scratch, &links))
        all.types =
            (const ed_Type **)ed_arena_push(scratch, links.field_count * sizeof *all.types, 8);
    if (all.types) ed_links_each(&links, roots, relink, &all);
}

bool ed_relink(const ed_Schema *from, const ed_Schema *to, const ed_RootMemory *roots,
               ed_Error *error)
{
    ed_Arena scratch;
    ed_Links texts;
    const bool has_symbols = ed_has_links(from, is_symbol),
               has_texts = ed_has_links(from, is_text_ptr);
    if (!has_symbols && !has_texts) return true;
    if (!ed_arena_open(&scratch, "links", ed_bytes_max, error)) return false;
    bool good = !has_texts
             || (ed_links_find(from, is_text_ptr, &scratch, &texts)
                 && copy_all_texts(&texts, roots, error));
    if (good && has_symbols) relink_symbols(from, to, roots, &scratch);
    good &= ed_arena_check(&scratch, error);
    ed_arena_close(&scratch);
    return good;
}
