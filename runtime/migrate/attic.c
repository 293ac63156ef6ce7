#include "runtime/migrate/attic.h"
#include <string.h>
#include "runtime/base/str.h"

void ed_attic_init(ed_Attic *columns, size_t limit, ed_Arena *spare)
{
    memset(columns, 0, sizeof *columns);
    columns->limit = limit;
    columns->spare = spare;
}

size_t ed_attic_row_bytes(const ed_Attic *columns)
{
    return columns->count ? columns->layers[columns->count - 1]->raw.used : 0;
}

void ed_attic_clear(ed_Attic *columns)
{
    for (u32 i = 0; i < columns->count; i++) ed_layer_close(columns->layers[i], columns->spare);
    ed_layer_close(columns->pending, columns->spare);
    ed_attic_init(columns, columns->limit, columns->spare);
}

void ed_attic_copy(ed_Attic *to, const ed_Attic *from)
{
    ed_attic_init(to, from->limit, from->spare);
    for (u32 i = 0; i < from->count; i++) {
        to->layers[i] = from->layers[i];
        to->layers[i]->users++;
    }
    to->count = from->count;
    memcpy(to->aliases, from->aliases, from->alias_kept * sizeof *from->aliases);
    to->alias_count = to->alias_kept = from->alias_kept;
}

size_t ed_attic_bytes(const ed_Attic *columns)
{
    size_t bytes = columns->pending ? ed_layer_bytes(columns->pending) : 0;
    for (u32 i = 0; i < columns->count; i++) bytes += ed_layer_bytes(columns->layers[i]);
    return bytes;
}

u64 ed_attic_count(const ed_Attic *columns)
{
    u64 count = 0;
    for (u32 i = 0; i < columns->count; i++) count += columns->layers[i]->count;
    return count;
}

static void remove_layer(ed_Attic *columns, u32 index)
{
    ed_layer_close(columns->layers[index], columns->spare);
    columns->count--;
    memmove(&columns->layers[index], &columns->layers[index + 1],
            (columns->count - index) * sizeof columns->layers[0]);
}

static void forget_oldest(ed_Attic *columns)
{
    columns->forgotten += columns->layers[0]->count;
    remove_layer(columns, 0);
}

// --- marking items -------------------------------------------------------------------------------

void ed_attic_take(ed_Attic *columns, ed_Column *column, ed_Item *item, ed_ItemMove *move)
{
    column->layer->marked = true;
    item->taken = true;
    if (!move) return;
    *move = (ed_ItemMove){ .next = columns->moves,
                           .layer = column->layer,
                           .item = item,
                           .key = item->key,
                           .became = item->became };
    columns->moves = move;
}

void ed_attic_returned(ed_Column *column)
{
    column->layer->marked = true;
    column->returned = true;
}

void ed_attic_remove(ed_Column *column, ed_Item *item)
{
    column->layer->marked = true;
    column->layer->count--;
    column->count--;
    item->column = UINT32_MAX;
}

// --- retaining values ----------------------------------------------------------------------------

ed_Column *ed_attic_pending(ed_Attic *columns, const ed_Column *wanted)
{
    if (!columns->pending)
        columns->pending = ed_layer_open(columns->limit, columns->types, columns->spare);
    ed_ColumnLayer *layer = columns->pending;
    return layer && wanted->type < layer->tables.count ? ed_layer_column(layer, wanted) : NULL;
}

ed_Item *ed_attic_keep(ed_Attic *columns, ed_Column *column, u64 key, u64 became, ed_Span value)
{
    ed_Item *item = column ? ed_layer_keep(column, key, became, value) : NULL;
    columns->refused += !item;
    return item;
}

void ed_attic_keep_rows(ed_Attic *columns, ed_Column *column, const ed_RowKeys *keys,
                        const u8 *values, size_t stride)
{
    bool kept = column && ed_layer_keep_rows(column, keys, values, stride);
    if (!kept) columns->refused += keys->count;
}

// --- begin, commit, abort ------------------------------------------------------------------------

void ed_attic_begin(ed_Attic *columns, ed_Span types)
{
    ed_attic_abort(columns);
    columns->types = types;
    columns->refused = columns->forgotten = 0;
}

void ed_attic_abort(ed_Attic *columns)
{
    ed_layer_close(columns->pending, columns->spare);
    columns->pending = NULL;
    columns->moves = NULL;
    columns->alias_count = columns->alias_kept;
    for (u32 i = 0; i < columns->count; i++) {
        if (columns->layers[i]->marked) ed_layer_unmark(columns->layers[i]);
        columns->layers[i]->failed = false;
    }
}

/// The value is no longer retained: it was restored, or its field was restored and its record was
/// not found.
static bool is_past(const ed_ColumnLayer *layer, const ed_Item *item)
{
    if (item->column >= layer->column_count) return true;
    if (item->taken) return true;
    return layer->columns[item->column].returned && !item->became;
}

/// A new layer for what is left of a marked layer. `layer` is NULL until there is something left.
typedef struct Rest {
    const ed_Attic *attic;
    const ed_ColumnLayer *old;
    ed_ColumnLayer *layer;
    ed_Column **columns;      // for each column of `old`: its column in `layer`
} Rest;

static ed_Column *column_in(Rest *rest, u32 index)
{
    const ed_ColumnLayer *old = rest->old;
    if (!rest->layer) {
        rest->layer = ed_layer_open(rest->attic->limit, old->types, rest->attic->spare);
        if (!rest->layer) return NULL;
        rest->layer->from_file = old->from_file;
        rest->columns = (ed_Column **)ed_arena_push(&rest->layer->names,
                                                    old->column_count * sizeof *rest->columns, 8);
    }
    if (!rest->columns) return NULL;
    ed_Column **column = &rest->columns[index];
    if (!*column) *column = ed_layer_column(rest->layer, &old->columns[index]);
    return *column;
}

static void commit_layer(ed_Attic *columns, u32 index)
{
    ed_ColumnLayer *old = columns->layers[index];
    Rest rest = { .attic = columns, .old = old };
    for (u32 i = 0; i < old->column_count; i++) {
        const ed_ColumnRows *rows = old->columns[i].returned ? NULL : old->columns[i].rows;
        for (; rows; rows = rows->next)
            ed_attic_keep_rows(columns, column_in(&rest, i), &rows->keys, rows->values, rows->size);
    }
    for (ed_Item *item = NULL; (item = ed_layer_next(old, item)) != NULL;)
        if (!is_past(old, item))
            ed_attic_keep(columns, column_in(&rest, item->column), item->key, item->became,
                          ed_item_value(item));
    for (const ed_ItemMove *move = columns->moves; move; move = move->next)
        if (move->layer == old)
            ed_attic_keep(columns, column_in(&rest, move->item->column), move->key, move->became,
                          ed_item_value(move->item));
    ed_layer_unmark(old);
    if (rest.layer && rest.layer->count) {
        ed_layer_close(old, columns->spare);
        columns->layers[index] = rest.layer;
        return;
    }
    ed_layer_close(rest.layer, columns->spare);
    remove_layer(columns, index);
}

/// A newer alias of a name replaces the older one.
static void commit_aliases(ed_Attic *columns)
{
    u32 kept = columns->alias_kept;
    for (u32 i = columns->alias_kept; i < columns->alias_count; i++) {
        ed_ColumnAlias alias = columns->aliases[i];
        u32 at = 0;
        while (at < kept
               && (columns->aliases[at].type_tag != alias.type_tag
                   || columns->aliases[at].field_tag != alias.field_tag))
            at++;
        columns->aliases[at] = alias;
        if (at == kept) kept++;
    }
    columns->alias_count = columns->alias_kept = kept;
}

void ed_attic_commit(ed_Attic *columns)
{
    ed_ColumnLayer *pending = columns->pending;
    for (u32 i = columns->count; i-- > 0;)
        if (columns->layers[i]->marked) commit_layer(columns, i);
    columns->moves = NULL;
    commit_aliases(columns);
    if (!pending) return;
    if (!pending->count) {
        ed_layer_close(pending, columns->spare);
        columns->pending = NULL;
        return;
    }
    while (columns->count
           && (columns->count == ED_COLUMN_LAYERS_MAX || ed_attic_bytes(columns) > columns->limit))
        forget_oldest(columns);
    columns->layers[columns->count++] = pending;
    columns->pending = NULL;
}

// --- lookup --------------------------------------------------------------------------------------

const ed_Column *ed_attic_has(const ed_Attic *columns, u32 type_tag, u32 field_tag)
{
    for (u32 i = columns->count; i-- > 0;)
        for (u32 c = 0; c < columns->layers[i]->column_count; c++) {
            const ed_Column *column = &columns->layers[i]->columns[c];
            bool named = column->field_tag == field_tag || column->place_tag == field_tag;
            if (!column->reduced && named && column->type_tag == type_tag) return column;
        }
    return NULL;
}

bool ed_attic_own(const ed_Attic *columns, const ed_Type *type)
{
    for (u32 i = 0; i < columns->count; i++) {
        const ed_Tables *tables = &columns->layers[i]->tables;
        if (type >= tables->types && type < tables->types + tables->count) return true;
    }
    return false;
}

bool ed_attic_about(const ed_Attic *columns, u32 layer, u32 column, ed_Text *name, u64 *count)
{
    if (layer >= columns->count || column >= columns->layers[layer]->column_count) return false;
    const ed_ColumnLayer *in = columns->layers[layer];
    const ed_Column *it = &in->columns[column];
    ed_text_add(name, "%s", in->tables.types[it->type].name);
    if (it->field != ED_ROOT_FIELD) ed_text_add(name, ".%s", it->from->name);
    *count = it->count;
    return true;
}

// --- aliases -------------------------------------------------------------------------------------

u32 ed_attic_first_tag(const ed_Attic *columns, u32 type_tag, u32 field_tag)
{
    for (u32 i = 0; i < columns->alias_kept; i++)
        if (columns->aliases[i].type_tag == type_tag && columns->aliases[i].field_tag == field_tag)
            return columns->aliases[i].first_tag;
    return field_tag;
}

void ed_attic_alias(ed_Attic *columns, u32 type_tag, u32 field_tag, u32 first_tag)
{
    if (columns->alias_count < ED_COLUMN_ALIASES_MAX)
        columns->aliases[columns->alias_count++] =
            (ed_ColumnAlias){ type_tag, field_tag, first_tag };
}
