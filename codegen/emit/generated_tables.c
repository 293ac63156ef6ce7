#include <string.h>
#include "codegen/emit/emit.h"
#include "runtime/base/str.h"

static const char *kind_text(ed_Kind kind)
{
    static const char *const texts[] = {
        [ED_BOOL] = "ED_BOOL",
        [ED_U8] = "ED_U8",
        [ED_U16] = "ED_U16",
        [ED_U32] = "ED_U32",
        [ED_U64] = "ED_U64",
        [ED_I8] = "ED_I8",
        [ED_I16] = "ED_I16",
        [ED_I32] = "ED_I32",
        [ED_I64] = "ED_I64",
        [ED_F32] = "ED_F32",
        [ED_F64] = "ED_F64",
        [ED_CHARS] = "ED_CHARS",
        [ED_STR] = "ED_STR",
        [ED_TEXT_PTR] = "ED_TEXT_PTR",
        [ED_ENUM] = "ED_ENUM",
        [ED_FLAGS] = "ED_FLAGS",
        [ED_SYMBOL] = "ED_SYMBOL",
        [ED_STRUCT] = "ED_STRUCT",
        [ED_UNION] = "ED_UNION",
        [ED_REF] = "ED_REF",
        [ED_RECORD_PTR] = "ED_RECORD_PTR",
        [ED_PTR] = "ED_PTR",
    };
    return texts[kind];
}

static unsigned tag_of(const char *name) { return (unsigned)ed_tag(name, strlen(name)); }

static u32 count_was(const cg_OldName *was)
{
    u32 count = 0;
    for (; was; was = was->next) count += !was->path;
    return count;
}

static u32 count_moves(const cg_OldName *was)
{
    u32 count = 0;
    for (; was; was = was->next) count += was->path;
    return count;
}

static void put_doc_member(cg_Out *out, const char *before, const char *doc, const char *after)
{
    if (!doc) return;
    cg_put(out, "%s.doc = ", before);
    char *line = cg_copy(out->schema->arena, doc, strlen(doc));
    for (char *at = line; *at; at++)
        if (*at == '\n') *at = ' ';
    cg_put_text(out, line, strlen(line));
    cg_put(out, "%s", after);
}

/// Emits a table with the tags of the old names of a field or value, or of `owner` itself if `name`
/// is NULL. `use_constants`: as tag constants, such as Actor_health_tag, instead of numbers.
static void put_was(cg_Out *out, const char *owner, const char *name, const cg_OldName *was,
                    bool use_constants)
{
    if (!count_was(was)) return;
    cg_put(out, "\nstatic const u32 %s%s%s_was[] = {\n", owner, name ? "_" : "", name ? name : "");
    for (; was; was = was->next) {
        if (was->path) continue;
        if (use_constants) cg_put(out, "    %s_%s_tag,\n", owner, was->name);
        else cg_put(out, "    0x%08xu,  // %s\n", tag_of(was->name), was->name);
    }
    cg_put(out, "};\n");
}

static void put_was_member(cg_Out *out, const char *owner, const char *name, const cg_OldName *was)
{
    if (count_was(was))
        cg_put(out, ", .was = %s%s%s_was, .was_count = %u", owner, name ? "_" : "",
               name ? name : "", count_was(was));
}

/// Emits a table of the old paths of a field and of its parts.
static void put_moves(cg_Out *out, const cg_Decl *decl, const cg_Field *field)
{
    if (!count_moves(field->attrs.was)) return;
    cg_put(out, "\nstatic const ed_Move %s_%s_moves[] = {\n", decl->name, field->name);
    for (const cg_OldName *was = field->attrs.was; was; was = was->next)
        if (was->path)
            cg_put(out, "    {.to = \"%s\", .from = \"%s\"},\n", was->to ? was->to : "", was->name);
    cg_put(out, "};\n");
}

static void put_moves_member(cg_Out *out, const cg_Decl *decl, const cg_Field *field)
{
    u32 count = count_moves(field->attrs.was);
    if (count)
        cg_put(out, ", .moves = %s_%s_moves, .move_count = %u", decl->name, field->name, count);
}

// --- Enums and flags ---------------------------------------------------------------------------

/// Emits the number by its name, or in decimal if the name is not a constant expression in C.
static void put_number(cg_Out *out, const cg_Decl *decl, const cg_EnumValue *value)
{
    if (cg_kind_of(decl) == ED_SYMBOL)
        cg_put(out, ".number = (i64)%s", cg_int_literal(out, value->number));
    else if (cg_int_fits(value->number, ED_I32))
        cg_put(out, ".number = %s", cg_enum_value_c_name(out->schema->arena, decl, value));
    else
        cg_put(out, ".number = %s%s", cg_int_fits(value->number, ED_I64) ? "" : "(i64)",
               cg_int_literal(out, value->number));
}

static void put_values(cg_Out *out, const cg_Decl *decl)
{
    if (cg_table_is_keyed(decl))
        cg_put(out, "\nstatic ed_Value %s_values[%u] = {\n", decl->name, decl->rows->dim[0] + 1);
    else cg_put(out, "\nstatic const ed_Value %s_values[] = {\n", decl->name);
    for (const cg_EnumValue *value = decl->values; value; value = value->next) {
        size_t start = out->size;
        cg_put(out, "    {.name = \"%s\", .tag = 0x%08xu, ", value->name, tag_of(value->name));
        put_number(out, decl, value);
        put_was_member(out, decl->name, value->name, value->attrs.was);
        put_doc_member(out, ", ", value->doc, "");
        cg_put(out, "},\n");
        cg_wrap(out, start, ", .", "     ");
    }
    cg_put(out, "};\n");
}

static void put_addresses(cg_Out *out, const cg_Decl *decl)
{
    cg_put(out, "\nstatic void (*const %s_addresses[])(void) = {\n", decl->name);
    for (const cg_EnumValue *value = decl->values; value; value = value->next)
        if (value->number.magnitude) cg_put(out, "    (void (*)(void))%s,\n", value->name);
        else cg_put(out, "    NULL,\n");
    cg_put(out, "};\n");
}

/// Starts the type table of a declaration, with the members that all kinds have.
static void put_type_head(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    cg_put(out, "\n%sed_Type %s_type = {\n    .name = \"%s\",\n",
           cg_table_is_keyed(decl) ? "" : "const ", n, n);
    put_doc_member(out, "    ", decl->doc, ",\n");
    cg_put(out, "    .tag = 0x%08xu", tag_of(n));
    put_was_member(out, n, NULL, decl->attrs.was);
}

/// What the names of the rows are read from when the module is loaded.
static void put_keyed_table(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    if (!cg_table_is_keyed(decl)) return;
    cg_put(out, "\nstatic ed_RowName %s_names[%u];\n", n, decl->rows->dim[0]);
    cg_put(out, "\nconst ed_KeyedTable %s_keyed = {\n    .type = &%s_type, .row = &%s_type,\n", n,
           n, decl->rows->type_name);
    cg_put(out, "    .count = &%s_count, .values = %s_values, .names = %s_names, .room = %u,\n};\n",
           n, n, n, decl->rows->dim[0]);
}

void cg_emit_enum_or_flags(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    u32 count = 0;
    for (const cg_EnumValue *value = decl->values; value; value = value->next, count++)
        put_was(out, n, value->name, value->attrs.was, false);
    cg_emit_extern_asserts(out, decl);
    put_values(out, decl);
    if (decl->kind == CG_FUNCTIONS) put_addresses(out, decl);
    put_was(out, n, NULL, decl->attrs.was, false);
    size_t start = out->size;
    const char *c_type = decl->kind == CG_TABLE ? "void *" : n;
    put_type_head(out, decl);
    cg_put(out, ",\n    .kind = %s, .base = %s, .size = sizeof(%s), .align = _Alignof(%s),\n",
           kind_text(cg_kind_of(decl)), kind_text(decl->base), c_type, c_type);
    cg_put(out, "    .values = %s_values, .value_count = %u,\n", n, count);
    if (decl->kind == CG_FUNCTIONS) cg_put(out, "    .addresses = %s_addresses,\n", n);
    if (decl->kind == CG_TABLE) cg_put(out, "    .rows = %s, .row_size = sizeof %s[0],\n", n, n);
    if (cg_table_is_keyed(decl)) cg_put(out, "    .open_values = true,\n");
    cg_put(out, "};\n");
    cg_wrap(out, start, ", .", "    ");
    put_keyed_table(out, decl);
}

// --- Records -----------------------------------------------------------------------------------

static void put_asserts(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name, *place = cg_extern_note(out, decl, " is elsewhere"),
               *size = cg_extern_note(out, decl, " has another size");
    cg_put(out, "\n");
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        size_t start = out->size;
        cg_put(out, "_Static_assert(offsetof(%s, %s) == %u, \"%s.%s%s\");\n", n, field->name,
               field->offset, n, field->name, place);
        if (field->shape == ED_OPTIONAL)
            cg_put(out, "_Static_assert(offsetof(%s, has_%s) == %u, \"%s.has_%s\");\n", n,
                   field->name, field->offset - 1, n, field->name);
        cg_wrap(out, start, ", ", "    ");
    }
    cg_put(out, "_Static_assert(sizeof(%s) == %u, \"%s%s\");\n", n, decl->size, n, size);
}

static void put_dims(cg_Out *out, const cg_Field *field)
{
    if (field->shape != ED_FIXED) return;
    cg_put(out, ", .dims = {");
    for (u32 i = 0; i < field->dim_count; i++) cg_put(out, "%s%u", i ? ", " : "", field->dim[i]);
    cg_put(out, "}");
    for (u32 i = 0; i < field->dim_count; i++)
        if (field->dim_enum[i])
            cg_put(out, ", .index_types[%u] = &%s_type", i, field->dim_enum[i]->name);
}

static void put_flags(cg_Out *out, const cg_Field *field)
{
    static const struct {
        cg_AttrKind attr;
        const char *flag;
    } flags[] = { { CG_TRANSIENT, "ED_FIELD_TRANSIENT" },
                  { CG_FRESH, "ED_FIELD_FRESH" },
                  { CG_STABLE, "ED_FIELD_STABLE" },
                  { CG_RANGE, "ED_FIELD_RANGE" } };
    bool any = false;
    for (u32 i = 0; i < ED_COUNT(flags); i++) {
        if (!cg_attr(&field->attrs, flags[i].attr)) continue;
        cg_put(out, "%s%s", any ? " | " : ", .flags = ", flags[i].flag);
        any = true;
    }
}

static void put_range(cg_Out *out, const cg_Field *field)
{
    static const char *const names[] = { "low", "high" };
    const cg_Attr *range = cg_attr(&field->attrs, CG_RANGE);
    for (u32 i = 0; range && i < 2; i++) {
        char text[40];
        cg_Number number = range->range[i];
        cg_real_text(text, number.real ? field->kind : ED_F64, cg_real_of(number));
        cg_put(out, ", .range_%s = %s", names[i], text);
    }
}

static void put_unit(cg_Out *out, const cg_Field *field)
{
    const cg_Attr *unit = cg_attr(&field->attrs, CG_UNIT);
    if (!unit) return;
    cg_put(out, ", .unit = ");
    cg_put_text(out, unit->text, strlen(unit->text));
}

#define DEFAULT_COLUMNS 12u      // bytes per line

static void put_packed_default(cg_Out *out, const cg_Field *field)
{
    if (!field->packed) return;
    cg_put(out, ",\n     .packed_default_size = %u, .packed_default = (const u8[]){",
           field->packed_size);
    for (u32 i = 0; i < field->packed_size; i++)
        cg_put(out, "%s%s0x%02x", i ? "," : "",
               i % DEFAULT_COLUMNS                    ? " "
               : field->packed_size > DEFAULT_COLUMNS ? "\n         "
                                                      : "",
               (unsigned)field->packed[i]);
    cg_put(out, "}");
}

static void put_field(cg_Out *out, const cg_Decl *decl, const cg_Field *field)
{
    static const char *const shapes[] = { "ED_ONE",     "ED_FIXED",    "ED_BOUNDED",
                                          "ED_DYNAMIC", "ED_OPTIONAL", "ED_POOL" };
    size_t start = out->size;
    cg_put(out, "    {.tag = %s_%s_tag, .name = \"%s\", .kind = %s", decl->name, field->name,
           field->name, kind_text(field->kind));
    if (field->shape != ED_ONE) cg_put(out, ", .shape = %s", shapes[field->shape]);
    cg_put(out, ",\n     .offset = offsetof(%s, %s), .size = %u, .count = %u", decl->name,
           field->name, field->size, field->count);
    put_dims(out, field);
    if (field->type) cg_put(out, ", .type = &%s_type", field->type->name);
    put_flags(out, field);
    put_was_member(out, decl->name, field->name, field->attrs.was);
    put_moves_member(out, decl, field);
    put_range(out, field);
    put_unit(out, field);
    put_doc_member(out, ", ", field->doc, "");
    put_packed_default(out, field);
    cg_put(out, "},\n");
    cg_wrap(out, start, ", .", "     ");
}

static void put_key(cg_Out *out, const cg_Decl *decl)
{
    if (decl->key)
        cg_put(out, "    .key = &%s_fields[%u],  // %s\n", decl->name, decl->key->index,
               decl->key->name);
}

static void put_upgrade(cg_Out *out, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (!upgrade) return;
    cg_put(out, "    .upgrade_name = \"%s\", .upgrade_at = (void (*)(void))%s,\n", upgrade->text,
           upgrade->text);
    cg_put(out, "    .upgrade = upgrade_%s,\n", decl->name);
}

/// Declares the game's upgrade function weak, so that it is NULL if the game lacks it. tcc knows no
/// pragma for that, and glibc's headers disable `__attribute__` for tcc, so tcc gets the assembler
/// directive `.weak`. Other compilers get the pragma: gcc -flto loses the directive, and the
/// assembler of macOS does not know it.
static void declare_upgrade(cg_Out *out, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (!upgrade) return;
    cg_put(out, "\n#ifdef __TINYC__\n__asm__(\".weak %s\");\n#else\n", upgrade->text);
    cg_put(out, "#pragma weak %s\n#endif\n", upgrade->text);
}

void cg_emit_record(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    u32 count = 0;
    cg_emit_extern_asserts(out, decl);
    put_asserts(out, decl);
    cg_emit_globals_definition(out, decl);
    if (decl->kind == CG_UNION) cg_emit_setter_definitions(out, decl);
    cg_emit_init(out, decl);
    cg_emit_upgrade_thunk(out, decl);
    for (const cg_Field *field = decl->fields; field; field = field->next, count++) {
        put_was(out, n, field->name, field->attrs.was, true);
        put_moves(out, decl, field);
    }
    cg_put(out, "\nstatic const ed_Field %s_fields[] = {\n", n);
    for (const cg_Field *field = decl->fields; field; field = field->next)
        put_field(out, decl, field);
    cg_put(out, "};\n");
    declare_upgrade(out, decl);
    put_was(out, n, NULL, decl->attrs.was, false);
    size_t start = out->size;
    put_type_head(out, decl);
    cg_put(out, ",\n    .kind = %s, .size = sizeof(%s), .align = _Alignof(%s),\n",
           decl->kind == CG_UNION ? "ED_UNION" : "ED_STRUCT", n, n);
    cg_put(out, "    .fields = %s_fields, .field_count = %u, .init = init_%s,\n", n, count, n);
    put_key(out, decl);
    put_upgrade(out, decl);
    if (cg_attr(&decl->attrs, CG_GLOBALS)) cg_put(out, "    .globals = (void *)&%s_globals,\n", n);
    cg_put(out, "};\n");
    cg_wrap(out, start, ", .", "    ");
}

// --- The schema --------------------------------------------------------------------------------

/// Declares the type tables without including their headers, so that a change inside a type does
/// not recompile schema.gen.c.
static void declare_types(cg_Out *out)
{
    const char *before = "\n";
    for (const cg_Decl *decl = out->schema->sorted; decl; decl = decl->next_sorted) {
        if (decl->kind == CG_CONST) continue;
        cg_put(out, "%sextern %sed_Type %s_type;\n", before,
               cg_table_is_keyed(decl) ? "" : "const ", decl->name);
        before = "";
    }
}

static u32 put_types(cg_Out *out)
{
    u32 count = 0;
    for (const cg_Decl *decl = out->schema->sorted; decl; decl = decl->next_sorted) {
        if (decl->kind == CG_CONST) continue;
        cg_put(out, "%s    &%s_type,\n",
               count ? "" : "\nstatic const ed_Type *const eddie_types[] = {\n", decl->name);
        count++;
    }
    cg_put(out, "%s", count ? "};\n" : "");
    return count;
}

static u32 put_roots(cg_Out *out, cg_DeclKind kind, const char *name)
{
    u32 count = 0;
    for (const cg_Decl *decl = out->schema->decls; decl; decl = decl->next) {
        if (decl->kind != kind) continue;
        if (!count++) cg_put(out, "\nstatic const ed_Type *const eddie_%s[] = {\n", name);
        cg_put(out, "    &%s_type,\n", decl->name);
    }
    cg_put(out, "%s", count ? "};\n" : "");
    return count;
}

static u32 put_keyed_tables(cg_Out *out)
{
    u32 count = 0;
    for (const cg_Decl *decl = out->schema->decls; decl; decl = decl->next)
        if (cg_table_is_keyed(decl) && !count++) cg_put(out, "\n");
    for (const cg_Decl *decl = out->schema->decls; decl; decl = decl->next)
        if (cg_table_is_keyed(decl))
            cg_put(out, "extern const ed_KeyedTable %s_keyed;\n", decl->name);
    if (count) cg_put(out, "static const ed_KeyedTable *const eddie_keyed[] = {\n");
    for (const cg_Decl *decl = out->schema->decls; decl; decl = decl->next)
        if (cg_table_is_keyed(decl)) cg_put(out, "    &%s_keyed,\n", decl->name);
    if (count) cg_put(out, "};\n");
    return count;
}

void cg_emit_schema(cg_Out *out)
{
    cg_put(out, "// Generated by eddiec from all .def files. Do not edit.\n"
                "#include \"runtime/types/types.h\"\n");
    declare_types(out);
    u32 types = put_types(out);
    u32 states = put_roots(out, CG_STATE, "states");
    u32 rigids = put_roots(out, CG_RIGID, "rigids");
    u32 keyed = put_keyed_tables(out);
    cg_put(out, "\nconst ed_Schema eddie_schema = {\n");
    if (types) cg_put(out, "    .types = eddie_types, .type_count = %u,\n", types);
    if (states) cg_put(out, "    .states = eddie_states, .state_count = %u,\n", states);
    if (rigids) cg_put(out, "    .rigids = eddie_rigids, .rigid_count = %u,\n", rigids);
    if (keyed) cg_put(out, "    .keyed = eddie_keyed, .keyed_count = %u,\n", keyed);
    cg_put(out, "%s};\n", types ? "" : "    .types = NULL,\n");
}
