#include "runtime/migrate/attic.h"

#define FORM 2u      // form of an attic in a snapshot; form 1 had no number
#define COLUMN_PARTS 8u
// Maximum number of types inside a type that are searched for pointers. If there are more, the type
// counts as having one.
#define TYPES_SEEN_MAX 256u

// --- columns that can be saved -------------------------------------------------------------------

typedef struct Seen {
    const ed_Type *types[TYPES_SEEN_MAX];
    u32 count;
} Seen;

static bool was_seen(const Seen *seen, const ed_Type *type)
{
    for (u32 i = 0; i < seen->count; i++)
        if (seen->types[i] == type) return true;
    return false;
}

static bool holds_pointer(const ed_Type *type, Seen *seen)
{
    if (was_seen(seen, type)) return false;
    if (seen->count == TYPES_SEEN_MAX) return true;
    seen->types[seen->count++] = type;
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (field->kind == ED_PTR) return true;
        if (ed_field_is_record(field) && holds_pointer(field->type, seen)) return true;
    }
    return false;
}

static bool can_be_saved(const ed_AtticColumn *column)
{
    Seen seen = { .count = 0 };
    return !holds_pointer(column->alone, &seen);
}

// --- aliases -------------------------------------------------------------------------------------

static void write_aliases(ed_Writer *w, const ed_Attic *attic)
{
    ed_write_text(w, "aliases");
    ed_write_array(w, attic->alias_committed);
    for (u32 i = 0; i < attic->alias_committed; i++) {
        ed_write_array(w, 3);
        ed_write_u64(w, attic->aliases[i].type_tag);
        ed_write_u64(w, attic->aliases[i].field_tag);
        ed_write_u64(w, attic->aliases[i].first_tag);
    }
}

static bool expect(ed_Reader *r, const char *name)
{
    const u8 *at = r->at;
    ed_Span key = ed_read_str(r);
    if (ed_read_ok(r) && !ed_span_is(key, name))
        ed_read_fail(r, ED_ERR_FORMAT, at, "expected the key \"%s\" of the attic", name);
    return ed_read_ok(r);
}

static u32 read_tag(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 tag = ed_read_u64(r);
    if (ed_read_ok(r) && tag > UINT32_MAX)
        ed_read_fail(r, ED_ERR_RANGE, at, "a tag in the attic exceeds 32 bits");
    return (u32)tag;
}

static void read_aliases(ed_Reader *r, ed_Attic *attic)
{
    u32 count = expect(r, "aliases") ? ed_read_array(r) : 0;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        const u8 *at = r->at;
        u32 parts = ed_read_array(r), type = read_tag(r), field = read_tag(r), first = read_tag(r);
        if (ed_read_ok(r) && parts != 3)
            ed_read_fail(r, ED_ERR_RANGE, at, "an alias in the attic must have three tags");
        if (ed_read_ok(r)) ed_attic_alias(attic, type, field, first);
    }
}

// --- columns -------------------------------------------------------------------------------------

/// Writes the items of one column. In the layer, items of all columns are mixed.
static void write_items(ed_Writer *w, const ed_AtticLayer *layer, u32 column)
{
    ed_write_array(w, (u32)layer->columns[column].count * 3);
    for (const ed_AtticItem *item = NULL; (item = ed_layer_next(layer, item)) != NULL;) {
        if (item->column != column) continue;
        ed_Span value = ed_item_value(item);
        ed_write_u64(w, item->key);
        ed_write_u64(w, item->became);
        ed_write_packed(w, value.at, value.size);
    }
}

static void write_column(ed_Writer *w, const ed_AtticLayer *layer, u32 index)
{
    const ed_AtticColumn *column = &layer->columns[index];
    ed_write_array(w, COLUMN_PARTS);
    ed_write_u64(w, column->path);
    ed_write_u64(w, column->type_tag);
    ed_write_u64(w, column->field_tag);
    ed_write_u64(w, column->path_tag);
    ed_write_u64(w, column->reduced);
    ed_write_u64(w, column->type);
    if (column->field != ED_ROOT_FIELD) ed_write_u64(w, column->field);
    else ed_write_nil(w);
    write_items(w, layer, index);
}

static void read_items(ed_Reader *r, ed_Attic *attic, ed_AtticColumn *column)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    if (ed_read_ok(r) && count % 3)
        ed_read_fail(r, ED_ERR_RANGE, at, "each value in the attic needs a key and a hash");
    for (u32 i = 0; i < count && ed_read_ok(r); i += 3) {
        u64 key = ed_read_u64(r), became = ed_read_u64(r);
        ed_Span value = ed_read_skip(r);
        if (ed_read_ok(r)) ed_attic_retain(attic, column, key, became, value);
    }
}

/// Reads a column up to its items. NULL after a failure.
static ed_AtticColumn *read_column_head(ed_Reader *r, ed_AtticLayer *layer)
{
    const u8 *at = r->at;
    u32 parts = ed_read_array(r), before = layer->column_count;
    ed_AtticColumn wanted = { .path = ed_read_u64(r) };
    wanted.type_tag = read_tag(r);
    wanted.field_tag = read_tag(r);
    wanted.path_tag = read_tag(r);
    u64 reduced = ed_read_u64(r);
    u64 type = ed_read_u64(r);
    bool root = ed_read_format(r) == ED_FORMAT_NIL;
    u64 field = root ? (ed_read_nil(r), 0u) : ed_read_u64(r);
    const ed_Type *owner = type < layer->tables.count ? &layer->tables.types[type] : NULL;
    wanted.reduced = reduced == 1;
    bool good = parts == COLUMN_PARTS && owner && reduced <= 1
             && (root ? owner->kind == ED_STRUCT
                      : owner->kind <= ED_UNION && field < owner->field_count);
    if (ed_read_ok(r) && !good)
        ed_read_fail(r, ED_ERR_RANGE, at, "a column of the attic does not name a field");
    if (!ed_read_ok(r)) return NULL;
    wanted.type = (u32)type;
    wanted.field = root ? ED_ROOT_FIELD : (u32)field;
    ed_AtticColumn *column = ed_layer_column(layer, &wanted);
    if (!column)
        ed_read_fail(r, ED_ERR_LIMIT, at,
                     "not enough memory for the attic, or more than %u columns in it",
                     ED_LAYER_COLUMNS_MAX);
    else if (layer->column_count == before)
        ed_read_fail(r, ED_ERR_FORMAT, at, "two columns of the attic belong to the same field");
    return ed_read_ok(r) ? column : NULL;
}

// --- layers --------------------------------------------------------------------------------------

static void write_layer(ed_Writer *w, ed_AtticLayer *layer)
{
    u32 count = 0;
    ed_layer_make_items(layer);
    for (u32 i = 0; i < layer->column_count; i++) count += can_be_saved(&layer->columns[i]);
    ed_write_map(w, 2);
    ed_write_text(w, "types");
    ed_write_packed(w, layer->types.at, layer->types.size);
    ed_write_text(w, "columns");
    ed_write_array(w, count);
    for (u32 i = 0; i < layer->column_count; i++)
        if (can_be_saved(&layer->columns[i])) write_column(w, layer, i);
    if (layer->failed) ed_fail(&w->err, ED_ERR_LIMIT, "not enough memory to write the attic");
}

static void read_layer(ed_Reader *r, ed_Attic *attic)
{
    const u8 *at = r->at;
    u32 parts = ed_read_map(r);
    ed_Span types = expect(r, "types") ? ed_read_skip(r) : (ed_Span){ NULL, 0 };
    if (ed_read_ok(r) && parts == 2) attic->pending = ed_layer_open(attic->limit, types, NULL);
    if (ed_read_ok(r) && !attic->pending)
        ed_read_fail(r, ED_ERR_FORMAT, at, "the types of a layer of the attic cannot be read");
    u32 count = expect(r, "columns") ? ed_read_array(r) : 0;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_AtticColumn *column = read_column_head(r, attic->pending);
        if (column) read_items(r, attic, column);
    }
    if (attic->pending) attic->pending->from_file = true;
}

void ed_attic_write(ed_Writer *w, ed_Attic *attic)
{
    for (u32 i = 0; i < attic->count; i++) attic->layers[i]->failed = false;
    ed_write_map(w, 3);
    ed_write_text(w, "form");
    ed_write_u64(w, FORM);
    write_aliases(w, attic);
    ed_write_text(w, "layers");
    ed_write_array(w, attic->count);
    for (u32 i = 0; i < attic->count; i++) write_layer(w, attic->layers[i]);
}

/// Looks ahead. Returns false if an older or newer version wrote the attic in another form.
static bool is_of_form(ed_Reader *r)
{
    ed_Reader ahead = *r;
    if (ed_read_format(&ahead) != ED_FORMAT_MAP || ed_read_map(&ahead) == 0) return false;
    if (ed_read_format(&ahead) != ED_FORMAT_STR || !ed_span_is(ed_read_str(&ahead), "form"))
        return false;
    return ed_read_format(&ahead) == ED_FORMAT_UINT && ed_read_u64(&ahead) == FORM;
}

void ed_attic_read(ed_Reader *r, ed_Attic *attic)
{
    const u8 *at = r->at;
    if (!is_of_form(r)) {
        ed_read_skip(r);
        attic->left_out = ed_read_ok(r);
        return;
    }
    ed_read_map(r);
    if (expect(r, "form")) ed_read_u64(r);
    read_aliases(r, attic);
    u32 layers = expect(r, "layers") ? ed_read_array(r) : 0;
    if (layers > ED_ATTIC_LAYERS_MAX)
        ed_read_fail(r, ED_ERR_LIMIT, at, "%u layers in the attic: the limit is %u", layers,
                     ED_ATTIC_LAYERS_MAX);
    for (u32 i = 0; i < layers && ed_read_ok(r); i++) {
        read_layer(r, attic);
        if (ed_read_ok(r)) ed_attic_commit(attic);
    }
    if (!ed_read_ok(r)) ed_attic_clear(attic);
}
