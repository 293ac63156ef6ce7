#include "runtime/snapshot/type_fields.h"
#include "runtime/snapshot/encode.h"
#include "runtime/snapshot/type_code.h"
#include "runtime/snapshot/type_parts.h"
#include "runtime/types/field.h"

// --- one field -----------------------------------------------------------------------------------

static bool has_index_types(const ed_Field *field)
{
    for (u32 d = 0; d < ED_DIMS_MAX; d++)
        if (field->index_types[d]) return true;
    return false;
}

/// Returns how many attributes write_more writes.
static u32 more_count(const ed_Field *field, ed_Span packed_default)
{
    u32 count = field->shape == ED_OPTIONAL || field->shape == ED_POOL;
    bool fresh = (field->flags & ED_FIELD_FRESH) != 0;
    count += (field->flags & ED_FIELD_STABLE) != 0;
    return count + (packed_default.size ? 1u : 0) + (field->was_count ? 1u : 0) + fresh
         + (field->unit ? 1u : 0) + (field->move_count ? 1u : 0) + has_index_types(field);
}

static void write_index_types(ed_Writer *w, const ed_TypeList *type_list, const ed_Field *field)
{
    u32 rank = ed_field_rank(field);
    ed_write_text(w, "index");
    ed_write_array(w, rank);
    for (u32 d = 0; d < rank; d++)
        if (field->index_types[d])
            ed_write_u64(w, ed_type_list_index(type_list, field->index_types[d]));
        else ed_write_nil(w);
}

/// Writes the optional attributes of a field that are set.
static void write_more(ed_Writer *w, const ed_TypeList *type_list, const ed_Field *field,
                       ed_Span packed_default)
{
    ed_write_map(w, more_count(field, packed_default));
    if (packed_default.size) {
        ed_write_text(w, "default");
        ed_write_packed(w, packed_default.at, packed_default.size);
    }
    if (field->was_count) {
        ed_write_text(w, "was");
        ed_tags_write(w, field->was, field->was_count);
    }
    if (field->flags & ED_FIELD_FRESH) {
        ed_write_text(w, "fresh");
        ed_write_bool(w, true);
    }
    if (field->shape == ED_OPTIONAL) {
        ed_write_text(w, "optional");
        ed_write_bool(w, true);
    }
    if (field->shape == ED_POOL) {
        ed_write_text(w, "pool");
        ed_write_u64(w, field->count);
    }
    if (field->flags & ED_FIELD_STABLE) {
        ed_write_text(w, "stable");
        ed_write_bool(w, true);
    }
    if (field->unit) {
        ed_write_text(w, "unit");
        ed_write_text(w, field->unit);
    }
    if (has_index_types(field)) write_index_types(w, type_list, field);
    if (!field->move_count) return;
    ed_write_text(w, "moves");
    ed_write_array(w, field->move_count);
    for (u32 i = 0; i < field->move_count; i++) {
        ed_write_array(w, 2);
        ed_write_text(w, field->moves[i].to);
        ed_write_text(w, field->moves[i].from);
    }
}

static void write_field(ed_Writer *w, const ed_TypeList *type_list, const ed_Field *field,
                        ed_Span packed_default)
{
    bool more = more_count(field, packed_default) != 0;
    ed_write_array(w, more ? 7 : 6);
    ed_write_u64(w, field->tag);
    ed_write_text(w, field->name);
    ed_code_write(w, field);
    ed_write_u64(w, field->offset);
    ed_count_write(w, field);
    if (field->type) ed_write_u64(w, ed_type_list_index(type_list, field->type));
    else ed_write_nil(w);
    if (more) write_more(w, type_list, field, packed_default);
}

static void read_moves(ed_Reader *r, ed_Arena *arena, ed_Field *field)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    ed_Move *moves = (ed_Move *)ed_arena_push(arena, count * sizeof *moves, _Alignof(ed_Move));
    if (!moves) {
        ed_read_fail(r, ED_ERR_LIMIT, at, "%s: memory limit reached", arena->name);
        return;
    }
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        at = r->at;
        if (ed_read_array(r) != 2 && ed_read_ok(r))
            ed_read_fail(r, ED_ERR_FORMAT, at, "expected [to, from]");
        moves[i].to = ed_path_read(r, arena, 0);
        moves[i].from = ed_path_read(r, arena, 1);
    }
    field->moves = moves;
    field->move_count = ed_read_ok(r) ? count : 0;
}

static void read_shape(ed_Reader *r, ed_Field *field, ed_Shape plain, ed_Shape shape)
{
    const u8 *at = r->at;
    u64 limit = shape == ED_POOL ? ed_read_u64(r) : (ed_read_skip(r), 1u);
    if (ed_read_ok(r) && (field->shape != plain || limit > INT32_MAX))
        ed_read_fail(r, ED_ERR_FORMAT, at,
                     "\"%s\" of field %s is out of range or does not match the field's count",
                     shape == ED_POOL ? "pool" : "optional", field->name);
    field->shape = shape;
    field->count = (u32)limit;
}

/// Reads the index of a type. NULL if it is out of range.
static const ed_Type *read_type_index(ed_Reader *r, const ed_DocumentTypes *tables)
{
    const u8 *at = r->at;
    u64 index = ed_read_u64(r);
    if (!ed_read_ok(r)) return NULL;
    if (index < tables->count) return &tables->types[index];
    ed_read_fail(r, ED_ERR_RANGE, at, "type index %llu is out of range: there are %u types",
                 (unsigned long long)index, tables->count);
    return NULL;
}

static void read_index_types(ed_Reader *r, const ed_DocumentTypes *tables, ed_Field *field)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    if (ed_read_ok(r) && (field->shape != ED_FIXED || count != ed_field_rank(field)))
        ed_read_fail(r, ED_ERR_FORMAT, at, "\"index\" of field %s does not match its count",
                     field->name);
    for (u32 d = 0; d < count && ed_read_ok(r); d++) {
        if (ed_read_format(r) == ED_FORMAT_NIL) ed_read_nil(r);
        else field->index_types[d] = read_type_index(r, tables);
    }
}

static void read_more(ed_Reader *r, ed_Arena *arena, const ed_DocumentTypes *tables,
                      ed_Field *field)
{
    u32 count = ed_read_map(r);
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_Span key = ed_read_str(r);
        if (ed_span_is(key, "was")) field->was = ed_tags_read(r, arena, &field->was_count);
        else if (ed_span_is(key, "moves")) read_moves(r, arena, field);
        else if (ed_span_is(key, "optional")) read_shape(r, field, ED_ONE, ED_OPTIONAL);
        else if (ed_span_is(key, "pool")) read_shape(r, field, ED_DYNAMIC, ED_POOL);
        else if (ed_span_is(key, "index")) read_index_types(r, tables, field);
        else if (ed_span_is(key, "unit")) field->unit = ed_unit_read(r, arena);
        else {
            ed_Span value = ed_read_skip(r);
            if (ed_span_is(key, "fresh") && ed_read_ok(r)) field->flags |= ED_FIELD_FRESH;
            if (ed_span_is(key, "stable") && ed_read_ok(r)) field->flags |= ED_FIELD_STABLE;
            if (!ed_span_is(key, "default") || !ed_read_ok(r) || value.size > UINT32_MAX) continue;
            field->packed_default = value.at;
            field->packed_default_size = (u32)value.size;
        }
    }
}

static void read_field_type(ed_Reader *r, const ed_DocumentTypes *tables, ed_Field *field)
{
    const u8 *at = r->at;
    if (ed_read_format(r) == ED_FORMAT_NIL) {
        ed_read_nil(r);
        if (field->kind == ED_STRUCT || ed_field_refers(field))
            ed_read_fail(r, ED_ERR_FORMAT, at, "a field has no type");
        return;
    }
    field->type = read_type_index(r, tables);
}

static void read_field(ed_Reader *r, ed_Arena *arena, const ed_DocumentTypes *tables,
                       ed_Field *field)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    if (ed_read_ok(r) && count < 6) {
        ed_read_fail(r, ED_ERR_FORMAT, at, "a field has %u parts: expected 6", count);
        return;
    }
    field->tag = ed_u32_read(r);
    field->name = ed_name_read(r, arena);
    ed_code_read(r, field);
    field->offset = ed_u32_read(r);
    ed_count_read(r, field);
    read_field_type(r, tables, field);
    if (count > 6) read_more(r, arena, tables, field);
    // a stable pool needs a limit
    if (field->shape != ED_POOL || !field->count) field->flags &= ~(u32)ED_FIELD_STABLE;
    for (u32 i = 7; i < count && ed_read_ok(r); i++) ed_read_skip(r);      // newer parts
}

// --- the fields of a type ------------------------------------------------------------------------

void ed_fields_write(ed_Writer *w, const ed_PackedDefaults *defaults, const ed_Type *type)
{
    ed_Arena *scratch = defaults->type_list->scratch;
    size_t before = scratch->used;
    ed_Writer packed_default;
    ed_write_init(&packed_default, scratch);
    ed_write_array(w, ed_packed_count(type));
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (field->flags & ED_FIELD_TRANSIENT) continue;
        packed_default.size = 0;
        if (type->kind == ED_STRUCT && ed_packed_default_is_needed(defaults, field))
            ed_packed_default_write(defaults, &packed_default, field);
        write_field(w, defaults->type_list, field,
                    (ed_Span){ packed_default.bytes, packed_default.size });
    }
    if (packed_default.err.code) w->err = packed_default.err;
    scratch->used = before;
}

void ed_fields_read(ed_Reader *r, ed_Arena *arena, ed_DocumentTypes *tables, u32 index)
{
    u32 count;
    ed_Field *fields =
        (ed_Field *)ed_elements_begin(r, arena, "fields", ED_FIELDS_MAX, sizeof *fields, &count);
    if (!fields) return;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) read_field(r, arena, tables, &fields[i]);
    tables->types[index].fields = fields;
    tables->types[index].field_count = count;
}
