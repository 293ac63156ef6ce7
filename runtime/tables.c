#include "runtime/tables.h"
#include <stdio.h>
#include <string.h>
#include "runtime/pack.h"
#include "runtime/value.h"

// --- kinds and codes: numpy's letter and the bytes of one element ------------------------------------------------------

static const char *const codes[] = {
    [ED_BOOL] = "?", [ED_U8] = "u1", [ED_U16] = "u2", [ED_U32] = "u4", [ED_U64] = "u8",
    [ED_I8] = "i1", [ED_I16] = "i2", [ED_I32] = "i4", [ED_I64] = "i8", [ED_F32] = "f4", [ED_F64] = "f8",
};

static void write_code(ed_Writer *w, const ed_Field *field)
{
    char code[16];
    ed_Kind kind = field->kind == ED_ENUM || field->kind == ED_FLAGS ? field->type->base : field->kind;
    if (kind <= ED_F64)         { ed_write_text(w, codes[kind]); return; }
    if (kind == ED_STR)         { ed_write_text(w, "S"); return; }
    snprintf(code, sizeof code, "%c%u", kind == ED_CHARS ? 'S' : 'V', field->size);
    ed_write_text(w, code);
}

static bool is_code(ed_Span span, const char *code)
{
    return span.size == strlen(code) && memcmp(span.at, code, span.size) == 0;
}

static bool number_code(ed_Span span, ed_Kind *kind)
{
    for (u32 k = 0; k < ED_COUNT(codes); k++)
        if (is_code(span, codes[k])) { *kind = (ed_Kind)k; return true; }
    return false;
}

static void read_code(ed_Reader *r, ed_Field *field)
{
    const u8 *at = r->at;
    ed_Span span = ed_read_str(r);
    if (!ed_read_ok(r)) return;
    if (number_code(span, &field->kind)) { field->size = ed_kind_size(field->kind); return; }
    if (is_code(span, "S")) { field->kind = ED_STR; field->size = sizeof(ed_Str); return; }
    u64 size = 0;
    for (size_t i = 1; i < span.size && size <= INT32_MAX; i++) {
        if (span.at[i] < '0' || span.at[i] > '9') { size = 0; break; }
        size = size * 10 + (u64)(span.at[i] - '0');
    }
    if (span.size < 2 || (span.at[0] != 'S' && span.at[0] != 'V') || size == 0 || size > INT32_MAX) {
        ed_read_fail(r, ED_ERR_FORMAT, at, "a field's code that this version does not know");
        return;
    }
    field->kind = span.at[0] == 'S' ? ED_CHARS : ED_STRUCT;
    field->size = (u32)size;
}

// --- counts: nil one value, n or [n, m] fixed, -n bounded, 0 dynamic ---------------------------------------------------

static void write_count(ed_Writer *w, const ed_Field *field)
{
    u32 rank = ed_field_rank(field);
    switch (field->shape) {
    case ED_ONE: case ED_OPTIONAL: ed_write_nil(w); break;
    case ED_BOUNDED:               ed_write_i64(w, -(i64)field->count); break;
    case ED_DYNAMIC: case ED_POOL: ed_write_u64(w, 0); break;
    case ED_FIXED:
        if (rank > 1) ed_write_array(w, rank);
        for (u32 d = 0; d < rank; d++) ed_write_u64(w, field->dims[d]);
        break;
    }
}

static u32 read_dim(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 dim = ed_read_u64(r);
    if (ed_read_ok(r) && (dim == 0 || dim > INT32_MAX)) ed_read_fail(r, ED_ERR_RANGE, at, "an array of no size");
    return (u32)dim;
}

static void read_count(ed_Reader *r, ed_Field *field)
{
    const u8 *at = r->at;
    ed_Form form = ed_read_form(r);
    field->count = 1;
    if (form == ED_FORM_NIL) { ed_read_nil(r); field->shape = ED_ONE; return; }
    if (form == ED_FORM_ARRAY) {
        u32 rank = ed_read_array(r);
        u64 total = 1;
        field->shape = ED_FIXED;
        if (rank == 0 || rank > ED_DIMS_MAX) {
            ed_read_fail(r, ED_ERR_RANGE, at, "an array of %u dimensions", rank);
            return;
        }
        for (u32 d = 0; d < rank && ed_read_ok(r); d++) {
            field->dims[d] = read_dim(r);
            total *= field->dims[d];
            if (total > INT32_MAX) { ed_read_fail(r, ED_ERR_RANGE, at, "an array of more than 2^31 elements"); return; }
        }
        field->count = (u32)total;
        return;
    }
    i64 count = ed_read_i64(r);
    if (count > INT32_MAX || count < -(i64)INT32_MAX) { ed_read_fail(r, ED_ERR_RANGE, at, "a count out of range"); return; }
    field->shape = count > 0 ? ED_FIXED : count < 0 ? ED_BOUNDED : ED_DYNAMIC;
    field->count = (u32)(count < 0 ? -count : count);
    if (count > 0) field->dims[0] = field->count;
}

// --- names -------------------------------------------------------------------------------------------------------------

/// A copy of a name of letters, digits and underscores: nothing else may reach a terminal.
static const char *read_name(ed_Reader *r, ed_Arena *arena)
{
    const u8 *at = r->at;
    ed_Span span = ed_read_str(r);
    bool good = span.size > 0 && span.size < ED_NAME_MAX;
    for (size_t i = 0; good && i < span.size; i++) {
        u8 c = span.at[i];
        good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    if (!good) { ed_read_fail(r, ED_ERR_FORMAT, at, "expected a name of letters, digits and _"); return ""; }
    char *name = (char *)ed_arena_push(arena, span.size + 1, 1);
    if (!name) { ed_read_fail(r, ED_ERR_LIMIT, at, "%s is full", arena->name); return ""; }
    memcpy(name, span.at, span.size);
    return name;
}

// --- fields ------------------------------------------------------------------------------------------------------------

/// The types that state is made of, in the schema's order: rigid memory is not in a snapshot.
typedef struct Used {
    const ed_Type **types;
    u32             count;
} Used;

static u32 index_of(const Used *used, const ed_Type *type)
{
    u32 i = 0;
    while (i < used->count && used->types[i] != type) i++;
    return i;
}

static void mark(const ed_Schema *schema, const ed_Type *type, bool *marks)
{
    u32 index = index_of(&(Used){ (const ed_Type **)(uintptr_t)schema->types, schema->type_count }, type);
    if (marks[index]) return;
    marks[index] = true;
    for (u32 i = 0; i < type->field_count; i++)
        if (type->fields[i].type && !(type->fields[i].flags & ED_FIELD_TRANSIENT)) mark(schema, type->fields[i].type, marks);
}

static bool find_used(const ed_Schema *schema, ed_Arena *arena, Used *used)
{
    bool *marks = (bool *)ed_arena_push(arena, schema->type_count, 1);
    used->types = (const ed_Type **)ed_arena_push(arena, schema->type_count * sizeof *used->types, _Alignof(ed_Type *));
    used->count = 0;
    if (!marks || !used->types) return false;
    for (u32 i = 0; i < schema->state_count; i++) mark(schema, schema->states[i], marks);
    for (u32 i = 0; i < schema->type_count; i++) if (marks[i]) used->types[used->count++] = schema->types[i];
    return true;
}

/// [ tag, name, code, offset, count, type ] and, as far as there is something to say, default and [was…].
static void write_field(ed_Writer *w, const Used *used, const ed_Field *field, ed_Span preset)
{
    ed_write_array(w, field->was_count ? 8 : preset.size ? 7 : 6);
    ed_write_u64(w, field->tag);
    ed_write_text(w, field->name);
    write_code(w, field);
    ed_write_u64(w, field->offset);
    write_count(w, field);
    if (field->type) ed_write_u64(w, index_of(used, field->type));
    else             ed_write_nil(w);
    if (preset.size)           ed_write_packed(w, preset.at, preset.size);
    else if (field->was_count) ed_write_nil(w);
    if (field->was_count) ed_write_array(w, field->was_count);
    for (u32 i = 0; i < field->was_count; i++) ed_write_u64(w, field->was[i]);
}

static u32 read_u32(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 value = ed_read_u64(r);
    if (value > UINT32_MAX) ed_read_fail(r, ED_ERR_RANGE, at, "%llu is over the range of u32", (unsigned long long)value);
    return (u32)value;
}

static void read_was(ed_Reader *r, ed_Arena *arena, ed_Field *field)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    u32 *was = (u32 *)ed_arena_push(arena, count * sizeof *was, _Alignof(u32));
    if (!was) { ed_read_fail(r, ED_ERR_LIMIT, at, "%s is full", arena->name); return; }
    for (u32 i = 0; i < count && ed_read_ok(r); i++) was[i] = read_u32(r);
    field->was       = was;
    field->was_count = count;
}

static void read_field_type(ed_Reader *r, const ed_Tables *tables, ed_Field *field)
{
    const u8 *at = r->at;
    if (ed_read_form(r) == ED_FORM_NIL) {
        ed_read_nil(r);
        if (field->kind == ED_STRUCT) ed_read_fail(r, ED_ERR_FORMAT, at, "a struct field without its type");
        return;
    }
    u64 index = ed_read_u64(r);
    if (!ed_read_ok(r)) return;
    if (index >= tables->count) { ed_read_fail(r, ED_ERR_RANGE, at, "type %llu of %u", (unsigned long long)index, tables->count); return; }
    field->type = &tables->types[index];
}

static void read_field(ed_Reader *r, ed_Arena *arena, const ed_Tables *tables, ed_Field *field, ed_Span *preset)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    if (ed_read_ok(r) && count < 6) { ed_read_fail(r, ED_ERR_FORMAT, at, "a field of %u parts: expected 6", count); return; }
    field->tag  = read_u32(r);
    field->name = read_name(r, arena);
    read_code(r, field);
    field->offset = read_u32(r);
    read_count(r, field);
    read_field_type(r, tables, field);
    bool unset = count > 6 && ed_read_form(r) == ED_FORM_NIL;
    if (count > 6) *preset = ed_read_skip(r);
    if (unset) *preset = (ed_Span){ NULL, 0 };
    if (count > 7) read_was(r, arena, field);
    for (u32 i = 8; i < count && ed_read_ok(r); i++) ed_read_skip(r);     // of a later version
}

static void write_fields(ed_Writer *w, const Used *used, const ed_Type *type, ed_Arena *scratch)
{
    u32 count = 0;
    for (u32 i = 0; i < type->field_count; i++) count += !(type->fields[i].flags & ED_FIELD_TRANSIENT);
    size_t before = scratch->used;
    void *it = ed_arena_push(scratch, type->size, type->align);
    if (!it) { ed_arena_fits(scratch, &w->err); return; }
    type->init(scratch, it);
    ed_Writer preset;
    ed_write_init(&preset, scratch);
    ed_write_array(w, count);
    for (u32 i = 0; i < type->field_count; i++) {
        if (type->fields[i].flags & ED_FIELD_TRANSIENT) continue;
        preset.size = 0;
        ed_pack_field(&preset, &type->fields[i], it);
        ed_Span span = { preset.bytes, preset.size };
        if (ed_packed_is_zero(span)) span.size = 0;
        write_field(w, used, &type->fields[i], span);
    }
    if (preset.err.code) w->err = preset.err;
    scratch->used = before;
}

static void read_fields(ed_Reader *r, ed_Arena *arena, ed_Tables *tables, u32 index)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    if (count > ED_FIELDS_MAX) { ed_read_fail(r, ED_ERR_LIMIT, at, "%u fields: the limit is %u", count, ED_FIELDS_MAX); return; }
    ed_Field *fields = (ed_Field *)ed_arena_push(arena, count * sizeof *fields, _Alignof(ed_Field));
    ed_Span *presets = (ed_Span *)ed_arena_push(arena, count * sizeof *presets, _Alignof(ed_Span));
    if (!fields || !presets) { ed_read_fail(r, ED_ERR_LIMIT, at, "%u fields are too many", count); return; }
    for (u32 i = 0; i < count && ed_read_ok(r); i++) read_field(r, arena, tables, &fields[i], &presets[i]);
    tables->types[index].fields      = fields;
    tables->types[index].field_count = count;
    tables->presets[index]           = presets;
}

// --- values ------------------------------------------------------------------------------------------------------------

static void write_values(ed_Writer *w, const ed_Type *type)
{
    ed_write_array(w, type->value_count);
    for (u32 i = 0; i < type->value_count; i++) {
        ed_write_array(w, 2);
        ed_write_text(w, type->values[i].name);
        if (type->base == ED_U64) ed_write_u64(w, (u64)type->values[i].number);
        else                      ed_write_i64(w, type->values[i].number);
    }
}

static void read_values(ed_Reader *r, ed_Arena *arena, ed_Type *type)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    ed_Value *values = (ed_Value *)ed_arena_push(arena, count * sizeof *values, _Alignof(ed_Value));
    if (!values) { ed_read_fail(r, ED_ERR_LIMIT, at, "%u values are too many", count); return; }
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        at = r->at;
        u32 parts = ed_read_array(r);
        if (ed_read_ok(r) && parts < 2) ed_read_fail(r, ED_ERR_FORMAT, at, "expected [name, number]");
        values[i].name = read_name(r, arena);
        values[i].tag  = ed_tag(values[i].name, strlen(values[i].name));
        ed_Number number = ed_read_number(r);
        values[i].number = number.form == ED_FORM_INT ? number.i : (i64)number.u;
        for (u32 p = 2; p < parts && ed_read_ok(r); p++) ed_read_skip(r);
    }
    type->values      = values;
    type->value_count = count;
}

// --- types -------------------------------------------------------------------------------------------------------------

static void write_type(ed_Writer *w, const Used *used, const ed_Type *type, ed_Arena *scratch)
{
    bool is_struct = type->kind == ED_STRUCT;
    ed_write_map(w, is_struct ? 5 : 6);
    ed_write_text(w, "name");
    ed_write_text(w, type->name);
    ed_write_text(w, "kind");
    ed_write_text(w, ed_kind_name(type->kind));
    ed_write_text(w, "size");
    ed_write_u64(w, type->size);
    ed_write_text(w, "align");
    ed_write_u64(w, type->align);
    if (is_struct) {
        ed_write_text(w, "fields");
        write_fields(w, used, type, scratch);
    } else {
        ed_write_text(w, "base");
        ed_write_text(w, codes[type->base]);
        ed_write_text(w, "values");
        write_values(w, type);
    }
}

static void read_kind(ed_Reader *r, ed_Type *type)
{
    const u8 *at = r->at;
    ed_Span kind = ed_read_str(r);
    if (is_code(kind, "struct"))     type->kind = ED_STRUCT;
    else if (is_code(kind, "enum"))  type->kind = ED_ENUM;
    else if (is_code(kind, "flags")) type->kind = ED_FLAGS;
    else ed_read_fail(r, ED_ERR_FORMAT, at, "a kind of type that this version does not know");
}

static void read_base(ed_Reader *r, ed_Type *type)
{
    const u8 *at = r->at;
    ed_Span code = ed_read_str(r);
    if (ed_read_ok(r) && (!number_code(code, &type->base) || type->base == ED_BOOL || type->base > ED_I64))
        ed_read_fail(r, ED_ERR_FORMAT, at, "an enum's base is one of u1 to u8 and i1 to i8");
}

static void read_type(ed_Reader *r, ed_Arena *arena, ed_Tables *tables, u32 index)
{
    ed_Type *type = &tables->types[index];
    const u8 *at = r->at;
    u32 count = ed_read_map(r);
    *type = (ed_Type){ .name = "", .kind = ED_STRUCT, .base = ED_I32 };
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_Span key = ed_read_str(r);
        if      (is_code(key, "name"))   type->name = read_name(r, arena);
        else if (is_code(key, "kind"))   read_kind(r, type);
        else if (is_code(key, "base"))   read_base(r, type);
        else if (is_code(key, "size"))   type->size = read_u32(r);
        else if (is_code(key, "align"))  type->align = read_u32(r);
        else if (is_code(key, "fields")) read_fields(r, arena, tables, index);
        else if (is_code(key, "values")) read_values(r, arena, type);
        else                             ed_read_skip(r);
    }
    tables->tags[index] = ed_tag(type->name, strlen(type->name));
    if (ed_read_ok(r) && !*type->name) ed_read_fail(r, ED_ERR_FORMAT, at, "a type without a name");
}

/// A field's kind is what its type says, now that all types are read.
static void settle_kinds(ed_Reader *r, ed_Tables *tables)
{
    for (u32 t = 0; t < tables->count && ed_read_ok(r); t++) {
        for (u32 i = 0; i < tables->types[t].field_count; i++) {
            ed_Field *field = (ed_Field *)(uintptr_t)&tables->types[t].fields[i];
            if (!field->type) continue;
            if ((field->type->kind == ED_STRUCT) != (field->kind == ED_STRUCT)) {
                ed_read_fail(r, ED_ERR_FORMAT, r->at, "%s.%s: its code and its type differ", tables->types[t].name, field->name);
                return;
            }
            field->kind = field->type->kind;
        }
    }
}

void ed_tables_write(ed_Writer *w, const ed_Schema *schema)
{
    ed_Arena scratch;
    if (!ed_arena_open(&scratch, "defaults", ED_SNAPSHOT_BYTES_MAX, &w->err)) return;
    Used used;
    if (!find_used(schema, &scratch, &used)) ed_arena_fits(&scratch, &w->err);
    ed_write_array(w, used.count);
    for (u32 i = 0; i < used.count && ed_write_ok(w); i++) write_type(w, &used, used.types[i], &scratch);
    ed_arena_close(&scratch);
}

void ed_tables_read(ed_Reader *r, ed_Arena *arena, ed_Tables *tables)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    *tables = (ed_Tables){ .count = count };
    if (count > ED_TYPES_MAX) { ed_read_fail(r, ED_ERR_LIMIT, at, "%u types: the limit is %u", count, ED_TYPES_MAX); return; }
    tables->types   = (ed_Type *)ed_arena_push(arena, count * sizeof(ed_Type), _Alignof(ed_Type));
    tables->presets = (const ed_Span **)ed_arena_push(arena, count * sizeof(ed_Span *), _Alignof(ed_Span *));
    tables->tags    = (u32 *)ed_arena_push(arena, count * sizeof(u32), _Alignof(u32));
    if (!tables->types || !tables->presets || !tables->tags) { ed_read_fail(r, ED_ERR_LIMIT, at, "%u types are too many", count); return; }
    for (u32 i = 0; i < count && ed_read_ok(r); i++) read_type(r, arena, tables, i);
    settle_kinds(r, tables);
}
