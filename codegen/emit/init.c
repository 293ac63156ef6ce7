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

typedef struct Dest {         // where the generated code stores a default
    const char *path;         // an expression such as `it->bag[2].pos`
    u32 depth;                // the indentation of the statement, in steps of 4 spaces
    bool is_zeroed;           // the memory is still all zero
    bool is_initialized;      // it is a struct that already has its type's defaults
} Dest;

static void put_value(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest);

static void indent(cg_Out *out, u32 depth) { cg_put(out, "%*s", (int)depth * 4, ""); }

static const char *address_of(const cg_Out *out, Dest dest)
{
    return cg_format(out->schema->arena, "&%s", dest.path);
}

// --- One element -------------------------------------------------------------------------------

static const char *number_text(const cg_Out *out, const cg_Field *field, cg_Number number)
{
    char text[40];
    if (number.real) {
        cg_real_text(text, field->kind, number.f);
        return cg_format(out->schema->arena, "%s", text);
    }
    if (field->kind == ED_BOOL) return number.i.magnitude ? "true" : "false";
    return cg_int_literal(out, number.i);
}

static void put_names(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    size_t start = out->size;
    indent(out, dest.depth);
    cg_put(out, "%s = ", dest.path);
    for (const cg_DefaultValue *item = value->items; item; item = item->next)
        cg_put(out, "%s%s", item == value->items ? "" : " | ",
               cg_enum_value_c_name(out->schema->arena, field->type, item->enum_value));
    cg_put(out, "%s;\n", value->items ? "" : "0");
    cg_wrap(out, start, " | ", cg_format(out->schema->arena, "%*s", (int)dest.depth * 4 + 4, ""));
}

static void put_number(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    indent(out, dest.depth);
    cg_put(out, "%s = %s;\n", dest.path, number_text(out, field, value->number));
}

static void put_chars(cg_Out *out, const cg_DefaultValue *value, Dest dest)
{
    if (!dest.is_zeroed) {
        indent(out, dest.depth);
        cg_put(out, "memset(%s, 0, sizeof %s);\n", dest.path, dest.path);
    }
    if (!value->size) return;
    indent(out, dest.depth);
    cg_put(out, "memcpy(%s, ", dest.path);
    cg_put_text(out, value->text, value->size);
    cg_put(out, ", %u);\n", value->size);
}

static void put_str(cg_Out *out, const cg_DefaultValue *value, Dest dest)
{
    out->arena_used = true;
    indent(out, dest.depth);
    cg_put(out, "ed_str_set(arena, %s, ", address_of(out, dest));
    cg_put_text(out, value->text, value->size);
    cg_put(out, ");\n");
}

static void put_text_ptr(cg_Out *out, const cg_DefaultValue *value, Dest dest)
{
    indent(out, dest.depth);
    cg_put(out, "%s = ", dest.path);
    cg_put_text(out, value->text, value->size);
    cg_put(out, ";\n");
}

static void put_text(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    if (field->kind == ED_STR) put_str(out, value, dest);
    else put_chars(out, value, dest);
}

static void put_struct(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    const cg_Decl *decl = field->type;
    if (!dest.is_initialized && (!decl->zero || !dest.is_zeroed)) {
        out->arena_used = true;
        indent(out, dest.depth);
        cg_put(out, "%s_type.init(arena, %s);\n", decl->name, address_of(out, dest));
    }
    for (const cg_DefaultValue *item = value->items; item; item = item->next) {
        const char *path = cg_format(out->schema->arena, "%s.%s", dest.path, item->field->name);
        Dest inner = { path, dest.depth, decl->zero, false };
        put_value(out, item->field, item, inner);
    }
}

static void put_union(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    const cg_DefaultValue *item = value->items;
    out->arena_used = true;
    indent(out, dest.depth);
    if (!item) {
        cg_put(out, "%s_type.init(arena, %s);\n", field->type->name, address_of(out, dest));
        return;
    }
    cg_put(out, "%s_set_%s(arena, %s);\n", field->type->name, item->field->name,
           address_of(out, dest));
    const char *path = cg_format(out->schema->arena, "%s.%s", dest.path, item->field->name);
    Dest inner = { path, dest.depth, item->field->zero, true };
    put_value(out, item->field, item, inner);
}

static void put_element(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    if (dest.is_zeroed && cg_default_is_zero(value)
        && (!cg_kind_is_record(field->kind) || field->type->zero))
        return;
    switch (value->kind) {
    case CG_DEFAULT_NAMES: put_names(out, field, value, dest); return;
    case CG_DEFAULT_STRUCT: put_struct(out, field, value, dest); return;
    case CG_DEFAULT_UNION: put_union(out, field, value, dest); return;
    case CG_DEFAULT_TEXT: put_text(out, field, value, dest); return;
    case CG_DEFAULT_TEXT_PTR: put_text_ptr(out, value, dest); return;
    case CG_DEFAULT_NUMBER: put_number(out, field, value, dest); return;
    case CG_DEFAULT_LIST: return;
    }
}

// --- Arrays ------------------------------------------------------------------------------------

static void put_items(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, u32 dim,
                      Dest dest)
{
    if (dim == (field->shape == ED_FIXED ? field->dim_count : 1)) {
        put_element(out, field, value, dest);
        return;
    }
    for (const cg_DefaultValue *item = value->items; item; item = item->next) {
        Dest inner = { cg_format(out->schema->arena, "%s[%u]", dest.path, item->index), dest.depth,
                       dest.is_zeroed, dest.is_initialized };
        put_items(out, field, item, dim + 1, inner);
    }
}

/// Emits nested `for` lines over the dimensions of a fixed array. Returns the element inside them.
static Dest put_loops(cg_Out *out, const cg_Field *field, Dest dest)
{
    static const char letters[] = "ijkl";
    for (u32 i = 0; i < field->dim_count; i++) {
        indent(out, dest.depth++);
        cg_put(out, "for (u32 %c = 0; %c < %s; %c++)\n", letters[i], letters[i], field->dim_text[i],
               letters[i]);
        dest.path = cg_format(out->schema->arena, "%s[%c]", dest.path, letters[i]);
    }
    return dest;
}

/// Emits the default of the field's type: init calls for structs, the first value of an enum
/// without a zero, or the limit of a pool. Returns true if that default is not all zero.
static bool put_type_default(cg_Out *out, const cg_Field *field, Dest dest)
{
    bool fixed = field->shape <= ED_FIXED;
    const cg_EnumValue *value = field->kind == ED_ENUM && fixed ? field->type->initial : NULL;
    if (field->shape == ED_POOL && field->count) {
        indent(out, dest.depth);
        cg_put(out, "%s.limit = %s%s;\n", dest.path, field->dim_text[0],
               cg_attr(&field->attrs, CG_STABLE) ? " | ED_POOL_STABLE" : "");
        return true;
    }
    if (fixed && cg_kind_is_record(field->kind) && !dest.is_initialized
        && (!field->type->zero || !dest.is_zeroed)) {
        Dest inner = put_loops(out, field, dest);
        out->arena_used = true;
        indent(out, inner.depth);
        cg_put(out, "%s_type.init(arena, &%s);\n", field->type->name, inner.path);
        return !field->type->zero;
    }
    if (!value || value->number.magnitude == 0) return false;
    Dest inner = put_loops(out, field, dest);
    indent(out, inner.depth);
    cg_put(out, "%s = %s;\n", inner.path,
           cg_enum_value_c_name(out->schema->arena, field->type, value));
    return true;
}

static void put_dynamic(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    if (value->count == 0) {
        if (!dest.is_zeroed) {
            indent(out, dest.depth);
            cg_put(out, "%s.count = 0;\n", dest.path);
        }
        return;
    }
    out->arena_used = true;
    indent(out, dest.depth);
    cg_put(out, "if (ed_array_reserve(arena, (ed_Array *)(void *)&%s, %u, %u, %u)) {\n", dest.path,
           value->count, field->size, field->align);
    indent(out, dest.depth + 1);
    cg_put(out, "%s.count = %u;\n", dest.path, value->count);
    Dest items = { cg_format(out->schema->arena, "%s.items", dest.path), dest.depth + 1, false,
                   false };
    put_items(out, field, value, 0, items);
    indent(out, dest.depth);
    cg_put(out, "}\n");
}

static void put_bounded(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    if (value->count || !dest.is_zeroed) {
        indent(out, dest.depth);
        cg_put(out, "%s_count = %u;\n", dest.path, value->count);
    }
    if (!dest.is_zeroed) {
        indent(out, dest.depth);
        cg_put(out, "memset(%s, 0, sizeof %s);\n", dest.path, dest.path);
    }
    Dest items = { dest.path, dest.depth, !cg_kind_is_record(field->kind), false };
    put_items(out, field, value, 0, items);
}

/// Emits an optional field that starts with a value, and sets its `has_` member.
static void put_optional(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value,
                         Dest dest)
{
    int owner = (int)(strlen(dest.path) - strlen(field->name));
    indent(out, dest.depth);
    cg_put(out, "%.*shas_%s = true;\n", owner, dest.path, field->name);
    put_element(out, field, value, dest);
}

static void clear_fixed(cg_Out *out, const cg_Field *field, Dest dest)
{
    if (dest.is_zeroed || cg_kind_is_record(field->kind)) return;
    indent(out, dest.depth);
    cg_put(out, "memset(%s, 0, sizeof %s);\n", dest.path, dest.path);
}

static void put_value(cg_Out *out, const cg_Field *field, const cg_DefaultValue *value, Dest dest)
{
    switch (field->shape) {
    case ED_DYNAMIC: put_dynamic(out, field, value, dest); return;
    case ED_BOUNDED: put_bounded(out, field, value, dest); return;
    case ED_ONE: put_element(out, field, value, dest); return;
    case ED_OPTIONAL: put_optional(out, field, value, dest); return;
    case ED_POOL: return;      // pools have no default
    case ED_FIXED: break;
    }
    clear_fixed(out, field, dest);
    bool filled = put_type_default(out, field, dest);
    dest.is_initialized = dest.is_initialized || (filled && cg_kind_is_record(field->kind));
    dest.is_zeroed = dest.is_initialized ? dest.is_zeroed && !filled : !filled;
    put_items(out, field, value, 0, dest);
}

// --- Records -----------------------------------------------------------------------------------

void cg_emit_type_default(cg_Out *out, const cg_Field *field)
{
    Dest dest = { cg_format(out->schema->arena, "it->%s", field->name), 1, true, false };
    put_type_default(out, field, dest);
}

static void put_fields(cg_Out *out, const cg_Decl *decl)
{
    cg_put(out, "    %s *it = any;\n", decl->name);
    size_t start = out->size;
    out->arena_used = false;
    cg_put(out, "    memset(it, 0, sizeof *it);\n");
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        Dest dest = { cg_format(out->schema->arena, "it->%s", field->name), 1, true, false };
        if (field->default_value) put_value(out, field, field->default_value, dest);
        else put_type_default(out, field, dest);
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
