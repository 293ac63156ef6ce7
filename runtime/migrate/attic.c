#include "runtime/migrate/attic.h"
#include <string.h>
#include "runtime/base/str.h"

void ed_attic_init(ed_Attic *attic, size_t limit, ed_Arena *spare)
{
    memset(attic, 0, sizeof *attic);
    attic->limit = limit;
    attic->spare = spare;
}

size_t ed_attic_row_bytes(const ed_Attic *attic)
{
    return attic->count ? attic->layers[attic->count - 1]->raw.used : 0;
}

void ed_attic_clear(ed_Attic *attic)
{
    for (u32 i = 0; i < attic->count; i++) ed_layer_close(attic->layers[i], attic->spare);
    ed_layer_close(attic->pending, attic->spare);
    ed_attic_init(attic, attic->limit, attic->spare);
}

void ed_attic_copy(ed_Attic *to, const ed_Attic *from)
{
    ed_attic_init(to, from->limit, from->spare);
    for (u32 i = 0; i < from->count; i++) {
        to->layers[i] = from->layers[i];
        to->layers[i]->users++;
    }
    to->count = from->count;
    memcpy(to->aliases, from->aliases, from->alias_committed * sizeof *from->aliases);
    to->alias_count = to->alias_committed = from->alias_committed;
}

size_t ed_attic_bytes(const ed_Attic *attic)
{
    size_t bytes = attic->pending ? ed_layer_bytes(attic->pending) : 0;
    for (u32 i = 0; i < attic->count; i++) bytes += ed_layer_bytes(attic->layers[i]);
    return bytes;
}

u64 ed_attic_count(const ed_Attic *attic)
{
    u64 count = 0;
    for (u32 i = 0; i < attic->count; i++) count += attic->layers[i]->count;
    return count;
}

static void remove_layer(ed_Attic *attic, u32 index)
{
    ed_layer_close(attic->layers[index], attic->spare);
    attic->count--;
    memmove(&attic->layers[index], &attic->layers[index + 1],
            (attic->count - index) * sizeof attic->layers[0]);
}

static void forget_oldest(ed_Attic *attic)
{
    attic->forgotten += attic->layers[0]->count;
    remove_layer(attic, 0);
}

// --- marking items -------------------------------------------------------------------------------

void ed_attic_take(ed_Attic *attic, ed_AtticColumn *column, ed_AtticItem *item,
                   ed_RetainedAgain *again)
{
    column->layer->marked = true;
    item->taken = true;
    if (!again) return;
    *again = (ed_RetainedAgain){ .next = attic->again,
                                 .layer = column->layer,
                                 .item = item,
                                 .key = item->key,
                                 .became = item->became };
    attic->again = again;
}

void ed_attic_mark_returned(ed_AtticColumn *column)
{
    column->layer->marked = true;
    column->returned = true;
}

void ed_attic_remove(ed_AtticColumn *column, ed_AtticItem *item)
{
    column->layer->marked = true;
    column->layer->count--;
    column->count--;
    item->column = UINT32_MAX;
}

// --- retaining values ----------------------------------------------------------------------------

ed_AtticColumn *ed_attic_pending(ed_Attic *attic, const ed_AtticColumn *wanted)
{
    if (!attic->pending) attic->pending = ed_layer_open(attic->limit, attic->types, attic->spare);
    ed_AtticLayer *layer = attic->pending;
    return layer && wanted->type < layer->tables.count ? ed_layer_column(layer, wanted) : NULL;
}

ed_AtticItem *ed_attic_retain(ed_Attic *attic, ed_AtticColumn *column, u64 key, u64 became,
                              ed_Span value)
{
    ed_AtticItem *item = column ? ed_layer_retain(column, key, became, value) : NULL;
    attic->refused += !item;
    return item;
}

void ed_attic_retain_rows(ed_Attic *attic, ed_AtticColumn *column, const ed_RowKeys *keys,
                          const u8 *values, size_t stride)
{
    bool kept = column && ed_layer_retain_rows(column, keys, values, stride);
    if (!kept) attic->refused += keys->count;
}

// --- begin, commit, abort ------------------------------------------------------------------------

void ed_attic_begin(ed_Attic *attic, ed_Span types)
{
    ed_attic_abort(attic);
    attic->types = types;
    attic->refused = attic->forgotten = 0;
}

void ed_attic_abort(ed_Attic *attic)
{
    ed_layer_close(attic->pending, attic->spare);
    attic->pending = NULL;
    attic->again = NULL;
    attic->alias_count = attic->alias_committed;
    for (u32 i = 0; i < attic->count; i++) {
        if (attic->layers[i]->marked) ed_layer_unmark(attic->layers[i]);
        attic->layers[i]->failed = false;
    }
}

/// The value is no longer retained: it was restored, or its field was restored and its record was
/// not found.
static bool is_obsolete(const ed_AtticLayer *layer, const ed_AtticItem *item)
{
    if (item->column >= layer->column_count) return true;
    if (item->taken) return true;
    return layer->columns[item->column].returned && !item->became;
}

/// A new layer for what is left of a marked layer. `layer` is NULL until there is something left.
typedef struct Rest {
    const ed_Attic *attic;
    const ed_AtticLayer *old;
    ed_AtticLayer *layer;
    ed_AtticColumn **columns;      // for each column of `old`: its column in `layer`
} Rest;

static ed_AtticColumn *column_in(Rest *rest, u32 index)
{
    const ed_AtticLayer *old = rest->old;
    if (!rest->layer) {
        rest->layer = ed_layer_open(rest->attic->limit, old->types, rest->attic->spare);
        if (!rest->layer) return NULL;
        rest->layer->from_file = old->from_file;
        rest->columns = (ed_AtticColumn **)ed_arena_push(
            &rest->layer->memory, old->column_count * sizeof *rest->columns, 8);
    }
    if (!rest->columns) return NULL;
    ed_AtticColumn **column = &rest->columns[index];
    if (!*column) *column = ed_layer_column(rest->layer, &old->columns[index]);
    return *column;
}

static void commit_layer(ed_Attic *attic, u32 index)
{
    ed_AtticLayer *old = attic->layers[index];
    Rest rest = { .attic = attic, .old = old };
    for (u32 i = 0; i < old->column_count; i++) {
        const ed_AtticRows *rows = old->columns[i].returned ? NULL : old->columns[i].rows;
        for (; rows; rows = rows->next)
            ed_attic_retain_rows(attic, column_in(&rest, i), &rows->keys, rows->values, rows->size);
    }
    for (ed_AtticItem *item = NULL; (item = ed_layer_next(old, item)) != NULL;)
        if (!is_obsolete(old, item))
            ed_attic_retain(attic, column_in(&rest, item->column), item->key, item->became,
                            ed_item_value(item));
    for (const ed_RetainedAgain *again = attic->again; again; again = again->next)
        if (again->layer == old)
            ed_attic_retain(attic, column_in(&rest, again->item->column), again->key, again->became,
                            ed_item_value(again->item));
    ed_layer_unmark(old);
    if (rest.layer && rest.layer->count) {
        ed_layer_close(old, attic->spare);
        attic->layers[index] = rest.layer;
        return;
    }
    ed_layer_close(rest.layer, attic->spare);
    remove_layer(attic, index);
}

/// A newer alias of a name replaces the older one.
static void commit_aliases(ed_Attic *attic)
{
    u32 kept = attic->alias_committed;
    for (u32 i = attic->alias_committed; i < attic->alias_count; i++) {
        ed_AtticAlias alias = attic->aliases[i];
        u32 at = 0;
        while (at < kept
               && (attic->aliases[at].type_tag != alias.type_tag
                   || attic->aliases[at].field_tag != alias.field_tag))
            at++;
        attic->aliases[at] = alias;
        if (at == kept) kept++;
    }
    attic->alias_count = attic->alias_committed = kept;
}

void ed_attic_commit(ed_Attic *attic)
{
    ed_AtticLayer *pending = attic->pending;
    for (u32 i = attic->count; i-- > 0;)
        if (attic->layers[i]->marked) commit_layer(attic, i);
    attic->again = NULL;
    commit_aliases(attic);
    if (!pending) return;
    if (!pending->count) {
        ed_layer_close(pending, attic->spare);
        attic->pending = NULL;
        return;
    }
    while (attic->count
           && (attic->count == ED_ATTIC_LAYERS_MAX || ed_attic_bytes(attic) > attic->limit))
        forget_oldest(attic);
    attic->layers[attic->count++] = pending;
    attic->pending = NULL;
}

// --- lookup --------------------------------------------------------------------------------------

const ed_AtticColumn *ed_attic_find_dropped(const ed_Attic *attic, u32 type_tag, u32 field_tag)
{
    for (u32 i = attic->count; i-- > 0;)
        for (u32 c = 0; c < attic->layers[i]->column_count; c++) {
            const ed_AtticColumn *column = &attic->layers[i]->columns[c];
            bool named = column->field_tag == field_tag || column->path_tag == field_tag;
            if (!column->reduced && named && column->type_tag == type_tag) return column;
        }
    return NULL;
}

bool ed_attic_owns_type(const ed_Attic *attic, const ed_Type *type)
{
    for (u32 i = 0; i < attic->count; i++) {
        const ed_DocumentTypes *tables = &attic->layers[i]->tables;
        if (type >= tables->types && type < tables->types + tables->count) return true;
    }
    return false;
}

bool ed_attic_describe_column(const ed_Attic *attic, u32 layer, u32 column, ed_Text *name,
                              u64 *count)
{
    if (layer >= attic->count || column >= attic->layers[layer]->column_count) return false;
    const ed_AtticLayer *in = attic->layers[layer];
    const ed_AtticColumn *it = &in->columns[column];
    ed_text_add(name, "%s", in->tables.types[it->type].name);
    if (it->field != ED_ROOT_FIELD) ed_text_add(name, ".%s", it->from->name);
    *count = it->count;
    return true;
}

// --- aliases -------------------------------------------------------------------------------------

u32 ed_attic_first_tag(const ed_Attic *attic, u32 type_tag, u32 field_tag)
{
    for (u32 i = 0; i < attic->alias_committed; i++)
        if (attic->aliases[i].type_tag == type_tag && attic->aliases[i].field_tag == field_tag)
            return attic->aliases[i].first_tag;
    return field_tag;
}

void ed_attic_alias(ed_Attic *attic, u32 type_tag, u32 field_tag, u32 first_tag)
{
    if (attic->alias_count < ED_ATTIC_ALIASES_MAX)
        attic->aliases[attic->alias_count++] = (ed_AtticAlias){ type_tag, field_tag, first_tag };
}
