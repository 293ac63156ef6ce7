#include <string.h>
#include "codegen/emit/emit.h"
#include "runtime/base/str.h"

// --- Numbers -----------------------------------------------------------------------------------

static bool fits_int(cg_Int number) { return cg_int_fits(number, ED_I32); }

static void put_constant(cg_Out *out, const char *type, const char *name, cg_Number number,
                         ed_Kind kind)
{
    if (kind == ED_BOOL) {
        cg_put(out, "static const bool %s = %s;\n", name, number.i.magnitude ? "true" : "false");
    } else if (number.real) {
        char text[40];
        cg_real_text(text, kind, number.f);
        cg_put(out, "static const %s %s = %s;\n", type, name, text);
    } else if (fits_int(number.i)) {
        cg_put(out, "enum { %s = %s };\n", name, cg_int_literal(out, number.i));
    } else {
        cg_put(out, "static const %s %s = %s;\n", type, name, cg_int_literal(out, number.i));
    }
}

static void emit_const(cg_Out *out, const cg_Decl *decl)
{
    cg_put_doc(out, "", decl->doc);
    put_constant(out, decl->type_name, decl->name, decl->number, decl->base);
    cg_put(out, "\n");
}

// --- Comments ----------------------------------------------------------------------------------

/// True if the doc comment fits on the line after `used` columns.
static bool is_short(const char *doc, size_t used)
{
    size_t size = doc ? strlen(doc) : 0;
    return doc && !strchr(doc, '\n') && used + 7 + size <= CG_COLUMNS
        && cg_doc_shown(doc, size) == size;
}

static void put_line(cg_Out *out, const char *indent, const char *line, const char *doc)
{
    bool trailing = is_short(doc, strlen(indent) + strlen(line));
    if (!trailing) cg_put_doc(out, indent, doc);
    cg_put(out, "%s%s%s%s\n", indent, line, trailing ? "  ///< " : "", trailing ? doc : "");
}

// --- Enums and flags ---------------------------------------------------------------------------

static void emit_enum_value(cg_Out *out, const cg_Decl *decl, const cg_EnumValue *value, u32 bit)
{
    ed_Arena *arena = out->schema->arena;
    const char *number = decl->kind == CG_FLAGS ? cg_format(arena, "1 << %u", bit)
                                                : cg_int_literal(out, value->number);
    put_line(out, "    ",
             cg_format(arena, "%s = %s,", cg_enum_value_c_name(arena, decl, value), number),
             value->doc);
}

static void put_list(cg_Out *out, const cg_Decl *decl)
{
    cg_put(out,
           "typedef struct %s_array {\n    %s *items;\n    u32 count, capacity;\n"
           "} %s_array;\n",
           decl->name, decl->name, decl->name);
}

static void emit_enum_or_flags(cg_Out *out, const cg_Decl *decl)
{
    u32 bit = 0, small = 0;
    if (decl->is_extern) {
        if (decl->listed) put_list(out, decl);
        cg_put(out, "extern const ed_Type %s_type;\n\n", decl->name);
        return;
    }
    cg_put_doc(out, "", decl->doc);
    cg_put(out, "typedef %s %s;\n", decl->type_name, decl->name);
    for (const cg_EnumValue *value = decl->values; value; value = value->next)
        small += fits_int(value->number);
    if (small) cg_put(out, "enum {\n");
    for (const cg_EnumValue *value = decl->values; value; value = value->next, bit++)
        if (fits_int(value->number)) emit_enum_value(out, decl, value, bit);
    if (small) cg_put(out, "};\n");
    for (const cg_EnumValue *value = decl->values; value; value = value->next) {
        if (fits_int(value->number)) continue;
        cg_put_doc(out, "", value->doc);
        put_constant(out, decl->name, cg_enum_value_c_name(out->schema->arena, decl, value),
                     (cg_Number){ .i = value->number }, decl->base);
    }
    if (decl->listed) put_list(out, decl);
    cg_put(out, "extern const ed_Type %s_type;\n\n", decl->name);
}

// --- Structs -----------------------------------------------------------------------------------

static bool is_pointer(const cg_Field *field)
{
    bool row = field->type && field->type->kind == CG_TABLE;
    return row || field->kind == ED_TEXT_PTR
        || (field->kind == ED_RECORD_PTR && field->shape != ED_DYNAMIC);
}

/// The C type of the member without the `*`, which is beside its name.
static const char *member_type(const cg_Out *out, const cg_Field *field)
{
    if (!is_pointer(field)) return cg_field_type(out, field);
    if (field->kind == ED_TEXT_PTR) return "const char";
    return cg_format(out->schema->arena, "%s%s", field->is_const ? "const " : "", field->target);
}

static u32 type_width(const cg_Out *out, const cg_Decl *decl)
{
    size_t width = 0;
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        size_t size = strlen(member_type(out, field));
        width = size > width ? size : width;
        if (field->shape == ED_BOUNDED && width < 3) width = 3;
        if (field->shape == ED_OPTIONAL && width < 4) width = 4;
    }
    return (u32)(width < 20 ? width : 20);
}

/// Puts padding as two bit-fields for each byte. They have no name, so an initializer without names
/// skips them; tcc does not skip a bit-field as wide as its type. C11 allows only int and bool for
/// a bit-field; the supported compilers accept char, which aligns nothing.
static void put_pad(cg_Out *out, u32 size)
{
    for (u32 i = 0; i < size; i++) cg_put(out, "%s : 4, : 4", i ? "," : "    __extension__ char");
    if (size) cg_put(out, ";\n");
}

static const char *bounds_of(const cg_Out *out, const cg_Field *field)
{
    const char *text = "";
    u32 count = field->shape == ED_FIXED || field->shape == ED_BOUNDED ? field->dim_count : 0;
    for (u32 i = 0; i < count; i++)
        text = cg_format(out->schema->arena, "%s[%s]", text, field->dim_text[i]);
    if (field->kind == ED_CHARS)
        text = cg_format(out->schema->arena, "%s[%s]", text, field->dim_text[field->dim_count]);
    return text;
}

static void emit_member(cg_Out *out, const cg_Field *field, const char *indent, u32 width)
{
    put_line(out, indent,
             cg_format(out->schema->arena, "%-*s %s%s%s;", (int)width, member_type(out, field),
                       is_pointer(field) ? "*" : "", field->name, bounds_of(out, field)),
             field->doc);
}

/// Padding, then the field's count or flag, then the field.
static void emit_part(cg_Out *out, const cg_Field *field, u32 width)
{
    const char *companion = cg_field_companion(out->schema->arena, field);
    bool flag = field->shape == ED_OPTIONAL;
    put_pad(out, field->pad);
    if (companion) cg_put(out, "    %-*s %s;\n", (int)width, flag ? "bool" : "u32", companion);
    emit_member(out, field, "    ", width);
}

static void emit_tags(cg_Out *out, const cg_Decl *decl)
{
    // C11 allows enumerators of 31 bits; the supported compilers accept 32
    cg_put(out, "__extension__ enum {\n");
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        cg_put(out, "    %s_%s_tag = 0x%08xu,\n", decl->name, field->name,
               (unsigned)ed_tag(field->name, strlen(field->name)));
        for (const cg_OldName *was = field->attrs.was; was; was = was->next) {
            if (was->taken || was->path) continue;
            cg_put(out, "    %s_%s_tag = 0x%08xu,  // %s was %s\n", decl->name, was->name,
                   (unsigned)ed_tag(was->name, strlen(was->name)), field->name, was->name);
        }
    }
    cg_put(out, "};\n\n");
}

static void emit_functions(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    size_t start = out->size;
    cg_put(out, "extern const ed_Type %s_type;\n\n", n);
    cg_emit_inline_functions(out, decl);
    if (decl->kind == CG_UNION || decl->pool || cg_attr(&decl->attrs, CG_UPGRADE))
        cg_put(out, "\n");
    if (decl->kind == CG_UNION) cg_emit_setter_declarations(out, decl);
    cg_emit_pool_declarations(out, decl);
    cg_emit_upgrade_declaration(out, decl);
    cg_emit_globals_declaration(out, decl);
    cg_put(out, "\n");
    cg_wrap(out, start, ", ", "        ");
}

static void declare(cg_Out *out, cg_Decl *decl, const cg_Source *source)
{
    if (decl->declared_in == source) return;
    decl->declared_in = source;
    if (decl->is_forward_declared)
        cg_put(out, "#ifndef GEN_NAMES_%s  // declared by several headers\n#define GEN_NAMES_%s\n",
               decl->name, decl->name);
    if (!decl->is_extern) cg_put(out, "typedef struct %s %s;\n", decl->name, decl->name);
    if (cg_decl_is_inner(decl)) put_list(out, decl);
    cg_emit_ref_type(out, decl);
    cg_emit_pool_type(out, decl);
    cg_put(out, decl->is_forward_declared ? "#endif\n\n" : "\n");
}

/// Declares a struct unless the header of its file does, which this one includes.
static void declare_here(cg_Out *out, cg_Decl *type, const cg_Source *source)
{
    if (type->location.source == source || cg_needs_forward_declaration(out->schema, source, type))
        declare(out, type, source);
}

/// Declares the list, pool and handle types of the fields' structs, which may be defined further
/// down or in other headers.
static void declare_lists(cg_Out *out, const cg_Decl *decl)
{
    const cg_Source *source = decl->location.source;
    for (const cg_Field *field = decl->fields; field; field = field->next)
        if (cg_field_names(field) && cg_decl_is_inner(cg_field_names(field)))
            declare_here(out, cg_field_names(field), source);
}

/// Declares a type of function pointers and the functions, which the game defines.
static void emit_functions_type(cg_Out *out, const cg_Decl *decl)
{
    const cg_Source *source = decl->location.source;
    for (const cg_Mention *mention = decl->mentions; mention; mention = mention->next)
        if (mention->type) declare_here(out, mention->type, source);
    const char *parameters = strchr(decl->signature ? decl->signature : "", '(');
    cg_put_doc(out, "", decl->doc);
    for (const cg_EnumValue *value = decl->values; value && parameters; value = value->next) {
        bool null = !value->number.magnitude;
        int size = (int)(parameters - decl->signature);
        if (!null) cg_put_doc(out, "", value->doc);
        cg_put(out, null ? "typedef %.*s(*%s)%s;\n" : "%.*s%s%s;\n", size, decl->signature,
               null ? decl->name : value->name, parameters);
    }
    if (decl->listed) put_list(out, decl);
    cg_put(out, "extern const ed_Type %s_type;\n\n", decl->name);
}

static void emit_table(cg_Out *out, const cg_Decl *decl)
{
    const cg_Field *rows = decl->rows;
    cg_put_doc(out, "", decl->doc);
    const bool keyed = cg_table_is_keyed(decl);
    if (!decl->is_extern)
        cg_put(out, "extern const %s %s[%s];\n", rows->type_name, decl->name,
               keyed ? "" : rows->dim_text[0]);
    if (keyed && !decl->is_extern) cg_put(out, "extern const u32 %s_count;\n", decl->name);
    cg_put(out, "extern %sed_Type %s_type;\n\n", keyed ? "" : "const ", decl->name);
}

static void emit_fields(cg_Out *out, const cg_Decl *decl)
{
    u32 width = type_width(out, decl);
    for (const cg_Field *field = decl->fields; field; field = field->next)
        emit_part(out, field, width);
    put_pad(out, decl->tail);
}

/// The names of the kinds, such as "Shape_circle, Shape_box", as many as fit on the line.
static const char *kinds_text(const cg_Out *out, const cg_Decl *decl)
{
    const char *text = "";
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        const char *more = cg_format(out->schema->arena, "%s%s%s_%s", text, *text ? ", " : "",
                                     decl->name, field->name);
        if (strlen(more) + 20 > CG_COLUMNS)
            return *text ? cg_format(out->schema->arena, "%s, …", text) : more;
        text = more;
    }
    return text;
}

static void emit_alternatives(cg_Out *out, const cg_Decl *decl)
{
    u32 width = type_width(out, decl);
    cg_put(out, "    u32 kind;  // %s\n", kinds_text(out, decl));
    put_pad(out, decl->align - 4);
    cg_put(out, "    union {\n");
    for (const cg_Field *field = decl->fields; field; field = field->next)
        emit_member(out, field, "        ", width);
    if (decl->tail) cg_put(out, "        %-*s _all[%u];\n", (int)width, "u8", decl->tail);
    cg_put(out, "    };\n");
}

static void emit_definition(cg_Out *out, const cg_Decl *decl)
{
    cg_put_doc(out, "", decl->doc);
    cg_put(out, "struct %s {\n", decl->name);
    if (decl->kind == CG_UNION) emit_alternatives(out, decl);
    else emit_fields(out, decl);
    cg_put(out, "};\n\n");
}

static void emit_struct(cg_Out *out, cg_Decl *decl)
{
    declare_lists(out, decl);
    declare(out, decl, decl->location.source);
    if (!decl->is_extern) emit_definition(out, decl);
    if (decl->kind == CG_UNION) cg_emit_kinds(out, decl);
    emit_tags(out, decl);
    emit_functions(out, decl);
}

void cg_emit_types(cg_Out *out, const cg_Source *source)
{
    for (cg_Decl *decl = out->schema->files[source->index].sorted; decl; decl = decl->next_here) {
        if (decl->kind == CG_CONST) emit_const(out, decl);
        else if (cg_decl_is_record(decl)) emit_struct(out, decl);
        else if (decl->kind == CG_FUNCTIONS) emit_functions_type(out, decl);
        else if (decl->kind == CG_TABLE) emit_table(out, decl);
        else emit_enum_or_flags(out, decl);
    }
}
