#include "runtime/attic.h"
#include <string.h>

// Types inside a type that are looked through for pointers; more count as having one.
#define TYPES_SEEN_MAX 256u

// --- what may leave the process ------------------------------------------------------------------

typedef struct Seen {
    const ed_Type *types[TYPES_SEEN_MAX];
    u32            count;
} Seen;

static bool was_seen(const Seen *seen, const ed_Type *type)
{
    for (u32 i = 0; i < seen->count; i++) if (seen->types[i] == type) return true;
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

static bool may_leave(const ed_AtticColumn *column)
{
    const ed_Field *from = column->from;
    Seen seen = { .count = 0 };
    if (!from) return !holds_pointer(column->root, &seen);
    bool record = ed_field_is_record(from);
    return from->kind != ED_PTR && !(record && holds_pointer(from->type, &seen));
}

static bool leaves(const ed_AtticLayer *layer, const ed_AtticEntry *entry)
{
    return !entry->gone && may_leave(&layer->columns[entry->column]);
}

// --- columns: [type tag, field tag, place tag, type, field or nil] -------------------------------

static const ed_Type *owner_of(const ed_AtticLayer *layer, const ed_Field *field)
{
    for (u32 i = 0; i < layer->tables.count; i++) {
        const ed_Type *type = &layer->tables.types[i];
        if (type->field_count && field >= type->fields && field < type->fields + type->field_count)
            return type;
    }
    return NULL;
}

static void write_column(ed_Writer *w, const ed_AtticLayer *layer, const ed_AtticColumn *column)
{
    const ed_Type *owner = column->from ? owner_of(layer, column->from) : column->root;
    ed_write_array(w, 5);
    ed_write_u64(w, column->type_tag);
    ed_write_u64(w, column->field_tag);
    ed_write_u64(w, column->place_tag);
    ed_write_u64(w, (u64)(owner - layer->tables.types));
    if (column->from) ed_write_u64(w, (u64)(column->from - owner->fields));
    else              ed_write_nil(w);
}

static ed_AtticColumn read_column(ed_Reader *r, const ed_AtticLayer *layer)
{
    const u8 *at = r->at;
    ed_AtticColumn column = { .type_tag = 0 };
    u32 parts = ed_read_array(r);
    u64 type_tag = ed_read_u64(r), field_tag = ed_read_u64(r), place_tag = ed_read_u64(r);
    u64 type = ed_read_u64(r);
    bool root = ed_read_form(r) == ED_FORM_NIL;
    u64 field = root ? (ed_read_nil(r), 0u) : ed_read_u64(r);
    bool good = parts == 5 && type_tag <= UINT32_MAX && field_tag <= UINT32_MAX
             && place_tag <= UINT32_MAX && type < layer->tables.count
             && layer->tables.types[type].kind <= ED_UNION
             && (root || field < layer->tables.types[type].field_count);
    if (ed_read_ok(r) && !good)
        ed_read_fail(r, ED_ERR_RANGE, at, "a column of the attic that names no field");
    if (!ed_read_ok(r)) return column;
    const ed_Type *owner = &layer->tables.types[type];
    return (ed_AtticColumn){ .type_tag = (u32)type_tag, .field_tag = (u32)field_tag,
                             .place_tag = (u32)place_tag, .root = root ? owner : NULL,
                             .from = root ? NULL : &owner->fields[field] };
}

// --- layers --------------------------------------------------------------------------------------

static void write_values(ed_Writer *w, const ed_AtticLayer *layer)
{
    u32 count = 0;
    for (const ed_AtticEntry *entry = NULL; (entry = ed_attic_next(layer, entry)) != NULL;)
        count += leaves(layer, entry);
    ed_write_array(w, count);
    for (const ed_AtticEntry *entry = NULL; (entry = ed_attic_next(layer, entry)) != NULL;) {
        if (!leaves(layer, entry)) continue;
        ed_Span value = ed_attic_value(entry);
        ed_write_array(w, entry->key.list ? 6 : 5);
        ed_write_u64(w, entry->column);
        ed_write_u64(w, entry->level);
        ed_write_u64(w, entry->key.place);
        ed_write_u64(w, entry->key.residue);
        ed_write_packed(w, value.at, value.size);
        if (entry->key.list) ed_write_u64(w, entry->key.list);
    }
}

static void write_layer(ed_Writer *w, const ed_AtticLayer *layer)
{
    ed_write_map(w, 3);
    ed_write_text(w, "types");
    ed_write_packed(w, layer->types.at, layer->types.size);
    ed_write_text(w, "columns");
    ed_write_array(w, layer->column_count);
    for (u32 i = 0; i < layer->column_count; i++) write_column(w, layer, &layer->columns[i]);
    ed_write_text(w, "values");
    write_values(w, layer);
}

void ed_attic_write(ed_Writer *w, ed_Attic *attic)
{
    u64 refused = attic->refused;
    ed_attic_settle_rows(attic);
    for (u32 i = 0; i < attic->count; i++)
        if (attic->layers[i].rows || attic->refused != refused)
            ed_fail(&w->err, ED_ERR_LIMIT, "there is no room to pack the attic through");
    ed_write_map(w, 2);
    ed_write_text(w, "aliases");
    ed_write_array(w, attic->alias_kept);
    for (u32 i = 0; i < attic->alias_kept; i++) {
        ed_write_array(w, 3);
        ed_write_u64(w, attic->aliases[i].type_tag);
        ed_write_u64(w, attic->aliases[i].field_tag);
        ed_write_u64(w, attic->aliases[i].first_tag);
    }
    ed_write_text(w, "layers");
    ed_write_array(w, attic->count);
    for (u32 i = 0; i < attic->count; i++) write_layer(w, &attic->layers[i]);
}

static bool expect(ed_Reader *r, const char *name)
{
    const u8 *at = r->at;
    ed_Span key = ed_read_str(r);
    bool same = ed_span_is(key, name);
    if (ed_read_ok(r) && !same)
        ed_read_fail(r, ED_ERR_FORMAT, at, "expected \"%s\" of the attic", name);
    return ed_read_ok(r);
}

static void read_value(ed_Reader *r, ed_Attic *attic, const ed_AtticColumn *columns,
                       u32 column_count)
{
    const u8 *at = r->at;
    u32 parts = ed_read_array(r);
    u64 column = ed_read_u64(r), level = ed_read_u64(r);
    ed_AtticKey key = { .place = ed_read_u64(r) };
    key.residue = ed_read_u64(r);
    ed_Span value = ed_read_skip(r);
    if (parts == 6) key.list = ed_read_u64(r);
    bool good = (parts == 5 || parts == 6) && column < column_count && level <= ED_DIMS_MAX;
    if (ed_read_ok(r) && !good)
        ed_read_fail(r, ED_ERR_RANGE, at, "a value of no column of the attic");
    if (ed_read_ok(r)) ed_attic_keep_column(attic, columns[column], (u32)level, key, value);
}

static bool is_same(const ed_AtticColumn *one, const ed_AtticColumn *other)
{
    return one->type_tag == other->type_tag && one->from == other->from && one->root == other->root;
}

/// NULL where there are none, or after a failure.
static ed_AtticColumn *read_columns(ed_Reader *r, ed_AtticLayer *layer, u32 *count)
{
    const u8 *at = r->at;
    *count = expect(r, "columns") ? ed_read_array(r) : 0;
    if (*count > ED_ATTIC_COLUMNS_MAX)
        ed_read_fail(r, ED_ERR_LIMIT, at, "%u columns in the attic", *count);
    if (*count == 0 || !ed_read_ok(r)) return NULL;
    ed_AtticColumn *columns = (ed_AtticColumn *)ed_arena_push(&layer->names,
                                                              *count * sizeof *columns,
                                                              _Alignof(ed_AtticColumn));
    if (!columns)
        ed_read_fail(r, ED_ERR_LIMIT, at, "there is no room for %u columns of the attic", *count);
    for (u32 i = 0; i < *count && ed_read_ok(r); i++) {
        columns[i] = read_column(r, layer);
        for (u32 j = 0; j < i && ed_read_ok(r); j++)
            if (is_same(&columns[i], &columns[j]))
                ed_read_fail(r, ED_ERR_FORMAT, at, "two columns of one field in the attic");
    }
    return columns;
}

static void read_layer(ed_Reader *r, ed_Attic *attic)
{
    const u8 *at = r->at;
    u32 count = 0;
    ed_read_map(r);
    ed_Span types = expect(r, "types") ? ed_read_skip(r) : (ed_Span){ NULL, 0 };
    if (ed_read_ok(r) && !ed_attic_open_layer(attic, types))
        ed_read_fail(r, ED_ERR_FORMAT, at, "the attic's types are none");
    const ed_AtticColumn *columns = read_columns(r, &attic->pending, &count);
    u32 values = expect(r, "values") ? ed_read_array(r) : 0;
    for (u32 i = 0; i < values && ed_read_ok(r); i++) read_value(r, attic, columns, count);
}

static void read_alias(ed_Reader *r, ed_Attic *attic)
{
    const u8 *at = r->at;
    u32 parts = ed_read_array(r);
    u64 type = ed_read_u64(r), field = ed_read_u64(r), first = ed_read_u64(r);
    bool good = parts == 3 && type <= UINT32_MAX && field <= UINT32_MAX && first <= UINT32_MAX;
    if (ed_read_ok(r) && !good)
        ed_read_fail(r, ED_ERR_RANGE, at, "an alias of the attic is three tags");
    if (ed_read_ok(r)) ed_attic_alias(attic, (u32)type, (u32)field, (u32)first);
}

void ed_attic_read(ed_Reader *r, ed_Attic *attic)
{
    const u8 *at = r->at;
    ed_read_map(r);
    u32 aliases = expect(r, "aliases") ? ed_read_array(r) : 0;
    for (u32 i = 0; i < aliases && ed_read_ok(r); i++) read_alias(r, attic);
    u32 layers = expect(r, "layers") ? ed_read_array(r) : 0;
    if (layers > ED_ATTIC_LAYERS_MAX)
        ed_read_fail(r, ED_ERR_LIMIT, at, "%u layers in the attic", layers);
    for (u32 i = 0; i < layers && ed_read_ok(r); i++) {
        read_layer(r, attic);
        attic->pending.from_file = true;
        if (ed_read_ok(r)) ed_attic_commit(attic);
    }
    if (!ed_read_ok(r)) ed_attic_clear(attic);
}
