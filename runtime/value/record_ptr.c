#include "runtime/value/record_ptr.h"
#include <string.h>
#include "runtime/types/field.h"
#include "runtime/types/link_fields.h"
#include "runtime/types/symbol.h"

static bool is_record_ptr(const ed_Field *field) { return field->kind == ED_RECORD_PTR; }

bool ed_has_record_ptrs(const ed_Schema *schema) { return ed_has_links(schema, is_record_ptr); }

// --- dangling pointers ---------------------------------------------------------------------------

/// Whether a pointer leads to nothing that a snapshot can name.
static bool is_dangling(const ed_ValueRef *value)
{
    char unused[1];
    ed_Text target = ed_text_over(unused, sizeof unused);
    u64 address;
    memcpy(&address, value->at, sizeof address);
    if (!address) return false;
    return is_record_ptr(value->field) ? !ed_value_target_path(value, &target)
                                       : !ed_symbol_value(value->field->type, value->at);
}

/// Finds the first dangling pointer of a kind in a value, depth first. `path` is that of the value.
static const ed_Field *find_dangling(const ed_ValueRef *value, ed_Kind kind, ed_Text *path)
{
    if (!ed_value_record(value) && !ed_value_is_list(value))
        return value->field->kind == kind && is_dangling(value) ? value->field : NULL;
    for (u32 i = 0, count = ed_value_part_count(value); i < count; i++) {
        ed_ValueRef part = ed_value_part(value, i);
        size_t size = path->size;
        ed_value_print_step(&part, i, path);
        const ed_Field *found = find_dangling(&part, kind, path);
        if (found) return found;
        path->size = size;
        path->at[size] = 0;
    }
    return NULL;
}

const ed_Type *ed_find_dangling(const ed_State *state, ed_Kind kind, char *path, size_t size)
{
    const ed_Field *found = NULL;
    for (u32 i = 0; i < state->schema->state_count && !found; i++) {
        ed_ValueRef root = ed_value_root(state, i);
        ed_Text text = ed_text_over(path, size);
        ed_text_add(&text, "%s", root.type->name);
        found = find_dangling(&root, kind, &text);
    }
    if (!found) *path = 0;
    return found ? found->type : NULL;
}

void ed_locate_dangling(ed_WriteChanges *changes, const ed_WriteChanges *last,
                        const ed_State *state)
{
    const bool to_record = changes->what == ED_CHANGE_POINTER;
    if (!changes->count || (!to_record && changes->what != ED_CHANGE_SYMBOL)) return;
    if (last->count && last->what == changes->what)
        memcpy(changes->field, last->field, sizeof changes->field);
    else
        ed_find_dangling(state, to_record ? ED_RECORD_PTR : ED_SYMBOL, changes->field,
                         sizeof changes->field);
}

// --- records that moved --------------------------------------------------------------------------

typedef struct Rebind {
    const ed_Containers *before;
    ed_Containers now;
} Rebind;

static void rebind(void *it, const ed_LinkRun *run)
{
    const Rebind *all = (const Rebind *)it;
    const ed_Type *type = run->link->field->type;
    for (u32 i = 0; i < run->count; i++) {
        u64 address;
        u8 *at = run->at + i * run->stride;
        memcpy(&address, at, sizeof address);
        u64 name = address ? ed_link_find(all->before, type, address) : 0;
        if (!name) continue;      // null, or dangling before
        address = ed_link_address(&all->now, type, name);
        memcpy(at, &address, sizeof address);
    }
}

bool ed_record_ptrs_rebind(const ed_State *state, const ed_Containers *before, ed_Arena *arena)
{
    ed_Links links;
    Rebind all = { .before = before };
    if (!ed_has_record_ptrs(state->schema)) return true;
    if (!ed_containers_find(state, false, arena, &all.now)
        || !ed_links_find(state->schema, is_record_ptr, arena, &links))
        return false;
    ed_links_each(&links, state->roots, rebind, &all);
    return true;
}
