#include "runtime/snapshot/type_tables.h"
#include <stdlib.h>
#include <string.h>
#include "runtime/snapshot/layout_check.h"
#include "runtime/snapshot/packed_defaults.h"
#include "runtime/snapshot/type_code.h"
#include "runtime/snapshot/type_fields.h"
#include "runtime/snapshot/type_parts.h"

// --- the list of types ---------------------------------------------------------------------------

static void mark(const ed_Schema *schema, const ed_Type *type, bool *marks);

static void mark_field(const ed_Schema *schema, const ed_Field *field, bool *marks)
{
    if (field->type) mark(schema, field->type, marks);
    for (u32 d = 0; d < ED_DIMS_MAX; d++)
        if (field->index_types[d]) mark(schema, field->index_types[d], marks);
}

static void mark(const ed_Schema *schema, const ed_Type *type, bool *marks)
{
    u32 index = 0;
    while (index < schema->type_count && schema->types[index] != type) index++;
    if (marks[index]) return;
    marks[index] = true;
    for (u32 i = 0; i < type->field_count; i++)
        if (!(type->fields[i].flags & ED_FIELD_TRANSIENT))
            mark_field(schema, &type->fields[i], marks);
}

bool ed_type_list_make(const ed_Schema *schema, ed_Arena *scratch, ed_TypeList *type_list)
{
    bool *marks = (bool *)ed_arena_push(scratch, schema->type_count, 1);
    type_list->types = (const ed_Type **)ed_arena_push(
        scratch, schema->type_count * sizeof *type_list->types, _Alignof(ed_Type *));
    type_list->count = 0;
    type_list->scratch = scratch;
    if (!marks || !type_list->types) return false;
    for (u32 i = 0; i < schema->state_count; i++) mark(schema, schema->states[i], marks);
    for (u32 i = 0; i < schema->type_count; i++)
        if (marks[i]) type_list->types[type_list->count++] = schema->types[i];
    return true;
}

// --- values --------------------------------------------------------------------------------------

static void write_values(ed_Writer *w, const ed_Type *type)
{
    ed_write_array(w, type->value_count);
    for (u32 i = 0; i < type->value_count; i++) {
        const ed_Value *value = &type->values[i];
        ed_write_array(w, value->was_count ? 3 : 2);
        ed_write_text(w, value->name);
        if (type->base == ED_U64) ed_write_u64(w, (u64)value->number);
        else ed_write_i64(w, value->number);
        if (value->was_count) ed_tags_write(w, value->was, value->was_count);
    }
}

static void read_values(ed_Reader *r, ed_Arena *arena, ed_Type *type)
{
    u32 count;
    ed_Value *values =
        (ed_Value *)ed_elements_begin(r, arena, "values", UINT32_MAX, sizeof *values, &count);
    for (u32 i = 0; values && i < count && ed_read_ok(r); i++) {
        const u8 *at = r->at;
        u32 parts = ed_read_array(r);
        if (ed_read_ok(r) && parts < 2)
            ed_read_fail(r, ED_ERR_FORMAT, at, "expected [name, number]");
        values[i].name = ed_name_read(r, arena);
        values[i].tag = ed_tag(values[i].name, strlen(values[i].name));
        u64 bits = ed_read_format(r) == ED_FORMAT_INT ? (u64)ed_read_i64(r) : ed_read_u64(r);
        values[i].number = (i64)bits;
        if (parts > 2) values[i].was = ed_tags_read(r, arena, &values[i].was_count);
        for (u32 p = 3; p < parts && ed_read_ok(r); p++) ed_read_skip(r);
    }
    type->values = values;
    type->value_count = values ? count : 0;
}

// --- types ---------------------------------------------------------------------------------------

static void write_type(ed_Writer *w, const ed_PackedDefaults *defaults, const ed_Type *type)
{
    bool record = type->kind == ED_STRUCT || type->kind == ED_UNION;
    ed_write_map(w, (record ? 5u : 6u) + (type->was_count ? 1u : 0) + (type->key ? 1u : 0)
                        + (type->upgrade_name ? 1u : 0) + (type->open_values ? 1u : 0));
    ed_write_text(w, "name");
    ed_write_text(w, type->name);
    ed_write_text(w, "kind");
    ed_write_text(w, ed_kind_name(type->kind));
    ed_write_text(w, "size");
    ed_write_u64(w, type->size);
    ed_write_text(w, "align");
    ed_write_u64(w, type->align);
    if (type->was_count) {
        ed_write_text(w, "was");
        ed_tags_write(w, type->was, type->was_count);
    }
    if (type->key) {
        ed_write_text(w, "key");
        ed_write_text(w, type->key->name);
    }
    if (type->upgrade_name) {
        ed_write_text(w, "upgrade");
        ed_write_text(w, type->upgrade_name);
    }
    if (type->open_values) {
        ed_write_text(w, "open");
        ed_write_bool(w, true);
    }
    if (record) {
        ed_write_text(w, "fields");
        ed_fields_write(w, defaults, type);
    } else {
        ed_write_text(w, "base");
        ed_write_text(w, ed_code_of(type->base));
        ed_write_text(w, "values");
        write_values(w, type);
    }
}

static void read_kind(ed_Reader *r, ed_Type *type)
{
    static const ed_Kind kinds[] = { ED_STRUCT, ED_UNION, ED_ENUM, ED_FLAGS, ED_SYMBOL };
    const u8 *at = r->at;
    ed_Span kind = ed_read_str(r);
    for (u32 i = 0; i < ED_COUNT(kinds); i++)
        if (ed_span_is(kind, ed_kind_name(kinds[i]))) {
            type->kind = kinds[i];
            return;
        }
    ed_read_fail(r, ED_ERR_FORMAT, at, "unknown kind of type");
}

static void read_base(ed_Reader *r, ed_Type *type)
{
    const u8 *at = r->at;
    ed_Span code = ed_read_str(r);
    if (ed_read_ok(r)
        && (!ed_code_kind(code, &type->base) || type->base == ED_BOOL || type->base > ED_I64))
        ed_read_fail(r, ED_ERR_FORMAT, at,
                     "the base of an enum or flags must be u1, u2, u4, u8, i1, i2, i4 or i8");
}

#define FLAGS_MAX 64u      // each value is one bit

/// Checks that the values fit the base. This waits until the whole type is read, because the base
/// may follow the values. Numbers of 64 bits always fit.
static void check_values(ed_Reader *r, const ed_Type *type, const u8 *at)
{
    if (type->kind == ED_FLAGS && type->value_count > FLAGS_MAX)
        ed_read_fail(r, ED_ERR_LIMIT, at, "%s has %u flags: the limit is %u", type->name,
                     type->value_count, FLAGS_MAX);
    if (type->kind == ED_SYMBOL && type->base != ED_U64)
        ed_read_fail(r, ED_ERR_FORMAT, at, "the base of %s must be u8, as of all symbols",
                     type->name);
    u32 bits = 8 * ed_kind_size(type->base);
    bool is_signed = type->base >= ED_I8;
    for (u32 i = 0; i < type->value_count && bits < 64 && ed_read_ok(r); i++) {
        i64 number = type->values[i].number, top = number >> (is_signed ? bits - 1 : bits);
        if (top == 0 || (is_signed && top == -1)) continue;
        ed_read_fail(r, ED_ERR_RANGE, at, "%s.%s is %lld, which does not fit its base", type->name,
                     type->values[i].name, (long long)number);
    }
}

static int by_key(const void *a, const void *b)
{
    const ed_TypeKey *one = (const ed_TypeKey *)a, *other = (const ed_TypeKey *)b;
    if (one->key != other->key) return one->key < other->key ? -1 : 1;
    if (one->former != other->former) return one->former ? 1 : -1;
    return one->index < other->index ? -1 : one->index > other->index;
}

static u32 add_tags(ed_TypeKey *keys, u32 index, u32 tag, const u32 *was, u32 was_count)
{
    keys[0] = (ed_TypeKey){ tag, index, false };
    for (u32 i = 0; i < was_count; i++) keys[1 + i] = (ed_TypeKey){ was[i], index, true };
    return 1 + was_count;
}

#define INDEXED_MIN 32u      // names of fields or values; fewer are searched one by one

/// Makes the indices of a type with many names. Without them, a document could make every lookup of
/// its values as long as the document.
static void index_names(ed_Reader *r, ed_Arena *arena, ed_Type *type)
{
    bool record = type->kind == ED_STRUCT || type->kind == ED_UNION;
    u32 fields = record ? type->field_count : 0, values = record ? 0 : type->value_count;
    u32 names = fields + values;
    for (u32 i = 0; i < fields; i++) names += type->fields[i].was_count;
    for (u32 i = 0; i < values; i++) names += type->values[i].was_count;
    if (names < INDEXED_MIN) return;
    ed_TypeKey *tags = (ed_TypeKey *)ed_arena_push(arena, names * sizeof *tags, 8), *at = tags;
    ed_TypeKey *numbers = (ed_TypeKey *)ed_arena_push(arena, values * sizeof *numbers, 8);
    if (!tags || !numbers) {
        ed_read_fail(r, ED_ERR_LIMIT, r->at, "%s: memory limit reached", arena->name);
        return;
    }
    for (u32 i = 0; i < fields; i++) {
        const ed_Field *field = &type->fields[i];
        at += add_tags(at, i, field->tag, field->was, field->was_count);
    }
    for (u32 i = 0; i < values; i++) {
        const ed_Value *value = &type->values[i];
        at += add_tags(at, i, value->tag, value->was, value->was_count);
        numbers[i] = (ed_TypeKey){ value->number, i, false };
    }
    qsort(tags, names, sizeof *tags, by_key);
    qsort(numbers, values, sizeof *numbers, by_key);
    type->by_tag = tags;
    type->by_tag_count = names;
    if (values) type->by_number = numbers;
}

static void read_type(ed_Reader *r, ed_Arena *arena, ed_DocumentTypes *tables, u32 index)
{
    ed_Type *type = &tables->types[index];
    const u8 *at = r->at;
    u32 count = ed_read_map(r);
    const char *key_name = NULL;
    *type = (ed_Type){ .name = "", .kind = ED_STRUCT, .base = ED_I32 };
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_Span key = ed_read_str(r);
        if (ed_span_is(key, "name")) type->name = ed_name_read(r, arena);
        else if (ed_span_is(key, "kind")) read_kind(r, type);
        else if (ed_span_is(key, "base")) read_base(r, type);
        else if (ed_span_is(key, "size")) type->size = ed_u32_read(r);
        else if (ed_span_is(key, "align")) type->align = ed_u32_read(r);
        else if (ed_span_is(key, "was")) type->was = ed_tags_read(r, arena, &type->was_count);
        else if (ed_span_is(key, "key")) key_name = ed_name_read(r, arena);
        else if (ed_span_is(key, "upgrade")) type->upgrade_name = ed_name_read(r, arena);
        else if (ed_span_is(key, "fields")) ed_fields_read(r, arena, tables, index);
        else if (ed_span_is(key, "values")) read_values(r, arena, type);
        else if (ed_span_is(key, "open")) type->open_values = ed_read_number(r).u != 0;
        else ed_read_skip(r);
    }
    type->tag = ed_tag(type->name, strlen(type->name));
    if (key_name && ed_read_ok(r)) type->key = ed_field_by_name(type, key_name, strlen(key_name));
    if (ed_read_ok(r) && !*type->name) ed_read_fail(r, ED_ERR_FORMAT, at, "a type has no name");
    check_values(r, type, at);
    if (ed_read_ok(r)) index_names(r, arena, type);
}

/// Sets a field's kind from its type, after all types are read. Returns false if the field's code
/// does not match the type.
static bool resolve_kind(ed_Field *field)
{
    if (!field->type) return true;
    bool record = field->type->kind == ED_STRUCT || field->type->kind == ED_UNION;
    if (ed_field_refers(field)) return field->type->kind == ED_STRUCT;
    if (record != (field->kind == ED_STRUCT)) return false;
    field->kind = field->type->kind;
    return true;
}

/// Returns whether the enums that index an array have as many values as the array has elements.
static bool check_index_types(const ed_Field *field)
{
    for (u32 d = 0; d < ED_DIMS_MAX; d++) {
        const ed_Type *type = field->index_types[d];
        if (type && (type->value_count != field->dims[d] || !ed_is_index_type(type))) return false;
    }
    return true;
}

static void resolve_kinds(ed_Reader *r, ed_DocumentTypes *tables)
{
    for (u32 t = 0; t < tables->count && ed_read_ok(r); t++) {
        ed_Type *type = &tables->types[t];
        for (u32 i = 0; i < type->field_count; i++) {
            ed_Field *field = (ed_Field *)(uintptr_t)&type->fields[i];
            if (!resolve_kind(field))
                ed_read_fail(r, ED_ERR_FORMAT, r->at, "%s.%s: code and type do not match",
                             type->name, field->name);
            else if (!check_index_types(field))
                ed_read_fail(r, ED_ERR_FORMAT, r->at,
                             "%s.%s: count and the enum of an index do not match", type->name,
                             field->name);
            if (!ed_read_ok(r)) return;
        }
    }
}

bool ed_document_types_fit(const ed_Schema *schema, ed_Error *error)
{
    if (schema->type_count > ED_TYPES_MAX) {
        ed_fail(error, ED_ERR_LIMIT, "the schema has %u types: the limit is %u", schema->type_count,
                ED_TYPES_MAX);
        return false;
    }
    for (u32 i = 0; i < schema->type_count; i++) {
        const ed_Type *type = schema->types[i];
        if (type->field_count <= ED_FIELDS_MAX) continue;
        ed_fail(error, ED_ERR_LIMIT,
                "%s has %u fields: the limit is %u; move some into a separate struct", type->name,
                type->field_count, ED_FIELDS_MAX);
        return false;
    }
    return true;
}

void ed_document_types_write(ed_Writer *w, const ed_TypeList *type_list)
{
    ed_PackedDefaults defaults;
    if (!ed_packed_defaults_make(type_list, &defaults)) {
        ed_arena_check(type_list->scratch, &w->err);
        return;
    }
    ed_write_array(w, type_list->count);
    for (u32 i = 0; i < type_list->count && ed_write_ok(w); i++)
        write_type(w, &defaults, type_list->types[i]);
}

void ed_document_types_write_all(ed_Writer *w, const ed_Schema *schema)
{
    ed_Arena scratch;
    ed_TypeList type_list;
    if (!ed_arena_open(&scratch, "types buffer", ED_TYPES_BYTES_MAX, &w->err)) return;
    if (ed_type_list_make(schema, &scratch, &type_list)) ed_document_types_write(w, &type_list);
    else ed_arena_check(&scratch, &w->err);
    ed_arena_close(&scratch);
}

void ed_document_types_read(ed_Reader *r, ed_Arena *arena, ed_DocumentTypes *tables)
{
    u32 count;
    tables->types = (ed_Type *)ed_elements_begin(r, arena, "types", ED_TYPES_MAX,
                                                 sizeof *tables->types, &count);
    tables->count = count;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) read_type(r, arena, tables, i);
    resolve_kinds(r, tables);
    if (ed_read_ok(r)) ed_layout_check(tables, arena);
}

const ed_Type *ed_document_types_root(const ed_DocumentTypes *tables, u32 tag)
{
    for (u32 i = 0; i < tables->count; i++)
        if (tables->types[i].tag == tag && tables->types[i].kind == ED_STRUCT)
            return &tables->types[i];
    return NULL;
}
