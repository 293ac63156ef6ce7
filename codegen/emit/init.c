#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "codegen/emit/emit.h"

void cg_real_text(char text[40], ed_Kind kind, f64 value)
{
    f64 limit = kind == ED_F32 ? 16777217 : 1e15;
    bool whole = fabs(value) < limit && value == (f64)(i64)value;
    if (whole) snprintf(text, 36, "%.1f", value);
    for (int digits = 1; !whole && digits <= 17; digits++) {
        snprintf(text, 36, "%.*g", digits, value);
        f64 back = kind == ED_F32 ? (f64)strtof(text, NULL) : strtod(text, NULL);
        if (back == (kind == ED_F32 ? (f64)(f32)value : value)) break;
    }
    if (!strpbrk(text, ".e")) strcat(text, ".0");
    if (kind == ED_F32) strcat(text, "f");
}

/// A destination in the generated code, such as `it->bag[2].pos`, and its indentation.
typedef struct Spot {
    const char *path;
    u32 depth;
    bool clean;      // its memory is still all zero
    bool ready;      // it is a struct that already has its type's defaults
} Spot;

static void put_value(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot);

static void indent(cg_Out *out, u32 depth) { cg_put(out, "%*s", (int)depth * 4, ""); }

static const char *address_of(const cg_Out *out, Spot spot)
{
    return cg_format(out->schema->arena, "&%s", spot.path);
}

// --- One element -------------------------------------------------------------------------------

static const char *number_text(const cg_Out *out, const cg_Field *field, cg_Number number)
{
    char text[40];
    if (number.real) {
        cg_real_text(text, field->kind, number.f);
        return cg_format(out->schema->arena, "%s", text);
    }
    if (field->kind == ED_BOOL) return number.i.size ? "true" : "false";
    return cg_int_literal(out, number.i);
}

static void put_names(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    size_t start = out->size;
    indent(out, spot.depth);
    cg_put(out, "%s = ", spot.path);
    for (const cg_DefaultValue *item = value->items; item; item = item->next)
        cg_put(out, "%s%s_%s", item == value->items ? "" : " | ", field->type->name,
               item->enum_value->name);
    cg_put(out, "%s;\n", value->items ? "" : "0");
    cg_wrap(out, start, " | ", cg_format(out->schema->arena, "%*s", (int)spot.depth * 4 + 4, ""));
}

static void put_number(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    indent(out, spot.depth);
    cg_put(out, "%s = %s;\n", spot.path, number_text(out, field, value->number));
}

static void put_chars(cg_Out *out, const cg_DefaultValue *value, Spot spot)
{
    if (!spot.clean) {
        indent(out, spot.depth);
        cg_put(out, "memset(%s, 0, sizeof %s);\n", spot.path, spot.path);
    }
    if (!value->size) return;
    indent(out, spot.depth);
    cg_put(out, "memcpy(%s, ", spot.path);
    cg_put_text(out, value->text, value->size);
    cg_put(out, ", %u);\n", value->size);
}

static void put_str(cg_Out *out, const cg_DefaultValue *value, Spot spot)
{
    out->arena_used = true;
    indent(out, spot.depth);
    cg_put(out, "ed_str_set(arena, %s, ", address_of(out, spot));
    cg_put_text(out, value->text, value->size);
    cg_put(out, ");\n");
}

static void put_text(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    if (field->kind == ED_STR) put_str(out, value, spot);
    else put_chars(out, value, spot);
}

static void put_struct(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    const cg_Decl *decl = field->type;
    if (!spot.ready && (!decl->zero || !spot.clean)) {
        out->arena_used = true;
        indent(out, spot.depth);
        cg_put(out, "%s_type.init(arena, %s);\n", decl->name, address_of(out, spot));
    }
    for (const cg_DefaultValue *item = value->items; item; item = item->next) {
        const char *path = cg_format(out->schema->arena, "%s.%s", spot.path, item->field->name);
        Spot inner = { path, spot.depth, decl->zero, false };
        put_value(out, item->field, item, inner);
    }
}

static void put_union(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    const cg_DefaultValue *item = value->items;
    out->arena_used = true;
    indent(out, spot.depth);
    if (!item) {
        cg_put(out, "%s_type.init(arena, %s);\n", field->type->name, address_of(out, spot));
        return;
    }
    cg_put(out, "%s_set_%s(arena, %s);\n", field->type->name, item->field->name,
           address_of(out, spot));
    const char *path = cg_format(out->schema->arena, "%s.%s", spot.path, item->field->name);
    Spot inner = { path, spot.depth, item->field->zero, true };
    put_value(out, item->field, item, inner);
}

static void put_element(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    if (spot.clean && cg_default_is_zero(value)
        && (!cg_kind_is_record(field->kind) || field->type->zero))
        return;
    switch (value->kind) {
    case CG_DEFAULT_NAMES: put_names(out, field, value, spot); return;
    case CG_DEFAULT_STRUCT: put_struct(out, field, value, spot); return;
    case CG_DEFAULT_UNION: put_union(out, field, value, spot); return;
    case CG_DEFAULT_TEXT: put_text(out, field, value, spot); return;
    case CG_DEFAULT_NUMBER: put_number(out, field, value, spot); return;
    case CG_DEFAULT_LIST: return;
    }
}

// --- Arrays ------------------------------------------------------------------------------------

static void put_items(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, u32 dim,
                      Spot spot)
{
    u32 index = 0;
    if (dim == (field->shape == ED_FIXED ? field->dim_count : 1)) {
        put_element(out, field, value, spot);
        return;
    }
    for (const cg_DefaultValue *item = value->items; item; item = item->next, index++) {
        Spot inner = { cg_format(out->schema->arena, "%s[%u]", spot.path, index), spot.depth,
                       spot.clean, spot.ready };
        put_items(out, field, item, dim + 1, inner);
    }
}

/// Emits nested `for` lines over the dimensions of a fixed array. Returns the element inside them.
static Spot put_loops(cg_Out *out, const cg_Field *field, Spot spot)
{
    static const char letters[] = "ijkl";
    for (u32 i = 0; i < field->dim_count; i++) {
        indent(out, spot.depth++);
        cg_put(out, "for (u32 %c = 0; %c < %s; %c++)\n", letters[i], letters[i], field->dim_text[i],
               letters[i]);
        spot.path = cg_format(out->schema->arena, "%s[%c]", spot.path, letters[i]);
    }
    return spot;
}

/// Emits the default of the field's type: init calls for structs, the first value of an enum
/// without a zero, or the limit of a pool. Returns true if that default is not all zero.
static bool put_own(cg_Out *out, const cg_Field *field, Spot spot)
{
    bool fixed = field->shape <= ED_FIXED;
    const cg_EnumValue *value = field->kind == ED_ENUM && fixed ? field->type->initial : NULL;
    if (field->shape == ED_POOL && field->count) {
        indent(out, spot.depth);
        cg_put(out, "%s.limit = %s;\n", spot.path, field->dim_text[0]);
        return true;
    }
    if (fixed && cg_kind_is_record(field->kind) && !spot.ready
        && (!field->type->zero || !spot.clean)) {
        Spot inner = put_loops(out, field, spot);
        out->arena_used = true;
        indent(out, inner.depth);
        cg_put(out, "%s_type.init(arena, &%s);\n", field->type->name, inner.path);
        return !field->type->zero;
    }
    if (!value || value->number.size == 0) return false;
    Spot inner = put_loops(out, field, spot);
    indent(out, inner.depth);
    cg_put(out, "%s = %s_%s;\n", inner.path, field->type->name, value->name);
    return true;
}

static void put_dynamic(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    if (value->count == 0) {
        if (!spot.clean) {
            indent(out, spot.depth);
            cg_put(out, "%s.count = 0;\n", spot.path);
        }
        return;
    }
    out->arena_used = true;
    indent(out, spot.depth);
    cg_put(out, "if (ed_array_reserve(arena, (ed_Array *)(void *)&%s, %u, %u, %u)) {\n", spot.path,
           value->count, field->size, field->align);
    indent(out, spot.depth + 1);
    cg_put(out, "%s.count = %u;\n", spot.path, value->count);
    Spot items = { cg_format(out->schema->arena, "%s.items", spot.path), spot.depth + 1, false,
                   false };
    put_items(out, field, value, 0, items);
    indent(out, spot.depth);
    cg_put(out, "}\n");
}

static void put_bounded(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    if (value->count || !spot.clean) {
        indent(out, spot.depth);
        cg_put(out, "%s_count = %u;\n", spot.path, value->count);
    }
    if (!spot.clean) {
        indent(out, spot.depth);
        cg_put(out, "memset(%s, 0, sizeof %s);\n", spot.path, spot.path);
    }
    Spot items = { spot.path, spot.depth, !cg_kind_is_record(field->kind), false };
    put_items(out, field, value, 0, items);
}

/// Emits an optional field that starts with a value, and sets its `has_` member.
static void put_optional(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value,
                         Spot spot)
{
    int owner = (int)(strlen(spot.path) - strlen(field->name));
    indent(out, spot.depth);
    cg_put(out, "%.*shas_%s = true;\n", owner, spot.path, field->name);
    put_element(out, field, value, spot);
}

static void clear_fixed(cg_Out *out, const cg_Field *field, Spot spot)
{
    if (spot.clean || cg_kind_is_record(field->kind)) return;
    indent(out, spot.depth);
    cg_put(out, "memset(%s, 0, sizeof %s);\n", spot.path, spot.path);
}

static void put_value(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Spot spot)
{
    switch (field->shape) {
    case ED_DYNAMIC: put_dynamic(out, field, value, spot); return;
    case ED_BOUNDED: put_bounded(out, field, value, spot); return;
    case ED_ONE: put_element(out, field, value, spot); return;
    case ED_OPTIONAL: put_optional(out, field, value, spot); return;
    case ED_POOL: return;      // pools have no default
    case ED_FIXED: break;
    }
    clear_fixed(out, field, spot);
    bool filled = put_own(out, field, spot);
    spot.ready = spot.ready || (filled && cg_kind_is_record(field->kind));
    spot.clean = spot.ready ? spot.clean && !filled : !filled;
    put_items(out, field, value, 0, spot);
}

// --- Records -----------------------------------------------------------------------------------

void cg_emit_own(cg_Out *out, const cg_Field *field)
{
    Spot spot = { cg_format(out->schema->arena, "it->%s", field->name), 1, true, false };
    put_own(out, field, spot);
}

static void put_fields(cg_Out *out, const cg_Decl *decl)
{
    cg_put(out, "    %s *it = any;\n", decl->name);
    size_t start = out->size;
    out->arena_used = false;
    cg_put(out, "    memset(it, 0, sizeof *it);\n");
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        Spot spot = { cg_format(out->schema->arena, "it->%s", field->name), 1, true, false };
        if (field->default_value) put_value(out, field, field->default_value, spot);
        else put_own(out, field, spot);
    }
    if (!out->arena_used) cg_insert(out, start, "    (void)arena;\n");
}

void cg_emit_init(cg_Out *out, const cg_Decl *decl)
{
    cg_put(out, "\nstatic void init_%s(ed_Arena *arena, void *any)\n{\n", decl->name);
    if (decl->kind == CG_UNION)
        cg_put(out, "    %s_set_%s(arena, any);\n", decl->name, decl->fields->name);
    else if (decl->zero)
        cg_put(out, "    (void)arena;\n    memset(any, 0, sizeof(%s));\n", decl->name);
    else put_fields(out, decl);
    cg_put(out, "}\n");
}
